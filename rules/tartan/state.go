package tartan

import "hexclub/rules"

// A state is small and holds no pointers, so copying it is cheap.
type state struct {
	sides [seats]side // by seat - 1

	phase rules.Phase // 0 when the game is over
	fresh cells       // the pile that may rebound; empty in other phases
	used  cells       // the centres of the flowers that have a unit of the split; empty in other phases

	seat   rules.Seat // the seat to act; 0 when the game is over
	ending ending     // why the game ended, or ongoing
	winner rules.Seat // 0 for a draw and while the game continues
	played int8       // actions played in the turn; 0 when the game is over
	turn   int32      // number of the turn, from 1
}

// A side holds the pieces of one seat on the board. A cell is in at most one
// of the first four sets; the hat may lie on any of them, or on the other
// side's.
type side struct {
	units, twos, threes, fours cells
	hat                        cells // none during the placement
}

// all returns the cells with a unit or a pile of the side.
func (d *side) all() cells { return d.units | d.twos | d.threes | d.fours }

// An ending is why a game ended, or ongoing.
type ending uint8

const (
	ongoing ending = iota
	crowned
	exhausted
	resigned
	timedOut
	repeated
	agreed
)

var reasons = [...]rules.Reason{
	crowned:   Crowned,
	exhausted: Exhausted,
	resigned:  rules.Resignation,
	timedOut:  rules.Timeout,
	repeated:  rules.Repetition,
	agreed:    rules.Agreement,
}

func (s *state) Seats() int { return seats }

func (s *state) Turn() rules.Turn {
	return rules.Turn{Seat: s.seat, Number: int(s.turn), Action: int(s.played), Phase: s.phase}
}

// Out returns false: a game of two seats ends when one leaves.
func (s *state) Out(rules.Seat) bool { return false }

func (s *state) Clone() rules.State {
	clone := *s
	return &clone
}

// Set makes s equal to another state of Tartan.
func (s *state) Set(from rules.State) { *s = *from.(*state) }

// mine and theirs return the sides of the seat to act and of the other.
func (s *state) mine() *side   { return &s.sides[(s.seat-1)&1] }
func (s *state) theirs() *side { return &s.sides[s.seat&1] }

// hats returns the cells with a hat.
func (s *state) hats() cells { return s.sides[0].hat | s.sides[1].hat }

// free returns the free cells of rule 2.
func (s *state) free() cells {
	return petals &^ (s.sides[0].all() | s.sides[1].all() | s.hats())
}

// open returns the cells where a unit can be placed: rule 1.
func (s *state) open() cells {
	units := s.sides[0].units | s.sides[1].units
	return petals &^ (units | units.touching())
}

// room returns the cells for a unit of the split: free cells of outer flowers
// that have none of them yet, rule 3.
func (s *state) room() cells {
	return s.free() & (outer &^ s.used).flower()
}

// Play carries out a legal action.
func (s *state) Play(a rules.Action) {
	s.played++
	switch a.Kind {
	case Place:
		s.place(only(a.From))
	case Move:
		s.move(only(a.From), only(a.To))
	case Hat:
		s.moveHat(only(a.To))
	case Split:
		s.mine().twos &^= only(a.From)
		s.phase = deploying
	case Deploy:
		s.deploy(only(a.From))
	case End:
		s.endTurn()
	}
}

// place ends the placement when no cell is left: rule 1.
func (s *state) place(cell cells) {
	s.mine().units |= cell
	s.endTurn()
	if s.open() == 0 {
		s.phase, s.seat = acting, 1
		s.sides[0].hat, s.sides[1].hat = middle, middle
	}
}

func (s *state) move(from, to cells) {
	mine, theirs := s.mine(), s.theirs()
	switch {
	case mine.units&from != 0:
		mine.units ^= from
		switch {
		case mine.units&to != 0:
			mine.units ^= to
			mine.twos |= to
			s.rebound(to)
			return
		case mine.twos&to != 0:
			mine.twos ^= to
			mine.threes |= to
			s.rebound(to)
			return
		}
		mine.units |= to
	case mine.twos&from != 0:
		mine.twos ^= from
		switch {
		case mine.units&to != 0:
			mine.units ^= to
			mine.threes |= to
			s.rebound(to)
			return
		case mine.twos&to != 0:
			mine.twos ^= to
			mine.fours |= to
		default:
			theirs.units &^= to
			mine.twos |= to
		}
	default:
		mine.threes ^= from
		theirs.twos &^= to
		mine.threes |= to
	}
	s.endTurn()
}

// rebound offers the rebound of rule 4. The new pile can always move: the cell
// that its last piece came from is free.
func (s *state) rebound(pile cells) {
	s.phase, s.fresh = rebounding, pile
}

// moveHat wins on an own pile of 4: rule 5.
func (s *state) moveHat(to cells) {
	mine := s.mine()
	mine.hat = to
	if mine.fours&to != 0 {
		s.finish(crowned, s.seat)
		return
	}
	s.endTurn()
}

func (s *state) deploy(cell cells) {
	s.mine().units |= cell
	s.used |= cell.centre()
	if s.used.len() == 3 {
		s.endTurn()
	}
}

// endTurn passes the turn to the next seat, or ends the game by rule 6.
func (s *state) endTurn() {
	if s.phase != placing {
		s.phase, s.fresh, s.used = acting, 0, 0
		if s.exhausted() {
			s.finish(exhausted, 0)
			return
		}
	}
	s.played = 0
	s.turn++
	s.seat = 3 - s.seat
}

// exhausted reports whether both seats have too little by rule 6.
func (s *state) exhausted() bool {
	a, b := &s.sides[0], &s.sides[1]
	return a.twos|a.fours|b.twos|b.fours|a.units&(a.units-1)|b.units&(b.units-1) == 0
}

// finish ends the game; the winner of a draw is 0.
func (s *state) finish(how ending, winner rules.Seat) {
	s.ending, s.winner = how, winner
	s.phase, s.fresh, s.used = 0, 0, 0
	s.seat, s.played = 0, 0
}

// Retire makes the other seat the winner: ruling r10.
func (s *state) Retire(seat rules.Seat, why rules.Reason) {
	if s.ending != ongoing || seat < 1 || seat > seats {
		return
	}
	how := resigned
	if why == rules.Timeout {
		how = timedOut
	}
	s.finish(how, 3-seat)
}

// Settle ends the game in a draw: ruling r11.
func (s *state) Settle(why rules.Reason) {
	if s.ending != ongoing {
		return
	}
	how := repeated
	if why == rules.Agreement {
		how = agreed
	}
	s.finish(how, 0)
}

// Result returns a win or a draw; Tartan has no points.
func (s *state) Result() (result rules.Result, ok bool) {
	switch {
	case s.ending == ongoing:
		return rules.Result{}, false
	case s.winner == 0:
		return rules.Draw(seats, reasons[s.ending]), true
	}
	return rules.Win(s.winner, seats, reasons[s.ending]), true
}
