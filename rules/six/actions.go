package six

import (
	"math/bits"
	"slices"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// openings are the cells of the first black hexagon: rule 1. They touch the
// red start hexagon on 0,0 and not the black one on 1,0.
var openings = [...]hex.Cell{{Q: 0, R: -1}, {Q: -1, R: 0}, {Q: -1, R: 1}}

// opens tells whether the first hexagon is to be placed.
func (s *state) opens() bool { return s.turn == 1 && s.stage == begins }

// Actions lists what is placed or moved in reading order of the cells, then
// the claims there are.
func (s *state) Actions(buf []rules.Action) []rules.Action {
	switch {
	case s.end != goesOn:
		return buf
	case s.stage == keeps:
		for _, g := range s.choices(make([]group, 0, maxHexagons)) {
			buf = append(buf, rules.Action{Kind: Keep, From: g.first})
		}
		return buf
	case s.stage == ends:
		buf = append(buf, rules.Action{Kind: End})
	case s.moves():
		before := len(buf)
		if buf = s.listMoves(buf); len(buf) == before { // ruling r3
			buf = append(buf, rules.Action{Kind: Pass})
		}
	default:
		buf = s.listPlaces(buf)
	}
	for _, made := range s.claimable(make([]shape, 0, maxShapes)) {
		buf = append(buf, made.claim())
	}
	return buf
}

// Count is the number of legal actions.
func (s *state) Count() int {
	switch {
	case s.end != goesOn:
		return 0
	case s.stage == keeps:
		return len(s.choices(make([]group, 0, maxHexagons)))
	}
	return s.countOpen() + len(s.claimable(make([]shape, 0, maxShapes)))
}

// countOpen counts the legal actions that are no claims while no group is to
// be chosen.
func (s *state) countOpen() int {
	switch {
	case s.stage == ends:
		return 1
	case s.moves():
		return max(1, s.countMoves()) // ruling r3
	case s.opens():
		return len(openings)
	}
	return s.frees
}

// choices appends the groups of which one may be kept: rule 3, advanced.
func (s *state) choices(list []group) []group { return largest(s.groups(list)) }

// claimable appends the shapes that may be claimed: rule 5.
func (s *state) claimable(list []shape) []shape {
	if !s.declare || !s.shaped[s.colour()] {
		return list
	}
	return s.shapes(s.colour(), list)
}

// claim is the action that claims a shape.
func (m shape) claim() rules.Action {
	cells := m.cells()
	a, _ := rules.NewClaim(Claim, cells[:])
	return a
}

func (s *state) listPlaces(buf []rules.Action) []rules.Action {
	if s.opens() {
		for _, c := range openings {
			buf = append(buf, rules.Action{Kind: Place, From: c})
		}
		return buf
	}
	n := len(buf)
	buf = slices.Grow(buf, s.frees)[:n+s.frees]
	for r := s.minR - 1; r <= s.maxR+1; r++ {
		for row := s.aligned(s.free[r&63]); row != 0; row &= row - 1 {
			// Field by field: a whole action would be made elsewhere and copied.
			buf[n] = rules.Action{}
			buf[n].From = s.at(row, r)
			n++
		}
	}
	return buf
}

// listMoves appends the moves, cell by cell where to.
func (s *state) listMoves(buf []rules.Action) []rules.Action {
	var g net
	s.fill(&g)
	for r := s.minR - 1; r <= s.maxR+1; r++ {
		for row := s.aligned(s.free[r&63]); row != 0; row &= row - 1 {
			to := s.at(row, r)
			movers := g.movers(s.inNet(row, r))
			n, more := len(buf), bits.OnesCount64(movers)
			buf = slices.Grow(buf, more)[:n+more]
			for ; movers != 0; movers &= movers - 1 {
				buf[n] = g.move[bits.TrailingZeros64(movers)]
				buf[n].To = to
				n++
			}
		}
	}
	return buf
}

// inNet is the first cell of an aligned row.
func (s *state) inNet(aligned uint64, r int) netCell {
	return netCell{uint(bits.TrailingZeros64(aligned)) + 1, uint(r - s.minR + 2)}
}

func (s *state) countMoves() (n int) {
	var g net
	s.fill(&g)
	for r := s.minR - 1; r <= s.maxR+1; r++ {
		for row := s.aligned(s.free[r&63]); row != 0; row &= row - 1 {
			n += bits.OnesCount64(g.movers(s.inNet(row, r)))
		}
	}
	return n
}

// nthMove is the n-th of all moves, from 0; ok is false when there are not so
// many.
func (s *state) nthMove(n int) (a rules.Action, ok bool) {
	var g net
	s.fill(&g)
	for r := s.minR - 1; r <= s.maxR+1; r++ {
		for row := s.aligned(s.free[r&63]); row != 0; row &= row - 1 {
			movers := g.movers(s.inNet(row, r))
			if size := bits.OnesCount64(movers); n >= size {
				n -= size
				continue
			}
			a = g.move[bits.TrailingZeros64(nth(movers, n))]
			a.To = s.at(row, r)
			return a, true
		}
	}
	return rules.Action{}, false
}

// canMove tells whether the seat that acts has a move.
func (s *state) canMove() bool {
	_, ok := s.nthMove(0)
	return ok
}

// mayMove tells whether a hexagon of the colour that acts may move to a free
// cell: rule 3.
func (s *state) mayMove(from, to hex.Cell) bool {
	after := s.all
	after.cut(int(from.Q), int(from.R))
	if after.ring(int(to.Q), int(to.R)) == 0 {
		return false
	}
	if s.advanced {
		return true
	}
	after.add(int(to.Q), int(to.R)) // ruling r1
	return !after.splits(int(from.Q), int(from.R))
}
