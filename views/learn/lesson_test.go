package learn

import (
	"slices"
	"strings"
	"testing"

	"hexclub/rules/games"
	"hexclub/rules/lesson"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/table"
	"hexclub/views/viewstest"
)

// courses are read once for all tests.
var courses = lesson.NewCourses(i18n.Typeset)

// courseOf returns the course of a game.
func courseOf(t testing.TB, game string) *lesson.Course {
	t.Helper()
	c, err := courses.Of(game)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Lessons are in every language of the catalogs that is complete, and in no others.
func TestLessonsAreInAllLanguages(t *testing.T) {
	for _, game := range games.All() {
		for _, l := range courseOf(t, game.Info().Key).Lessons {
			for _, tag := range i18n.Tags {
				if _, ok := l.Texts[tag]; !ok && !slices.Contains(i18n.Incomplete, tag) {
					t.Errorf("%s is not in %s", l.Key(), tag)
				}
			}
			for tag := range l.Texts {
				if !slices.Contains(i18n.Tags, tag) {
					t.Errorf("%s is in %s, the catalogs are in %v", l.Key(), tag, i18n.Tags)
				}
			}
		}
	}
}

// lessonAt returns the lesson of an address.
func lessonAt(t *testing.T, l *lesson.Lesson, change func(*LessonInput)) Lesson {
	t.Helper()
	in := LessonInput{
		T: viewstest.Catalog(t, "en"), Course: courseOf(t, l.Game.Info().Key), Lesson: l, Look: page.DefaultLook(),
		URL: func(path string) string { return "https://hex.example" + path },
	}
	if change != nil {
		change(&in)
	}
	v, err := NewLesson(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestLesson(t *testing.T) {
	c := courseOf(t, "hexit")
	l := c.Lessons[0]
	solved := table.JoinDraft(l.Actions(l.Solutions[0]))
	wrong := l.Wrongs[0]
	hints := l.Texts["en"].Hints

	t.Run("at its start", func(t *testing.T) {
		v := lessonAt(t, l, nil)
		if v.Try.Solved || v.Try.Failed || !v.Status.Mine || v.Links.Retry != nil || v.Draft.Undo != nil || v.Links.MoreHints == nil || v.Links.Solution != nil || v.Links.Previous != "" {
			t.Errorf("%+v", v)
		}
		if !v.Seats[l.Learner()-1].You || v.Links.Next != LessonHref(c.Lessons[1]) || v.Texts.At != "1 of 12" {
			t.Errorf("next %s, at %s", v.Links.Next, v.Texts.At)
		}
	})
	t.Run("solved", func(t *testing.T) {
		for slips, stars := range []int{3, 2, 1, 1} {
			v := lessonAt(t, l, func(in *LessonInput) { in.Line, in.Slips = solved, slips })
			if !v.Try.Solved || v.Try.Stars != stars || v.Texts.Done == "" || v.Links.MoreHints != nil || len(v.Draft.Choices) > 0 {
				t.Errorf("after %d tries: %d stars, done %q", slips, v.Try.Stars, v.Texts.Done)
			}
		}
	})
	t.Run("hints cost stars", func(t *testing.T) {
		v := lessonAt(t, l, func(in *LessonInput) { in.Line, in.Hints = solved, 1 })
		if v.Try.Stars != lesson.MaxStars-1 || v.Try.Hinted != "1" || len(v.Texts.Hints) > 0 {
			t.Errorf("%d stars with %q, %s", v.Try.Stars, v.Texts.Hints, v.Try.Hinted)
		}
		open := lessonAt(t, l, func(in *LessonInput) { in.Hints = 1 })
		if !slices.Equal(open.Texts.Hints, hints[:1]) {
			t.Errorf("hints %q", open.Texts.Hints)
		}
		wrong := lessonAt(t, l, func(in *LessonInput) { in.Line, in.Hints = wrong.Try[0], 1 })
		if !strings.Contains(wrong.Links.Retry.Href, "tried=2") || strings.Contains(wrong.Links.Retry.Href, "hints") {
			t.Errorf("it is tried again at %s", wrong.Links.Retry.Href)
		}
	})
	t.Run("a solution that is shown earns nothing", func(t *testing.T) {
		v := lessonAt(t, l, func(in *LessonInput) { in.Line, in.Shown = solved, true })
		if !v.Try.Solved || v.Try.Stars != 0 || strings.Contains(v.Links.Retry.Href, "shown") || !strings.Contains(v.Links.Retry.Href, "tried=1") {
			t.Errorf("%d stars, tried again at %s", v.Try.Stars, v.Links.Retry.Href)
		}
	})
	t.Run("only the turn in the making is taken back", func(t *testing.T) {
		l := courseOf(t, "hexone").Lessons[11] // of two turns
		first := strings.TrimSpace(l.Solutions[0][0])
		v := lessonAt(t, l, func(in *LessonInput) { in.Line = first })
		if v.Draft.Undo != nil || v.Links.Retry == nil {
			t.Errorf("after a turn: %+v, %+v", v.Draft.Undo, v.Links.Retry)
		}
		begun := lessonAt(t, l, func(in *LessonInput) { in.Line = l.Actions(l.Solutions[0])[0] })
		if begun.Draft.Undo == nil || begun.Links.Retry != nil || begun.Status.Last != "You placed a token on c2." || len(begun.Draft.Steps) != 0 {
			t.Errorf("within a turn: %+v, %+v, %q, %+v", begun.Draft.Undo, begun.Links.Retry, begun.Status.Last, begun.Draft.Steps)
		}
	})
	t.Run("both turns are described in words", func(t *testing.T) {
		answered := c.Lessons[1].Wrongs[0]
		v := lessonAt(t, c.Lessons[1], func(in *LessonInput) { in.Line = answered.Try[0] })
		if answered.Reply == "" || !strings.HasPrefix(v.Status.Last, "You ") || !strings.Contains(v.Status.Last, ". White ") {
			t.Errorf("the words are %q", v.Status.Last)
		}
	})
	t.Run("in a frame the next lesson keeps the language", func(t *testing.T) {
		v := lessonAt(t, l, func(in *LessonInput) { in.T, in.Place, in.Line = viewstest.Catalog(t, "fr"), page.Embedded, solved })
		if v.Links.Next != "/embed"+LessonHref(c.Lessons[1])+"?lang=fr" {
			t.Errorf("next %s", v.Links.Next)
		}
	})
	t.Run("a wrong turn counts and is explained", func(t *testing.T) {
		v := lessonAt(t, l, func(in *LessonInput) { in.Line = wrong.Try[0] })
		if v.Texts.Wrong != l.Texts["en"].Wrong[wrong.Name] || !v.Try.Failed || v.Links.Retry == nil || !strings.Contains(v.Links.Retry.Href, "tried=1") {
			t.Errorf("wrong %q, retry %+v", v.Texts.Wrong, v.Links.Retry)
		}
	})
	t.Run("who has no more hints is shown a solution", func(t *testing.T) {
		v := lessonAt(t, l, func(in *LessonInput) { in.Slips, in.Hints = 1, len(hints) })
		if v.Links.MoreHints != nil || v.Links.Solution == nil || !strings.Contains(v.Links.Solution.Href, "line="+page.Escape(strings.Join(l.Solutions[0], " "))) &&
			!strings.Contains(v.Links.Solution.Href, "line="+page.Escape(table.JoinDraft(l.Solutions[0]))) {
			t.Errorf("more %v, solution %+v", v.Links.MoreHints, v.Links.Solution)
		}
	})
	t.Run("a turn is posted on the site alone", func(t *testing.T) {
		for place, posts := range map[page.Place]bool{page.OnSite: true, page.Embedded: false, page.Projector: false} {
			v := lessonAt(t, c.Lessons[1], func(in *LessonInput) { in.Place = place })
			for _, choice := range v.Draft.Choices {
				if (choice.Link.Post != "") != posts || !strings.HasPrefix(choice.Link.Href, string(place)+"/learn/") {
					t.Errorf("%q: %+v", place, choice.Link)
				}
				if strings.Contains(choice.Link.Href, "lang=en") != (place == page.Embedded) {
					t.Errorf("%q: the language in %s", place, choice.Link.Href)
				}
			}
		}
	})
	t.Run("how others see it", func(t *testing.T) {
		v := lessonAt(t, l, func(in *LessonInput) { in.T = viewstest.Catalog(t, "fr") })
		want := page.Share{
			Shared: page.Shared{
				URL: "https://hex.example/learn/hexit/theme", Path: "/learn/hexit/theme", Picture: "/learn/hexit/theme/preview.png",
			},
			Large: "/projector/learn/hexit/theme",
			Frame: `<iframe src="https://hex.example/embed/learn/hexit/theme?lang=fr" title="` + l.Texts["fr"].Title + `" width="400" height="680" loading="lazy"></iframe>`,
		}
		if v.Share != want {
			t.Errorf("%+v\nwant %+v", v.Share, want)
		}
	})
}

// Where marks would give the solution away, the learner has to find the first cell.
func TestSecretStart(t *testing.T) {
	c := courseOf(t, "hexone")
	i := slices.IndexFunc(c.Lessons, func(l *lesson.Lesson) bool { return l.Secret })
	for _, test := range []struct {
		pick, wrong     string
		marked, letters int // cells
	}{{"", "", 0, 0}, {"b3", "tallest", 0, 0}, {"c2", "", 6, 6}} {
		l := c.Lessons[i]
		v := lessonAt(t, l, func(in *LessonInput) {
			if test.pick != "" {
				in.Picks = []string{test.pick}
			}
		})
		marked, letters := 0, 0
		for _, cell := range v.Board.Cells {
			if strings.Contains(cell.Class, "open") || strings.Contains(cell.Class, "must") || cell.Marks.Dot {
				marked++
			}
			if cell.Letter != "" {
				letters++
			}
		}
		if marked != test.marked || letters != test.letters || v.Texts.Wrong != l.Texts["en"].Wrong[test.wrong] || len(v.Draft.Choices) != 2 {
			t.Errorf("%s with %q picked: %d cells marked, %d letters, %q, %d choices", l.Key(), test.pick, marked, letters, v.Texts.Wrong, len(v.Draft.Choices))
		}
	}
}

// A click that chooses another piece explains a mistake, too, if it is one of those that the lesson knows.
func TestLessonExplainsTried(t *testing.T) {
	c := courseOf(t, "tartan")
	l, err := c.Find("draw")
	if err != nil {
		t.Fatal(err)
	}
	v := lessonAt(t, l, func(in *LessonInput) { in.Picks = []string{"g5", "f5"} })
	if v.Texts.Wrong != l.Texts["en"].Wrong["four"] || v.Status.Problem == nil || v.Status.Problem.Rule != "3" || v.Draft.Undo == nil {
		t.Errorf("%q, problem %+v", v.Texts.Wrong, v.Status.Problem)
	}
}

// The units of a split are counted.
func TestSplitIsCounted(t *testing.T) {
	l, err := courseOf(t, "tartan").Find("split")
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{"a2/": "unit 1 of 3", "a2/ +a2": "unit 2 of 3", "a2/ +a2 +h4": "unit 3 of 3"} {
		v := lessonAt(t, l, func(in *LessonInput) { in.Line = line })
		if v.Draft.Compulsory == nil || !strings.Contains(v.Draft.Compulsory.Text, want) {
			t.Errorf("after %s: %+v, want %q", line, v.Draft.Compulsory, want)
		}
	}
}

// A claim that is declared right is played.
func TestLessonWithClaim(t *testing.T) {
	for _, key := range []string{"six", "hexellation"} {
		for _, l := range courseOf(t, key).Lessons {
			actions := l.Actions(l.Solutions[0])
			last := actions[len(actions)-1]
			if !strings.HasPrefix(last, "!") {
				continue
			}
			declare := func(in *LessonInput) {
				in.Line = table.JoinDraft(actions[:len(actions)-1])
				kind, cells, ok := strings.Cut(last[1:], ":")
				if !ok {
					kind, cells = "", last[1:]
				}
				in.Claim = map[string]string{"": "claim", "m": "claim-model", "x": "claim-avoid"}[kind]
				in.Picks = strings.Split(cells, "/")
			}
			pointed := lessonAt(t, l, declare)
			if offers := pointed.Draft.Claims.Offers; len(offers) != 1 || offers[0].Link.Post == "" {
				t.Errorf("%s: %+v is not sent to be kept", l.Key(), offers)
			}
			v := lessonAt(t, l, func(in *LessonInput) { declare(in); in.Declare = true })
			if !v.Try.Solved {
				t.Errorf("%s: %s is not it: %v", l.Key(), last, v.Status.Problem)
			}
		}
	}
}

// The arrows of a projector go through the solution, and from lesson to lesson. The answer is hidden until it is asked for.
func TestProjector(t *testing.T) {
	c := courseOf(t, "tartan")
	for _, l := range c.Lessons {
		actions := l.Actions(l.Solutions[0])
		v := lessonAt(t, l, func(in *LessonInput) { in.Place = page.Projector })
		if back := v.Links.Back; l.Number == 1 && back != nil || l.Number > 1 && back.Href != "/projector"+LessonHref(c.Like(l)[l.Number-2]) {
			t.Errorf("%s: back to %+v", l.Key(), back)
		}
		if show := v.Links.Solution; v.Links.Hide != nil || show == nil || show.Href != "/projector"+LessonHref(l)+"?line="+page.Escape(table.JoinDraft(l.Solutions[0]))+"&shown=1" {
			t.Errorf("%s: the answer is at %+v, hidden at %+v", l.Key(), show, v.Links.Hide)
		}
		shown := lessonAt(t, l, func(in *LessonInput) {
			in.Place, in.Shown, in.Line = page.Projector, true, table.JoinDraft(l.Solutions[0])
		})
		if hide := shown.Links.Hide; !shown.Try.Solved || shown.Links.Solution != nil || shown.Links.Retry != nil || hide == nil || hide.Href != "/projector"+LessonHref(l) {
			t.Errorf("%s: the answer is hidden at %+v", l.Key(), hide)
		}
		for n := range actions {
			if v.Links.Forward == nil || v.Links.Forward.Get == "" {
				t.Fatalf("%s stops after %d actions", l.Key(), n)
			}
			v = lessonAt(t, l, func(in *LessonInput) { in.Place, in.Line = page.Projector, table.JoinDraft(actions[:n+1]) })
		}
		if next := v.Links.Forward; !v.Try.Solved || l.Number < len(c.Like(l)) && (next.Href != "/projector"+LessonHref(c.Like(l)[l.Number]) || next.Get == "") {
			t.Errorf("%s ends with %+v", l.Key(), next)
		}
	}
}
