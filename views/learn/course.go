package learn

import (
	"strconv"

	"hexclub/rules/bot"
	"hexclub/rules/lesson"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/setup"
)

// A LearnPage shows the courses of all games.
type LearnPage struct {
	page.Frame
	Courses []CourseCard
}

// A CourseCard is a course to choose.
type CourseCard struct {
	setup.GameCard
	Progress Progress
	Begin    string // address of the lesson to go on with
}

// A CoursePage shows the lessons of one game.
type CoursePage struct {
	page.Frame
	Key, Name string
	Pitch     string
	Progress  Progress
	Lessons   []LessonLine
	Begin     string // address of the lesson to go on with
	Bot       string // name of the bot that is played at the end
	Level     string // of it, as a form has it
	Options   []CourseOption
}

// A CourseOption is an option of the game that is played at the end of a course,
// as a form has it.
type CourseOption struct{ Name, Value string }

// A LessonLine is a lesson in the list of a course.
type LessonLine struct {
	Name, Href string
	Stars      int // 0 while it is not solved
	Next       bool
}

// A Progress is how far somebody has come with a course.
type Progress struct {
	Solved, Of int // lessons
	Stars      int // of lesson.MaxStars for each
	Words      string
}

// Begun reports whether a lesson has been solved.
func (p Progress) Begun() bool { return p.Solved > 0 }

// Whole reports whether all lessons have been solved.
func (p Progress) Whole() bool { return p.Solved == p.Of }

// NewCourseCards returns the courses of all games for a reader with these stars, by lesson.
// Games are those of NewGameList.
func NewCourseCards(t *i18n.Catalog, games []setup.GameCard, courses []*lesson.Course, stars map[string]int) []CourseCard {
	cards := make([]CourseCard, len(courses))
	for i, course := range courses { // in the order of the games
		cards[i] = CourseCard{GameCard: games[i], Progress: newProgress(t, course, stars), Begin: LessonHref(toGoOnWith(course, stars))}
	}
	return cards
}

// NewCoursePage returns the lessons of one game for a reader with these stars, by lesson.
func NewCoursePage(f page.Frame, course *lesson.Course, stars map[string]int) CoursePage {
	key := course.Game.Info().Key
	next := toGoOnWith(course, stars)
	p := CoursePage{
		Frame: f, Key: key, Name: f.T.T(key + ".name"), Pitch: f.T.T(key + ".pitch"),
		Progress: newProgress(f.T, course, stars), Begin: LessonHref(next),
		Bot: page.BotName(f.T, weakest), Level: strconv.Itoa(int(weakest)),
	}
	if key == "hexit" { // a whole game takes long for a beginner
		p.Options = []CourseOption{{Name: page.OptionName("tiles"), Value: "19"}}
	}
	for _, l := range course.Lessons {
		p.Lessons = append(p.Lessons, LessonLine{
			Name: l.Texts[f.T.Tag].Title, Href: LessonHref(l), Stars: stars[l.Key()], Next: l == next && !p.Progress.Whole(),
		})
	}
	return p
}

// weakest is the level of the bot that a course ends with.
const weakest bot.Level = 1

// toGoOnWith returns the first lesson without stars, or the first of all if there is none.
func toGoOnWith(course *lesson.Course, stars map[string]int) *lesson.Lesson {
	for _, l := range course.Lessons {
		if stars[l.Key()] == 0 {
			return l
		}
	}
	return course.Lessons[0]
}

func newProgress(t *i18n.Catalog, course *lesson.Course, stars map[string]int) Progress {
	p := Progress{Of: len(course.Lessons)}
	for _, l := range course.Lessons {
		p.Stars += stars[l.Key()]
		if stars[l.Key()] > 0 {
			p.Solved++
		}
	}
	p.Words = t.T("learn.progress", "Solved", strconv.Itoa(p.Solved), "Of", strconv.Itoa(p.Of), "Stars", strconv.Itoa(p.Stars),
		"Most", strconv.Itoa(p.Of*lesson.MaxStars))
	return p
}
