package rulestest

import (
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// checkGuess checks that a click on any cell has an answer: it starts the
// choice of a legal action, or the guessed action is refused by a rule.
func (c *checker) checkGuess(st rules.State) {
	c.t.Helper()
	const tries = 6
	var starts []hex.Cell // of possible choices
	var choices [][][]hex.Cell
	for _, action := range c.buf {
		if picks := st.Picks(action); len(picks) > 0 {
			starts, choices = append(starts, picks[0]...), append(choices, picks)
		}
	}
	cells := st.Board().Cells
	cell := func() hex.Cell { return cells[c.random.IntN(len(cells))].Cell }
	before := st.Position()
	for range tries {
		c.checkClicks(st, choices, cell())
		c.checkClicks(st, choices, cell(), cell())
		if len(starts) > 0 {
			c.checkClicks(st, choices, starts[c.random.IntN(len(starts))], cell())
		}
		// Clicks that no page sends have an answer too, if only that they are
		// no action.
		anywhere := hex.Cell{Q: int8(c.random.IntN(256)), R: int8(c.random.IntN(256))}
		c.checkClicks(st, choices, []hex.Cell{cell(), anywhere, cell(), anywhere}[c.random.IntN(4):]...)
	}
	if after := st.Position(); after != before {
		c.failf(st, "asking what is meant changed the position from %s", before)
	}
}

// checkClicks checks the answer to some clicks.
func (c *checker) checkClicks(st rules.State, choices [][][]hex.Cell, clicks ...hex.Cell) {
	c.t.Helper()
	meant := st.Guess(clicks)
	if slices.ContainsFunc(choices, func(picks [][]hex.Cell) bool { return rules.IsChoicePrefix(picks, clicks) }) {
		return
	}
	refusal := st.Refuse(meant)
	switch {
	case refusal == nil:
		c.failf(st, "clicks on %v begin nothing, and mean %s, which is legal", clicks, st.Text(meant))
	case len(clicks) <= 2 && refusal.Reason == rules.NoAction && c.drawn(st, clicks):
		c.failf(st, "clicks on %v mean %+v, which is no action", clicks, meant)
	}
	c.checkRefusal(st, meant)
}

// drawn reports whether cells are all on the board.
func (c *checker) drawn(st rules.State, cells []hex.Cell) bool {
	board := st.Board().Cells
	for _, cell := range cells {
		if !slices.ContainsFunc(board, func(b rules.BoardCell) bool { return b.Cell == cell }) {
			return false
		}
	}
	return true
}

// Guesses checks the answers to clicks. A row is the name of the case, the
// position, the names of the clicked cells, and the guess: an action and the
// last part of the key of its refusal, or "legal".
func Guesses(t *testing.T, game rules.Game, rows [][4]string) {
	for _, row := range rows {
		name, position, names, want := row[0], row[1], row[2], row[3]
		t.Run(name, func(t *testing.T) {
			st := NewState(t, game, position)
			cells := map[string]hex.Cell{}
			for _, cell := range st.Board().Cells {
				cells[cell.Name] = cell.Cell
			}
			var clicks []hex.Cell
			for name := range strings.FieldsSeq(names) {
				cell, ok := cells[name]
				if !ok {
					t.Fatalf("there is no cell %s at %s", name, st.Position())
				}
				clicks = append(clicks, cell)
			}
			meant := st.Guess(clicks)
			answer := "legal"
			if refusal := st.Refuse(meant); refusal != nil {
				answer = refusal.Reason
			}
			if got := st.Text(meant) + " " + answer; got != want {
				t.Errorf("%s at %s: %s, want %s", names, st.Position(), got, want)
			}
		})
	}
}
