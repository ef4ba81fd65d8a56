package six

import (
	"math/bits"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// weighMoves weighs moves by their gain where they land less their loss where
// they leave.
func (s *state) weighMoves(actions []rules.Action, weights []int32) {
	var g patterns
	var gains gains
	g.scan(&s.table, s.colour())
	g.gather(&gains, false, true)
	var threats threats
	s.findThreats(&g, &threats)
	wins, holds := false, false
	for i, a := range actions {
		if a.Kind != Move {
			weights[i] = 0
			return
		}
		from, to := g.bit(&s.table, a.From), g.bit(&s.table, a.To)
		weights[i] = int32(gains[to]) - int32(gains[from])
		if g.fives[theirs].have(to) {
			weights[i] += blocking
		}
		if s.advanced && !s.staysWhole(a.From, a.To) {
			weights[i] += s.weighSplit(a)
		}
		if g.fives[mine].have(to) && s.fills(&g, a) {
			weights[i] = winning
			wins = true
		}
		holds = holds || !s.loses(&g, &threats, a)
	}
	for i, a := range actions {
		switch {
		case wins && !s.fills(&g, a), !wins && holds && s.loses(&g, &threats, a):
			weights[i] = rules.Hopeless
		}
	}
}

// fills reports whether a move into a five completes it and keeps the hexagons
// in one group.
func (s *state) fills(g *patterns, a rules.Action) bool {
	from, to := g.bit(&s.table, a.From), g.bit(&s.table, a.To)
	for _, f := range g.fives[mine].list[:g.fives[mine].n] {
		if int(f.last) == to && !g.covers(f.openForm, from) && s.staysWhole(a.From, a.To) {
			return true
		}
	}
	return false
}

// The threats are the bits on which the other side completes a form unless it
// is stopped, each with the hexagons that may move there.
type threats struct {
	n    int
	list [4]threat
}

type threat struct {
	last  int
	spare rows // hexagons that may leave because their neighbours touch each other
	n     int  // the number of these hexagons
}

// findThreats finds the threats of the other side.
func (s *state) findThreats(g *patterns, t *threats) {
	for _, f := range g.fives[theirs].list[:g.fives[theirs].n] {
		if t.n == len(t.list) {
			break
		}
		next := &t.list[t.n]
		next.last = int(f.last)
		next.n = s.spares(g, f, &next.spare)
		t.n++
	}
}

// loses reports whether the other side can certainly complete a form after a
// move, because the move neither occupies the last cell nor touches all
// hexagons that could go there.
func (s *state) loses(g *patterns, t *threats, a rules.Action) bool {
	for i := range t.list[:t.n] {
		threat := &t.list[i]
		if g.bit(&s.table, a.To) != threat.last && countAround(&threat.spare, a.From)+countAround(&threat.spare, a.To) < threat.n {
			return !s.advanced || s.staysWhole(a.From, a.To)
		}
	}
	return false
}

// countAround returns the number of neighbours of a cell in a set.
func countAround(set *rows, c hex.Cell) int {
	return bits.OnesCount(set.ring(int(c.Q), int(c.R)))
}

// spares finds the hexagons of the other side that may leave for a five
// whatever happens further away, because their neighbours touch each other.
func (s *state) spares(g *patterns, f five, set *rows) (n int) {
	other := 1 - s.colour()
	for r := s.minR; r <= s.maxR; r++ {
		for row := s.aligned(s.own(other, r)); row != 0; row &= row - 1 {
			c := s.at(row, r)
			if arcsOf[s.all.ring(int(c.Q), r)].n <= 1 && !g.covers(f.openForm, g.bit(&s.table, c)) {
				set.add(int(c.Q), r)
				n++
			}
		}
	}
	return n
}

// weighSplit returns the value of what a move removes: rule 3, advanced.
func (s *state) weighSplit(a rules.Action) int32 {
	after := s.table
	colour := s.colour()
	after.lift(a.From, colour)
	after.put(a.To, colour)
	groups := largest(after.groups(make([]group, 0, maxHexagons)))
	if len(groups) > 1 {
		return 0
	}
	kept := after.groupOf(groups[0].first)
	after.leave(&kept)
	lost := s.count[colour] - after.count[colour]
	taken := s.count[1-colour] - after.count[1-colour]
	if after.count[1-colour] <= few && after.count[colour] > few {
		return winning
	}
	return int32(perHexagon * (taken - lost))
}
