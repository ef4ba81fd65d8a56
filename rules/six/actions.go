package six

import (
	"math/bits"
	"slices"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// openings holds the cells for the first black hexagon: rule 1. They touch the
// red start hexagon on 0,0 and not the black one on 1,0.
var openings = [...]hex.Cell{{Q: 0, R: -1}, {Q: -1, R: 0}, {Q: -1, R: 1}}

// opens reports whether the first hexagon is to be placed.
func (s *state) opens() bool { return s.turn == 1 && s.stage == begins }

// Actions lists placements or moves in reading order of the cells, then the
// claims.
func (s *state) Actions(buf []rules.Action) []rules.Action {
	switch {
	case s.end != ongoing:
		return buf
	case s.stage == keeps:
		for _, g := range s.choices(make([]group, 0, maxHexagons)) {
			buf = append(buf, rules.At(Keep, g.first))
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
	if s.mayClaim() {
		for _, made := range s.shapes(s.colour(), make([]shape, 0, maxShapes)) {
			buf = append(buf, made.claim())
		}
	}
	return buf
}

// Count returns the number of legal actions.
func (s *state) Count() int {
	switch {
	case s.end != ongoing:
		return 0
	case s.stage == keeps:
		return len(s.choices(make([]group, 0, maxHexagons)))
	}
	claims := 0
	if s.mayClaim() {
		claims = len(s.shapes(s.colour(), make([]shape, 0, maxShapes)))
	}
	return s.countOpen() + claims
}

// countOpen counts the legal actions other than claims while no group is to be
// chosen.
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

// choices appends the groups from which the player may choose one to keep:
// rule 3, advanced.
func (s *state) choices(list []group) []group { return largest(s.groups(list)) }

// mayClaim reports whether there may be a shape to claim: rule 5. If not, the
// search for shapes can be skipped.
func (s *state) mayClaim() bool { return s.declare && s.shaped[s.colour()] }

// claim returns the action that claims a shape.
func (m shape) claim() rules.Action {
	cells := m.cells()
	a, _ := rules.NewClaim(Claim, cells[:])
	return a
}

func (s *state) listPlaces(buf []rules.Action) []rules.Action {
	if s.opens() {
		for _, c := range openings {
			buf = append(buf, rules.At(Place, c))
		}
		return buf
	}
	n := len(buf)
	buf = slices.Grow(buf, s.frees)[:n+s.frees]
	for r := s.minR - 1; r <= s.maxR+1; r++ {
		for row := s.aligned(s.free[r&63]); row != 0; row &= row - 1 {
			// Field by field, because the compiler would build a whole action
			// elsewhere and copy it.
			buf[n] = rules.Action{}
			buf[n].From = s.at(row, r)
			n++
		}
	}
	return buf
}

// maxFree is the largest number of cells that touch a hexagon of one group:
// six touch the first, and each other hexagon lies on one of them and adds at
// most three, because it shares two neighbours with a hexagon that it touches.
const maxFree = 6 + 2*(maxHexagons-1)

// listMoves appends the moves: first, cell by cell, those of hexagons whose
// leaving splits the group and whose landing joins it again; then, hexagon by
// hexagon, those of hexagons that leave the others connected. The latter may
// go nearly anywhere, so the cells are listed only once.
func (s *state) listMoves(buf []rules.Action) []rules.Action {
	var g net
	s.fill(&g)
	var to [maxFree]rules.Action // moves to each cell, with From still unset
	var not [maxFree]uint64      // the hexagon that may not move there, if any
	n, loose, barred := 0, g.own&g.loose, uint64(0)
	for r := s.minR - 1; r <= s.maxR+1; r++ {
		for row := s.aligned(s.free[r&63]); row != 0; row &= row - 1 {
			to[n].Kind, to[n].To = Move, s.at(row, r)
			movers := g.movers(s.inNet(row, r))
			for joins := movers &^ loose; joins != 0; joins &= joins - 1 {
				buf = append(buf, g.move[bits.TrailingZeros64(joins)])
				buf[len(buf)-1].To = to[n].To
			}
			not[n] = loose &^ movers
			barred |= not[n]
			n++
		}
	}
	for ; loose != 0; loose &= loose - 1 {
		at, node, from := len(buf), loose&-loose, g.move[bits.TrailingZeros64(loose)].From
		buf = append(buf, to[:n]...) // all at once, which is faster than one by one
		list := buf[at:]
		if node&barred == 0 {
			for i := range list {
				list[i].From = from
			}
			continue
		}
		i := 0
		for j := range list {
			list[i].From, list[i].To = from, to[j].To
			if not[j] != node { // otherwise the next one overwrites it
				i++
			}
		}
		buf = buf[:at+i]
	}
	return buf
}

// inNet returns the first cell of an aligned row.
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

// nthMove returns the n-th of all moves, from 0, or false if there are fewer.
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

// canMove reports whether the seat to act has a move. Nearly always one of its
// hexagons may go anywhere because its neighbours stay connected without it.
// The search for other moves is slower.
func (s *state) canMove() bool {
	for r := s.minR; r <= s.maxR; r++ {
		for row := s.aligned(s.own(s.colour(), r)); row != 0; row &= row - 1 {
			if arcsOf[s.all.ring(int(s.at(row, r).Q), r)].n == 1 && s.size() > 2 {
				return true
			}
		}
	}
	_, ok := s.nthMove(0)
	return ok
}

// mayMove reports whether a hexagon of the colour to act may move to a free
// cell: rule 3, ruling r1.
func (s *state) mayMove(from, to hex.Cell) bool {
	return s.ringWithout(to, from) != 0 && (s.advanced || s.staysWhole(from, to))
}
