package hexone

import (
	"hexclub/rules"
	"hexclub/rules/hex"
)

// The classes of cells that Evaluate distinguishes.
const (
	bareCell = iota
	bareGrey // the same on a tile turned once; likewise below
	noCell   // a removed tile
	ownOne   // one token of the side to act
	ownMore  // two or more
	otherOne
	otherMore
	ownOneGrey
	ownMoreGrey
	otherOneGrey
	otherMoreGrey
	numCellClasses // the number of values above
)

// classOf holds the class by the height up to two (times 8), plus 4 if the
// other side holds the cell, 2 if it is grey and 1 if it is removed.
var classOf = [3 * 8]uint8{
	1: noCell, 2: bareGrey,
	8: ownOne, 10: ownOneGrey, 12: otherOne, 14: otherOneGrey,
	16: ownMore, 18: ownMoreGrey, 20: otherMore, 22: otherMoreGrey,
}

// An edge connects two cells between which a token can fly, in one or both
// directions. Its kind is given by the kinds of its cells; all edges of a kind
// have the same weights.
type edge struct{ from, to, kind uint8 }

// The kinds of edges.
const (
	centreRing = iota
	ringRing
	ringTip
	ringPlain
	tipPlain
	tipCentre // along the arrow
	numEdgeKinds
)

var edges = allEdges()

// tallWeight is the value of each stack that is still to explode.
const tallWeight = 300

// maxUnproven is the largest value of Evaluate, which proves nothing.
const maxUnproven = rules.ProvenWin - 1

// Evaluate adds up the weights of the classes at both ends of all edges.
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

// edgeCount is six for each kind, but twelve for ringPlain and tipPlain.
const edgeCount = 6 * (numEdgeKinds + 2)
