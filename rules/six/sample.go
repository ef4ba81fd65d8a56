package six

import (
	"math/bits"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// tries is the number of moves drawn before they are counted instead. If fewer
// than one in ten is legal, drawing has cost little.
const tries = 20

// Sample returns a random legal action.
func (s *state) Sample(random *rules.Random) (a rules.Action, ok bool) {
	switch {
	case s.end != ongoing:
		return rules.Action{}, false
	case s.stage == keeps:
		groups := s.choices(make([]group, 0, maxHexagons))
		return rules.At(Keep, groups[random.IntN(len(groups))].first), true
	}
	if s.mayClaim() {
		claims := s.shapes(s.colour(), make([]shape, 0, maxShapes))
		if n := random.IntN(len(claims) + s.countOpen()); n < len(claims) {
			return claims[n].claim(), true
		}
	}
	switch {
	case s.stage == ends:
		return rules.Action{Kind: End}, true
	case s.moves():
		return s.sampleMove(random), true
	case s.opens():
		return rules.At(Place, openings[random.IntN(len(openings))]), true
	}
	return rules.At(Place, s.nthFree(random.IntN(s.frees))), true
}

// sampleMove draws a hexagon and a free cell until they form a legal move,
// which makes all moves equally likely. After too many failures it counts the
// moves.
func (s *state) sampleMove(random *rules.Random) rules.Action {
	colour := s.colour()
	for range tries {
		if s.count[colour] == 0 {
			break
		}
		from, to := s.nthOwn(colour, random.IntN(s.count[colour])), s.nthFree(random.IntN(s.frees))
		if s.mayMove(from, to) {
			return rules.Between(Move, from, to)
		}
	}
	if a, ok := s.nthMove(random.IntN(max(1, s.countMoves()))); ok {
		return a
	}
	return rules.Action{Kind: Pass} // ruling r3
}

// nthFree returns the n-th free cell, from 0.
func (s *state) nthFree(n int) hex.Cell {
	r := s.minR - 1
	for ; ; r++ {
		size := bits.OnesCount64(s.free[r&63])
		if n < size {
			break
		}
		n -= size
	}
	return s.at(nth(s.aligned(s.free[r&63]), n), r)
}

// nthOwn returns the n-th hexagon of a colour, from 0.
func (s *state) nthOwn(colour, n int) hex.Cell {
	r := s.minR
	for ; ; r++ {
		size := bits.OnesCount64(s.own(colour, r))
		if n < size {
			break
		}
		n -= size
	}
	return s.at(nth(s.aligned(s.own(colour, r)), n), r)
}

// Acting returns the seat to act without looking for a move.
func (s *state) Acting() (seat rules.Seat, action int) { return s.seat, int(s.played) }
