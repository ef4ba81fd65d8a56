package six

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// A state is the table and the turn. It holds no pointers, so copying it is
// one move of memory.
type state struct {
	table

	advanced bool // the option rules
	declare  bool // the option declare
	seats    int8

	seat   rules.Seat // the seat to act; 0 when the game is over
	stage  stage      // of the turn
	end    end        // why the game ended, or ongoing
	winner rules.Seat // the first seat of the colour that won; 0 for a draw and while the game continues
	played int8       // actions played in the turn; 0 when the game is over
	passes int8       // consecutive passes just before this turn
	turn   int32      // number of the turn, from 1

	by rules.Action // the claim that ended the game, if known: rule 5

	// With declare=yes: whether a colour may have a shape. False means that it
	// has none, so the search can be skipped.
	shaped [colours]bool
}

// A stage is what remains of a turn.
type stage uint8

const (
	begins stage = iota // the whole turn
	keeps               // a group is to be chosen: rule 3, advanced
	ends                // the turn may be ended or a shape claimed: rule 5
)

// firstMove is the number of the first turn in which a hexagon is moved.
const firstMove = toPlace + 1

// few is the number of hexagons with which a colour loses: rule 3, advanced.
const few = 5

// An end is why a game ended, or ongoing.
type end uint8

const (
	ongoing end = iota
	byTriangle
	byLine
	byRing
	byFew
	byPasses
	resigned
	timedOut
	repeated
	agreed
)

var reasons = [...]rules.Reason{
	byTriangle: Triangle,
	byLine:     Line,
	byRing:     Ring,
	byFew:      Few,
	byPasses:   Passes,
	resigned:   rules.Resignation,
	timedOut:   rules.Timeout,
	repeated:   rules.Repetition,
	agreed:     rules.Agreement,
}

// byShape returns the ending by a form.
func byShape(f *form) end {
	switch f.reason {
	case Triangle:
		return byTriangle
	case Line:
		return byLine
	}
	return byRing
}

func (s *state) Seats() int { return int(s.seats) }

func (s *state) Turn() rules.Turn {
	return rules.Turn{Seat: s.seat, Number: int(s.turn), Action: int(s.played), Phase: s.phase()}
}

func (s *state) phase() rules.Phase {
	switch {
	case s.stage == keeps:
		return keeping
	case s.stage == ends:
		return ending
	case s.end != ongoing || !s.moves():
		return placing
	case !s.canMove(): // ruling r3
		return passing
	}
	return moving
}

// moves reports whether hexagons are moved, not placed: rule 3.
func (s *state) moves() bool { return s.turn >= firstMove }

// colour returns the colour of the seat to act.
func (s *state) colour() int { return colourOf(s.seat) }

// colourOf returns the colour of a seat: black has the odd ones.
func colourOf(seat rules.Seat) int { return int(seat-1) & 1 }

// Out returns false: the game ends when a seat leaves (ruling r5).
func (s *state) Out(rules.Seat) bool { return false }

func (s *state) Clone() rules.State {
	clone := *s
	return &clone
}

// Set makes s equal to another state of Six.
func (s *state) Set(from rules.State) { *s = *from.(*state) }

// Play carries out a legal action.
func (s *state) Play(a rules.Action) {
	switch colour := s.colour(); a.Kind {
	case Place:
		s.lay(a.From, colour)
		s.laid(colour)
	case Move:
		whole := !s.advanced || s.staysWhole(a.From, a.To)
		s.lift(a.From, colour)
		s.lay(a.To, colour)
		if !whole && s.tied() {
			return
		}
		s.laid(colour)
	case Keep:
		s.leaveGroup(a.From)
		s.laid(colour)
	case Claim:
		s.claim(a, colour)
	case End:
		s.endTurn()
	case Pass:
		s.passed()
	}
}

// lay puts a hexagon down and records whether it may have made a shape.
func (s *state) lay(c hex.Cell, colour int) {
	s.put(c, colour)
	s.shaped[colour] = s.shaped[colour] || s.completes(c, colour)
}

// tied removes all groups except the largest after a move. If several are
// largest it removes the others and reports that one is to be chosen. Rule 3,
// advanced.
func (s *state) tied() bool {
	groups := largest(s.groups(make([]group, 0, maxHexagons)))
	if len(groups) == 1 {
		s.leaveGroup(groups[0].first)
		return false
	}
	s.stage = keeps
	s.played++
	s.passes = 0
	return true
}

// leaveGroup removes all hexagons except one group.
func (s *state) leaveGroup(c hex.Cell) {
	kept := s.groupOf(c)
	s.leave(&kept)
}

// laid judges the position after an action: a shape of the colour wins (rule
// 2; in what remains, ruling r2), otherwise a colour with too few hexagons
// loses (rule 3), otherwise the turn ends unless a claim is possible.
func (s *state) laid(colour int) {
	s.stage = begins
	s.played++
	s.passes = 0
	if s.shaped[colour] && !s.declare {
		if made := s.shapes(colour, make([]shape, 0, maxShapes)); len(made) > 0 {
			s.finish(byShape(made[0].form), colour)
			return
		}
		s.shaped[colour] = false
	}
	if s.advanced && s.moves() && s.judgeFew() {
		return
	}
	if s.declare { // rule 5
		s.stage = ends
		return
	}
	s.endTurn()
}

// judgeFew ends the game when a colour has too few hexagons.
func (s *state) judgeFew() bool {
	blackFew, redFew := s.count[black] <= few, s.count[red] <= few
	switch {
	case blackFew && redFew:
		s.finish(byFew, noColour)
	case blackFew:
		s.finish(byFew, red)
	case redFew:
		s.finish(byFew, black)
	}
	return blackFew || redFew
}

// claim ends the game by a claimed shape: rule 5.
func (s *state) claim(a rules.Action, colour int) {
	for _, made := range s.shapes(colour, make([]shape, 0, maxShapes)) {
		if made.claim() == a {
			s.by = a
			s.finish(byShape(made.form), colour)
		}
	}
}

// claimed reports whether a known claim ended the game.
func (s *state) claimed() bool { return s.by.Kind == Claim }

// passed ends the game in a draw when all seats have passed: ruling r3.
func (s *state) passed() {
	s.passes++
	if s.passes == s.seats {
		s.finish(byPasses, noColour)
		return
	}
	s.endTurn()
}

// endTurn passes the turn to the next seat.
func (s *state) endTurn() {
	s.stage = begins
	s.played = 0
	s.turn++
	s.seat++
	if s.seat > rules.Seat(s.seats) {
		s.seat = 1
	}
}

// noColour is the winner of a draw.
const noColour = -1

// finish ends the game with a win for a colour, or a draw for noColour.
func (s *state) finish(how end, winner int) {
	s.end, s.winner = how, rules.Seat(winner+1)
	s.stage, s.seat, s.played, s.passes = begins, 0, 0, 0
}

// Retire makes the other colour win: ruling r5.
func (s *state) Retire(seat rules.Seat, why rules.Reason) {
	if s.end != ongoing || seat < 1 || seat > rules.Seat(s.seats) {
		return
	}
	how := resigned
	if why == rules.Timeout {
		how = timedOut
	}
	s.finish(how, 1-colourOf(seat))
}

// Settle ends the game in a draw: ruling r6.
func (s *state) Settle(why rules.Reason) {
	if s.end != ongoing {
		return
	}
	how := repeated
	if why == rules.Agreement {
		how = agreed
	}
	s.finish(how, noColour)
}

// Result returns a win for all seats of a colour, or a draw.
func (s *state) Result() (result rules.Result, ok bool) {
	switch {
	case s.end == ongoing:
		return rules.Result{}, false
	case s.winner == 0:
		return rules.Draw(int(s.seats), reasons[s.end]), true
	}
	result = rules.Win(s.winner, int(s.seats), reasons[s.end])
	if s.seats == 4 { // rule 4: a team wins together
		result.Places[s.winner+1] = 1
	}
	return result, true
}
