package hexellation

import "hexclub/rules"

// An ending is why a game ended, or ongoing.
type ending uint8

const (
	ongoing ending = iota
	modelMade
	avoidMade
	skyFull
	modelClaimed
	avoidClaimed
	passes
	resigned
	timedOut
	repeated
	agreed
)

var reasons = [...]rules.Reason{
	modelMade:    ModelMade,
	avoidMade:    AvoidMade,
	skyFull:      SkyFull,
	modelClaimed: ModelClaimed,
	avoidClaimed: AvoidClaimed,
	passes:       Passes,
	resigned:     rules.Resignation,
	timedOut:     rules.Timeout,
	repeated:     rules.Repetition,
	agreed:       rules.Agreement,
}

// drawn reports whether such an ending has no winner.
func (e ending) drawn() bool {
	return e == skyFull || e == passes || e == repeated || e == agreed
}

// Out reports whether a seat has left, or has completed AVOID, while others
// play on. With two seats it is always false.
func (s *state) Out(seat rules.Seat) bool {
	return seat >= 1 && seat <= s.seats && s.out&only(seat) != 0
}

// left returns the seats that are still in the game.
func (s *state) left() seatSet { return (1<<s.seats - 1) &^ s.out }

// Retire removes a seat from the game: ruling r4. If it was to act, the turn
// passes to the next seat.
func (s *state) Retire(seat rules.Seat, why rules.Reason) {
	if s.ending != ongoing || seat < 1 || seat > s.seats || s.Out(seat) {
		return
	}
	how := resigned
	if why == rules.Timeout {
		how = timedOut
	}
	s.leave(seat, how)
	switch {
	case s.ending != ongoing:
	case s.left()&^s.passed == 0: // rule 7: all others have passed
		s.finish(passes, s.left())
	case seat == s.seat:
		s.handOver()
	}
}

// handOver makes the next seat continue what the seat to act was doing: ruling
// r4.
func (s *state) handOver() {
	if s.stage == closing {
		s.stage = starring
	}
	s.seat = s.after(s.seat)
	s.turn++
	s.played = 0
}

// leave removes a seat. If only one is left, it wins: rules 5 and 6.
func (s *state) leave(seat rules.Seat, how ending) {
	left := s.left() &^ only(seat)
	if left.len() == 1 {
		s.finish(how, left)
		return
	}
	s.out |= only(seat)
}

// Settle ends the game in a draw among the remaining seats: ruling r6.
func (s *state) Settle(why rules.Reason) {
	if s.ending != ongoing {
		return
	}
	how := repeated
	if why == rules.Agreement {
		how = agreed
	}
	s.finish(how, s.left())
}

// finish ends the game.
func (s *state) finish(how ending, first seatSet) {
	s.ending, s.first = how, first
	s.seat, s.played, s.passed = 0, 0, 0
	if s.stage == closing {
		s.stage = starring
	}
}

// Result returns a win for one seat, or a draw among the remaining seats.
func (s *state) Result() (result rules.Result, ok bool) {
	if s.ending == ongoing {
		return rules.Result{}, false
	}
	result = rules.Result{Reason: reasons[s.ending], Drawn: s.ending.drawn()}
	for seat := rules.Seat(1); seat <= s.seats; seat++ {
		result.Places[seat-1] = 2
		if s.first&only(seat) != 0 {
			result.Places[seat-1] = 1
		}
	}
	return result, true
}
