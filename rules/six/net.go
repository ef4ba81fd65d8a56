package six

import (
	"math/bits"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// A net holds the hexagons as the nodes of a graph, numbered in reading order.
// A set of nodes is a word with bit i for node i.
type net struct {
	size int
	own  uint64                    // the nodes of the colour to act
	move [maxHexagons]rules.Action // the move of each node, with To still unset

	// The rows of hexagons from the third word on; bit 0 lies two columns west
	// of all of them. Before is the number of nodes in earlier rows.
	row    [64]uint64
	before [64]uint8

	// How the removal of each node affects the others; see explore.
	loose  uint64 // nodes without which the others are connected
	split  uint64 // nodes without which the others form three parts
	beside [maxHexagons]parted
}

// A parted holds, for a node, the nodes whose removal puts it into each of the
// parts.
type parted struct{ rest, first, second uint64 }

// A netCell is a cell as bit x of row y.
type netCell struct{ x, y uint }

// fill builds the net of the table for the colour to act.
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

// squeezed holds two neighbours of a row as consecutive nodes.
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

// A walk traverses the net of one group, depth first from the first node.
type walk struct {
	order  [maxHexagons]uint8
	parent [maxHexagons]uint8
	below  [maxHexagons]uint64 // the node and those reached through it
	reach  [maxHexagons]uint64 // the nodes that these touch
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

// explore finds the parts that remain without each node. Each part except one
// is the nodes below a child, if none of these touches a node reached earlier.
// A hexagon has at most three runs of neighbours, so there are at most three
// parts.
func (g *net) explore() {
	var w walk
	g.walk(&w)
	var parts, part [maxHexagons]uint8 // the number of parts of each node so far; which part of its parent each node starts
	parts[0] = ^uint8(0)               // for the first node everything is below: the first part found is the rest
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
	several = iota // any other way, and the values that ring never returns
	alone          // one hexagon
	pair           // two hexagons that touch
)

// neighbourhood holds this by the result of rows.ring.
var neighbourhood = func() (list [rings]uint8) {
	for _, d := range hex.Directions {
		list[ringBit[d]] = alone
		list[ringBit[d]|ringBit[d.Turn(1)]] = pair
	}
	return list
}()

// movers returns the nodes of the colour to act that may move to a free cell:
// rule 3.
func (g *net) movers(c netCell) uint64 {
	x, y := c.x&63, c.y
	switch neighbourhood[g.row[(y-1)&63]>>x&3|g.row[y&63]>>(x-1)&5<<2|g.row[(y+1)&63]>>(x-1)&3<<5] {
	case alone: // that hexagon would touch nothing there if it moved itself
		return g.own & g.loose &^ g.around(c)
	case pair: // the two are in one part, whichever other hexagon leaves
		return g.own & g.loose
	}
	if g.own&^g.loose == 0 {
		return g.own
	}
	// Ruling r1: without the node the others form parts, and the cell must
	// touch all of them.
	var parts parted
	for near := g.around(c); near != 0; near &= near - 1 {
		node := &g.beside[bits.TrailingZeros64(near)]
		parts.rest |= node.rest
		parts.first |= node.first
		parts.second |= node.second
	}
	return g.own & (g.loose | parts.rest&parts.first&(parts.second|^g.split))
}
