package learn

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules/lesson"
	"hexclub/views/page"
	"hexclub/views/setup"
	"hexclub/views/viewstest"
)

// solved returns one star for each of a course's lessons with these indices.
func solved(c *lesson.Course, indices ...int) map[string]int {
	stars := map[string]int{}
	for _, i := range indices {
		stars[c.Lessons[i].Key()] = 1
	}
	return stars
}

func TestProgress(t *testing.T) {
	c := courseOf(t, "hexit")
	every := make([]int, len(c.Lessons))
	for i := range every {
		every[i] = i
	}
	for name, want := range map[string]struct {
		indices []int
		steps   string
		words   string
		next    string
		href    string
	}{
		"at the start":   {nil, "now           ", "12 lessons · 12\u00a0min", "Start", "theme"},
		"with a gap":     {[]int{0, 2}, "done now done         ", "2 of 12 · 10\u00a0min left", "Continue: " + c.Lessons[1].Texts["en"].Title, "start"},
		"after the last": {every, strings.Repeat("done ", 11) + "done", "All lessons · stars: 12 of 36", "Play Pip, level 1", ""},
	} {
		t.Run(name, func(t *testing.T) {
			texts := viewstest.Catalog(t, "en")
			p := newProgress(texts, c, solved(c, want.indices...))
			if got := strings.Join(p.Steps, " "); got != want.steps || p.Words != want.words {
				t.Errorf("%q, in words %q; want %q, %q", got, p.Words, want.steps, want.words)
			}
			next := newNext(texts, c, p)
			if next.Text != want.next || !strings.HasSuffix(next.Href, want.href) || (next.Href == "") != (want.href == "") {
				t.Errorf("it goes on with %q at %q", next.Text, next.Href)
			}
		})
	}
}

// A former lesson counts as solved, extras are listed apart and count nowhere.
func TestExtras(t *testing.T) {
	c := courseOf(t, "hexit")
	first, extra := *c.Lessons[0], *c.Lessons[1]
	first.Was, extra.Extra, extra.Number = []string{"former"}, true, 1
	course := &lesson.Course{Game: c.Game, Lessons: []*lesson.Lesson{&first, &extra}}
	stars := map[string]int{"hexit/former": 2, extra.Key(): 1}
	p := NewCoursePage(page.Frame{T: viewstest.Catalog(t, "en")}, setup.GameCard{Key: "hexit"}, course, stars)
	if len(p.Lessons) != 1 || p.Lessons[0].Stars != 2 || len(p.Extras) != 1 || p.Extras[0].Stars != 1 || p.Extras[0].Number != "1" {
		t.Errorf("lessons %+v, extras %+v", p.Lessons, p.Extras)
	}
	if p.Progress.Words != "All lessons · stars: 2 of 3" || p.Next.Href != "" {
		t.Errorf("progress %q, next %+v", p.Progress.Words, p.Next)
	}
	at := func(l *lesson.Lesson) Lesson { return lessonAt(t, l, func(in *LessonInput) { in.Course = course }) }
	if v := at(&first); v.Texts.At != "1 of 1" || v.Links.Next != "" || v.Links.Extras != "/learn/hexit#extras" {
		t.Errorf("the last lesson is %s, with %+v", v.Texts.At, v.Links)
	}
	if v := at(&extra); v.Texts.At != "Extra 1 of 1" || v.Links.Next != "" || v.Links.Previous != "" || v.Links.Extras != "" {
		t.Errorf("the extra is %s, with %+v", v.Texts.At, v.Links)
	}
}

// The first hint marks the cells to look at.
func TestLook(t *testing.T) {
	c := courseOf(t, "hexit")
	l := *c.Lessons[0]
	first, err := l.Game.New(l.Setup)
	if err != nil {
		t.Fatal(err)
	}
	l.Look = []string{first.Board().Cells[0].Name}
	for hints, want := range []int{0, 1, 1} {
		v := lessonAt(t, &l, func(in *LessonInput) { in.Hints = hints })
		marked := 0
		for _, cell := range v.Board.Cells {
			if slices.Contains(strings.Fields(cell.Class), "hint") && strings.Contains(cell.Label, ", suggested") && cell.Name == l.Look[0] {
				marked++
			}
		}
		if marked != want {
			t.Errorf("%d hints mark %d cells, want %d", hints, marked, want)
		}
	}
	two := courseOf(t, "hexone").Lessons[11]
	for line, want := range map[string][]string{"": two.Look, "c2, c2xW": two.Look, two.Solutions[0][0]: two.Then} {
		v := lessonAt(t, two, func(in *LessonInput) { in.Hints, in.Line = 1, line })
		var marked []string
		for _, cell := range v.Board.Cells {
			if slices.Contains(strings.Fields(cell.Class), "hint") {
				marked = append(marked, cell.Name)
			}
		}
		if !slices.Equal(marked, want) {
			t.Errorf("after %q %q are marked, want %q", line, marked, want)
		}
	}
}

// Lessons take half a minute, and a quarter for each action.
func TestMinutes(t *testing.T) {
	for actions, want := range map[string]int{"c2": 1, "c2, c2xW": 1, "c2, c2xW, d3": 2, "0,1 0,2 0,3 1,1 1,2 1,3": 2, "a b c d e f g": 3} {
		if got := minutes(&lesson.Lesson{Solutions: [][]string{strings.SplitAfter(actions, ", ")}}); got != want {
			t.Errorf("%s takes %d minutes, want %d", actions, got, want)
		}
	}
}

// The course that was practised last is the first one.
func TestCourseCards(t *testing.T) {
	all, err := courses.All()
	if err != nil {
		t.Fatal(err)
	}
	texts := viewstest.Catalog(t, "en")
	games, err := setup.NewGameList(texts)
	if err != nil {
		t.Fatal(err)
	}
	for last, want := range map[string][]string{
		"":         {"hexone", "hexit", "six", "tartan", "hexellation"},
		"six/line": {"six", "hexone", "hexit", "tartan", "hexellation"},
	} {
		var got []string
		for _, card := range NewCourseCards(texts, games, all, nil, last) {
			got = append(got, card.Key)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("after %q (-want +got):\n%s", last, diff)
		}
	}
}

func TestCoursePage(t *testing.T) {
	c := courseOf(t, "hexit")
	f := page.Frame{T: viewstest.Catalog(t, "en")}
	p := NewCoursePage(f, setup.GameCard{Key: "hexit"}, c, solved(c, 0))
	want := LessonLine{Number: "2", Name: c.Lessons[1].Texts["en"].Title, Href: LessonHref(c.Lessons[1]), Time: "1\u00a0min", Next: true}
	if diff := cmp.Diff(want, p.Lessons[1]); diff != "" {
		t.Errorf("the second lesson (-want +got):\n%s", diff)
	}
	if p.Lessons[0].Stars != 1 || p.Lessons[0].Next {
		t.Errorf("the first lesson is %+v", p.Lessons[0])
	}
	if end := p.Bot; end.Level != "1" || !slices.Equal(end.Options, []CourseOption{{Name: page.OptionName("tiles"), Value: "19"}}) {
		t.Errorf("it ends with %+v", end)
	}
}
