package hexone

import "hexclub/rules"

// check returns an error if a position is impossible, which says why. It also
// finds the tall stacks of the seat to act.
func (s *state) check() error {
	var tall [seats]cells
	for i, height := range s.height {
		if holder := s.holder(i); height >= 3 {
			tall[holder-1] |= 1 << i
		}
	}
	if s.ending != ongoing {
		return s.checkOver(tall)
	}
	s.tall = tall[s.seat-1]
	other := 3 - s.seat
	switch {
	case tall[other-1] != 0:
		return badPosition("seat %d does not act, so its stacks are of 2 at most", other)
	case s.beginning() && !s.opens(s.seat):
		return badPosition("this is the opening, where seat %d acts", other)
	case !s.beginning() && s.held[other-1] == 0:
		return badPosition("seat %d has no token left: the game is over, write win%d:elimination", other, s.seat)
	case !s.beginning() && s.mine() == 0:
		return badPosition("seat %d has no token left: the game is over, write win%d:elimination", s.seat, other)
	}
	return nil
}

// checkOver is check for a finished game.
func (s *state) checkOver(tall [seats]cells) error {
	switch {
	case tall[0] != 0 && tall[1] != 0:
		return badPosition("both seats have stacks of 3 or more")
	case s.ending == eliminated && (s.held[2-s.winner] != 0 || s.held[s.winner-1] == 0):
		return badPosition("win%d:elimination is for when only seat %d has tokens left", s.winner, s.winner)
	case s.ending != eliminated && !s.beginning() && (s.held[0] == 0 || s.held[1] == 0):
		return badPosition("a seat has no token left: write win1:elimination or win2:elimination")
	}
	return nil
}

// beginning reports whether the board can occur during the opening, rule 1: it
// is empty, or one token of seat 1 is on the ring.
func (s *state) beginning() bool {
	if s.grey|s.removed|s.held[1] != 0 || s.held[0].len() > 1 || s.held[0]&^ring != 0 {
		return false
	}
	return s.held[0] == 0 || s.height[s.held[0].first()] == 1
}

// opens reports whether it is the given seat's turn in a beginning.
func (s *state) opens(seat rules.Seat) bool {
	return (seat == 1) == (s.held[0] == 0)
}
