package tartan

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// Guess returns a unit on a cell in the placement and in a split, and
// otherwise a move, or that of a hat if only a hat can be intended. A click on
// another own piece far from the first selects that one instead, if the first
// cannot move there.
func (s *state) Guess(cells []hex.Cell) rules.Action {
	first, last := cells[0], cells[len(cells)-1]
	switch one := len(cells) == 1; {
	case s.phase == placing && one:
		return rules.At(Place, last)
	case s.phase == deploying && one:
		return rules.At(Deploy, last)
	case one:
		return s.guessOn(last)
	case s.phase == placing || s.phase == deploying:
		return rules.Between(Move, first, last) // refused whichever piece moves
	}
	move := s.guessMove(first, last)
	other := s.guessOn(last)
	if first != last && s.isOther(move, only(last)) && s.Refuse(other) != nil {
		return other
	}
	return rules.BestGuess(s, cells, move, rules.At(Place, last))
}

// isOther reports whether a piece on the end cell of a move is more likely
// selected itself: the own hat in a rebound, or a piece too far away.
func (s *state) isOther(move rules.Action, end cells) bool {
	mine := s.mine()
	if s.phase == rebounding && mine.hat == end {
		return true
	}
	refused := s.Refuse(move)
	return refused != nil && refused.Reason == "distance" && (mine.all()|mine.hat)&end != 0
}

// guessOn returns the action that a cell suggests as a start, at the start of
// a turn or in a rebound.
func (s *state) guessOn(c hex.Cell) rules.Action {
	mine, theirs, cell := s.mine(), s.theirs(), only(c)
	switch {
	case mine.hat == cell && s.phase == acting:
		return rules.Between(Hat, c, cellAt[s.hatEnds().first()])
	case mine.hat == cell:
		return rules.Between(Hat, c, c)
	case mine.all()&cell != 0 && (s.phase == acting || s.fresh == cell):
		return s.likelyMove(c)
	case s.phase == rebounding:
		return rules.Between(Move, c, c)
	case theirs.hat == cell:
		return rules.Between(Hat, c, c)
	case theirs.all()&cell != 0:
		return rules.Between(Move, c, c)
	case centres&cell != 0:
		return rules.Between(Hat, cellAt[mine.hat.first()], c)
	}
	return rules.At(Place, c)
}

// likelyMove returns the move of an own unit or pile to the first cell where
// it may go. If there is none, a unit that is not frozen moves to a
// neighbouring petal, all of which are closed to it, and any other piece to
// its own cell.
func (s *state) likelyMove(c hex.Cell) rules.Action {
	var r reach
	s.reach(&r)
	i, cell := bit(c), only(c)
	if ends := r.ends(i); r.pieces()&cell != 0 && ends != 0 {
		return rules.Between(Move, c, cellAt[ends.first()])
	}
	if r.units&cell != 0 {
		return rules.Between(Move, c, cellAt[(around[i]&petals).first()])
	}
	return rules.Between(Move, c, c)
}

// guessMove returns a move between two cells: of the hat on the first cell, of
// either seat, or otherwise of the piece there. If an own hat is on an own
// piece and the move is no step for a hat, it is the move of the piece, which
// is frozen.
func (s *state) guessMove(from, to hex.Cell) rules.Action {
	kind, cell := Move, only(from)
	switch own := s.mine().all()&cell != 0; {
	case s.hats()&cell == 0 || own && s.mine().hat != cell:
	case !own || from.Distance(to) == 1:
		kind = Hat
	}
	return rules.Between(kind, from, to)
}
