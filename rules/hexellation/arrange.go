package hexellation

import "hexclub/rules"

// noStars is no position: what is written when something else than a star lies
// on a cell, or several.
const noStars = "?"

// Arrange reads from the stars how far the game has come; with four stars in
// MODEL and no others it is as far as it was. While nobody has left, the stars
// tell whose turn it is too. Only in a full sky it is the seat's that is given:
// the others before it have passed then.
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

// stageAfter returns how far the game has come by its stars.
func (s *state) stageAfter(before stage) stage {
	switch model, avoid := s.model.len(), s.avoid.len(); {
	case s.stars != 0 || avoid > 0 && avoid >= model-1:
		return starring
	case avoid > 0 || model >= mostModel || model == leastModel && before != modelling:
		return avoiding
	}
	return modelling
}

// letAct puts who acts and who has passed.
func (s *state) letAct(seat rules.Seat) {
	if s.seat = seat; s.out != 0 { // who has acted is not known
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
