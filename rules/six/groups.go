package six

import (
	"math/bits"

	"hexclub/rules/hex"
)

// maxHexagons is the number of hexagons of both colours: for each colour 20 to
// place and one on the table from the start.
const maxHexagons = colours * maxColour

const (
	maxColour = 21
	toPlace   = colours * (maxColour - 1)
)

// stepTo holds the change of q and r in each direction.
var stepTo = func() (steps [7][2]int) {
	for _, d := range hex.Directions {
		to := hex.Cell{}.Step(d)
		steps[d] = [2]int{int(to.Q), int(to.R)}
	}
	return steps
}()

// An arcs describes the neighbours of a cell in a set: the runs that they form
// round the cell.
type arcs struct {
	n     int              // number of runs
	first [3]hex.Direction // one neighbour of each run
}

// arcsOf holds the arcs for each result of rows.ring.
var arcsOf = func() (list [rings]arcs) {
	for ring := range list {
		in := func(d hex.Direction) bool { return ring&int(ringBit[d]) != 0 }
		for _, d := range hex.Directions {
			if a := &list[ring]; in(d) && !in(d.Turn(-1)) {
				a.first[a.n] = d
				a.n++
			}
		}
		if a := &list[ring]; a.n == 0 && in(hex.E) { // all six
			*a = arcs{n: 1, first: [3]hex.Direction{hex.E}}
		}
	}
	return list
}()

// A flood fills a group of connected cells.
type flood struct {
	left  rows // the cells not reached yet
	stack [maxHexagons]struct {
		row uint64
		r   int
	}
	top int
}

// start begins with the cells of one row that are connected with the given
// cell.
func (f *flood) start(q, r int) { f.push(bit(q), r) }

func (f *flood) push(seeds uint64, r int) {
	level := f.left[r&63]
	if seeds &= level; seeds == 0 {
		return
	}
	for {
		wider := (seeds | bits.RotateLeft64(seeds, 1) | bits.RotateLeft64(seeds, -1)) & level
		if wider == seeds {
			break
		}
		seeds = wider
	}
	f.left[r&63] &^= seeds
	f.stack[f.top].row, f.stack[f.top].r = seeds, r
	f.top++
}

// next continues from some cells of one row. It returns false when there are
// none.
func (f *flood) next() (ok bool) {
	if f.top == 0 {
		return false
	}
	f.top--
	row, r := f.stack[f.top].row, f.stack[f.top].r
	f.push(row|bits.RotateLeft64(row, 1), r-1)
	f.push(row|bits.RotateLeft64(row, -1), r+1)
	return true
}

// finish fills the whole group of a cell.
func (f *flood) finish(q, r int) {
	f.start(q, r)
	for f.next() {
	}
}

// staysWhole reports whether the hexagons of one group still form one group
// after one of them moves to a free cell, where it must touch another.
func (t *table) staysWhole(from, to hex.Cell) bool {
	left := &arcsOf[t.all.ring(int(from.Q), int(from.R))]
	if left.n <= 1 { // its neighbours stay connected
		return true
	}
	if t.holes == 0 && arcsOf[t.ringWithout(to, from)].n <= 1 {
		// Its neighbours are not connected another way, and it does not
		// connect them where it lands.
		return false
	}
	f := flood{left: t.all}
	f.left.cut(int(from.Q), int(from.R))
	f.left.add(int(to.Q), int(to.R))
	return f.connects(int(from.Q), int(from.R), left)
}

// ringWithout returns the neighbours of a cell except one hexagon.
func (t *table) ringWithout(c, hexagon hex.Cell) uint {
	ring := t.all.ring(int(c.Q), int(c.R))
	if q, r := int(hexagon.Q)-int(c.Q), int(hexagon.R)-int(c.R); max(q, r, -q, -r) <= 1 {
		ring &^= bitToward[r+1][q+1]
	}
	return ring
}

// bitToward holds the ring bit for each change of r and q, both raised by one.
var bitToward = func() (list [3][3]uint) {
	for _, d := range hex.Directions {
		list[stepTo[d][1]+1][stepTo[d][0]+1] = ringBit[d]
	}
	return list
}()

// connects reports whether the neighbours of a cell are connected with each
// other.
func (f *flood) connects(q, r int, around *arcs) bool {
	step := stepTo[around.first[0]]
	f.start(q+step[0], r+step[1])
	for _, d := range around.first[1:around.n] {
		for f.left.has(q+stepTo[d][0], r+stepTo[d][1]) {
			if !f.next() {
				return false
			}
		}
	}
	return true
}

// A group is a set of connected hexagons that touch no others.
type group struct {
	first hex.Cell // in reading order
	size  int
}

// groups appends all groups to list, in reading order of their first cells.
func (t *table) groups(list []group) []group {
	f := flood{left: t.all}
	left := t.size()
	for r := t.minR; r <= t.maxR; r++ {
		for f.left[r&63] != 0 {
			first := t.at(t.aligned(f.left[r&63]), r)
			f.finish(int(first.Q), r)
			size := left - f.left.size()
			left -= size
			list = append(list, group{first, size})
		}
	}
	return list
}

// size returns the number of cells.
func (m *rows) size() (n int) {
	for _, row := range m {
		n += bits.OnesCount64(row)
	}
	return n
}

// largest returns the largest groups of a list.
func largest(list []group) []group {
	most := 0
	for _, g := range list {
		most = max(most, g.size)
	}
	kept := list[:0]
	for _, g := range list {
		if g.size == most {
			kept = append(kept, g)
		}
	}
	return kept
}

// groupOf returns the cells connected with a hexagon.
func (t *table) groupOf(c hex.Cell) rows {
	f := flood{left: t.all}
	f.finish(int(c.Q), int(c.R))
	group := t.all
	for i := range group {
		group[i] &^= f.left[i]
	}
	return group
}
