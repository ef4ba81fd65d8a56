package hexellation

import (
	"math/bits"

	"hexclub/rules"
)

// A state is small and holds no pointers, so copying it is cheap.
type state struct {
	stars cells // in the sky
	by    cells // the star that completed a copy or the claimed copy that decided the game; otherwise empty
	model zone  // complete, or so far
	avoid zone  // complete, or so far

	turn   int32  // number of the turn, from 1
	played uint8  // actions played in the turn; 0 when the game is over
	models uint8  // complete copies of MODEL; counted only with declare
	avoids uint8  // complete copies of AVOID; counted only with declare
	stage  stage  // the progress of the game
	ending ending // why the game ended, or ongoing

	seat   rules.Seat // the seat to act; 0 when the game is over
	seats  rules.Seat // number of seats
	out    seatSet    // seats that have left or were eliminated while others play on
	passed seatSet    // seats that have passed since the sky is full; empty when the game is over
	first  seatSet    // seats that won or share the draw; empty while the game continues

	advanced, declare, planet bool // options
}

// A stage is what the seats are making.
type stage uint8

const (
	modelling stage = iota // rule 1
	avoiding               // rule 2
	starring               // rule 3
	closing                // rule 7: a star has been put in this turn
)

// A seatSet is a set of seats: bit 0 is seat 1.
type seatSet uint8

func only(seat rules.Seat) seatSet { return 1 << (seat - 1) }

// len returns the number of seats in the set.
func (set seatSet) len() int { return bits.OnesCount8(uint8(set)) }

func (s *state) Seats() int { return int(s.seats) }

func (s *state) Turn() rules.Turn {
	return rules.Turn{Seat: s.seat, Number: int(s.turn), Action: int(s.played), Phase: s.phase()}
}

// Acting implements rules.Actor.
func (s *state) Acting() (seat rules.Seat, action int) { return s.seat, int(s.played) }

func (s *state) phase() rules.Phase {
	switch {
	case s.stage == modelling && s.model.len() == leastModel:
		return fifthPhase
	case s.stage == modelling:
		return modelPhase
	case s.stage == avoiding:
		return avoidPhase
	case s.stage == closing:
		return endPhase
	case s.full():
		return passPhase
	}
	return starPhase
}

func (s *state) Clone() rules.State {
	clone := *s
	return &clone
}

// Set makes s equal to another state of Hexellation.
func (s *state) Set(from rules.State) { *s = *from.(*state) }

// sky returns the part of the sky in use.
func (s *state) sky() cells {
	if s.advanced {
		return wholeSky
	}
	return innerSky
}

// patterns returns the copies of all constellations in the sky in use.
func (s *state) patterns() *[zones]*pattern {
	if s.advanced {
		return wholePatterns()
	}
	return innerPatterns()
}

// open returns the cells where the seat to act may put a star: a set of cells
// of the sky or of a zone, and the number of the first cell there.
func (s *state) open() (set cells, first int) {
	switch {
	case s.seat == 0:
		return 0, 0
	case s.stage == starring:
		return s.sky() &^ s.stars, 0
	case s.stage == modelling:
		return cells(wholeZone &^ s.model), modelAt
	case s.stage == avoiding:
		return cells(avoidNext()[s.model][s.avoid]), avoidAt
	}
	return 0, 0
}

// full reports whether no more star can be put in the sky.
func (s *state) full() bool { return s.stage == starring && s.sky()&^s.stars == 0 }

// button returns the action without cells that ends something or passes. It
// returns false if there is none.
func (s *state) button() (kind rules.Kind, ok bool) {
	switch {
	case s.stage == modelling:
		return End, s.seat != 0 && s.model.len() >= leastModel
	case s.stage == closing:
		return End, true
	case s.stage == starring && s.declare:
		return Pass, s.seat != 0 && s.full()
	}
	return 0, false
}

// claims returns the numbers of copies of MODEL and of AVOID that may be
// claimed.
func (s *state) claims() (models, avoids int) {
	switch {
	case s.seat == 0:
		return 0, 0
	case s.stage == closing: // rule 7: AVOID never after the own star
		return int(s.models), 0
	}
	return int(s.models), int(s.avoids)
}

// Actions lists the stars in reading order of their cells, then the end of
// the turn or a pass, then the claims of AVOID and those of MODEL.
func (s *state) Actions(buf []rules.Action) []rules.Action {
	open, first := s.open()
	for ; open != 0; open &= open - 1 {
		buf = append(buf, actions[first+open.first()])
	}
	if kind, ok := s.button(); ok {
		buf = append(buf, rules.Action{Kind: kind})
	}
	if models, avoids := s.claims(); models+avoids > 0 {
		if avoids > 0 {
			buf = s.patterns()[s.avoid].appendClaims(buf, ClaimAvoid, s.stars)
		}
		buf = s.patterns()[s.model].appendClaims(buf, ClaimModel, s.stars)
	}
	return buf
}

// starKind returns the kind of the actions that put a star.
func (s *state) starKind() rules.Kind {
	return [...]rules.Kind{modelling: Model, avoiding: Avoid, starring: Star, closing: Star}[s.stage&3]
}

// appendClaims appends a claim of every copy that is complete.
func (p *pattern) appendClaims(buf []rules.Action, kind rules.Kind, stars cells) []rules.Action {
	for i, set := range p.copies {
		if set&^stars == 0 {
			claim := p.claims[i]
			claim.Kind = kind
			buf = append(buf, claim)
		}
	}
	return buf
}

// Count returns the number of legal actions.
func (s *state) Count() int {
	open, _ := s.open()
	return open.len() + s.others()
}

// others returns the number of legal actions that put no star.
func (s *state) others() int {
	if s.stage == avoiding || s.stage == starring && !s.declare {
		return 0
	}
	models, avoids := s.claims()
	if _, ok := s.button(); ok {
		return 1 + models + avoids
	}
	return models + avoids
}

// Sample returns a legal action at random.
func (s *state) Sample(random *rules.Random) (a rules.Action, ok bool) {
	open, first := s.open()
	stars, others := open.len(), s.others()
	if stars+others == 0 {
		return rules.Action{}, false
	}
	n := random.IntN(stars + others)
	if n < stars {
		return rules.At(s.starKind(), cellAt[first+open.nth(n)]), true
	}
	return s.other(n - stars), true
}

// other returns the n-th action that puts no star, from 0, as Actions lists
// them.
func (s *state) other(n int) (a rules.Action) {
	if kind, ok := s.button(); ok {
		if n == 0 {
			return rules.Action{Kind: kind}
		}
		n--
	}
	_, avoids := s.claims()
	if n < avoids {
		a = s.patterns()[s.avoid].nth(n, s.stars)
		a.Kind = ClaimAvoid
		return a
	}
	a = s.patterns()[s.model].nth(n-avoids, s.stars)
	a.Kind = ClaimModel
	return a
}

// Play carries out a legal action.
func (s *state) Play(a rules.Action) {
	switch a.Kind {
	case Model, Avoid, Star:
		if i, ok := index(a.From); ok {
			s.put(i)
		}
	case End:
		s.endTurn()
	case Pass:
		s.pass()
	case ClaimModel:
		s.by = claimed(a)
		s.finish(modelClaimed, only(s.seat))
	case ClaimAvoid:
		s.by = claimed(a)
		s.finish(avoidClaimed, only(s.seat))
	}
}

// put puts a star on the i-th cell.
func (s *state) put(i int) {
	s.played++
	switch {
	case i >= avoidAt:
		s.avoid |= 1 << (i - avoidAt)
		if s.avoid.len() == s.model.len()-1 { // rule 2
			s.endTurn()
		}
	case i >= modelAt:
		s.model |= 1 << (i - modelAt)
		if s.model.len() == mostModel { // rule 1
			s.endTurn()
		}
	case s.declare:
		s.stars |= 1 << i
		s.models += uint8(s.patterns()[s.model].made(i, s.stars))
		s.avoids += uint8(s.patterns()[s.avoid].made(i, s.stars))
		s.stage = closing
	default:
		s.stars |= 1 << i
		s.judge(i)
	}
}

// judge applies the copies that the star on the i-th cell has completed: rules
// 5 and 6.
func (s *state) judge(i int) {
	around := s.stars.around(i)
	switch {
	case completions()[s.avoid].has(around):
		s.by = 1 << i
		s.leave(s.seat, avoidMade)
		if s.ending != ongoing {
			return
		}
		s.by = 0
	case completions()[s.model].has(around):
		s.by = 1 << i
		s.finish(modelMade, only(s.seat))
		return
	}
	if s.full() { // ruling r3
		s.finish(skyFull, s.left())
		return
	}
	s.endTurn()
}

// pass records that the seat to act claims nothing: rule 7.
func (s *state) pass() {
	s.passed |= only(s.seat)
	if s.left()&^s.passed == 0 {
		s.finish(passes, s.left())
		return
	}
	s.endTurn()
}

// endTurn passes the turn to the next seat.
func (s *state) endTurn() {
	switch s.stage {
	case modelling:
		s.stage = avoiding
		s.seat = s.after(s.seat)
	case avoiding:
		s.stage = starring
		s.seat = s.after(s.seats) // rule 3, ruling r4: seat 1, if it is still there
	default:
		s.stage = starring
		s.seat = s.after(s.seat)
	}
	s.turn++
	s.played = 0
}

// after returns the next seat that is still in the game.
func (s *state) after(seat rules.Seat) rules.Seat {
	for {
		seat++
		if seat > s.seats {
			seat = 1
		}
		if s.out&only(seat) == 0 {
			return seat
		}
	}
}
