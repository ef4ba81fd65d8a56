package six

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// Suggest returns the first possible of: an action that completes a form, one
// that stops the other side from doing so, one that makes or stops a fork, any
// action.
func (s *state) Suggest(random *rules.Random) (a rules.Action, ok bool) {
	switch {
	case s.end != ongoing:
		return rules.Action{}, false
	case s.mayClaim() && s.stage != keeps:
		if made := s.shapes(s.colour(), make([]shape, 0, maxShapes)); len(made) > 0 {
			return made[0].claim(), true
		}
	}
	if s.stage == begins && s.size() >= shapeSize {
		var g patterns
		g.scan(&s.table, s.colour())
		if s.moves() {
			a, ok = s.suggestMove(&g, random)
		} else {
			a, ok = s.suggestPlace(&g, random)
		}
		if ok {
			return a, true
		}
	}
	return s.Sample(random)
}

// suggestPlace returns such a placement, if there is one.
func (s *state) suggestPlace(g *patterns, random *rules.Random) (a rules.Action, ok bool) {
	at := -1
	switch own, other := &g.fives[mine], &g.fives[theirs]; {
	case own.n > 0:
		at = int(own.list[0].last)
	case other.n > 0:
		at = int(other.list[0].last)
	default:
		for f := range g.fours[mine].forks {
			if s.isFree(g.cell(&s.table, int(f[0]))) {
				return rules.At(Place, g.cell(&s.table, int(f[0]))), true
			}
		}
		if cover := s.cover(g); cover.n > 0 {
			at = int(cover.bits[random.IntN(cover.n)])
		}
	}
	if at < 0 {
		return a, false
	}
	c := g.cell(&s.table, at)
	return rules.At(Place, c), s.isFree(c)
}

// suggestMove returns such a move, if there is one.
func (s *state) suggestMove(g *patterns, random *rules.Random) (a rules.Action, ok bool) {
	colour := s.colour()
	for _, f := range g.fives[mine].list[:g.fives[mine].n] {
		to := g.cell(&s.table, int(f.last))
		if from, ok := s.comes(g, to, f.openForm, random); ok {
			return rules.Between(Move, from, to), true
		}
	}
	if other := &g.fives[theirs]; other.n > 0 {
		to := g.cell(&s.table, int(other.list[0].last))
		for range tries {
			from := s.nthOwn(colour, random.IntN(s.count[colour]))
			if s.mayMove(from, to) {
				return rules.Between(Move, from, to), true
			}
		}
	}
	return a, false
}

// comes returns a hexagon outside an open form that can move to a cell and
// leave all hexagons in one group, if there is one. The search starts at a
// random hexagon.
func (s *state) comes(g *patterns, to hex.Cell, p openForm, random *rules.Random) (from hex.Cell, ok bool) {
	colour := s.colour()
	start := random.IntN(s.count[colour])
	for i := range s.count[colour] {
		from = s.nthOwn(colour, (start+i)%s.count[colour])
		if !g.covers(p, g.bit(&s.table, from)) && s.staysWhole(from, to) {
			return from, true
		}
	}
	return from, false
}
