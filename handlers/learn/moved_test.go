package learn_test

import (
	"net/http"
	"net/url"
	"testing"

	"hexclub/handlers/learn"
	"hexclub/handlers/sitetest"
	"hexclub/rules/games"
	"hexclub/rules/lesson"
	views "hexclub/views/learn"
)

// The address of a former lesson redirects to the lesson that replaces it, at every place, and keeps only the language.
func TestMoved(t *testing.T) {
	t.Parallel()
	course := sitetest.CourseOf(t, "six")
	l := *course.Lessons[1]
	l.Was = []string{"former"}
	course = &lesson.Course{Game: course.Game, Lessons: []*lesson.Lesson{course.Lessons[0], &l}}
	to := views.LessonHref(&l)
	for from, want := range map[string]string{
		"/learn/six/former":                                 to,
		"/embed/learn/six/former?lang=fr&line=d3":           "/embed" + to + "?lang=fr",
		"/projector/learn/six/former/board?line=d3&hints=1": "/projector" + to + "/board",
		"/learn/six/former/preview.png":                     to + "/preview.png",
	} {
		address, err := url.Parse(from)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := learn.Moved(course, "former", address); !ok || got != want {
			t.Errorf("%s leads to %s, want %s", from, got, want)
		}
	}
	if to, ok := learn.Moved(course, l.ID, &url.URL{}); ok {
		t.Errorf("a lesson of the course leads to %s", to)
	}
}

// The stars of a former lesson count for the lessons that replace it: for a guest, and for the account after sign-up. The
// address of a former lesson still works.
func TestStarsOfFormerLessons(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	tried := false
	for _, game := range games.All() {
		key := game.Info().Key
		course := sitetest.CourseOf(t, key)
		for _, l := range course.Lessons {
			for _, former := range l.Was {
				tried = true
				c := s.Client(t)
				first := course.Lessons[0]
				if first == l {
					first = course.Lessons[1]
				}
				c.Post(views.LessonHref(first), "line", sitetest.SolvedLine(first)).WantStatus(t, http.StatusOK) // makes a guest
				session, err := s.DB.Session(t.Context(), sitetest.HashOf(c.Session()), s.Now())
				if err != nil {
					t.Fatal(err)
				}
				if err := s.DB.KeepStars(t.Context(), session.Person.ID, key+"/"+former, 2, s.Now()); err != nil {
					t.Fatal(err)
				}
				row := ".path li.solved:has(a[href='" + views.LessonHref(l) + "']) .earned"
				c.Get("/learn/"+key).WantCount(t, row, 2)
				c.Post("/signup", "name", "Zoé "+l.ID, "password", "correct horse battery").WantStatus(t, http.StatusOK)
				c.Get("/learn/"+key).WantCount(t, row, 2)
				c.Get("/learn/"+key+"/"+former).WantStatus(t, http.StatusOK)
			}
		}
	}
	if !tried {
		t.Error("no lesson replaces another one")
	}
}

// The last main lesson links to the extras, which are at the end of the course's page. Extras are kept like other lessons,
// but the course is finished without them.
func TestExtras(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	tried := false
	for _, game := range games.All() {
		course := sitetest.CourseOf(t, game.Info().Key)
		if len(course.Extras()) == 0 {
			continue
		}
		tried = true
		c := s.Client(t)
		all := "/learn/" + game.Info().Key
		for _, l := range course.Main() {
			c.Post(views.LessonHref(l), "line", sitetest.SolvedLine(l)).WantStatus(t, http.StatusOK)
		}
		last := course.Main()[len(course.Main())-1]
		c.Get(views.LessonHref(last)+"?line="+url.QueryEscape(sitetest.SolvedLine(last))).WantCount(t, "#to-extras", 1).WantCount(t, ".do [value=next]", 0)
		location := c.NoRedirects().Post(views.LessonHref(last), "line", sitetest.SolvedLine(last), "go", "extras").Header.Get("Location")
		if location != all+"#extras" {
			t.Errorf("it leads to %s", location)
		}
		p := c.Get(all).WantCount(t, "#extras", 1).WantText(t, ".about-course .quiet", "All lessons")
		p.WantCount(t, ".path li.solved", len(course.Main()))
		extra := course.Extras()[0]
		c.Post(views.LessonHref(extra), "line", sitetest.SolvedLine(extra)).WantStatus(t, http.StatusOK)
		c.Get(all).WantCount(t, ".path li.solved", len(course.Main())+1)
	}
	if !tried {
		t.Error("no course has extras")
	}
}
