package handlers_test

import (
	"fmt"
	"strings"
	"testing"

	"hexclub/rules/games"
	"hexclub/rules/lesson"
	"hexclub/rules/rulestest"
	"hexclub/views/learn"
)

// Every lesson is solved by clicking, those of one game without JavaScript and
// those of another by keyboard alone as well: one leads to the next, and in the
// end the course shows all stars.
func TestCoursesAreSolved(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	unscripted := phone
	unscripted.noScript = true
	for _, way := range rulestest.Few(t, []struct {
		name, game string
		look       look
		hand       func(*person) hand
	}{
		{"by clicking", "hexone", desktop, mouse},
		{"without JavaScript", "hexit", unscripted, mouse},
		{"by clicking", "six", phone, mouse},
		{"by clicking", "tartan", desktop, mouse},
		{"by keyboard", "tartan", desktop, keyboard},
		{"by clicking", "hexellation", phone, mouse},
	}, 1) {
		t.Run(way.game+" "+way.name, func(t *testing.T) {
			t.Parallel()
			course := courseOf(t, way.game)
			p := b.person(s, way.look)
			p.t = t
			p.open("/learn")
			p.click("." + way.game + " .do a:first-child")
			hand := way.hand(p)
			for _, l := range course.Lessons {
				p.has(`form[action="` + learn.LessonHref(l) + `"], .lesson`)
				hand.solves(l)
				hand.follow("#confirm")
			}
			p.has(".lessons")
			if got, want := p.count(".lessons .earned"), lesson.MaxStars*len(course.Lessons); got != want {
				t.Errorf("the course shows %d stars, want %d", got, want)
			}
		})
	}
}

// solves plays the first solution of the lesson on the page.
func (h hand) solves(l *lesson.Lesson) {
	h.t.Helper()
	actions := l.Actions(l.Solutions[0])
	h.has(`.now[data-played="0"]`)
	for n, text := range actions {
		r, err := l.Run(h.t.Context(), strings.Join(actions[:n], " "))
		if err != nil {
			h.t.Fatal(err)
		}
		st := r.Record.State()
		action, err := st.Parse(text)
		if err != nil {
			h.t.Fatal(err)
		}
		h.act(l.Game.Info(), r.Record.Setup().Options, st, action)
		h.has(fmt.Sprintf(".now[data-played='%d']", n+1))
	}
	h.shows(".status .stars")
}

// A wrong try shows what comes of it, and why it was wrong; trying again begins
// anew, and what is solved then has a star less.
func TestWrongTry(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p := b.person(s, phone)
	l, wrong := replied(t)
	p.open(learn.LessonHref(l) + "?line=" + strings.ReplaceAll(wrong.Try[0], " ", "+"))
	p.shows(".now .notice.bad")
	p.shows("#board .last")
	p.click("#confirm")
	mouse(p).solves(l)
	if got := p.count(".status .earned"); got != lesson.MaxStars-1 {
		t.Errorf("%d stars at the second try", got)
	}
}

// replied is a lesson with a wrong turn that has a reply.
func replied(t *testing.T) (*lesson.Lesson, lesson.Wrong) {
	t.Helper()
	for _, game := range games.All() {
		for _, l := range courseOf(t, game.Info().Key).Lessons {
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

// On a projector the arrow keys go through a lesson and on to the next.
func TestProjectorKeys(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p := b.person(s, desktop)
	course := courseOf(t, "hexone")
	first := course.Lessons[0]
	p.open("/projector" + learn.LessonHref(first))
	for n := range first.Actions(first.Solutions[0]) {
		p.press("ArrowRight")
		p.has(fmt.Sprintf(".now[data-played='%d']", n+1))
	}
	p.shows(".status .stars")
	p.press("ArrowRight")
	p.has(".now[data-played='0']")
	if got, want := p.path(), "/projector"+learn.LessonHref(course.Lessons[1]); got != want {
		t.Errorf("it leads to %s, want %s", got, want)
	}
}

// A board beside a rule is played on without leaving the page: by mouse and by
// keyboard, with one tab stop each.
func TestFiguresArePlayed(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p := b.person(s, desktop)
	p.open("/rules/hexone")
	p.has("#figure-2 .board")
	if got := p.evaluate(`String([...document.querySelectorAll("#figure-2 [id^=c-]")].filter((c) => c.tabIndex === 0).length)`); got != "1" {
		t.Errorf("%s tab stops on a board", got)
	}
	p.click("#figure-2 .open")
	p.has("#figure-2 .draft, #figure-2 .last, #figure-2 .picked")
	p.shows("#rule-3")
	p.click(`[id="reset.2"]`)
	p.has(`#figure-2:not(:has([id="reset.2"]))`)

	// By keyboard, the focus stays with the figure when what was pressed goes.
	for p.count(`[id="next.2"]`) > 0 {
		step := p.text("#figure-2 .do .quiet")
		p.evaluate(`document.getElementById("next.2").focus()`)
		p.press("Enter")
		p.has(`#figure-2:has([id="reset.2"])`)
		if p.text("#figure-2 .do .quiet") == step {
			t.Fatalf("after step %s comes %s", step, step)
		}
	}
	if inside := p.evaluate(`String(!!document.activeElement.closest("#figure-2"))`); inside != "true" {
		t.Error("the focus leaves the figure")
	}
}
