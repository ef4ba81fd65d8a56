package six

import (
	"math/bits"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// The weights of outstanding actions.
const (
	winning  = 9000
	blocking = 6000
	closing  = 2500 // stops a fork of the other side
)

// Weigh gives fixed weights to actions that win at once or stop the other
// side, and weighs the others by the forms that they open and close.
func (s *state) Weigh(actions []rules.Action, weights []int32) {
	switch {
	case len(actions) == 0:
	case s.stage == keeps:
		for i, a := range actions {
			weights[i] = int32(s.valueOfGroup(group{a.From, s.sizeOf(a.From)}))
		}
	case actions[len(actions)-1].Kind == Claim: // rule 5
		for i, a := range actions {
			weights[i] = rules.Hopeless
			if a.Kind == Claim {
				weights[i] = winning
			}
		}
	case actions[0].Kind == Place:
		s.weighPlaces(actions, weights)
	case actions[0].Kind == Move:
		s.weighMoves(actions, weights)
	default:
		clear(weights)
	}
}

// sizeOf returns the size of the group of a hexagon.
func (s *state) sizeOf(c hex.Cell) int {
	group := s.groupOf(c)
	return group.size()
}

// gains holds the value of a hexagon on each bit: of placing one on an empty
// bit, or of keeping one there.
type gains [64 * stripWords]int16

// The value of one more hexagon in an open form of one's own and of the other
// side, by form and by the number of hexagons in it.
var (
	joins = [len(forms)][shapeSize]int16{
		{1: 60, 2: 250, 3: 350, 4: 800},
		{1: 60, 2: 250, 3: 350, 4: 800},
		{1: 40, 2: 120, 3: 160, 4: 600},
		{1: 40, 2: 120, 3: 160, 4: 600},
		{1: 40, 2: 120, 3: 160, 4: 600},
		{1: 40, 2: 110, 3: 510, 4: 800},
	}
	spoils = [len(forms)][shapeSize]int16{
		{1: 16, 2: 60, 3: 290, 4: 940},
		{1: 16, 2: 60, 3: 290, 4: 940},
		{1: 12, 2: 50, 3: 170, 4: 540},
		{1: 12, 2: 50, 3: 170, 4: 540},
		{1: 12, 2: 50, 3: 170, 4: 540},
		{1: 12, 2: 50, 3: 170, 4: 860},
	}
)

// guards holds the value of a hexagon that alone blocks a form of the other
// side, by the number of hexagons that side has in it.
var guards = [shapeSize]int16{2: 30, 3: 110, 4: 350, 5: 4000}

// opening is the number of hexagons on the table up to which forms with one
// hexagon count.
const opening = 10

// gather adds up the gains of all bits.
func (g *patterns) gather(gains *gains, singles, guarding bool) {
	for word := range g.last + 1 {
		g.shift(word)
		for form := range forms {
			own, other := g.tally(mine, form), g.tally(theirs, form)
			at := spread{gains: gains, word: word}
			for i, c := range &forms[form].cells {
				at.cells[i] = int(c.R)*g.stride + int(c.Q)
			}
			free := own.without(other.any())
			held := other.without(own.any())
			for n := range shapeSize {
				if n < 2 && (n < 1 || !singles) {
					continue
				}
				at.each(g, free.exactly(n), joins[form][n], joins[form][n-1])
				at.each(g, held.exactly(n), spoils[form][n], 0)
			}
			if !guarding {
				continue
			}
			lone := own.exactly(1)
			for n := 2; n < shapeSize; n++ {
				at.guard(g, other.exactly(n)&lone, guards[n])
			}
		}
	}
}

// A spread adds values to the bits of the places of a form.
type spread struct {
	gains *gains
	word  int
	cells [shapeSize]int // relative to the first one
}

// each adds to the empty bits of places and to those with a hexagon of mine.
func (a *spread) each(g *patterns, places uint64, empty, held int16) {
	for ; places != 0; places &= places - 1 {
		first := a.word<<6 + bits.TrailingZeros64(places)
		for _, by := range a.cells {
			i := first + by
			switch {
			case g.has(mine, i):
				a.gains[i&(len(a.gains)-1)] += held
			case !g.has(theirs, i):
				a.gains[i&(len(a.gains)-1)] += empty
			}
		}
	}
}

// guard adds to the bits of my hexagons in places.
func (a *spread) guard(g *patterns, places uint64, held int16) {
	for ; places != 0; places &= places - 1 {
		first := a.word<<6 + bits.TrailingZeros64(places)
		for _, by := range a.cells {
			if i := first + by; g.has(mine, i) {
				a.gains[i&(len(a.gains)-1)] += held
			}
		}
	}
}

// weighPlaces weighs placements.
func (s *state) weighPlaces(actions []rules.Action, weights []int32) {
	var g patterns
	var gains gains
	g.scan(&s.table, s.colour())
	g.gather(&gains, s.size() < opening, false)
	placings := int(firstMove - s.turn)
	own, other, cover := &g.fives[mine], &g.fives[theirs], s.cover(&g)
	urgent := s.urgent(&g, cover, placings)
	useful := false
	for i, a := range actions {
		at := g.bit(&s.table, a.From)
		weights[i] = int32(gains[at])
		switch {
		case own.have(at):
			weights[i] += winning
		case other.have(at):
			weights[i] += blocking
		case cover.have(at):
			weights[i] += closing
		case urgent == forkNow && g.fours[mine].fork(at):
			weights[i] += winning
		}
		useful = useful || urgent.servedBy(&g, cover, at)
	}
	if !useful {
		return
	}
	for i, a := range actions {
		if !urgent.servedBy(&g, cover, g.bit(&s.table, a.From)) {
			weights[i] = rules.Hopeless
		}
	}
}

// An urgency is what a placement must do before anything else.
type urgency uint8

const (
	nothing  urgency = iota
	winNow           // I have a five
	blockNow         // the other side has a five
	forkNow          // I can make two fives at once
	coverNow         // the other side can make two fives at once
)

// urgent returns what any placement must do. Placements that do not are
// certain to lose, or win later.
func (s *state) urgent(g *patterns, cover cover, placings int) urgency {
	switch {
	case g.fives[mine].n > 0:
		return winNow
	case placings >= 2 && g.fives[theirs].n > 0:
		return blockNow
	case g.fives[theirs].n > 0:
		return nothing
	case placings >= 3 && s.canFork(g):
		return forkNow
	case placings >= 4 && !cover.open() && !g.fours[mine].full():
		return coverNow
	}
	return nothing
}

// servedBy reports whether a placement on a bit does what is urgent.
func (u urgency) servedBy(g *patterns, cover cover, at int) bool {
	switch u {
	case winNow:
		return g.fives[mine].have(at)
	case blockNow:
		return g.fives[theirs].have(at)
	case forkNow:
		return g.fours[mine].fork(at)
	case coverNow:
		return cover.have(at) || g.fours[mine].have(at)
	}
	return true
}

// canFork reports whether a placement makes two fives at once.
func (s *state) canFork(g *patterns) bool {
	for f := range g.fours[mine].forks {
		if s.isFree(g.cell(&s.table, int(f[0]))) {
			return true
		}
	}
	return false
}
