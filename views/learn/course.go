package learn

import (
	"slices"
	"strconv"
	"strings"

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
	Next     Next
}

// A CoursePage shows the lessons of one game.
type CoursePage struct {
	page.Frame
	setup.GameCard
	Aim      string
	Progress Progress
	Next     Next
	Lessons  []LessonLine
	Extras   []LessonLine // about options that are off by default; empty for a game without
	Bot      BotGame
}

// A Next is what a course goes on with: a lesson, or a game against a bot after the last one.
type Next struct {
	Text string // on the button
	Href string // of the lesson; empty for the game
	Bot  BotGame
}

// A BotGame is a game against a bot, as a form has it.
type BotGame struct {
	Game, Level string
	Text        string // on the button
	Options     []CourseOption
}

// A CourseOption is an option of the game that is played at the end of a course, as a form has it.
type CourseOption struct{ Name, Value string }

// A LessonLine is a lesson in the list of a course.
type LessonLine struct {
	Number     string
	Name, Href string
	Time       string // that it takes
	Stars      int    // 0 while it is not solved
	Next       bool
}

// A Progress is how far somebody has come with a course.
type Progress struct {
	Steps   []string // a class for each main lesson: "done", "now", or empty
	Solved  int
	Stars   int // of lesson.MaxStars for each lesson
	Minutes int // that the lessons to come take
	Words   string
}

// Begun reports whether a lesson has been solved.
func (p Progress) Begun() bool { return p.Solved > 0 }

// Whole reports whether all lessons have been solved.
func (p Progress) Whole() bool { return p.Solved == len(p.Steps) }

// NewCourseCards returns the courses of all games for a reader with these stars, by lesson: first that of the lesson
// solved last, which may be empty, and then those of the games in their order. Games are those of NewGameList.
func NewCourseCards(t *i18n.Catalog, games []setup.GameCard, courses []*lesson.Course, stars map[string]int, last string) []CourseCard {
	cards := make([]CourseCard, len(courses))
	for i, course := range courses { // in the order of the games
		p := newProgress(t, course, stars)
		cards[i] = CourseCard{GameCard: games[i], Progress: p, Next: newNext(t, course, p)}
	}
	practised, _, _ := strings.Cut(last, "/")
	slices.SortStableFunc(cards, func(a, b CourseCard) int {
		return order(a.Key == practised) - order(b.Key == practised)
	})
	return cards
}

func order(first bool) int {
	if first {
		return 0
	}
	return 1
}

// NewCoursePage returns the lessons of one game for a reader with these stars, by lesson. Card is that of the game.
func NewCoursePage(f page.Frame, card setup.GameCard, course *lesson.Course, stars map[string]int) CoursePage {
	p := CoursePage{Frame: f, GameCard: card, Aim: goal(f.T, card.Key), Progress: newProgress(f.T, course, stars), Bot: newBotGame(f.T, card.Key)}
	p.Next = newNext(f.T, course, p.Progress)
	p.Lessons, p.Extras = newLines(f.T, course.Main(), stars), newLines(f.T, course.Extras(), stars)
	if next := slices.Index(p.Progress.Steps, "now"); next >= 0 {
		p.Lessons[next].Next = true
	}
	return p
}

// newLines returns the lines of some lessons.
func newLines(t *i18n.Catalog, lessons []*lesson.Lesson, stars map[string]int) []LessonLine {
	var lines []LessonLine
	for _, l := range lessons {
		lines = append(lines, LessonLine{
			Number: strconv.Itoa(l.Number), Name: l.Text(t.Tag).Title, Href: LessonHref(l), Stars: l.Stars(stars),
			Time: t.T("learn.minutes", "Minutes", strconv.Itoa(minutes(l))),
		})
	}
	return lines
}

// newNext returns what a reader with that progress goes on with.
func newNext(t *i18n.Catalog, course *lesson.Course, p Progress) Next {
	at := slices.Index(p.Steps, "now")
	if at < 0 {
		end := newBotGame(t, course.Game.Info().Key)
		return Next{Text: end.Text, Bot: end}
	}
	l := course.Main()[at]
	next := Next{Text: t.T("learn.begin"), Href: LessonHref(l)}
	if p.Begun() {
		next.Text = t.T("learn.go-on", "Lesson", l.Text(t.Tag).Title)
	}
	return next
}

// weakest is the level of the bot that a course ends with.
const weakest bot.Level = 1

// newBotGame returns the game that a course ends with.
func newBotGame(t *i18n.Catalog, key string) BotGame {
	level := strconv.Itoa(int(weakest))
	g := BotGame{Game: key, Level: level, Text: t.T("learn.bot", "Name", t.T("bot."+level), "Level", level)}
	if key == "hexit" { // a whole game takes long for a beginner
		g.Options = []CourseOption{{Name: page.OptionName("tiles"), Value: "19"}}
	}
	return g
}

// newProgress returns how far a reader with these stars has come with the main lessons. The first one without stars is
// the next one.
func newProgress(t *i18n.Catalog, course *lesson.Course, stars map[string]int) Progress {
	p := Progress{Steps: make([]string, len(course.Main()))}
	open := false
	for i, l := range course.Main() {
		n := l.Stars(stars)
		p.Stars += n
		switch {
		case n > 0:
			p.Solved++
			p.Steps[i] = "done"
			continue
		case !open:
			open = true
			p.Steps[i] = "now"
		}
		p.Minutes += minutes(l)
	}
	p.Words = p.words(t)
	return p
}

// words returns how much of a course there is or is left, or the stars of all of it.
func (p Progress) words(t *i18n.Catalog) string {
	left := strconv.Itoa(p.Minutes)
	switch {
	case p.Whole():
		return t.T("learn.whole", "Stars", strconv.Itoa(p.Stars), "Most", strconv.Itoa(len(p.Steps)*lesson.MaxStars))
	case p.Begun():
		return t.T("learn.left", "Solved", strconv.Itoa(p.Solved), "Of", strconv.Itoa(len(p.Steps)), "Minutes", left)
	}
	return t.N("learn.lessons", len(p.Steps)) + " · " + t.T("learn.minutes", "Minutes", left)
}

// minutes returns how long a lesson takes: half a minute to read its texts, and a quarter for each action of its first
// solution, rounded up. It is an estimate: times of readers are not stored.
func minutes(l *lesson.Lesson) int {
	const reading, action = 30, 15 // seconds
	seconds := reading
	for _, turn := range l.Solutions[0] {
		seconds += action * len(strings.Fields(turn))
	}
	return (seconds + 59) / 60
}
