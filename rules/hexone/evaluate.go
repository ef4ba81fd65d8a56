package hexone

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// A sight is what Evaluate sees of a cell.
const (
	bareCell = iota
	bareGrey // the same on a tile turned once; so are those further below
	noCell   // where a tile was
	ownOne   // one token of the side that acts
	ownMore  // two or more
	otherOne
	otherMore
	ownOneGrey
	ownMoreGrey
	otherOneGrey
	otherMoreGrey
	numCellClasses // how many there are
)

// sightOf is the sight by height, up to two (times 8), and whether the other
// side holds it (4), and it is grey (2) or gone (1).
var classOf = [3 * 8]uint8{
	1: noCell, 2: bareGrey,
	8: ownOne, 10: ownOneGrey, 12: otherOne, 14: otherOneGrey,
	16: ownMore, 18: ownMoreGrey, 20: otherMore, 22: otherMoreGrey,
}

// A border is where a token can fly from one cell to another, one way or both.
// Its kind is what kinds of cell they are: the worths are the same for all
// borders of a kind.
type edge struct{ from, to, kind uint8 }

// The kinds of border.
const (
	centreRing = iota
	ringRing
	ringTip
	ringPlain
	tipPlain
	tipCentre // by the arrow
	numEdgeKinds
)

var edges = allEdges()

// tallWorth is what each tall stack is worth that is still to explode.
const tallWeight = 300

// most is the most that Evaluate says: it proves nothing.
const maxUnproven = rules.ProvenWin - 1

// Evaluate adds up what the sights on both sides of all borders are worth.
func (s *state) Evaluate() int {
	if s.ending != ongoing {
		return 0
	}
	var seen [size]uint8
	theirs := s.theirs()
	for i := range seen {
		seen[i] = classOf[min(2, s.height[i])*8+uint8(theirs>>i&1<<2|s.grey>>i&1<<1|s.removed>>i&1)]
	}
	value := tallWeight * s.tall.len()
	for i := range edges {
		b := &edges[i]
		value += int(edgeWeights[b.kind][seen[b.from]][seen[b.to]])
	}
	return max(-maxUnproven, min(maxUnproven, value))
}

func allEdges() (list [edgeCount]edge) {
	n := 0
	add := func(from, to, kind int) {
		list[n] = edge{uint8(from), uint8(to), uint8(kind)}
		n++
	}
	for i := range size {
		for _, d := range hex.Directions {
			j, ok := index(cellAt[i].Step(d))
			if !ok {
				if outward(i) == d { // rule 4
					add(i, centre.first(), tipCentre)
				}
				continue
			}
			for kind, sets := range [numEdgeKinds][2]cells{{centre, ring}, {ring, ring}, {ring, tips}, {ring, tiles &^ tips}, {tips, tiles &^ tips}} {
				if sets[0]&(1<<i) != 0 && sets[1]&(1<<j) != 0 && (sets[0] != sets[1] || i < j) {
					add(i, j, kind)
				}
			}
		}
	}
	return list
}

// bordersCount is six of each kind, but twelve of ringPlain and tipPlain.
const edgeCount = 6 * (numEdgeKinds + 2)
