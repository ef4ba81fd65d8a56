package tartan_test

import (
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// TestFlowers checks the board against the package documentation: seven
// flowers of seven cells each, numbered by their dark centres in reading
// order.
func TestFlowers(t *testing.T) {
	dark := ""
	centres := map[int]hex.Cell{}
	board := newState(t, "").Board()
	for _, cell := range board.Cells {
		if cell.Ground == rules.Dark {
			dark += cell.Name + " "
			centres[cell.Zone] = cell.Cell
			if cell.Zone != len(centres) {
				t.Errorf("%s is the centre of flower %d, want %d", cell.Name, cell.Zone, len(centres))
			}
		}
	}
	if dark != "h7 g4 f8 e5 d2 c6 b3 " {
		t.Errorf("dark are %s", dark)
	}
	if len(board.Cells) != 49 {
		t.Errorf("there are %d cells", len(board.Cells))
	}
	for _, cell := range board.Cells {
		if d := cell.Cell.Distance(centres[cell.Zone]); d > 1 {
			t.Errorf("%s is %d from the centre of flower %d", cell.Name, d, cell.Zone)
		}
	}
}

// TestNeighbours checks that from every petal a hat can go to the petals that
// touch it.
func TestNeighbours(t *testing.T) {
	cells := newState(t, "").Board().Cells
	for _, from := range cells {
		if from.Ground == rules.Dark {
			continue
		}
		at := withHatOn(t, from.Cell)
		for _, to := range cells {
			action, err := at.Parse("^" + from.Name + ">" + to.Name)
			if err != nil {
				t.Fatal(err)
			}
			want := to.Ground != rules.Dark && from.Cell.Distance(to.Cell) == 1
			if refusal := at.Refuse(action); want != (refusal == nil) {
				t.Errorf("^%s>%s: %v", from.Name, to.Name, refusal)
			}
		}
	}
}

// withHatOn returns a position with the hat of seat 1 on a cell, on the only
// pile, and that of seat 2 still in the middle.
func withHatOn(t *testing.T, on hex.Cell) rules.State {
	t.Helper()
	text, row := "", int8(-4)
	for _, cell := range newState(t, "").Board().Cells {
		if cell.Cell.R != row {
			text, row = text+"/", cell.Cell.R
		}
		switch {
		case cell.Cell == on:
			text += "r4B"
		case cell.Cell == hex.Cell{}:
			text += "xR"
		case cell.Ground == rules.Dark:
			text += "x"
		default:
			text += "."
		}
	}
	return newState(t, text+" 1")
}

// TestDecisive checks that only the pile that has won is marked.
func TestDecisive(t *testing.T) {
	for _, tt := range []struct{ position, marked string }{
		{"../...x./.x...../.....x./...xR.../.x.b4B.../...r2.x./.x.../.. win1:hat", "d4 "},
		{"../...x./.x...../.....x./...xB.../.x.b4.../...r4R.x./.x.../.. win2:hat", "c4 "},
		{"../...x./.x...../.....x./...xR.../.x.r4B.../...r2.x./.x.../.. win1:resignation", ""},
		{"../...x./.x...../.....x./...xR.../.x.r4B.../...r2.x./.x.../.. 1", ""},
		{"../...x./.x...../.....x./...xR.../.x.r1B.../...r3.x./.x.../.. draw:shortage", ""},
	} {
		marked := ""
		for _, cell := range newState(t, tt.position).Board().Cells {
			if cell.Mark != rules.Unmarked {
				marked += cell.Name + " "
			}
		}
		if marked != tt.marked {
			t.Errorf("%s: marked are %q", tt.position, marked)
		}
	}
}
