package hexit_test

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/hexit"
	"hexclub/rules/rulestest"
)

var update = flag.Bool("update", false, "renew the playthroughs in testdata")

func TestConformance(t *testing.T) {
	for tiles, games := range map[string]int{"39": 10, "29": 10, "19": 15} {
		t.Run(tiles, func(t *testing.T) {
			rulestest.Conformance(t, hexit.Game{}, tilesSetup(tiles), rulestest.Some(t, games), 1, piecesFit, tilesFit)
		})
	}
}

func TestScripts(t *testing.T) {
	rulestest.Scripts(t, hexit.Game{}, "testdata/rules")
}

func TestPerft(t *testing.T) {
	rulestest.PerftTable(t, hexit.Game{}, "testdata/perft.txt")
}

func TestPlaythrough(t *testing.T) {
	rulestest.Playthrough(t, hexit.Game{}, rules.Setup{}, "testdata/playthrough.txt", *update)
}

func tilesSetup(tiles string) rules.Setup {
	return rules.Setup{Options: map[string]string{hexit.TilesOption: tiles}}
}

// newGame returns the start of a game with the given number of tiles.
func newGame(tb testing.TB, tiles string) rules.State {
	tb.Helper()
	st, err := hexit.Game{}.New(tilesSetup(tiles))
	if err != nil {
		tb.Fatal(err)
	}
	return st
}

// newState returns a state at the position, the start if it is empty.
func newState(tb testing.TB, position string) rules.State {
	tb.Helper()
	return rulestest.NewState(tb, hexit.Game{}, position)
}

// piecesFit checks that each seat has eight pieces on the table and in its
// reserve together, and that pieces off the tiles touch a tile.
func piecesFit(st rules.State) error {
	board := st.Board()
	var pieces [3]int
	for _, count := range board.Counts {
		if count.Key == "reserve" {
			n, err := strconv.Atoi(count.Text)
			if err != nil || n < 0 {
				return fmt.Errorf("the reserve of seat %d is %s", count.Seat, count.Text)
			}
			pieces[count.Seat] += n
		}
	}
	for _, cell := range board.Cells {
		for _, piece := range cell.Stack {
			pieces[piece.Seat]++
		}
		if cell.Ground == rules.Table && (len(cell.Stack) == 0 || neighbours(board, cell.Cell) == 0) {
			return fmt.Errorf("%s is drawn without a reason", cell.Name)
		}
	}
	if pieces != [3]int{0, 8, 8} {
		return fmt.Errorf("pieces without an owner, of White, of Black: %v", pieces)
	}
	return nil
}

// tilesFit checks that every tile touches another, that the count of remaining
// tiles is right, and that the last one ends the game.
func tilesFit(st rules.State) error {
	board := st.Board()
	tiles := 0
	for _, cell := range board.Cells {
		if cell.Ground == rules.Table {
			continue
		}
		tiles++
		if neighbours(board, cell.Cell) == 0 {
			return fmt.Errorf("the tile on %s touches none", cell.Name)
		}
	}
	left, err := strconv.Atoi(board.Counts[2].Text)
	if most := tiles + left; err != nil || most != 39 && most != 29 && most != 19 {
		return fmt.Errorf("%d tiles and %s left", tiles, board.Counts[2].Text)
	}
	if _, over := st.Result(); left == 0 && !over {
		return errors.New("the last tile is laid and the game goes on")
	}
	return nil
}

// neighbours returns the number of tiles that a cell touches.
func neighbours(board rules.Board, c hex.Cell) (n int) {
	for _, cell := range board.Cells {
		if cell.Ground != rules.Table && cell.Cell.Distance(c) == 1 {
			n++
		}
	}
	return n
}
