package tournaments

import (
	"testing"

	"hexclub/rules/tourney"
	"hexclub/views/viewstest"
)

// TestOwnBoardFromReadersSide checks that a board's result is described from the reader's side.
func TestOwnBoardFromReadersSide(t *testing.T) {
	in := Input{
		ID: "x", Format: Format{Kind: swiss}, Status: running, Length: 3, Round: 2, At: map[string]int{"a": 0, "b": 1},
		Entrants: []Entrant{{ID: "a", Name: "Ada"}, {ID: "b", Name: "Bea"}},
	}
	for _, test := range []struct {
		halves  [2]int
		forfeit [2]bool
		a, b    string
	}{
		{halves: [2]int{2, 0}, a: "Round 2: you won against Bea, 1–0.", b: "Round 2: you lost to Ada, 0–1."},
		{halves: [2]int{1, 1}, a: "Round 2: you drew with Bea, ½–½.", b: "Round 2: you drew with Ada, ½–½."},
		{
			halves: [2]int{0, 2}, forfeit: [2]bool{true, false},
			a: "Round 2: you lost to Bea by forfeit.", b: "Round 2: you won against Ada by forfeit.",
		},
		{
			forfeit: [2]bool{true, true},
			a:       "Round 2: your pairing with Bea was not played.", b: "Round 2: your pairing with Ada was not played.",
		},
	} {
		in.Boards = []Board{{Result: tourney.Result{
			Round: 2, Board: 1, First: "a", Second: "b", Over: true, Halves: test.halves, Forfeit: test.forfeit,
		}}}
		for reader, want := range map[string]string{"a": test.a, "b": test.b} {
			in.Reader = reader
			if own := in.own(viewstest.Catalog(t, "en")); own == nil || own.Text != want {
				t.Errorf("%s reads %+v, want %q", reader, own, want)
			}
		}
	}
}
