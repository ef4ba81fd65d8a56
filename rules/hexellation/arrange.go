package hexellation

import "hexclub/rules"

// noStars marks a cell with anything but one star, which a position cannot
// express.
const noStars = "?"

// Arrange derives the progress of the game from the stars; with four stars in
// MODEL and no others it does not change. While no seat has left, the stars
// also determine the seat to act, except in a full sky: there it is the given
// seat, and the seats before it have passed.
func (s *state) Arrange(given []rules.BoardCell, seat rules.Seat) string {
	a := state{advanced: s.advanced, declare: s.declare, planet: s.planet, seats: s.seats, out: s.out}
	for _, cell := range given {
		i, ok := index(cell.Cell)
		switch {
		case len(cell.Stack) == 0 || !ok || i < skyEnd && s.sky()&(1<<i) == 0:
		case len(cell.Stack) > 1 || cell.Stack[0] != rules.Piece{Shape: rules.Star}:
			return noStars
		case i >= avoidAt:
			a.avoid |= 1 << (i - avoidAt)
		case i >= modelAt:
			a.model |= 1 << (i - modelAt)
		default:
			a.stars |= 1 << i
		}
	}
	a.stage = a.stageAfter(s.stage)
	a.letAct(seat)
	least, _ := a.turns()
	a.turn, a.played = int32(least), uint8(a.usuallyPlayed())
	return a.Position()
}

// stageAfter returns the stage of the game according to its stars.
func (s *state) stageAfter(before stage) stage {
	switch model, avoid := s.model.len(), s.avoid.len(); {
	case s.stars != 0 || avoid > 0 && avoid >= model-1:
		return starring
	case avoid > 0 || model >= mostModel || model == leastModel && before != modelling:
		return avoiding
	}
	return modelling
}

// letAct sets the seat to act and the seats that have passed.
func (s *state) letAct(seat rules.Seat) {
	if s.seat = seat; s.out != 0 { // which seats have acted is unknown
		return
	}
	next := rules.Seat(int(s.stage) + 1) // rules 1 and 2
	if s.stage == starring {
		next = rules.Seat(s.stars.len()%s.Seats() + 1)
	}
	if !s.declare || !s.full() || seat < 1 || seat > s.seats {
		s.seat = next
		return
	}
	for ; next != seat; next = s.after(next) { // rule 7
		s.passed |= only(next)
	}
}
