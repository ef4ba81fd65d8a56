package six

import (
	"slices"

	"hexclub/rules"
	"hexclub/rules/hex"
)

var colourNames = [colours]string{black: "black", red: "red"}

// check returns an error that says why a position is impossible, or nil.
func (s *state) check() error {
	for _, check := range []func() error{s.checkTurn, s.checkPlaced, s.checkGroups, s.checkShapes, s.checkClaim, s.checkFew, s.checkPasses} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// mover returns the seat whose turn it is, or was when the game ended.
func (s *state) mover() rules.Seat { return s.seatOf(s.turn) }

// seatOf returns the seat that plays the turn with the number.
func (s *state) seatOf(turn int32) rules.Seat { return rules.Seat((turn-1)%int32(s.seats) + 1) }

// checkTurn checks the numbers of the position against each other.
func (s *state) checkTurn() error {
	switch most := s.longest(); {
	case s.end != ongoing && (s.played != 0 || s.passes != 0):
		return badPosition("the game is over: neither actions of the turn nor passes are counted")
	case s.end != ongoing:
	case s.seat != s.mover():
		return badPosition("turn %d is seat %d's, not seat %d's", s.turn, s.mover(), s.seat)
	case s.stage == keeps && s.played != 1:
		return badPosition("a group is to be chosen after one action of the turn, not %d", s.played)
	case s.stage != keeps && int(s.played) > most:
		return badPosition("%d actions into turn %d: it continues after %d at most", s.played, s.turn, most)
	case s.passes > 0 && (s.played > 0 || !s.moves() || s.passes >= s.seats):
		return badPosition("%d passes: they are counted at the start of a turn of the second phase, up to %d", s.passes, s.seats-1)
	}
	return nil
}

// longest returns the largest number of actions before the end of a turn: none
// without declaring, otherwise one, or two where a group can be chosen.
func (s *state) longest() int {
	switch {
	case !s.declare:
		return 0
	case s.advanced && s.moves():
		return 2
	}
	return 1
}

// checkPlaced checks that in the first phase the number of hexagons matches
// the turn.
func (s *state) checkPlaced() error {
	if s.moves() {
		if s.played > 0 && (s.size() == 1 || s.count[s.colour()] == 0) {
			return badPosition("%s has moved nothing", colourNames[s.colour()])
		}
		return nil
	}
	placed := s.size() - colours
	before := int(s.turn) - 1
	if placed != before+int(s.played) && (s.end == ongoing || placed != before+1) {
		return badPosition("%d hexagons in turn %d: there are %d at its start, and hexagons move from turn %d on",
			s.size(), s.turn, before+colours, firstMove)
	}
	if s.count[red] != 1+placed/2 {
		return badPosition("%d black and %d red hexagons: they are placed in turn", s.count[black], s.count[red])
	}
	first, okFirst := s.holder(hex.Cell{})
	second, okSecond := s.holder(hex.Cell{Q: 1})
	if !okFirst || !okSecond || first != red || second != black {
		return badPosition("while hexagons are placed, 0,0 is the red start hexagon and 1,0 the black one")
	}
	return nil
}

// checkGroups checks that the hexagons form one group, except while one is to
// be chosen.
func (s *state) checkGroups() error {
	groups := s.groups(nil)
	n := len(groups)
	switch {
	case n == 1:
		return nil
	case !s.advanced || !s.moves():
		return badPosition("the hexagons form %d groups, but must form one", n)
	case len(largest(groups)) == 1:
		return badPosition("the hexagons form %d groups: only the largest stays", n)
	case !s.comesOfMove():
		return badPosition("no move of seat %d can have left these %d groups", s.mover(), n)
	}
	return nil
}

// comesOfMove reports whether the hexagons may have formed one group before
// the mover moved one.
func (s *state) comesOfMove() bool {
	colour := colourOf(s.mover())
	for r := s.minR; r <= s.maxR; r++ {
		for row := s.aligned(s.own(colour, r)); row != 0; row &= row - 1 {
			if s.cameFrom(s.at(row, r), colour) {
				return true
			}
		}
	}
	return false
}

// cameFrom reports whether there is a cell that a hexagon can have left in
// such a move.
func (s *state) cameFrom(c hex.Cell, colour int) bool {
	if s.all.ring(int(c.Q), int(c.R)) == 0 {
		return false
	}
	before := s.table
	before.lift(c, colour)
	for r := before.minR - 1; r <= before.maxR+1; r++ {
		for row := before.aligned(before.free[r&63]); row != 0; row &= row - 1 {
			from := before.at(row, r)
			whole := before
			whole.put(from, colour)
			if from != c && len(whole.groups(nil)) == 1 {
				return true
			}
		}
	}
	return false
}

// checkShapes checks that a shape has ended the game, unless it has to be
// declared.
func (s *state) checkShapes() error {
	var has [colours]end // the shape by which a colour wins
	var made [colours][]shape
	for colour := range has {
		if made[colour] = s.shapes(colour, nil); len(made[colour]) > 0 {
			has[colour] = byShape(made[colour][0].form)
		}
	}
	byMade := s.end == byTriangle || s.end == byLine || s.end == byRing
	winner := colourOf(s.winner)
	if byMade && (winner != colourOf(s.mover()) || len(s.groups(nil)) > 1) {
		return badPosition("a shape wins in a turn of its colour, with the hexagons in one group")
	}
	if s.declare {
		if byMade && !s.hasForm(made[winner]) {
			return badPosition("%s has no %s", colourNames[winner], reasons[s.end])
		}
		return nil
	}
	if byMade && has[winner] != s.end {
		return badPosition("%s does not win by a %s", colourNames[winner], reasons[s.end])
	}
	splits := len(s.groups(nil)) > 1
	for colour, how := range has {
		if how != ongoing && !(byMade && colour == winner) && !(splits && colour == colourOf(s.mover())) {
			return badPosition("%s has a %s: the game was over when it was made", colourNames[colour], reasons[how])
		}
	}
	return nil
}

// checkClaim checks that a claim that ended the game names a shape by which
// the winner can have won.
func (s *state) checkClaim() error {
	if !s.claimed() {
		return nil
	}
	won := func(m shape) bool { return m.claim() == s.by && byShape(m.form) == s.end }
	if !s.declare || s.winner == 0 || !slices.ContainsFunc(s.shapes(colourOf(s.winner), nil), won) {
		return badPosition("no game ends this way by the claim %s", s.Text(s.by))
	}
	return nil
}

// hasForm reports whether one of the shapes matches the reason of the ending.
func (s *state) hasForm(made []shape) bool {
	for _, m := range made {
		if byShape(m.form) == s.end {
			return true
		}
	}
	return false
}

// checkFew checks that in the advanced second phase a colour with too few
// hexagons has lost, unless the same move made a shape.
func (s *state) checkFew() error {
	blackFew, redFew := s.count[black] <= few, s.count[red] <= few
	judged := s.advanced && s.moves() && len(s.groups(nil)) == 1
	winner := rules.Seat(0)
	switch {
	case blackFew && !redFew:
		winner = 2
	case redFew && !blackFew:
		winner = 1
	}
	switch byMade := s.end == byTriangle || s.end == byLine || s.end == byRing; {
	case s.end == byFew && (!judged || !blackFew && !redFew || winner != s.winner):
		return badPosition("%d black and %d red hexagons do not end the game this way", s.count[black], s.count[red])
	case s.advanced && s.moves() && !judged && (blackFew || redFew):
		return badPosition("a colour had %d hexagons or fewer before the move", few)
	case judged && (blackFew || redFew) && s.end != byFew && (s.declare || !byMade):
		return badPosition("%d black and %d red hexagons: a colour with %d or fewer has lost", s.count[black], s.count[red], few)
	}
	return nil
}

// checkPasses checks that the seats that have passed had no move and that
// nothing has moved since.
func (s *state) checkPasses() error {
	passes, last := s.passes, s.turn-1
	if s.end == byPasses {
		passes, last = s.seats, s.turn
	}
	for i := range int32(passes) {
		if last-i < firstMove {
			return badPosition("nobody passes before turn %d", firstMove)
		}
		passed := *s
		passed.seat = s.seatOf(last - i)
		if passed.canMove() {
			return badPosition("seat %d has a move and cannot have passed", passed.seat)
		}
	}
	return nil
}
