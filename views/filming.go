package views

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// A filming follows a turn in beats. The first is the position before; then
// each step of an action takes one. What flies leaves its cell as a beat begins
// and comes down as it ends; what comes about, changes or goes on one cell does
// so as a beat begins. What has come down lies there for a beat before anything
// goes for it, and the last beat of an action is the position after it.
type filming struct {
	end     int               // beat at which everything is as it stays
	now     map[hex.Cell]look // cells as they are so far
	past    []look            // as they were, by their end
	flights []flying          // by their beat
}

// A look is what a cell looks like, from a beat until another.
type look struct {
	rules.BoardCell
	from, until int
}

// A flying is what flies from a cell to another during a beat.
type flying struct {
	beat     int
	from, to hex.Cell
	pieces   []rules.Piece
}

// newFilming follows actions from a state, which it plays them on. Marks are
// left out, but for those on the last board: they come at the end.
func newFilming(st rules.State, actions []rules.Action) *filming {
	f := &filming{end: 1, now: map[hex.Cell]look{}}
	was := cellsOf(st.Board())
	for cell, c := range was {
		f.now[cell] = look{BoardCell: c}
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
			f.show(c, f.end)
		}
	}
	slices.SortStableFunc(f.past, func(a, b look) int { return a.until - b.until })
	return f
}

// cellsOf is a board by its cells, without marks.
func cellsOf(board rules.Board) map[hex.Cell]rules.BoardCell {
	cells := make(map[hex.Cell]rules.BoardCell, len(board.Cells))
	for _, c := range board.Cells {
		c.Mark = rules.Unmarked
		cells[c.Cell] = c
	}
	return cells
}

// act follows one action, which makes of one board another.
func (f *filming) act(motions []rules.Motion, was, is map[hex.Cell]rules.BoardCell) {
	hands := map[hex.Cell]*hand{}
	for _, m := range motions {
		if flies(m) && hands[m.From] == nil {
			hands[m.From] = newHand(m.From, motions, was, is)
		}
	}
	begin := f.end
	for i, m := range motions {
		if i > 0 && m.Step > motions[i-1].Step && m.Lost && !flies(m) && flies(motions[i-1]) {
			begin++
		}
		beat := begin + m.Step
		f.end = beat + 1
		if !flies(m) {
			if !awaited(motions, m) {
				f.show(cellOn(is, m.To), beat)
			}
			continue
		}
		f.end++
		hand := hands[m.From]
		pieces := hand.give()
		f.flights = append(f.flights, flying{beat, m.From, m.To, pieces})
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

// flies says whether a motion leads from one cell to another.
func flies(m rules.Motion) bool { return m.From != m.To }

// awaited says whether something flies to where a motion takes something away:
// what is taken stays until its taker comes.
func awaited(motions []rules.Motion, taken rules.Motion) bool {
	return slices.ContainsFunc(motions, func(m rules.Motion) bool {
		return flies(m) && m.To == taken.To && !m.Lost && m.Step >= taken.Step
	})
}

// goes says whether what comes down from a flight leaves the game after that.
func goes(motions []rules.Motion, flight rules.Motion) bool {
	return slices.ContainsFunc(motions, func(m rules.Motion) bool {
		return m.From == flight.To && m.Lost && m.Step > flight.Step
	})
}

// cellOn is a cell on a board. Those that are not on it are as the bare table.
func cellOn(board map[hex.Cell]rules.BoardCell, cell hex.Cell) rules.BoardCell {
	if c, ok := board[cell]; ok {
		return c
	}
	return bare(rules.BoardCell{Cell: cell, Name: cell.String()}) // on a board that grows
}

// bare is a cell with nothing there.
func bare(c rules.BoardCell) rules.BoardCell {
	return rules.BoardCell{Cell: c.Cell, Name: c.Name, Ground: rules.Table}
}

func stacked(c rules.BoardCell, stack []rules.Piece) rules.BoardCell {
	c.Stack = stack
	return c
}

// show lets a cell look otherwise from a beat on.
func (f *filming) show(c rules.BoardCell, beat int) {
	old, ok := f.now[c.Cell]
	if !ok {
		old.BoardCell = bare(c)
	}
	if old.Ground == c.Ground && old.Mark == c.Mark && slices.Equal(old.Stack, c.Stack) {
		return
	}
	if old.from < beat {
		old.until = beat
		f.past = append(f.past, old)
	}
	f.now[c.Cell] = look{BoardCell: c, from: beat}
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

// give is what the next flight takes.
func (h *hand) give() []rules.Piece {
	n := len(h.lifted)
	if h.flights--; h.flights > 0 {
		n = min(1, n)
	}
	pieces := h.lifted[:n]
	h.lifted = h.lifted[n:]
	return pieces
}

// left is what still lies on the cell.
func (h *hand) left() []rules.Piece { return slices.Concat(h.kept, h.lifted) }
