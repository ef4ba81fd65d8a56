package tartan

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// Guess returns a unit put on a cell in the placement and in a split; else a
// move, or where a hat is all that can be meant, that of the hat. Who has
// picked a piece and then clicks another far from it means that one, where it
// cannot move.
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
		return rules.Between(Move, first, last) // refused whatever moves
	}
	move := s.guessMove(first, last)
	other := s.guessOn(last)
	if first != last && s.isOther(move, only(last)) && s.Refuse(other) != nil {
		return other
	}
	return rules.BestGuess(s, cells, move, rules.At(Place, last))
}

// isOther reports whether a piece on the cell where a move would end is more
// likely meant itself: one's hat in a rebound, what is too far away.
func (s *state) isOther(move rules.Action, end cells) bool {
	mine := s.mine()
	if s.phase == rebounding && mine.hat == end {
		return true
	}
	refused := s.Refuse(move)
	return refused != nil && refused.Key == refusal("", "distance").Key && (mine.all()|mine.hat)&end != 0
}

// meantOn is what a cell suggests as a start, at the start of a turn or in a
// rebound.
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

// likelyMove returns a move of an own unit or pile to the first cell where it
// may go. If there is none, a unit that is not frozen goes to a petal beside
// it, all of which are barred to it, and everything else back to where it is.
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

// meantMove is a move between two cells: of the hat that lies on the first, of
// either seat, or of what lies there else. With a hat of one's own on a piece
// of one's own, the piece is meant if that is no step for a hat; it is frozen
// then.
func (s *state) guessMove(from, to hex.Cell) rules.Action {
	kind, cell := Move, only(from)
	switch own := s.mine().all()&cell != 0; {
	case s.hats()&cell == 0 || own && s.mine().hat != cell:
	case !own || from.Distance(to) == 1:
		kind = Hat
	}
	return rules.Between(kind, from, to)
}
