package table

import (
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/views/viewstest"
)

// hinted returns a table of Hexone with a hint whose actions are in line.
func hinted(t *testing.T, hint HintInput, played string, line ...string) Table {
	t.Helper()
	in := seen(viewstest.Catalog(t, "en"), hexoneRecord(t, "", played))
	in.Game.Bots, in.Game.Explore, in.Viewer.Seats = []bot.Level{0, 3}, true, []rules.Seat{1}
	st := in.Game.Record.State().Clone()
	for _, text := range line {
		action, err := st.Parse(text)
		if err != nil || st.Refuse(action) != nil {
			t.Fatalf("%s at %s: %v", text, st.Position(), err)
		}
		st.Play(action)
		hint.Line = append(hint.Line, action)
	}
	in.Hint = &hint
	return New(in)
}

// A hint shows the turn, its expected result and the expected reply, and marks only the cells that the turn
// changes.
func TestHintWords(t *testing.T) {
	const played = "c2 d3 c2 d2"
	for _, test := range []struct {
		name string
		hint HintInput
		line []string
		want Hint
	}{
		{
			"a chance",
			HintInput{Turn: 2, Chance: 0.634},
			[]string{"c2", "c2xW", "d2", "c1"},
			Hint{Words: "Place a token on c2 → Explode c2 to the west, north-east and south-east. Blue’s winning chance: 63%.", Then: "Expected next: Red d2, Blue c1."},
		},
		{"hardly any", HintInput{Turn: 2, Chance: 0}, []string{"c2", "c2xW"}, Hint{Words: "Place a token on c2 → Explode c2 to the west, north-east and south-east. Blue’s winning chance: 1%."}},
		{"almost certain", HintInput{Turn: 2, Chance: 1}, []string{"c2", "c2xW"}, Hint{Words: "Place a token on c2 → Explode c2 to the west, north-east and south-east. Blue’s winning chance: 99%."}},
		{"won", HintInput{Turn: 2, Chance: 1, Proven: true}, []string{"c2", "c2xW"}, Hint{Words: "Place a token on c2 → Explode c2 to the west, north-east and south-east. Blue wins with this turn."}},
		{"lost", HintInput{Turn: 2, Proven: true}, []string{"c2", "c2xW"}, Hint{Words: "Place a token on c2 → Explode c2 to the west, north-east and south-east. Blue loses against best play."}},
		{"drawn", HintInput{Turn: 2, Chance: 0.5, Proven: true}, []string{"c2", "c2xW"}, Hint{Words: "Place a token on c2 → Explode c2 to the west, north-east and south-east. Best play leads to a draw."}},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := hinted(t, test.hint, played, test.line...)
			if table.Hints.Shown.Words != test.want.Words || table.Hints.Shown.Then != test.want.Then {
				t.Errorf("it tells %q, %q", table.Hints.Shown.Words, table.Hints.Shown.Then)
			}
			if want := "/games/" + table.Head.ID + "?draft=c2,c2xW"; table.Hints.Shown.Play.Href != want {
				t.Errorf("it leads to %s, want %s", table.Hints.Shown.Play.Href, want)
			}
			for mark, want := range map[string]string{"hint": "d3 c1 c2 b2", "last": "d2"} {
				var marked []string
				for _, cell := range table.Board.Cells {
					if strings.Contains(" "+cell.Class+" ", " "+mark+" ") {
						marked = append(marked, cell.Name)
					}
				}
				if got := strings.Join(marked, " "); got != want {
					t.Errorf("marked as %s are %s, want %s", mark, got, want)
				}
			}
			if !table.Status.Mine || len(table.Draft.Steps) > 0 {
				t.Error("the turn is begun")
			}
			if want := "&line=d2," + strings.Join(test.line, ",") + "&at=1"; !strings.Contains(table.Hints.Shown.Explore, want) {
				t.Errorf("it is explored at %s, want the line ahead: %s", table.Hints.Shown.Explore, want)
			}
		})
	}
}

// Hints are for the player to act in a casual game against bots that may be explored.
func TestMayHint(t *testing.T) {
	for name, change := range map[string]func(*Input){
		"as it should be":      func(*Input) {},
		"who watches":          func(in *Input) { in.Viewer.Seats = nil },
		"between people":       func(in *Input) { in.Game.Bots = nil },
		"on one device":        func(in *Input) { in.Game.Bots, in.Viewer.Seats = nil, []rules.Seat{1, 2} },
		"rated":                func(in *Input) { in.Game.Rated = true },
		"without exploring":    func(in *Input) { in.Game.Explore = false },
		"before it begins":     func(in *Input) { in.Game.Waiting = true },
		"when it is over":      func(in *Input) { in.Game.Record = hexoneRecord(t, "", "c2 d3 resign:1") },
		"when a bot is to act": func(in *Input) { in.Game.Record = hexoneRecord(t, "", "c2") },
	} {
		t.Run(name, func(t *testing.T) {
			in := seen(viewstest.Catalog(t, "en"), hexoneRecord(t, "", ""))
			in.Game.Bots, in.Game.Explore, in.Viewer.Seats = []bot.Level{0, 3}, true, []rules.Seat{1}
			change(&in)
			want := name == "as it should be"
			if in.MayHint() != want || (New(in).Hints.Ask != nil) != want {
				t.Errorf("it may be asked: %v", in.MayHint())
			}
		})
	}
}

// A game with secret claims has no hints.
func TestHintable(t *testing.T) {
	for _, game := range games.All() {
		info := game.Info()
		for _, declare := range []string{"no", "yes"} {
			has := slices.ContainsFunc(info.Options, func(o rules.Option) bool { return o.Key == "declare" })
			want := !has || declare == "no"
			if got := Hintable(info, map[string]string{"declare": declare}); got != want {
				t.Errorf("%s, declare=%s: %v", info.Key, declare, got)
			}
			if !has {
				continue
			}
			in := seen(viewstest.Catalog(t, "en"), viewstest.RandomRecord(t, info.Key, map[string]string{"declare": declare}, 1, func(r *record.Record) bool { return r.Turn().Seat == 1 && r.Moved() > 0 }))
			in.Game.Bots, in.Game.Explore = []bot.Level{0, 3}, true
			if table := New(in); (table.Hints.Ask != nil) != want || (table.Hints.None == "") != want {
				t.Errorf("%s, declare=%s: the page says %q", info.Key, declare, table.Hints.None)
			}
		}
	}
}
