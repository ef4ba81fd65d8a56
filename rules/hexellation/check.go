package hexellation

import (
	"slices"

	"hexclub/rules"
)

// check returns an error that says why a position is impossible, or nil. It
// ignores the number of the turn.
func (s *state) check() error {
	for _, check := range []func() error{s.checkConstellations, s.checkSeats, s.checkPassed, s.checkEnding, s.checkSky} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkConstellations checks MODEL against rule 1 and AVOID against rule 2.
func (s *state) checkConstellations() error {
	model, avoid := s.model, s.avoid
	switch {
	case s.stage == modelling && model.len() < mostModel:
		return nil
	case model.len() < leastModel || model.len() > mostModel:
		return badPosition("MODEL has %d stars, expected %d or %d", model.len(), leastModel, mostModel)
	case s.stage == modelling:
		return badPosition("MODEL is complete, so AVOID is written too, as ../.../..")
	case s.stage == avoiding && avoid.len() < model.len()-1:
		if avoidNext()[model][avoid] == 0 {
			return badPosition("AVOID cannot be completed without a copy in MODEL")
		}
		return nil
	case avoid.len() != model.len()-1:
		return badPosition("AVOID has %d stars, expected %d", avoid.len(), model.len()-1)
	case s.stage == avoiding:
		return badPosition("AVOID is complete, so the sky is written too")
	case avoid.liesIn(model):
		return badPosition("a copy of AVOID lies in MODEL")
	}
	return nil
}

// checkSeats checks the seat to act, or the winners, against the seats that
// have left.
func (s *state) checkSeats() error {
	left := s.left()
	switch {
	case left.len() < 2:
		return badPosition("the game would have ended before only %d seats were left", left.len())
	case s.first&^left != 0:
		return badPosition("a seat that is out neither wins nor shares a draw")
	case s.ending.drawn() && s.first != left:
		return badPosition("a draw is shared by all who are left")
	case s.ending != ongoing:
		return nil
	case s.Out(s.seat):
		return badPosition("seat %d acts and is out", s.seat)
	}
	before := left & (only(s.seat) - 1)
	switch {
	case s.stage == modelling && before != 0:
		return badPosition("MODEL is made by the first seat that is left")
	case s.stage == avoiding && (s.seat == 1 || before.len() > 1):
		return badPosition("AVOID is made by the seat after that of MODEL")
	}
	return nil
}

// checkPassed checks the seats that have passed against rule 7.
func (s *state) checkPassed() error {
	switch {
	case s.passed == 0:
		return nil
	case !s.declare || !s.full() || s.ending != ongoing:
		return badPosition("passing needs declare=yes and a full sky")
	case s.passed&only(s.seat) != 0:
		return badPosition("seat %d has passed, so it does not act again", s.seat)
	}
	passed, before := s.passed&s.left(), seatSet(0)
	for seat := s.seat; before.len() < passed.len(); {
		if seat--; seat == 0 {
			seat = s.seats
		}
		before |= only(seat) & s.left()
	}
	if passed != before {
		return badPosition("seats that passed come just before seat %d", s.seat)
	}
	return nil
}

// checkEnding checks the conditions for the way the game ended.
func (s *state) checkEnding() error {
	full := s.full()
	switch s.ending {
	case ongoing:
		if full && !s.declare {
			return badPosition("the sky is full, so the game is over")
		}
		return nil
	case modelMade, avoidMade, skyFull:
		if s.declare {
			return badPosition("with declare=yes no game ends like this")
		}
	case modelClaimed, avoidClaimed, passes:
		if !s.declare {
			return badPosition("without declare=yes no game ends like this")
		}
	}
	alone := s.ending == avoidMade || s.ending == resigned || s.ending == timedOut
	switch {
	case alone && s.left().len() != 2:
		return badPosition("%d seats were left, so one fewer would have continued", s.left().len())
	case (s.ending == skyFull || s.ending == passes) && !full:
		return badPosition("the sky is not full")
	}
	return s.checkBy()
}

// checkBy checks the deciding star or copy against the sky.
func (s *state) checkBy() error {
	switch s.ending {
	case modelMade, avoidMade, modelClaimed, avoidClaimed:
	default:
		return nil
	}
	if s.stage != starring || s.by == 0 || s.by&^s.stars != 0 {
		return badPosition("the deciding action is missing, as in by:d4, or has no stars")
	}
	models, avoids, i := s.patterns()[s.model], s.patterns()[s.avoid], s.by.first()
	decided := false
	switch s.ending {
	case modelMade:
		decided = models.made(i, s.stars) > 0 && avoids.made(i, s.stars) == 0
	case avoidMade:
		decided = avoids.made(i, s.stars) > 0
	case modelClaimed:
		decided = slices.Contains(models.copies, s.by)
	case avoidClaimed:
		decided = slices.Contains(avoids.copies, s.by)
	}
	if !decided {
		return badPosition("the action after by: did not decide the game")
	}
	return nil
}

// checkSky checks a sky without declarations against rules 5 and 6: except for
// the deciding star, a copy would have ended the game or eliminated a seat. A
// copy of MODEL can remain where it was completed together with one of AVOID.
func (s *state) checkSky() error {
	if s.declare || s.stage != starring {
		return nil
	}
	stars, excused := s.stars&^s.by, cells(0)
	for _, set := range s.patterns()[s.avoid].copies {
		if set&^stars == 0 {
			excused |= set
		}
	}
	if excused != 0 && s.out == 0 {
		return badPosition("a copy of AVOID is complete, so a seat has lost")
	}
	for _, set := range s.patterns()[s.model].copies {
		if set&^stars == 0 && set&excused == 0 {
			return badPosition("a copy of MODEL is complete, so a seat has won")
		}
	}
	return nil
}

// turns returns the smallest and the largest possible number of the turn. In
// every turn in the sky a seat puts a star, passes or leaves.
func (s *state) turns() (least, most int) {
	if s.stage < starring {
		return int(s.stage) + 1, int(s.stage) + 1 + s.out.len()
	}
	const first = 3 // turn in the sky
	next := first + s.stars.len()
	least, most = next, next+s.out.len()
	rounds := 0 // turns after the sky is full
	if s.declare && s.full() {
		rounds = s.Seats() - 1
	}
	switch s.ending {
	case ongoing:
		least, most = least+s.passed.len(), most+s.passed.len()
		if s.stage == closing {
			least, most = least-1, most-1
		}
	case modelMade, avoidMade, skyFull:
		least, most = least-1, most-1
	case passes:
		least, most = least+s.left().len()-1, most+rounds
	case avoidClaimed:
		most += rounds
	default: // perhaps after a star in the same turn
		if s.declare && next > first {
			least--
		}
		most += rounds
	}
	return least, most
}

// inOrder reports whether the number of the turn fits the seat that acts or
// has decided. It cannot tell after a seat has left.
func (s *state) inOrder() bool {
	if s.stage < starring || s.out != 0 {
		return true
	}
	actor := only(rules.Seat((int(s.turn)-3)%s.Seats() + 1))
	switch s.ending {
	case ongoing:
		return only(s.seat) == actor
	case modelMade, modelClaimed, avoidClaimed:
		return s.first == actor
	case avoidMade:
		return s.first != actor
	}
	return true
}
