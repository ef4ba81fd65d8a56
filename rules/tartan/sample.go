package tartan

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// Count returns the number of legal actions.
func (s *state) Count() int {
	if s.ending != ongoing {
		return 0
	}
	var r reach
	switch s.phase {
	case placing:
		return s.open().len()
	case deploying:
		return s.room().len()
	case rebounding:
		s.reach(&r)
		return r.ends(s.fresh.first()).len() + 1
	}
	s.reach(&r)
	var ends steps
	return r.steps(&ends) + r.walks() + s.hatEnds().len() + r.splits().len()
}

// Sample returns a legal action at random.
func (s *state) Sample(random *rules.Random) (a rules.Action, ok bool) {
	if s.ending != ongoing {
		return rules.Action{}, false
	}
	switch s.phase {
	case placing:
		a.Kind, a.From = Place, s.open().any(random)
	case deploying:
		a.Kind, a.From = Deploy, s.room().any(random)
	case rebounding:
		s.sampleRebound(random, &a)
	default:
		s.sampleTurn(random, &a)
	}
	return a, true
}

// sampleRebound fills a in place, like sampleTurn: building an action and
// copying it takes longer than drawing it.
func (s *state) sampleRebound(random *rules.Random, a *rules.Action) {
	var r reach
	s.reach(&r)
	i := s.fresh.first()
	ends := r.ends(i)
	n := random.IntN(ends.len() + 1)
	if n == ends.len() {
		a.Kind = End
		return
	}
	a.Kind, a.From, a.To = Move, cellAt[i], cellAt[ends.nth(n)]
}

// sampleTurn draws from the moves of units, of piles and of the hat and from
// the splits, in this order.
func (s *state) sampleTurn(random *rules.Random, a *rules.Action) {
	var r reach
	s.reach(&r)
	var ends steps
	units, piles := r.steps(&ends), r.walks()
	hat, splits := s.hatEnds(), r.splits()
	n := random.IntN(units + piles + hat.len() + splits.len())
	a.Kind = Move
	if n < units {
		a.From, a.To = ends.nth(n)
		return
	}
	if n -= units; n < piles {
		a.From, a.To = r.nthWalk(n)
		return
	}
	if n -= piles; n < hat.len() {
		a.Kind, a.From, a.To = Hat, cellAt[s.mine().hat.first()], cellAt[hat.nth(n)]
		return
	}
	a.Kind, a.From = Split, cellAt[splits.nth(n-hat.len())]
}

// A steps holds the ends of the moves of all units of a side, by direction.
// For many units this is faster than one after the other.
type steps [6]cells

// further holds the number of bits in a step, by index of a steps.
var further = [6]int{1, -1, 8, -8, 7, -7}

// steps fills ends and returns the number of moves of units.
func (r *reach) steps(ends *steps) int {
	from, to := r.units, r.onUnit
	ends[0] = from &^ offE << 1 & to
	ends[1] = from &^ offW >> 1 & to
	ends[2] = from &^ offSE << 8 & to
	ends[3] = from &^ offNW >> 8 & to
	ends[4] = from << 7 & to
	ends[5] = from >> 7 & to
	return ends[0].len() + ends[1].len() + ends[2].len() + ends[3].len() + ends[4].len() + ends[5].len()
}

// nth returns the n-th move of a unit.
func (ends *steps) nth(n int) (from, to hex.Cell) {
	for d := range ends {
		if n < ends[d].len() {
			i := ends[d].nth(n)
			return cellAt[(i-further[d])&63], cellAt[i]
		}
		n -= ends[d].len()
	}
	return from, to
}

// walks returns the number of moves of piles.
func (r *reach) walks() int {
	n := 0
	for set := r.twos | r.threes; set != 0; set &= set - 1 {
		n += r.walk(set.first()).len()
	}
	return n
}

// nthWalk returns the n-th move of a pile.
func (r *reach) nthWalk(n int) (from, to hex.Cell) {
	for set := r.twos | r.threes; set != 0; set &= set - 1 {
		i := set.first()
		ends := r.walk(i)
		if n < ends.len() {
			return cellAt[i], cellAt[ends.nth(n)]
		}
		n -= ends.len()
	}
	return from, to
}

// any returns a random cell of a set that is not empty.
func (set cells) any(random *rules.Random) hex.Cell {
	return cellAt[set.nth(random.IntN(set.len()))]
}
