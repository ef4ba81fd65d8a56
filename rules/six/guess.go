package six

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// Guess returns a placement or the choice of a group for one cell, and a move
// for two. A click on another hexagon of the colour after the first selects
// that one instead, if the first cannot move there.
func (s *state) Guess(cells []hex.Cell) rules.Action {
	first, last := cells[0], cells[len(cells)-1]
	alone := s.guessOn(last)
	colour, ok := s.holder(last)
	switch other := first != last && ok && colour == s.colour(); {
	case len(cells) == 1:
		return alone
	case other && s.moves() && s.Refuse(alone) != nil:
		return alone
	}
	// The two are never both legal: they belong to different phases.
	return rules.BestGuess(s, cells, rules.Between(Move, first, last), rules.At(Place, last))
}

// guessOn returns the action that a cell suggests.
func (s *state) guessOn(c hex.Cell) rules.Action {
	colour, taken := s.holder(c)
	switch {
	case taken && s.stage == keeps:
		return rules.At(Keep, s.firstOf(c))
	case taken && s.moves() && colour == s.colour():
		return s.likelyMove(c)
	case taken && s.moves():
		return rules.Between(Move, c, c)
	}
	return rules.At(Place, c)
}

// firstOf returns the first cell in reading order of the group of a hexagon.
func (s *state) firstOf(c hex.Cell) hex.Cell {
	group := s.groupOf(c)
	r := s.minR
	for group[r&63] == 0 {
		r++
	}
	return s.at(s.aligned(group[r&63]), r)
}

// likelyMove returns the move of a hexagon to the nearest cell where it may
// go. If there is none it returns the move to the nearest cell that it could
// reach if the others stayed connected, and otherwise a move to its own cell.
func (s *state) likelyMove(c hex.Cell) rules.Action {
	best, most, least := c, 0, 0
	for r := s.minR - 1; r <= s.maxR+1; r++ {
		for row := s.aligned(s.free[r&63]); row != 0; row &= row - 1 {
			to := s.at(row, r)
			rank, steps := 1, c.Distance(to)
			switch {
			case s.mayMove(c, to):
				rank = 3
			case s.ringWithout(to, c) != 0:
				rank = 2
			}
			if rank > most || rank == most && steps < least {
				best, most, least = to, rank, steps
			}
		}
	}
	return rules.Between(Move, c, best)
}
