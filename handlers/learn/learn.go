package learn

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/lesson"
	"hexclub/views/learn"
	"hexclub/views/page"
	"hexclub/views/setup"
)

// ShowCourses lists the courses of all games.
func (a *Area) ShowCourses(c echo.Context) error {
	learned, err := a.learned(c)
	if err != nil {
		return err
	}
	courses, err := a.Courses.All()
	if err != nil {
		return err
	}
	t := a.Catalog(c)
	f, err := a.Frame(c, t.T("learn.heading"))
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, page.Preview{URL: "/learn", Title: t.T("learn.heading"), About: t.T("learn.lead")})
	front, err := a.Front.Get(t)
	if err != nil {
		return err
	}
	cards := learn.NewCourseCards(t, front.Shelf, courses, learned.Stars, learned.Last)
	return a.Render(c, http.StatusOK, learn.Learn(learn.LearnPage{Frame: f, Courses: cards}))
}

// ShowCourse lists the lessons of a game.
func (a *Area) ShowCourse(c echo.Context) error {
	course, err := a.Courses.Of(c.Param("game"))
	if err != nil {
		return err
	}
	learned, err := a.learned(c)
	if err != nil {
		return err
	}
	t, key := a.Catalog(c), course.Game.Info().Key
	f, err := a.Frame(c, t.T("learn.course-of", "Game", t.T(key+".name")))
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, learn.NewCoursePreview(f, course))
	front, err := a.Front.Get(t)
	if err != nil {
		return err
	}
	card := front.Shelf[slices.IndexFunc(front.Shelf, func(g setup.GameCard) bool { return g.Key == key })]
	return a.Render(c, http.StatusOK, learn.Course(learn.NewCoursePage(f, card, course, learned.Stars)))
}

// learned returns what the visitor has learned.
func (a *Area) learned(c echo.Context) (db.Learned, error) {
	v, err := a.Visitor(c)
	if err != nil || !v.Known {
		return db.Learned{}, err
	}
	return a.DB.Learned(c.Request().Context(), v.Person.ID)
}

// ShowLesson shows a lesson at a place, after the turns in the address.
func (a *Area) ShowLesson(place page.Place) echo.HandlerFunc {
	return func(c echo.Context) error {
		l, err := a.lesson(c, place)
		if err != nil {
			return err
		}
		f, err := a.frameAt(c, place, l.Head.Title, learn.LessonHref(l.Run.Lesson))
		if err != nil {
			return err
		}
		if place == page.OnSite {
			f.Preview = a.Preview(c, learn.NewLessonPreview(f, l))
		}
		return a.Render(c, http.StatusOK, learn.LessonView(learn.LessonPage{Frame: f, Lesson: l}))
	}
}

// ShowLessonBoard shows the lesson alone, for htmx to swap in.
func (a *Area) ShowLessonBoard(place page.Place) echo.HandlerFunc {
	return func(c echo.Context) error {
		l, err := a.lesson(c, place)
		if err != nil {
			return err
		}
		return a.lessonFragment(c, l)
	}
}

// lessonFragment sends the lesson alone. A turn adds a step to the browser's history; pointing at a
// cell does not.
func (a *Area) lessonFragment(c echo.Context, l learn.Lesson) error {
	header := "HX-Push-Url"
	if len(c.QueryParams()["pick"]) > 0 || l.Status.Problem != nil {
		header = "HX-Replace-Url"
	}
	c.Response().Header().Set(header, l.Tools.Return)
	return a.Render(c, http.StatusOK, learn.LessonFragment(l))
}

// PlayLesson stores the stars of a solved lesson, and redirects to what the form names: the next
// lesson, the course, its extras, or the same lesson again.
func (a *Area) PlayLesson(c echo.Context) error {
	l, err := a.lesson(c, page.OnSite)
	if err != nil {
		return err
	}
	if l.Try.Stars > 0 {
		if err := a.keepStars(c, l); err != nil {
			return err
		}
	}
	if web.IsHTMX(c) {
		return a.lessonFragment(c, l)
	}
	next := map[string]string{"next": l.Links.Next, "all": l.Links.All, "extras": l.Links.Extras, "again": l.Links.Page}[c.FormValue("go")]
	if next == "" || !l.Try.Solved {
		next = l.Tools.Return
	}
	return c.Redirect(http.StatusSeeOther, next)
}

// keepStars stores the stars of a lesson. It stores nothing for a visitor who cannot become a
// guest, because too many came from the same address or the club admits none; the lesson continues.
func (a *Area) keepStars(c echo.Context, l learn.Lesson) error {
	v, err := a.Player(c)
	if rules.IsKind(err, rules.TooMany) || rules.IsKind(err, rules.Forbidden) {
		return nil
	}
	if err != nil {
		return err
	}
	return a.DB.KeepStars(c.Request().Context(), v.Person.ID, l.Run.Lesson.Key(), l.Try.Stars, a.Now())
}

// lesson reads a lesson and its state from the address and the form. An unknown lesson is an
// *rules.Error of kind NotFound.
func (a *Area) lesson(c echo.Context, place page.Place) (learn.Lesson, error) {
	course, err := a.Courses.Of(c.Param("game"))
	if err != nil {
		return learn.Lesson{}, err
	}
	l, err := course.Find(c.Param("lesson"))
	if err != nil {
		return learn.Lesson{}, err
	}
	club, err := a.Club(c)
	if err != nil {
		return learn.Lesson{}, err
	}
	in := learn.LessonInput{
		T: a.Catalog(c), Club: club.Name, Course: course, Lesson: l, Look: a.Look(c), Place: place,
		URL:  func(path string) string { return a.SiteURL(c, path) },
		Line: c.FormValue("line"), Slips: counted(c, "tried", learn.MaxSlips), Hints: counted(c, "hints", learn.MaxSlips), Shown: c.FormValue("shown") != "",
		Pointing: web.ReadPointing(c),
	}
	return learn.NewLesson(c.Request().Context(), in)
}

// Moved redirects from the address of a former lesson to the lesson that replaces it. The rest of the query is about
// the former position, except the language.
func (a *Area) Moved(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		course, err := a.Courses.Of(c.Param("game"))
		if err != nil {
			return err
		}
		if to, moved := moved(course, c.Param("lesson"), c.Request().URL); moved {
			return c.Redirect(http.StatusMovedPermanently, to)
		}
		return next(c)
	}
}

// moved returns the new address of a former lesson, or false if the lesson is not a former one.
func moved(course *lesson.Course, former string, from *url.URL) (to string, ok bool) {
	l, ok := course.Replacing(former)
	if !ok {
		return "", false
	}
	to = strings.Replace(from.Path, page.CourseHref(course.Game.Info().Key)+"/"+former, learn.LessonHref(l), 1)
	if tag := from.Query().Get("lang"); tag != "" {
		to += "?lang=" + url.QueryEscape(tag)
	}
	return to, true
}

// counted returns a number from the address or the form, at most most. It returns 0 for any other
// text.
func counted(c echo.Context, name string, most int) int {
	n, err := strconv.Atoi(c.FormValue(name))
	if err != nil || n < 0 {
		return 0
	}
	return min(n, most)
}

// frameAt returns the frame of a page at a place. title is a translated text, and site is the
// page's address on the site.
func (a *Area) frameAt(c echo.Context, place page.Place, title, site string) (page.Frame, error) {
	if place == page.OnSite {
		f, err := a.Frame(c, "")
		f.Title = title
		return f, err
	}
	if _, err := a.Club(c); err != nil {
		return page.Frame{}, err
	}
	f := a.BareFrame(c, "")
	f.Title, f.Site = title, a.SiteURL(c, site)
	return f, nil
}

// ShowAllRules lists the rules of all games.
func (a *Area) ShowAllRules(c echo.Context) error {
	t := a.Catalog(c)
	return a.GameList(c, "/rules", setup.GamesPage{Heading: t.T("rules.all"), Help: t.T("rules.all-help"), Href: page.RulesHref})
}

// ShowRules shows the rules of a game, each next to a board.
func (a *Area) ShowRules(c echo.Context) error {
	course, f, err := a.rulesFrame(c)
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, learn.NewRulesPreview(f.T, course.Game.Info().Key))
	p, err := learn.NewRulesPage(learn.RulesInput{
		Frame: f, Course: course, Played: c.QueryParam("figure"), Line: c.QueryParam("line"), Pointing: web.ReadPointing(c),
	})
	if err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, learn.Rules(p))
}

// ShowRulesSheet shows the rules of a game on one sheet for printing.
func (a *Area) ShowRulesSheet(c echo.Context) error {
	course, f, err := a.rulesFrame(c)
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, learn.NewSheetPreview(f.T, course.Game.Info().Key))
	p, err := learn.NewRulesSheet(f, course.Game)
	if err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, learn.RulesSheet(p))
}

// rulesFrame returns the course of the game in the address, and the frame of the page of its rules.
func (a *Area) rulesFrame(c echo.Context) (*lesson.Course, page.Frame, error) {
	course, err := a.Courses.Of(c.Param("game"))
	if err != nil {
		return nil, page.Frame{}, err
	}
	f, err := a.Frame(c, learn.RulesTitle(a.Catalog(c), course.Game.Info().Key))
	return course, f, err
}

// ShowFigure sends the board next to a rule, for htmx to swap in.
func (a *Area) ShowFigure(c echo.Context) error {
	course, err := a.Courses.Of(c.Param("game"))
	if err != nil {
		return err
	}
	shown, ok := course.Figure(c.Param("rule"))
	if !ok {
		return rules.Errorf(rules.NotFound, "error.not-found", "no figure of rule %.10q", c.Param("rule"))
	}
	figure, err := learn.NewFigure(learn.FigureInput{
		T: a.Catalog(c), Game: course.Game, Figure: shown, Look: a.Look(c), Line: c.QueryParam("line"), Pointing: web.ReadPointing(c),
	})
	if err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, learn.FigureFragment(figure))
}

// ShowGlossary shows the glossary of the games.
func (a *Area) ShowGlossary(c echo.Context) error {
	f, err := a.Frame(c, a.Catalog(c).T("glossary.title"))
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, page.Preview{URL: "/rules/glossary", Title: f.T.T("glossary.title"), About: f.T.T("preview.glossary")})
	return a.Render(c, http.StatusOK, learn.Glossary(learn.NewGlossary(f)))
}
