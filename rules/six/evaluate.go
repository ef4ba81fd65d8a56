package six

import (
	"math/bits"

	"hexclub/rules"
)

// formWeights holds the value of open forms, by the number of hexagons in
// them, in thousandths of the logarithm of the odds to win: for the side to
// act and for the other one.
var formWeights = [2][len(forms)][shapeSize]int{
	mine: {
		{2: 40, 3: 165, 4: 340},
		{2: 40, 3: 165, 4: 340},
		{2: 30, 3: 90, 4: 165},
		{2: 30, 3: 90, 4: 165},
		{2: 30, 3: 90, 4: 165},
		{2: 30, 3: 85, 4: 340},
	},
	theirs: {
		{2: 30, 3: 145, 4: 470},
		{2: 30, 3: 145, 4: 470},
		{2: 25, 3: 85, 4: 270},
		{2: 25, 3: 85, 4: 270},
		{2: 25, 3: 85, 4: 270},
		{2: 25, 3: 85, 4: 430},
	},
}

// tempo is the value of being the side to act.
const tempo = 200

// maxUnproven is the largest value of Evaluate that is not proven.
const maxUnproven = 9000

// Evaluate adds up the values of open forms.
func (s *state) Evaluate() int {
	switch {
	case s.end != ongoing:
		return 0
	case s.stage == keeps:
		return s.valueOfKeeping()
	case s.stage == ends:
		if s.mayClaim() && s.hasShape(s.colour()) {
			return rules.ProvenWin
		}
		return -s.value(1-s.colour(), s.turn+1)
	}
	return s.value(s.colour(), s.turn)
}

// hasShape reports whether a colour has a shape.
func (s *state) hasShape(colour int) bool {
	for i := range forms {
		for r := s.minR; r <= s.maxR; r++ {
			if s.starts(&forms[i], colour, r) != 0 {
				return true
			}
		}
	}
	return false
}

// value returns the evaluation at the start of a turn of a colour.
func (s *state) value(colour int, turn int32) int {
	var g patterns
	g.scan(&s.table, colour)
	v, proven := s.proven(&g, colour, turn)
	if proven {
		return v
	}
	v += tempo + g.open[mine] - g.open[theirs]
	if turn < firstMove {
		if chain := (chain{&g, &s.table, chainBudget}); !s.atEdge() && g.fours[mine].n > 0 && chain.wins(int(firstMove-turn)) {
			return rules.ProvenWin
		}
	} else if s.advanced {
		v += s.material(s.count[colour], s.count[1-colour])
	}
	return max(-maxUnproven, min(maxUnproven, v))
}

// Values of unproven threats of the other side: to win at once by one cell, by
// several, or to create such a threat.
const (
	pressed = 800
	crushed = 3500
	forking = 500
)

// perHexagon is the value of one more hexagon in the advanced second phase.
const perHexagon = 400

// proven returns a proven value, or else the value of the threats.
func (s *state) proven(g *patterns, colour int, turn int32) (v int, proven bool) {
	placings := int(firstMove - turn) // turns with a placement, including this one
	switch {
	case g.whole[mine]: // rule 5
		return rules.ProvenWin, true
	case placings > 0 && g.fives[mine].n > 0:
		return rules.ProvenWin, true
	case placings <= 0 && s.movesIn(g, colour):
		return rules.ProvenWin, true
	case g.whole[theirs] && s.passes == 0 && (placings > 0 || !s.advanced):
		return -rules.ProvenWin, true
	case g.fives[theirs].several() && placings >= 2:
		return -rules.ProvenWin, true
	case g.fives[theirs].several():
		return -crushed, false
	case g.fives[theirs].n > 0:
		return -pressed, false
	}
	return s.provenByForks(g, placings)
}

// provenByForks does the same when neither side can complete a form at once.
func (s *state) provenByForks(g *patterns, placings int) (v int, proven bool) {
	for f := range g.fours[mine].forks {
		if !s.isFree(g.cell(&s.table, int(f[0]))) {
			continue
		}
		if placings >= 3 {
			return rules.ProvenWin, true
		}
		v = forking
	}
	cover := s.cover(g)
	if cover.open() {
		return v, false
	}
	if cover.n == 0 && g.fours[mine].n == 0 && placings >= 4 {
		return -rules.ProvenWin, true
	}
	return v, false
}

// A cover holds the bits of which one must be taken, unless a five is made, to
// keep the other side from winning by a fork.
type cover struct {
	n    int // -1 without a fork
	bits fork
}

func (c cover) open() bool { return c.n < 0 }

func (c cover) have(i int) bool {
	for _, b := range c.bits[:max(0, c.n)] {
		if int(b) == i {
			return true
		}
	}
	return false
}

// cover returns the bits that answer all forks of the other side at once.
func (s *state) cover(g *patterns) cover {
	c := cover{n: -1}
	for f := range g.fours[theirs].forks {
		if !s.isFree(g.cell(&s.table, int(f[0]))) {
			continue
		}
		if c.n < 0 {
			c = cover{len(f), f}
			continue
		}
		n := 0
		for _, b := range c.bits[:c.n] {
			if b == f[0] || b == f[1] || b == f[2] {
				c.bits[n] = b
				n++
			}
		}
		c.n = n
	}
	return c
}

// movesIn reports whether a colour can move a hexagon into one of its fives
// and keep all hexagons in one group, which wins at once.
func (s *state) movesIn(g *patterns, colour int) bool {
	for _, f := range g.fives[mine].list[:g.fives[mine].n] {
		to := g.cell(&s.table, int(f.last))
		for r := s.minR; r <= s.maxR; r++ {
			for row := s.aligned(s.own(colour, r)); row != 0; row &= row - 1 {
				from := s.at(row, r)
				if !g.covers(f.openForm, g.bit(&s.table, from)) && s.staysWhole(from, to) {
					return true
				}
			}
		}
	}
	return false
}

// valueOfKeeping returns the evaluation while a group is to be chosen.
func (s *state) valueOfKeeping() int {
	best := -maxUnproven
	for _, g := range s.choices(make([]group, 0, maxHexagons)) {
		best = max(best, s.valueOfGroup(g))
	}
	return best
}

// valueOfGroup returns the value of keeping a group for the side to act.
func (s *state) valueOfGroup(g group) int {
	group, own := s.groupOf(g.first), 0
	for r := s.minR; r <= s.maxR; r++ {
		own += bits.OnesCount64(group[r&63] & s.own(s.colour(), r))
	}
	if g.size-own <= few && own > few { // rule 3
		return rules.ProvenWin
	}
	return s.material(own, g.size-own)
}

// material returns the value of the numbers of own and other hexagons in the
// advanced second phase.
func (s *state) material(own, other int) int {
	return max(-maxUnproven, min(maxUnproven, perHexagon*(own-other)))
}
