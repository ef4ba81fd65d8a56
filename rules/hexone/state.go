package hexone

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// A state is small and holds no pointers, so copying it is cheap.
//
// The phase follows from the board: a seat without tokens opens, a seat with a
// tall stack explodes it, and any other seat places a token.
type state struct {
	held    [seats]cells // cells held by each seat, by seat - 1
	tall    cells        // stacks of three or more of the seat to act; empty when the game is over
	grey    cells        // tiles that have been turned once
	removed cells        // tiles that have been removed
	height  [size]uint8  // of the stack on each cell

	seat   rules.Seat // the seat to act; 0 when the game is over
	ending ending     // why the game ended, or ongoing
	winner rules.Seat // 0 for a draw and while the game continues
	turn   int32      // number of the turn, from 1
	played int32      // actions played in the turn; 0 when the game is over
}

// An ending is why a game ended, or ongoing.
type ending uint8

const (
	ongoing ending = iota
	eliminated
	resigned
	timedOut
	repeated
	agreed
)

var reasons = [...]rules.Reason{
	eliminated: Elimination,
	resigned:   rules.Resignation,
	timedOut:   rules.Timeout,
	repeated:   rules.Repetition,
	agreed:     rules.Agreement,
}

func (s *state) Seats() int { return seats }

func (s *state) Turn() rules.Turn {
	return rules.Turn{Seat: s.seat, Number: int(s.turn), Action: int(s.played), Phase: s.phase()}
}

func (s *state) phase() rules.Phase {
	switch {
	case s.tall != 0:
		return exploding
	case s.ending == ongoing && s.free() == 0: // ruling r4
		return passing
	}
	return placing
}

// Out returns false: a game of two seats ends when one leaves.
func (s *state) Out(rules.Seat) bool { return false }

func (s *state) Clone() rules.State {
	clone := *s
	return &clone
}

// Set makes s equal to another state of Hexone.
func (s *state) Set(from rules.State) { *s = *from.(*state) }

// mine and theirs return the cells held by the seat to act and by the other.
func (s *state) mine() cells   { return s.held[(s.seat-1)&1] }
func (s *state) theirs() cells { return s.held[s.seat&1] }

// Actions lists placements and explosions in reading order of their cells.
func (s *state) Actions(buf []rules.Action) []rules.Action {
	if s.ending != ongoing {
		return buf
	}
	if s.tall != 0 {
		for set := s.tallest(); set != 0; set &= set - 1 {
			pair := &explosions[set.first()]
			buf = append(buf, pair[0], pair[1])
		}
		return buf
	}
	set := s.free()
	if set == 0 { // ruling r4
		return append(buf, rules.Action{Kind: Pass})
	}
	for ; set != 0; set &= set - 1 {
		buf = append(buf, placements[set.first()])
	}
	return buf
}

// Count returns the number of legal actions.
func (s *state) Count() int {
	switch {
	case s.ending != ongoing:
		return 0
	case s.tall != 0:
		return 2 * s.tallest().len()
	}
	return max(1, s.free().len()) // ruling r4: a pass
}

// Sample returns a legal action at random.
func (s *state) Sample(random *rules.Random) (a rules.Action, ok bool) {
	if s.ending != ongoing {
		return rules.Action{}, false
	}
	if s.tall != 0 {
		set := s.tallest()
		n := random.IntN(2 * set.len())
		return explosions[set.nth(n/2)][n%2], true
	}
	set := s.free()
	if set == 0 { // ruling r4
		return rules.Action{Kind: Pass}, true
	}
	return placements[set.nth(random.IntN(set.len()))], true
}

// free returns the cells on which the seat to act may place when no explosion
// is due.
func (s *state) free() cells {
	mine, theirs := s.mine(), s.theirs()
	if mine == 0 { // rule 1
		return ring &^ theirs
	}
	return mine.reach() &^ (theirs | s.removed | centre) // rule 2
}

// tallest returns the stacks that may explode by rule 3.
func (s *state) tallest() (set cells) {
	if s.tall&(s.tall-1) == 0 {
		return s.tall
	}
	most := uint8(0)
	for rest := s.tall; rest != 0; rest &= rest - 1 {
		i := rest.first()
		switch height := s.height[i]; {
		case height > most:
			most, set = height, 1<<i
		case height == most:
			set |= 1 << i
		}
	}
	return set
}

// Play carries out a legal action.
func (s *state) Play(a rules.Action) {
	s.played++
	i, ok := index(a.From)
	switch {
	case a.Kind == Place && ok:
		s.place(i)
	case a.Kind == Explode && ok:
		s.explode(i, a.Way)
	}
	if s.tall == 0 || s.ending != ongoing {
		s.endTurn()
	}
}

func (s *state) place(i int) {
	s.height[i]++
	s.held[(s.seat-1)&1] |= 1 << i
	if s.height[i] >= 3 {
		s.tall |= 1 << i
	}
}

func (s *state) explode(i int, way hex.Direction) {
	cell := cells(1) << i
	y := 0
	if way == hex.W {
		y = 1
	}
	mine, theirs := &s.held[(s.seat-1)&1], &s.held[s.seat&1]

	s.height[i] -= 3
	if s.height[i] < 3 {
		s.tall &^= cell
	}
	if s.height[i] == 0 {
		*mine &^= cell
	}

	landing := targets[i][y] &^ s.removed // ruling r2
	*mine |= landing
	*theirs &^= landing
	for set := landing; set != 0; set &= set - 1 {
		to := set.first()
		s.height[to]++
		if s.height[to] >= 3 {
			s.tall |= 1 << to
		}
	}

	if tiles&cell != 0 {
		s.wear(i)
	}
	if *theirs == 0 { // rule 6
		s.ending, s.winner = eliminated, s.seat
	}
}

// wear turns a white tile and removes a grey one with the tokens on it: rule
// 5.
func (s *state) wear(i int) {
	cell := cells(1) << i
	if s.grey&cell == 0 {
		s.grey |= cell
		return
	}
	s.grey &^= cell
	s.removed |= cell
	s.height[i] = 0
	s.held[(s.seat-1)&1] &^= cell
	s.tall &^= cell
}

// endTurn passes the turn to the next seat, or ends the last turn.
func (s *state) endTurn() {
	s.played = 0
	if s.ending != ongoing {
		s.seat, s.tall = 0, 0
		return
	}
	s.turn++
	s.seat = 3 - s.seat
}

// Retire makes the other seat the winner: ruling r5.
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

// Settle ends the game in a draw: ruling r6.
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

// Result returns a win with the points of rule 7, or a draw without points.
func (s *state) Result() (result rules.Result, ok bool) {
	switch {
	case s.ending == ongoing:
		return rules.Result{}, false
	case s.winner == 0:
		result = rules.Draw(seats, reasons[s.ending])
	default:
		result = rules.Win(s.winner, seats, reasons[s.ending])
		result.Halves[s.winner-1] = int16(2 * s.points())
	}
	result.Scored = true
	return result, true
}

// points returns the points of the board: rule 7.
func (s *state) points() int {
	sum := 0
	for i := range size {
		sum += s.value(i)
	}
	return sum
}
