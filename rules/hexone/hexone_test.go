package hexone_test

import (
	"flag"
	"fmt"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/hexone"
	"hexclub/rules/rulestest"
)

var update = flag.Bool("update", false, "renew testdata/playthrough.txt")

func TestConformance(t *testing.T) {
	rulestest.Conformance(t, hexone.Game{}, rules.Setup{}, rulestest.Some(t, 150), 1, tokensFit)
}

// TestConformanceInTheMiddle starts where chains are long and tiles are worn.
func TestConformanceInTheMiddle(t *testing.T) {
	setup := rules.Setup{Position: "-r1-r1r2/-r1b1r1-./-b2r2b2r1./-b2b1r2./r1b2r2 1 29"}
	rulestest.Conformance(t, hexone.Game{}, setup, rulestest.Some(t, 150), 2, tokensFit)
}

func TestScripts(t *testing.T) {
	rulestest.Scripts(t, hexone.Game{}, "testdata/rules")
}

func TestPerft(t *testing.T) {
	rulestest.PerftTable(t, hexone.Game{}, "testdata/perft.txt")
}

func TestPlaythrough(t *testing.T) {
	rulestest.Playthrough(t, hexone.Game{}, rules.Setup{}, "testdata/playthrough.txt", *update)
}

// TestCells checks the sets of cells against the names in the package
// documentation.
func TestCells(t *testing.T) {
	st := newState(t, ".../..../...../..../... 1")
	fixed, tips, plain := "", "", ""
	for _, cell := range st.Board().Cells {
		switch {
		case cell.Ground == rules.Fixed && cell.Arrow == hex.None:
			fixed += cell.Name + " "
		case cell.Ground == rules.White && cell.Arrow != hex.None:
			tips += fmt.Sprintf("%s>%s ", cell.Name, cell.Arrow)
		case cell.Ground == rules.White:
			plain += cell.Name + " "
		}
	}
	if fixed != "d3 d4 c2 c3 c4 b2 b3 " || tips != "e3>NW e5>NE c1>W c5>E a1>SW a3>SE " || plain != "e4 d2 d5 b1 b4 a2 " {
		t.Errorf("fixed %s, tips %s, plain %s", fixed, tips, plain)
	}
}

// tokensFit checks what the rules guarantee in every position: no tall stack
// at the start of a turn, nothing on a removed tile, one owner for each stack,
// tokens of both seats after the opening while the game continues, and a win
// worth the points written on the board.
func tokensFit(st rules.State) error {
	turn := st.Turn()
	tokens := map[rules.Seat]int{}
	worth := 0
	for _, cell := range st.Board().Cells {
		if cell.Ground == rules.Removed && (len(cell.Stack) > 0 || cell.Arrow != 0) {
			return fmt.Errorf("something is where the tile %s was", cell.Name)
		}
		worth += cell.Value
		for _, piece := range cell.Stack {
			tokens[piece.Seat]++
			if piece != cell.Stack[0] {
				return fmt.Errorf("the stack on %s is of two seats", cell.Name)
			}
		}
		if len(cell.Stack) > 2 && turn.Seat != 0 && (turn.Action == 0 || cell.Stack[0].Seat != turn.Seat) {
			return fmt.Errorf("the stack on %s should have exploded", cell.Name)
		}
	}
	if turn.Seat != 0 && turn.Number > 2 && (tokens[1] == 0 || tokens[2] == 0) {
		return fmt.Errorf("a seat has no token left and the game continues: %v", tokens)
	}
	if result, over := st.Result(); over && result.Winners() != nil && int(result.Halves[0]+result.Halves[1]) != 2*worth {
		return fmt.Errorf("%v, but the board is worth %d", result, worth)
	}
	if tokens[1]+tokens[2] > 39 {
		return fmt.Errorf("more tokens than there can be: %v", tokens)
	}
	return nil
}
