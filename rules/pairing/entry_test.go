package pairing_test

import (
	"fmt"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/rules/rulestest"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		key   string
		entry pairing.Entry
		want  string // halves, points and error
	}{
		{"six", pairing.Entry{Outcome: pairing.FirstWon}, "[2 0] [0 0]"},
		{"six", pairing.Entry{Outcome: pairing.SecondWon}, "[0 2] [0 0]"},
		{"six", pairing.Entry{Outcome: pairing.Draw}, "[1 1] [0 0]"},
		{"six", pairing.Entry{Outcome: pairing.FirstWon, Points: [2]string{"3", ""}}, "error.pairing-points"},
		{"six", pairing.Entry{}, "error.pairing-outcome"},
		{"six", pairing.Entry{Outcome: "won"}, "error.pairing-outcome"},
		{"six", pairing.Entry{Outcome: pairing.BothForfeit}, "[0 0] [0 0]"},
		{"six", pairing.Entry{Outcome: pairing.SecondForfeit}, "[2 0] [0 0]"},
		{"hexone", pairing.Entry{Outcome: pairing.FirstWon, Points: [2]string{"7", "0"}}, "[2 0] [14 0]"},
		{"hexone", pairing.Entry{Outcome: pairing.FirstWon, Points: [2]string{" 49 ", ""}}, "[2 0] [98 0]"},
		{"hexone", pairing.Entry{Outcome: pairing.SecondWon, Points: [2]string{"", "12.0"}}, "[0 2] [0 24]"},
		{"hexone", pairing.Entry{Outcome: pairing.Draw, Points: [2]string{"0", "0"}}, "[1 1] [0 0]"},
		{"hexone", pairing.Entry{Outcome: pairing.Draw, Points: [2]string{"7", "7"}}, "error.pairing-points"},
		{"hexone", pairing.Entry{Outcome: pairing.FirstWon}, "error.pairing-points"},
		{"hexone", pairing.Entry{Outcome: pairing.FirstWon, Points: [2]string{"6", ""}}, "error.pairing-points"},
		{"hexone", pairing.Entry{Outcome: pairing.FirstWon, Points: [2]string{"50", ""}}, "error.pairing-points"},
		{"hexone", pairing.Entry{Outcome: pairing.FirstWon, Points: [2]string{"7.5", ""}}, "error.pairing-points"},
		{"hexone", pairing.Entry{Outcome: pairing.FirstWon, Points: [2]string{"9", "1"}}, "error.pairing-points"},
		{"hexone", pairing.Entry{Outcome: pairing.FirstWon, Points: [2]string{"", "9"}}, "error.pairing-points"},
		{"hexone", pairing.Entry{Outcome: pairing.FirstForfeit}, "[0 2] [0 98]"},
		{"hexone", pairing.Entry{Outcome: pairing.FirstForfeit, Points: [2]string{" ", ""}}, "[0 2] [0 98]"},
		{"hexone", pairing.Entry{Outcome: pairing.FirstForfeit, Points: [2]string{"0", "31"}}, "[0 2] [0 62]"}, // halfway
		{"hexone", pairing.Entry{Outcome: pairing.FirstForfeit, Points: [2]string{"31", "0"}}, "error.pairing-points"},
		{"hexone", pairing.Entry{Outcome: pairing.FirstForfeit, Points: [2]string{"x", ""}}, "error.pairing-points"},
		{"six", pairing.Entry{Outcome: pairing.BothForfeit, Points: [2]string{"x", ""}}, "error.pairing-points"},
		{"hexit", pairing.Entry{Outcome: pairing.FirstWon, Points: [2]string{"12,5", "12"}}, "[2 0] [25 24]"},
		{"hexit", pairing.Entry{Outcome: pairing.FirstWon}, "[2 0] [0 0]"}, // a resignation
		{"hexit", pairing.Entry{Outcome: pairing.Draw, Points: [2]string{"11.5", "11.5"}}, "[1 1] [23 23]"},
		{"hexit", pairing.Entry{Outcome: pairing.SecondWon, Points: [2]string{"12", "11"}}, "error.pairing-points"},
		{"hexit", pairing.Entry{Outcome: pairing.SecondWon, Points: [2]string{"12", "12"}}, "error.pairing-points"},
		{"hexit", pairing.Entry{Outcome: pairing.Draw, Points: [2]string{"12", "11"}}, "error.pairing-points"},
		{"hexit", pairing.Entry{Outcome: pairing.SecondWon, Points: [2]string{"18", "22"}}, "error.pairing-points"}, // 39 tiles
		{"hexit", pairing.Entry{Outcome: pairing.SecondWon, Points: [2]string{"-1", "22"}}, "error.pairing-points"},
		{"hexit", pairing.Entry{Outcome: pairing.SecondWon, Points: [2]string{"1.25", "22"}}, "error.pairing-points"},
		{"hexit", pairing.Entry{Outcome: pairing.SecondWon, Points: [2]string{"1.", "22"}}, "error.pairing-points"},
		{"hexit", pairing.Entry{Outcome: pairing.SecondWon, Points: [2]string{"9999999999999999999999", "22"}}, "error.pairing-points"},
	} {
		g, err := terms(t, tt.key, pairing.OneGame, false).Read(1, tt.entry)
		if strings.HasPrefix(tt.want, "error.") {
			wantKey(t, err, tt.want)
			continue
		}
		if got := fmt.Sprint(g.Halves, " ", g.Points); err != nil || got != tt.want {
			t.Errorf("%s %+v is %s, %v, want %s", tt.key, tt.entry, got, err, tt.want)
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for want, g := range map[string]pairing.Game{
		"1–0": first, "½–½": drawn, "0–1 0:7": scored(2, 7), "½–½ 11.5:11.5": {Halves: [2]int{1, 1}, Points: [2]int{23, 23}},
		"−/+": firstGone, "+/−": secondGone, "−/−": bothGone, "−/+ 0:31": {Halves: [2]int{0, 2}, Points: [2]int{0, 62}, Forfeit: [2]bool{true, false}},
	} {
		if got := g.Text(); got != want {
			t.Errorf("%+v is written %q, want %q", g, got, want)
		}
	}
}

// The entry of a game is read as that game, for all possible games.
func TestEntryIsReadBack(t *testing.T) {
	t.Parallel()
	forfeits := [][2]bool{{}, {true, false}, {false, true}, {true, true}}
	for _, game := range rulestest.Few(t, []struct {
		key   string
		least int // possible results
	}{{"six", 6}, {"hexone", 4*43 + 2}, {"hexit", 1000}}, 1) {
		tt, legal := terms(t, game.key, pairing.OneGame, false), 0
		for _, halves := range [][2]int{{2, 0}, {1, 1}, {0, 2}, {}} {
			for _, forfeit := range forfeits {
				for points := range 101 * 101 {
					g := pairing.Game{Halves: halves, Points: [2]int{points / 101, points % 101}, Forfeit: forfeit}
					if tt.Check(1, g) != nil {
						continue
					}
					legal++
					if got, err := tt.Read(1, g.Entry()); err != nil || got != g {
						t.Fatalf("%s: %+v is written %+v and read %+v, %v", game.key, g, g.Entry(), got, err)
					}
				}
			}
		}
		if legal < game.least {
			t.Errorf("%s has %d games", game.key, legal)
		}
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	short := terms(t, "hexit", pairing.OneGame, false)
	short.Setup.Options = map[string]string{"tiles": "19"}
	for want, tt := range map[pairing.Bounds]pairing.Terms{
		{}:                   terms(t, "six", pairing.OneGame, false),
		{Least: 7, Most: 49}: terms(t, "hexone", pairing.Match, true),
		{Sum: 39}:            terms(t, "hexit", pairing.OneGame, false),
		{Sum: 19}:            short,
	} {
		if got := tt.Bounds(); got != want {
			t.Errorf("points of %s are %+v, want %+v", tt.Game.Info().Key, got, want)
		}
	}
}

func TestCheckAll(t *testing.T) {
	t.Parallel()
	type list = []pairing.Game
	for _, tt := range []struct {
		unit     pairing.Unit
		decisive bool
		games    list
		want     string
	}{
		{pairing.OneGame, false, list{first}, ""},
		{pairing.OneGame, false, nil, "error.pairing-unfinished"},
		{pairing.OneGame, false, list{first, first}, "error.pairing-surplus"},
		{pairing.TwoGames, false, list{first}, "error.pairing-unfinished"},
		{pairing.TwoGames, false, list{first, second}, ""},
		{pairing.TwoGames, false, list{first, {Halves: [2]int{2, 2}}}, "error.pairing-outcome"},
		{pairing.TwoGames, false, list{{Halves: [2]int{3, -1}}, first}, "error.pairing-outcome"},
		{pairing.TwoGames, false, list{first, {}}, "error.pairing-outcome"},
		{pairing.TwoGames, false, list{first, {Halves: [2]int{2, 0}, Forfeit: [2]bool{true, false}}}, "error.pairing-outcome"},
		{pairing.TwoGames, false, list{first, {Halves: [2]int{2, 0}, Forfeit: [2]bool{true, true}}}, "error.pairing-outcome"},
		{pairing.OneGame, true, list{drawn}, "error.pairing-unfinished"},
		{pairing.OneGame, true, list{drawn, first}, ""},
		{pairing.OneGame, true, list{drawn, drawn, drawn}, ""}, // the organiser chooses
		{pairing.OneGame, true, list{drawn, drawn, drawn, first}, "error.pairing-surplus"},
		{pairing.OneGame, true, list{first, first}, "error.pairing-surplus"},
	} {
		wantKey(t, terms(t, "six", tt.unit, tt.decisive).CheckAll(tt.games), tt.want)
	}
	tiles := terms(t, "hexit", pairing.OneGame, false)
	tiles.Setup = rules.Setup{Options: map[string]string{"tiles": "19"}}
	wantKey(t, tiles.CheckAll(list{{Halves: [2]int{2, 0}, Points: [2]int{24, 14}}}), "")
	wantKey(t, tiles.CheckAll(list{{Halves: [2]int{2, 0}, Points: [2]int{25, 14}}}), "error.pairing-points")
}
