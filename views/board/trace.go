package board

import (
	"slices"
	"strconv"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// A Trace is what some actions did on the board, one after the other: each
// step has a number, found on the cell where it happened.
type Trace struct {
	Steps   map[hex.Cell]string
	Flights []rules.Motion    // of the last action that moved something
	lost    []rules.BoardCell // as they were, where pieces left the game
}

// NewTrace plays actions on a state and returns their trace. Numbers show an order, so a single
// step has none.
func NewTrace(st rules.State, actions []rules.Action) Trace {
	c := Trace{Steps: map[hex.Cell]string{}}
	number := 0
	for _, action := range actions {
		motions := st.Trace(action)
		c.lose(motions, st)
		st.Play(action)
		c.fly(motions)
		done := map[hex.Cell]bool{} // by this action
		for step := 0; len(motions) > 0; step++ {
			n := 0
			for n < len(motions) && motions[n].Step == step {
				n++
			}
			if n == 0 {
				break
			}
			if cells := places(motions[:n], done); len(cells) > 0 {
				number++
				for _, cell := range cells {
					c.number(cell, number)
				}
			}
			motions = motions[n:]
		}
	}
	if number < 2 {
		c.Steps = nil
	}
	return c
}

// fly keeps the motions from one cell to another.
func (c *Trace) fly(motions []rules.Motion) {
	var flights []rules.Motion
	for _, m := range motions {
		if m.From != m.To {
			flights = append(flights, m)
		}
	}
	if flights != nil {
		c.Flights = flights
	}
}

// lose keeps the cells where pieces leave the game without having moved.
func (c *Trace) lose(motions []rules.Motion, before rules.State) {
	goes := func(m rules.Motion) bool { return m.Lost && m.From == m.To }
	if !slices.ContainsFunc(motions, goes) {
		return
	}
	board := before.Board()
	for _, m := range motions {
		i, found := slices.BinarySearchFunc(board.Cells, m.From, func(c rules.BoardCell, at hex.Cell) int { return hex.Compare(c.Cell, at) })
		if goes(m) && found && len(board.Cells[i].Stack) > 0 {
			c.lost = append(c.lost, board.Cells[i])
		}
	}
}

// WithLost returns a board on which the pieces that leave the game still lie, marked, except on
// cells that are occupied now. A player sees what is removed before it disappears.
func (c Trace) WithLost(board rules.Board) rules.Board {
	for _, lost := range c.lost {
		i, found := slices.BinarySearchFunc(board.Cells, lost.Cell, func(c rules.BoardCell, at hex.Cell) int { return hex.Compare(c.Cell, at) })
		lost.Mark = rules.Doomed
		switch {
		case !found:
			board.Cells = slices.Insert(board.Cells, i, lost)
		case len(board.Cells[i].Stack) == 0:
			board.Cells[i].Stack, board.Cells[i].Mark = lost.Stack, lost.Mark
		}
	}
	return board
}

// places returns the cells with the number of a step: where pieces land, or the cell that
// several leave at once. An effect on a cell that already has the number of the same action has
// none.
func places(motions []rules.Motion, done map[hex.Cell]bool) (cells []hex.Cell) {
	if from := motions[0].From; len(motions) > 1 && motions[1].From == from && motions[1].To != motions[0].To {
		done[from] = true
		return []hex.Cell{from}
	}
	for _, m := range motions {
		if m.From == m.To && done[m.To] || slices.Contains(cells, m.To) {
			continue
		}
		done[m.To] = true
		cells = append(cells, m.To)
	}
	return cells
}

func (c *Trace) number(cell hex.Cell, n int) {
	text := strconv.Itoa(n)
	if before := c.Steps[cell]; before != "" {
		text = before + "·" + text
	}
	c.Steps[cell] = text
}
