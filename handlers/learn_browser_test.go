package handlers_test

import (
	"fmt"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules/games"
	"hexclub/rules/lesson"
	"hexclub/rules/rulestest"
	"hexclub/views/learn"
)

// A course is solved by clicking: each lesson links to the next, and at the end the course shows all stars. Of other
// courses, the first lessons are solved by clicking, without JavaScript or with keys only; in the check's full
// mode, all.
func TestCoursesAreSolved(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	unscripted := sitetest.Phone
	unscripted.NoScript = true
	for _, way := range rulestest.Few(t, []struct {
		name, game string
		look       sitetest.Look
		hand       func(*sitetest.Person) hand
		first      int // lessons; 0 for all
	}{
		{"by clicking", "hexone", sitetest.Desktop, mouse, 0},
		{"without JavaScript", "hexit", unscripted, mouse, 6},
		{"by clicking", "six", sitetest.Phone, mouse, 4},
		{"by clicking", "tartan", sitetest.Desktop, mouse, 4},
		{"by keyboard", "tartan", sitetest.Desktop, keyboard, 6},
		{"by clicking", "hexellation", sitetest.Phone, mouse, 4},
	}, 1) {
		t.Run(way.game+" "+way.name, func(t *testing.T) {
			t.Parallel()
			course := sitetest.CourseOf(t, way.game)
			p := b.Person(s, way.look)
			p.T = t
			p.Open("/learn")
			p.Click(".courses .do a[href^='/learn/" + way.game + "/']")
			hand := way.hand(p)
			for i, l := range course.Main() {
				if i == way.first && i > 0 && !rulestest.Full() {
					return
				}
				p.Has(`form[action="` + learn.LessonHref(l) + `"], .lesson`)
				hand.solves(l)
				hand.follow("#confirm")
			}
			p.Has(".path")
			if got, want := p.Count(".path .earned"), lesson.MaxStars*len(course.Main()); got != want {
				t.Errorf("the course shows %d stars, want %d", got, want)
			}
		})
	}
}

// solves plays the first solution of the lesson on the page.
func (h hand) solves(l *lesson.Lesson) {
	h.T.Helper()
	actions := l.Actions(l.Solutions[0])
	h.Has(`.now[data-played="0"]`)
	for n, text := range actions {
		r, err := l.Run(h.T.Context(), strings.Join(actions[:n], " "))
		if err != nil {
			h.T.Fatal(err)
		}
		st := r.Record.State()
		action, err := st.Parse(text)
		if err != nil {
			h.T.Fatal(err)
		}
		h.act(l.Game.Info(), r.Record.Setup().Options, st, action)
		h.Has(fmt.Sprintf(".now[data-played='%d']", n+1))
	}
	h.Shows(".status .stars")
}

// A wrong try shows its consequence and the reason. A retry starts from the beginning, and earns a star less.
func TestWrongTry(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Phone)
	l, wrong := replied(t)
	p.Open(learn.LessonHref(l) + "?line=" + strings.ReplaceAll(wrong.Try[0], " ", "+"))
	p.Shows(".now .why")
	p.Shows("#board .last")
	p.Click("#confirm")
	mouse(p).solves(l)
	if got := p.Count(".status .earned"); got != lesson.MaxStars-1 {
		t.Errorf("%d stars at the second try", got)
	}
}

// replied returns a lesson with a wrong turn that has a reply.
func replied(t *testing.T) (*lesson.Lesson, lesson.Wrong) {
	t.Helper()
	for _, game := range games.All() {
		for _, l := range sitetest.CourseOf(t, game.Info().Key).Lessons {
			for _, w := range l.Wrongs {
				if w.Reply != "" && l.Par == 1 {
					return l, w
				}
			}
		}
	}
	t.Fatal("no wrong turn is replied to")
	return nil, lesson.Wrong{}
}

// In presentation mode the arrow keys go through a lesson and to the next.
func TestProjectorKeys(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Desktop)
	course := sitetest.CourseOf(t, "hexone")
	first := course.Lessons[0]
	p.Open("/projector" + learn.LessonHref(first))
	for n := range first.Actions(first.Solutions[0]) {
		p.Press("ArrowRight")
		p.Has(fmt.Sprintf(".now[data-played='%d']", n+1))
	}
	p.Shows(".status .stars")
	p.Press("ArrowRight")
	p.Has(".now[data-played='0']")
	if got, want := p.Path(), "/projector"+learn.LessonHref(course.Lessons[1]); got != want {
		t.Errorf("it leads to %s, want %s", got, want)
	}
}

// A board next to a rule can be played without leaving the page: by mouse and by keyboard, with one tab stop
// each.
func TestFiguresArePlayed(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Desktop)
	p.Open("/rules/hexone")
	p.Has("#figure-2 .board")
	if got := p.Evaluate(`String([...document.querySelectorAll("#figure-2 [id^=c-]")].filter((c) => c.tabIndex === 0).length)`); got != "1" {
		t.Errorf("%s tab stops on a board", got)
	}
	p.Click("#figure-2 .open")
	p.Has("#figure-2 .draft, #figure-2 .last, #figure-2 .picked")
	p.Shows("#rule-3")
	p.Click(`[id="reset.2"]`)
	p.Has(`#figure-2:not(:has([id="reset.2"]))`)

	// With keys, the focus stays with the figure when the pressed button disappears.
	for p.Count(`[id="next.2"]`) > 0 {
		step := p.Text("#figure-2 .do .quiet")
		p.Evaluate(`document.getElementById("next.2").focus()`)
		p.Press("Enter")
		p.Has(`#figure-2:has([id="reset.2"])`)
		if p.Text("#figure-2 .do .quiet") == step {
			t.Fatalf("after step %s comes %s", step, step)
		}
	}
	if inside := p.Evaluate(`String(!!document.activeElement.closest("#figure-2"))`); inside != "true" {
		t.Error("the focus leaves the figure")
	}
}
