package six

import (
	"math/bits"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// A net is the hexagons as the nodes of a graph, numbered in reading order. A
// set of nodes is a word, bit i for node i.
type net struct {
	size int
	own  uint64                    // the nodes of the colour that acts
	move [maxHexagons]rules.Action // of a node, but for where to

	// The hexagons' rows from the third word on; bit 0 lies two columns west of
	// them all. Before says how many nodes lie in earlier rows.
	row    [64]uint64
	before [64]uint8

	// What the nodes have to do with each other's leaving; see explore.
	loose  uint64 // without which the others are connected
	split  uint64 // without which they are three parts
	beside [maxHexagons]parted
}

// A parted says for a node of which others' leaving it would be in which part.
type parted struct{ rest, first, second uint64 }

// A netCell is a cell as bit x of row y.
type netCell struct{ x, y uint }

// fill makes the net of the table, for the colour that acts.
func (s *state) fill(g *net) {
	for r := s.minR; r <= s.maxR; r++ {
		y := (r - s.minR + 2) & 63
		g.row[y] = bits.RotateLeft64(s.all[r&63], 2-s.minQ)
		g.before[y] = uint8(g.size)
		own := bits.RotateLeft64(s.own(s.colour(), r), 2-s.minQ)
		for row := g.row[y]; row != 0; row &= row - 1 {
			x := bits.TrailingZeros64(row)
			move := &g.move[g.size]
			move.Kind, move.From = Move, hex.Cell{Q: int8(x - 2 + s.minQ), R: int8(r)}
			g.own |= own >> (x & 63) & 1 << (g.size & 63)
			g.size++
		}
	}
	g.loose = 1<<g.size - 1
	if !s.advanced {
		g.explore()
	}
}

// squeezed is two neighbours in a row as consecutive nodes.
var squeezed = [4]uint64{0, 1, 1, 3}

// around returns the nodes that touch a cell.
func (g *net) around(c netCell) uint64 {
	x, y := c.x&63, c.y
	above, level, below := g.row[(y-1)&63], g.row[y&63], g.row[(y+1)&63]
	west := uint64(1)<<x - 1 // the cells of a row before this one
	first := uint(g.before[(y-1)&63]) + uint(bits.OnesCount64(above&west))
	nodes := squeezed[above>>x&3] << (first & 63)
	first = uint(g.before[(y+1)&63]) + uint(bits.OnesCount64(below&(west>>1)))
	nodes |= squeezed[below>>(x-1)&3] << (first & 63)
	first = uint(g.before[y&63]) + uint(bits.OnesCount64(level&west))
	nodes |= level >> (x - 1) & 1 << (first & 63) >> 1
	return nodes | level>>(x+1)&1<<(first&63)<<(level>>x&1)
}

// A walk goes through a net of one group, depth first from the first node.
type walk struct {
	order  [maxHexagons]uint8
	parent [maxHexagons]uint8
	below  [maxHexagons]uint64 // the node, and those it was walked through to
	reach  [maxHexagons]uint64 // whom these touch
}

func (g *net) walk(w *walk) {
	i := 0
	for y := uint(2); i < g.size; y++ {
		for row := g.row[y&63]; row != 0; row &= row - 1 {
			w.below[i], w.reach[i] = 1<<i, g.around(netCell{uint(bits.TrailingZeros64(row)), y})
			i++
		}
	}
	node, n := uint8(0), 1
	for seen := uint64(1); n < g.size; {
		next := w.reach[node] &^ seen
		if next == 0 {
			node = w.parent[node]
			continue
		}
		child := uint8(bits.TrailingZeros64(next))
		w.parent[child], w.order[n] = node, child
		seen |= 1 << child
		node = child
		n++
	}
}

// explore finds what parts are left without each node. Each but one is the
// nodes below a child, if these touch none that was walked to before the node.
// A hexagon has three runs of neighbours at most, so there are no more parts.
func (g *net) explore() {
	var w walk
	g.walk(&w)
	var parts, part [maxHexagons]uint8 // how many a node has so far; which of its parent's it begins
	parts[0] = ^uint8(0)               // for the first node all is below: the part that is found first is the rest
	for i := g.size - 1; i > 0; i-- {
		node := w.order[i]
		up := w.parent[node]
		if w.reach[node]&^w.below[node] == 1<<up {
			parts[up]++
			part[node] = parts[up]
		}
		w.below[up] |= w.below[node]
		w.reach[up] |= w.reach[node]
	}
	for i, node := range w.order[:g.size] {
		beside := &g.beside[node]
		if i > 0 {
			up := w.parent[node]
			*beside = g.beside[up]
			switch part[node] {
			case 1:
				beside.first |= 1 << up
				g.loose &^= 1 << up
			case 2:
				beside.second |= 1 << up
				g.split |= 1 << up
			}
		}
		beside.rest = ^(beside.first | beside.second | 1<<node)
	}
}

// How the hexagons round an empty cell lie.
const (
	several = iota // in another way; the values of ring that do not occur as well
	alone          // there is one
	pair           // there are two, which touch
)

// neighbourhood is how they lie by what rows.ring returns.
var neighbourhood = func() (list [rings]uint8) {
	for _, d := range hex.Directions {
		list[ringBit[d]] = alone
		list[ringBit[d]|ringBit[d.Turn(1)]] = pair
	}
	return list
}()

// movers returns the nodes of the colour that acts that may move to a free
// cell: rule 3.
func (g *net) movers(c netCell) uint64 {
	x, y := c.x&63, c.y
	switch neighbourhood[g.row[(y-1)&63]>>x&3|g.row[y&63]>>(x-1)&5<<2|g.row[(y+1)&63]>>(x-1)&3<<5] {
	case alone: // it would touch nothing there itself
		return g.own & g.loose &^ g.around(c)
	case pair: // they are in one part, whoever else leaves
		return g.own & g.loose
	}
	if g.own&^g.loose == 0 {
		return g.own
	}
	// Ruling r1: without a node the others are parts, and the cell has to
	// touch them all.
	var parts parted
	for near := g.around(c); near != 0; near &= near - 1 {
		node := &g.beside[bits.TrailingZeros64(near)]
		parts.rest |= node.rest
		parts.first |= node.first
		parts.second |= node.second
	}
	return g.own & (g.loose | parts.rest&parts.first&(parts.second|^g.split))
}
