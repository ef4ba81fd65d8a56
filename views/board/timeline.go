package board

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// A Timeline follows a turn in beats. The first is the position before; then
// each step of an action takes one. What flies leaves its cell as a beat begins
// and comes down as it ends; what comes about, changes or goes on one cell does
// so as a beat begins. What has come down lies there for a beat before anything
// goes for it, and the last beat of an action is the position after it.
type Timeline struct {
	End     int                   // beat at which everything is as it stays
	Now     map[hex.Cell]CellLook // cells as they are so far
	Past    []CellLook            // as they were, by their end
	Flights []flying              // by their beat
}

// A CellLook is what a cell looks like, from a beat until another.
type CellLook struct {
	rules.BoardCell
	From, Until int
}

// A flying is what flies from a cell to another during a beat.
type flying struct {
	Beat     int
	From, To hex.Cell
	Pieces   []rules.Piece
}

// NewTimeline follows actions from a state, which it plays them on. Marks are
// left out, but for those on the last board: they come at the end.
func NewTimeline(st rules.State, actions []rules.Action) *Timeline {
	f := &Timeline{End: 1, Now: map[hex.Cell]CellLook{}}
	was := cellsOf(st.Board())
	for cell, c := range was {
		f.Now[cell] = CellLook{BoardCell: c}
	}
	for _, action := range actions {
		motions := st.Trace(action)
		st.Play(action)
		is := cellsOf(st.Board())
		f.act(motions, was, is)
		was = is
	}
	for _, c := range st.Board().Cells {
		if c.Mark != rules.Unmarked {
			f.show(c, f.End)
		}
	}
	slices.SortStableFunc(f.Past, func(a, b CellLook) int { return a.Until - b.Until })
	return f
}

// cellsOf returns a board by its cells, without marks.
func cellsOf(board rules.Board) map[hex.Cell]rules.BoardCell {
	cells := make(map[hex.Cell]rules.BoardCell, len(board.Cells))
	for _, c := range board.Cells {
		c.Mark = rules.Unmarked
		cells[c.Cell] = c
	}
	return cells
}

// act follows one action, which makes of one board another.
func (f *Timeline) act(motions []rules.Motion, was, is map[hex.Cell]rules.BoardCell) {
	hands := map[hex.Cell]*hand{}
	for _, m := range motions {
		if flies(m) && hands[m.From] == nil {
			hands[m.From] = newHand(m.From, motions, was, is)
		}
	}
	begin := f.End
	for i, m := range motions {
		if i > 0 && m.Step > motions[i-1].Step && m.Lost && !flies(m) && flies(motions[i-1]) {
			begin++
		}
		beat := begin + m.Step
		f.End = beat + 1
		if !flies(m) {
			if !awaited(motions, m) {
				f.show(cellOn(is, m.To), beat)
			}
			continue
		}
		f.End++
		hand := hands[m.From]
		pieces := hand.give()
		f.Flights = append(f.Flights, flying{beat, m.From, m.To, pieces})
		f.show(stacked(was[m.From], hand.left()), beat)
		switch {
		case m.Lost:
		case goes(motions, m):
			f.show(stacked(cellOn(was, m.To), pieces), beat+1)
		default:
			f.show(cellOn(is, m.To), beat+1)
		}
	}
}

// flies reports whether a motion leads from one cell to another.
func flies(m rules.Motion) bool { return m.From != m.To }

// awaited reports whether a piece flies to the cell where a motion removes another. The removed
// piece stays until then.
func awaited(motions []rules.Motion, taken rules.Motion) bool {
	return slices.ContainsFunc(motions, func(m rules.Motion) bool {
		return flies(m) && m.To == taken.To && !m.Lost && m.Step >= taken.Step
	})
}

// goes reports whether a piece leaves the game after its flight.
func goes(motions []rules.Motion, flight rules.Motion) bool {
	return slices.ContainsFunc(motions, func(m rules.Motion) bool {
		return m.From == flight.To && m.Lost && m.Step > flight.Step
	})
}

// cellOn returns a cell on a board; cells outside the board look like the empty table.
func cellOn(board map[hex.Cell]rules.BoardCell, cell hex.Cell) rules.BoardCell {
	if c, ok := board[cell]; ok {
		return c
	}
	return WithoutPieces(rules.BoardCell{Cell: cell, Name: cell.String()}) // on a board that grows
}

// WithoutPieces returns a cell without pieces.
func WithoutPieces(c rules.BoardCell) rules.BoardCell {
	return rules.BoardCell{Cell: c.Cell, Name: c.Name, Ground: rules.Table}
}

func stacked(c rules.BoardCell, stack []rules.Piece) rules.BoardCell {
	c.Stack = stack
	return c
}

// show lets a cell look otherwise from a beat on.
func (f *Timeline) show(c rules.BoardCell, beat int) {
	old, ok := f.Now[c.Cell]
	if !ok {
		old.BoardCell = WithoutPieces(c)
	}
	if old.Ground == c.Ground && old.Mark == c.Mark && slices.Equal(old.Stack, c.Stack) {
		return
	}
	if old.From < beat {
		old.Until = beat
		f.Past = append(f.Past, old)
	}
	f.Now[c.Cell] = CellLook{BoardCell: c, From: beat}
}

// A hand is what flies from one cell, in flights that take a piece each, from
// the bottom; the last takes all that is left.
type hand struct {
	kept, lifted []rules.Piece
	flights      int
}

func newHand(cell hex.Cell, motions []rules.Motion, was, is map[hex.Cell]rules.BoardCell) *hand {
	h, stack, rest := &hand{}, was[cell].Stack, false
	for _, m := range motions {
		switch {
		case m.From == cell && flies(m):
			h.flights++
		case m.From == cell && m.Lost: // what stayed goes with its cell
			rest = true
		}
	}
	if rest {
		stays := max(0, len(stack)-h.flights)
		h.kept, h.lifted = stack[:stays], stack[stays:]
		return h
	}
	h.kept = is[cell].Stack
	stays := 0
	for _, piece := range stack {
		if stays < len(h.kept) && h.kept[stays] == piece {
			stays++
			continue
		}
		h.lifted = append(h.lifted, piece)
	}
	return h
}

// give returns the pieces of the next flight.
func (h *hand) give() []rules.Piece {
	n := len(h.lifted)
	if h.flights--; h.flights > 0 {
		n = min(1, n)
	}
	pieces := h.lifted[:n]
	h.lifted = h.lifted[n:]
	return pieces
}

// left returns the pieces that are still on the cell.
func (h *hand) left() []rules.Piece { return slices.Concat(h.kept, h.lifted) }
