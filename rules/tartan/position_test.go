package tartan_test

import (
	"testing"

	"hexclub/rules/rulestest"
	"hexclub/rules/tartan"
)

// later is a position of the second phase with another board and what follows.
const (
	empty = "../...x./.x...../.....x./...x.../.x...../.....x./.x.../.."
	later = "../...x./.x...../.....x./...xBR.../.xb2b1b3../.r2...xr1/.x.../.."
)

func TestBadPositions(t *testing.T) {
	rulestest.BadPositions(t, tartan.Game{}, [][3]string{
		{"no seat", empty, "fields: 1"},
		{"too many fields", empty + " 1 1 1 1", "fields: 5"},
		{"no rows", "x 1", "i7 is neither"},
		{"few rows", "../...x./.x...../.....x./...x.../.x...../.....x./.x... 1", "row b is the last"},
		{"many rows", empty + "/.. 1", "row a has more"},
		{"short row", "./...x./.x...../.....x./...x.../.x...../.....x./.x.../.. 1", "ends before i8"},
		{"long row", ".../...x./.x...../.....x./...x.../.x...../.....x./.x.../.. 1", "row i has more"},
		{"dark left out", "../...../.x...../.....x./...x.../.x...../.....x./.x.../.. 1", "h7 is dark"},
		{"dark elsewhere", "x./...x./.x...../.....x./...x.../.x...../.....x./.x.../.. 1", "i7 is neither"},
		{"piece on dark", "../...b1./.x...../.....x./...x.../.x...../.....x./.x.../.. 1", "h7 is dark"},
		{"height 0", "b0./...x./.x...../.....x./...x.../.x...../.....x./.x.../.. 1", "i7 is neither"},
		{"height 5", "b5./...x./.x...../.....x./...x.../.x...../.....x./.x.../.. 1", "i7 is neither"},
		{"no height", "b", "fields: 1"},
		{"cut height", "b 1", "i7 is neither"},
		{"colour", "g1./...x./.x...../.....x./...x.../.x...../.....x./.x.../.. 1", "i7 is neither"},
		{"hat on a dark cell", "../...xB./.x...../.....x./...xR.../.xb2b1.../.....x./.x.../.. 1", "h7 is dark"},
		{"second hat", "..BB/...x./.x...../.....x./...xR.../.xb2b1.../.....x./.x.../.. 1", "the hats on i8"},
		{"two blue hats", ".B./...x./.x...../.....x./...xBR.../.xb2b1.../.....x./.x.../.. 1", "second hat on e5"},
		{"hats in disorder", "../...x./.x...../.....x./...xRB.../.xb2b1.../.....x./.x.../.. 1", "the hats on e5"},
		{"hats together", "..BR/...x./.x...../.....x./...x.../.xb2b1.../.....x./.x.../.. 1", "both hats lie on i8"},
		{"no red hat", "../...x./.x...../.....x./...xB.../.xb2b1.../.....x./.x.../.. 1", "seat 2 has no hat"},
		{"no blue hat", "../...x./.x...../.....x./...xR.../.xb2b1.../.....x./.x.../.. 1", "seat 1 has no hat"},
		{"piles without hats", "../...x./.x...../.....x./...x.../.xb2..../.....x./.x.../.. 2", "piles, but no hats"},
		{"units that touch", "../...x./.x...../.....x./...x.../.xb1r1.../.....x./.x.../.. 1", "touches another"},
		{"out of turn", empty + " 2", "where seat 1 acts"},
		{"not in turn", "b1./...x./.x...../.....x./...x.../.xb1..../.....x./.x.../.. 2", "2 and 0 units"},
		{"rebound of the placement", empty + " 1>c4", "no such thing"},
		{"split of the placement", empty + " 1+", "no such thing"},
		{"won in the placement", empty + " win1:hat", "no such thing"},
		{"drawn in the placement", empty + " draw:shortage", "no such thing"},
		{"placed everywhere", "../r1.b1xb1/.x....r1/b1...r1x./..r1x..r1/r1x..b1../.....xb1/b1x.r1./.b1 2", "but there are no hats"},
		{"seat 3", later + " 3", "neither a seat"},
		{"seat 12", later + " 12", "neither a pile"},
		{"signed seat", later + " +1", "neither a seat"},
		{"unknown ending", later + " win1:elimination", "neither a seat"},
		{"both won", later + " win12:resignation", "neither a seat"},
		{"half a draw", later + " draw1:agreement", "neither a seat"},
		{"draw by leaving", later + " draw:timeout", "neither a seat"},
		{"win by agreement", later + " win2:agreement", "neither a seat"},
		{"win by shortage", later + " win2:shortage", "neither a seat"},
		{"won without a pile", later + " win1:hat", "win1:hat is for"},
		{"drawn with pieces", later + " draw:shortage", "draw:shortage is for"},
		{"drawn already", "../...x./.x...../.....x./...xBR.../.xb3b1.../.r3...xr1/.x.../.. 1", "write draw:shortage"},
		{"won already", "../...x./.x...../.....x./...xB.../.xb3b1.../.r4R...xr1/.x.../.. 1", "write win2:hat"},
		{"left when won", "../...x./.x...../.....x./...xB.../.xb3b1.../.r4R...xr1/.x.../.. win1:timeout", "write win2:hat"},
		{"won by both", "../...x./.x...../.....x./...x.../.xb4Bb1.../.r4R...xr1/.x.../.. win1:hat", "seat 2 lies on a pile of 4"},
		{"rebound of nothing", later + " 1>", "neither a pile"},
		{"rebound off the board", later + " 1>a1", "neither a pile"},
		{"rebound on dark", later + " 1>c6", "no pile of 2 or 3"},
		{"rebound of a unit", later + " 1>d4", "no pile of 2 or 3"},
		{"rebound of the other's", later + " 1>c2", "no pile of 2 or 3"},
		{"rebound under a hat", "../...x./.x...../.....x./...xR.../.xb2Bb1.../.....x./.x.../.. 1>d3", "under a hat"},
		{"rebound of the stuck", "../b2r1.x./r1x...../.....x./...xBR.../.x...../.....x./.x.../.. 1>h4", "no cell round h4"},
		{"split to the middle", later + " 1+4", "outer flowers"},
		{"split to nowhere", later + " 1+8", "outer flowers"},
		{"split by letter", later + " 1+a", "outer flowers"},
		{"split in disorder", later + " 1+65", "outer flowers"},
		{"split twice to one", later + " 1+55", "outer flowers"},
		{"split over", later + " 1+567", "never used"},
		{"split not there", later + " 1+1", "must have a unit"},
		{"unit of a split under a hat", "../...x./.x...../.....x./...xR.../.xb2..../b1B....xr1/.x.../.. 1+5", "must have a unit"},
		{"split without room", "b4b4/b4b4b4xb4/b4xb4b4b4b4b4/b4b4..b4xb4/b4b4.xBR.b4b4/b4xb4..../b4b4...x./.x.../.. 1+67", "must have a unit"},
		{"split without three", "b4b4/b4b4b4xb4/b4xb4b4b4b4b4/b4b4..b4xb4/b4b4.xBR.b4b4/b4xb4..../b4b4...x./.x.../.. 1+", "fewer than 3"},
		{"turn 0", later + " 1 0", "no number of a turn"},
		{"turn 01", later + " 1 01", "no number of a turn"},
		{"turn 1 of seat 2", later + " 2 1", "turn 1 cannot"},
		{"huge turn", later + " 1 4294967299", "no number of a turn"},
		{"turn of the placement", empty + " 1 3", "turn 3 cannot"},
		{"end of the placement", empty + " draw:agreement 2", "turn 2 cannot"},
		{"played without a rebound", later + " 1 3 1", "led to a rebound"},
		{"played in a split", later + " 1+ 3 1", "led to a rebound"},
		{"played when over", later + " draw:agreement 3 1", "led to a rebound"},
		{"played nothing", later + " 1>d3 3 0", "led to a rebound"},
		{"played too much", later + " 1>d3 3 2", "led to a rebound"},
		{"played much too much", later + " 1>d5 3 3", "led to a rebound"},
	})
}

func TestPositionDefaults(t *testing.T) {
	rulestest.Readings(t, tartan.Game{}, [][3]string{
		{"start", empty + " 1", empty + " 1 1"},
		{"placement", "b1./...x./.x...../.....x./...x.../.x...../.....x./.x.../.. 2", "b1./...x./.x...../.....x./...x.../.x...../.....x./.x.../.. 2 2"},
		{"first seat", later + " 1", later + " 1 1"},
		{"second seat", later + " 2", later + " 2 2"},
		{"any turn", later + " 1 30", later + " 1 30"},
		{"rebound", later + " 1>d3", later + " 1>d3 1 1"},
		{"second rebound", later + " 1>d5 7 2", later + " 1>d5 7 2"},
		{"split", later + " 1+", later + " 1+ 1"},
		{"unit of a split", "b1./...x./.x...../.....x./...xBR.../.x...../.....x./.x.../.. 1+1", "b1./...x./.x...../.....x./...xBR.../.x...../.....x./.x.../.. 1+1 1"},
		{"over", later + " draw:agreement", later + " draw:agreement 1"},
		{"over in the placement", empty + " win2:timeout", empty + " win2:timeout 1"},
		{"spaces", "  " + later + "   1  9 ", later + " 1 9"},
	})
}

// TestActionsOfTheTurn checks that the progress of a turn is read from the
// position.
func TestActionsOfTheTurn(t *testing.T) {
	for position, want := range map[string]int{
		later + " 1":        0,
		later + " 1>d3":     1,
		later + " 1>d5 9 2": 2,
		later + " 1+ 9":     1,
		"b1./...x./.x...../.....x./...xBR.../.x...../.....x./.x.../.. 1+1 9":         2,
		"b1./...x./.x...../.....x./...xBR.../.x...../.....x./.x.../b1. 1+17 9":       3,
		"b1./...x./.x...../.....x./...xBR.../.x...../.....x./.x.../b1. win1:timeout": 0,
	} {
		if got := newState(t, position).Turn().Action; got != want {
			t.Errorf("%s: %d actions, want %d", position, got, want)
		}
	}
}

// TestKeyIgnoresTurnNumbers checks that the same position has the same key in
// different turns.
func TestKeyIgnoresTurnNumbers(t *testing.T) {
	rulestest.Keys(t, tartan.Game{}, []string{later + " 1 3", later + " 1 22"}, []string{
		later + " 2 3",
		later + " 1>d3",
		later + " 1+",
		later + " draw:agreement 3",
		later + " draw:repetition 3",
		later + " win1:timeout 3",
		later + " win1:resignation 3",
		later + " win2:timeout 3",
		"../...x./.x...../.....x./...xBR.../.xb3b1b2../.r2...xr1/.x.../.. 1 3",
		"../...x./.x...../.....x./...xBR.../.xb2b1b3../.b2...xr1/.x.../.. 1 3",
		"../...x./.x...../.....x./...xB.R../.xb2b1b3../.r2...xr1/.x.../.. 1 3",
		"../...x./.x...../.....x./...xR.B../.xb2b1b3../.r2...xr1/.x.../.. 1 3",
	})
	rulestest.Keys(t, tartan.Game{}, []string{later + " 1>d5 3 1", later + " 1>d5 3 2"}, []string{later + " 1>d3"})
	const split = "b1./...x./.x...../.....x./...xBR.../.x...../.....x./.x.../.. "
	rulestest.Keys(t, tartan.Game{}, []string{split + "1+1 9"}, []string{split + "1+ 9"})
}
