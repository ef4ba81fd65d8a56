package learn

import (
	"strings"
	"testing"

	"hexclub/rules/games"
	"hexclub/rules/lesson"
	"hexclub/rules/rulestest"
	"hexclub/views/page"
	"hexclub/views/table"
	"hexclub/views/viewstest"
)

// figureAt returns the figure of a rule after some actions.
func figureAt(t *testing.T, game, rule, line string, picks ...string) Figure {
	t.Helper()
	c := courseOf(t, game)
	shown, ok := c.Figure(rule)
	if !ok {
		t.Fatalf("%s has no figure of rule %s", game, rule)
	}
	f, err := NewFigure(FigureInput{T: viewstest.Catalog(t, "en"), Game: c.Game, Figure: shown, Look: page.DefaultLook(), Line: line, Pointing: table.Pointing{Picks: picks}})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Every figure is gone through by its own steps, and back to its start.
func TestFiguresStep(t *testing.T) {
	for _, game := range rulestest.Few(t, games.All(), 1) {
		key := game.Info().Key
		for _, shown := range rulestest.Few(t, courseOf(t, key).Figures, 3) {
			actions, err := shown.Actions(game)
			if err != nil {
				t.Fatal(err)
			}
			for n := shown.Shown; n < len(actions); n++ {
				f := figureAt(t, key, shown.Rule, table.JoinDraft(actions[:n]))
				if f.Next == nil || (f.Reset == nil) != (n == shown.Shown) || f.Status.Problem != nil {
					t.Errorf("%s, rule %s after %d actions: next %v, reset %v, problem %v", key, shown.Rule, n, f.Next, f.Reset, f.Status.Problem)
				}
			}
			if end := figureAt(t, key, shown.Rule, table.JoinDraft(actions)); end.Next != nil {
				t.Errorf("%s, rule %s goes on after its end", key, shown.Rule)
			}
		}
	}
}

// What is not legal on a figure is refused there, with the rule.
func TestFigureRefuses(t *testing.T) {
	f := figureAt(t, "hexit", "2", "9,9")
	if f.Status.Problem == nil || f.Status.Problem.Rule == "" || !f.Status.Mine {
		t.Errorf("problem %+v", f.Status.Problem)
	}
	if strings.Contains(f.Board.Cells[0].ID, "c-") && !strings.HasSuffix(f.Board.Cells[0].ID, ".2") || f.Board.ID != "board.2" {
		t.Errorf("cells are called like %s on %s", f.Board.Cells[0].ID, f.Board.ID)
	}
	for _, cell := range f.Board.Cells {
		if cell.Link == nil || !strings.HasPrefix(cell.Link.Href, "/rules/hexit?figure=2") || !strings.HasSuffix(cell.Link.Href, "#rule-2") ||
			!strings.HasPrefix(cell.Link.Get, "/rules/hexit/figures/2") {
			t.Errorf("%s leads to %+v", cell.Name, cell.Link)
		}
	}
}

// Where there are claims a figure offers them, and a claim that is right is played.
func TestFigureDeclares(t *testing.T) {
	f := figureAt(t, "six", "5", "")
	if f.Draft.Claims == nil || len(f.Draft.Claims.Offers) != 1 {
		t.Fatalf("offers %+v", f.Draft.Claims)
	}
	if f := figureAt(t, "hexit", "5", ""); len(f.Counts) != 3 {
		t.Errorf("counts %q", f.Counts)
	}
}

// Whatever an address says, there is a lesson and a figure.
func FuzzLesson(f *testing.F) {
	texts := viewstest.Catalog(f, "en")
	for _, game := range games.All() {
		for _, l := range courseOf(f, game.Info().Key).Lessons {
			if l.Number > 2 { // the tests of lessons play them all
				continue
			}
			f.Add(game.Info().Key, uint8(l.Number), l.Wrongs[0].Try[0], "c3", "claim", uint8(1))
			f.Add(game.Info().Key, uint8(l.Number), strings.Join(l.Solutions[0], " "), "0,0", "claim-model", uint8(9))
		}
	}
	f.Fuzz(func(t *testing.T, game string, number uint8, line, pick, claim string, hints uint8) {
		course, err := courses.Of(game)
		if err != nil {
			return
		}
		p := table.Pointing{Picks: []string{pick, pick}, Claim: claim, Declare: hints%2 == 1}
		l := course.Lessons[int(number)%len(course.Lessons)]
		for _, place := range []page.Place{page.OnSite, page.Embedded, page.Projector} {
			in := LessonInput{
				T: texts, Course: course, Lesson: l, Look: page.DefaultLook(), Place: place, URL: func(path string) string { return path },
				Line: line, Hints: int(hints), Pointing: p,
			}
			v, err := NewLesson(t.Context(), in)
			if err != nil || v.Try.Solved && (v.Try.Stars < 1 || v.Try.Stars > lesson.MaxStars) || v.Try.Solved && v.Try.Failed {
				t.Errorf("%v, %+v", err, v)
			}
		}
		shown := course.Figures[int(number)%len(course.Figures)]
		if _, err := NewFigure(FigureInput{T: texts, Game: course.Game, Figure: shown, Look: page.DefaultLook(), Line: line, Pointing: p}); err != nil {
			t.Error(err)
		}
	})
}

// A page of rules has each rule once, in order, rulings with their reasons.
func TestRulesPage(t *testing.T) {
	for _, tag := range []string{"en", "ko"} {
		for _, game := range games.All() {
			info := game.Info()
			p, err := NewRulesPage(RulesInput{Frame: page.Frame{T: viewstest.Catalog(t, tag), Look: page.DefaultLook()}, Course: courseOf(t, info.Key)})
			if err != nil {
				t.Fatal(err)
			}
			var numbers []string
			for _, r := range append(p.Rules, p.Readings...) {
				numbers = append(numbers, r.Number)
				if ruling := strings.HasPrefix(r.Number, "r"); ruling != (r.Why != "") || ruling != (r.Title == "") || r.Text[0] == "" {
					t.Errorf("%s in %s: rule %s is %+v", info.Key, tag, r.Number, r)
				}
			}
			if strings.Join(numbers, " ") != strings.Join(info.Rules, " ") {
				t.Errorf("%s has rules %v", info.Key, numbers)
			}
		}
	}
}

// Rules can be played: in the first lesson about them, else in the sandbox from their figure on.
func TestRulesCanBePlayed(t *testing.T) {
	p, err := NewRulesPage(RulesInput{Frame: page.Frame{T: viewstest.Catalog(t, "en"), Look: page.DefaultLook()}, Course: courseOf(t, "hexone")})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, r := range append(p.Rules, p.Readings...) {
		got[r.Number] = r.Play
	}
	for number, want := range map[string]string{"3": "/learn/hexone/explosion", "r1": "/analysis/hexone?position=", "r3": ""} {
		if !strings.HasPrefix(got[number], want) || (want == "") != (got[number] == "") {
			t.Errorf("rule %s is played at %q, want %q", number, got[number], want)
		}
	}
	if p.Aim != "Leave your opponent without a token." {
		t.Errorf("the aim is %q", p.Aim)
	}
}
