package hexit

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// A state holds no pointers, so copying it is cheap.
type state struct {
	table
	reserve [seats]int8 // pieces that are not on the table, by seat - 1
	most    uint8       // tiles on the table when the game ends
	passes  uint8       // consecutive passes just before this turn
	ending  ending      // why the game ended, or ongoing
	seat    rules.Seat  // the seat to act; 0 when the game is over
	winner  rules.Seat  // the seat that stayed when the other left, otherwise 0
	turn    int32       // number of the turn, from 1
}

// An ending is why a game ended, or ongoing.
type ending uint8

const (
	ongoing ending = iota
	complete
	passed
	repeated
	agreed
	resigned
	timedOut
)

var reasons = [...]rules.Reason{
	complete: Complete,
	passed:   Passes,
	repeated: rules.Repetition,
	agreed:   rules.Agreement,
	resigned: rules.Resignation,
	timedOut: rules.Timeout,
}

func (s *state) Seats() int { return seats }

// Turn counts each liberation of a turn as an action, by the tile that it
// laid.
func (s *state) Turn() rules.Turn {
	turn := rules.Turn{Seat: s.seat, Number: int(s.turn), Action: s.laid.len()}
	if s.ending == ongoing {
		turn.Phase = s.phase()
	}
	return turn
}

// Out returns false: a game of two seats ends when one leaves.
func (s *state) Out(rules.Seat) bool { return false }

func (s *state) Clone() rules.State {
	clone := *s
	return &clone
}

// Set makes s equal to another state of Hex-It.
func (s *state) Set(from rules.State) { *s = *from.(*state) }

// me returns the side (seat - 1) of the seat to act.
func (s *state) me() int { return int(s.seat-1) & 1 }

// Play carries out a legal action.
func (s *state) Play(a rules.Action) {
	passes := s.passes
	s.passes = 0
	switch a.Kind {
	case Distribute:
		s.distribute(s.number(a.From), a.Way)
	case Place:
		s.drop(s.number(a.From), uint8(s.me()))
		s.reserve[s.me()]--
	case Liberate:
		s.liberate(s.number(a.From))
		if s.ending == ongoing && s.freeable() != 0 {
			return
		}
	case Pass:
		s.passes = passes + 1
		if s.passes == seats { // rule 4
			s.ending = passed
		}
	}
	s.endTurn()
}

// distribute drops the stack of a tile piece by piece: rule 1.
func (s *state) distribute(n int, way hex.Direction) {
	stack, at, d := s.piles[n], s.cells[n], int(way-1)
	s.piles[n] = empty
	s.held[s.me()] &^= 1 << n
	p := spotOf(at)
	for left := stack.height(); left > 0; left-- {
		p, at = p.step(d), at.Step(way)
		to := int(s.grid[p])
		if to == bare {
			s.imprison(at, stack.top(left))
			return
		}
		s.drop(to, stack.piece(left-1))
	}
}

// liberate returns prisoners to their owners and lays a tile in their place:
// rule 3. It may end the game: rule 4.
func (s *state) liberate(n int) {
	cell, freed := s.release(n)
	for side, n := range freed.of() {
		s.reserve[side] += n
	}
	s.laid |= 1 << s.lay(cell, s.me())
	if s.tiles == s.most {
		s.ending = complete
	}
}

// endTurn passes the turn to the next seat, or ends the last turn.
func (s *state) endTurn() {
	s.laid = 0
	if s.ending != ongoing {
		s.seat, s.passes = 0, 0
		return
	}
	s.turn++
	s.seat = 3 - s.seat
}

// Retire makes the other seat the winner, without points: ruling r5.
func (s *state) Retire(seat rules.Seat, why rules.Reason) {
	if s.ending != ongoing || seat < 1 || seat > seats {
		return
	}
	s.ending, s.winner = resigned, 3-seat
	if why == rules.Timeout {
		s.ending = timedOut
	}
	s.endTurn()
}

// Settle counts the territories after a repetition. An agreed draw has no
// points: ruling r6.
func (s *state) Settle(why rules.Reason) {
	if s.ending != ongoing {
		return
	}
	s.ending = repeated
	if why == rules.Agreement {
		s.ending = agreed
	}
	s.endTurn()
}

// Result returns the points of rule 5, or a win or draw without points when
// one seat has left or both have agreed.
func (s *state) Result() (result rules.Result, ok bool) {
	switch s.ending {
	case ongoing:
		return rules.Result{}, false
	case agreed:
		return rules.Draw(seats, reasons[s.ending]), true
	case resigned, timedOut:
		return rules.Win(s.winner, seats, reasons[s.ending]), true
	}
	white, black := s.halves(0), s.halves(1)
	switch {
	case white > black:
		result = rules.Win(1, seats, reasons[s.ending])
	case black > white:
		result = rules.Win(2, seats, reasons[s.ending])
	default:
		result = rules.Draw(seats, reasons[s.ending])
	}
	result.Scored = true
	result.Halves[0], result.Halves[1] = int16(white), int16(black)
	return result, true
}
