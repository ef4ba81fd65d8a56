package six

import (
	"math/bits"

	"hexclub/rules/hex"
)

// The colours, as indices.
const (
	black = iota
	red
	colours
)

// tableEdge is the largest absolute value of q and r on the table: ruling r4.
const tableEdge = 100

// rows is a set of cells: bit q of word r, both modulo 64. Connected hexagons
// span at most 42 rows and columns, 43 just after a move, and the cells round
// them two more. So no two of these cells share a bit, wherever on the table
// the hexagons are.
type rows [64]uint64

func bit(q int) uint64 { return 1 << (q & 63) }

func (m *rows) has(q, r int) bool { return m[r&63]&bit(q) != 0 }
func (m *rows) add(q, r int)      { m[r&63] |= bit(q) }
func (m *rows) cut(q, r int)      { m[r&63] &^= bit(q) }

// ring returns the neighbours of a cell that are in the set, as ring bits.
func (m *rows) ring(q, r int) uint {
	above := bits.RotateLeft64(m[(r-1)&63], -q)
	level := bits.RotateLeft64(m[r&63], 1-q)
	below := bits.RotateLeft64(m[(r+1)&63], 1-q)
	return uint(above&3 | level&5<<2 | below&3<<5)
}

// ringBit holds the bit of each direction in the result of ring.
var ringBit = [7]uint{hex.NW: 1 << 0, hex.NE: 1 << 1, hex.W: 1 << 2, hex.E: 1 << 4, hex.SW: 1 << 5, hex.SE: 1 << 6}

// rings is one more than the largest value of ring.
const rings = 128

// A table holds the hexagons and what follows from them, updated hexagon by
// hexagon.
type table struct {
	all   rows         // the hexagons
	black rows         // the black hexagons
	free  rows         // the empty cells of the table that touch a hexagon
	count [colours]int // of hexagons, by colour
	frees int          // the number of free cells
	holes int          // see rise; valid while the hexagons form one group

	// The bounds of the hexagons, valid while there is one.
	minQ, maxQ, minR, maxR int
}

func (t *table) size() int { return t.count[black] + t.count[red] }

// corner returns the cell of the smallest q and r of all hexagons.
func (t *table) corner() hex.Cell { return hex.Cell{Q: int8(t.minQ), R: int8(t.minR)} }

// own returns the row of the hexagons of one colour.
func (t *table) own(colour, r int) uint64 {
	return t.all[r&63] & (t.black[r&63] ^ -uint64(colour))
}

// put lays a hexagon on an empty cell.
func (t *table) put(c hex.Cell, colour int) {
	q, r := int(c.Q), int(c.R)
	if t.size() == 0 {
		t.minQ, t.maxQ, t.minR, t.maxR, t.holes = q, q, r, r, 1
	}
	t.minQ, t.maxQ = min(t.minQ, q), max(t.maxQ, q)
	t.minR, t.maxR = min(t.minR, r), max(t.maxR, r)
	t.holes -= rise[t.all.ring(q, r)]
	t.all.add(q, r)
	if colour == black {
		t.black.add(q, r)
	}
	t.count[colour]++
	t.refresh(r)
}

// lift removes a hexagon.
func (t *table) lift(c hex.Cell, colour int) {
	q, r := int(c.Q), int(c.R)
	t.all.cut(q, r)
	t.black.cut(q, r)
	t.holes += rise[t.all.ring(q, r)]
	t.count[colour]--
	t.refresh(r)
	if (q == t.minQ || q == t.maxQ || r == t.minR || r == t.maxR) && t.size() > 0 {
		t.shrink()
	}
}

// leave removes all hexagons outside a set.
func (t *table) leave(kept *rows) {
	t.all = *kept
	t.count = [colours]int{}
	for r := t.minR; r <= t.maxR; r++ {
		t.black[r&63] &= kept[r&63]
		t.count[black] += bits.OnesCount64(t.own(black, r))
		t.count[red] += bits.OnesCount64(t.own(red, r))
	}
	for r := t.minR; r <= t.maxR; r += 3 {
		t.refresh(r)
	}
	t.refresh(t.maxR)
	t.shrink()
	t.holes = t.countHoles()
}

// The Euler characteristic of the hexagons, counted as points with a line
// between two that touch and a face between three, is the number of groups
// less the number of holes in them. A hexagon changes it depending on its
// neighbours; while there is one group, that gives the number of holes from
// the neighbours alone.

// rise holds the change of the characteristic by a new hexagon, by the result
// of rows.ring for its neighbours: one, less one for each run of neighbours
// that is not the whole ring.
var rise = func() (list [rings]int) {
	for ring := range list {
		list[ring] = 1
		for _, d := range hex.Directions {
			if ring&int(ringBit[d]) != 0 && ring&int(ringBit[d.Turn(1)]) == 0 {
				list[ring]--
			}
		}
	}
	return list
}()

// countHoles counts the holes of hexagons that form one group.
func (t *table) countHoles() int {
	points, lines, faces := 0, 0, 0
	for r := t.minR; r <= t.maxR; r++ {
		level, below := t.all[r&63], t.all[(r+1)&63]
		east, southEast, southWest := bits.RotateLeft64(level, -1), below, bits.RotateLeft64(below, 1)
		points += bits.OnesCount64(level)
		lines += bits.OnesCount64(level&east) + bits.OnesCount64(level&southEast) + bits.OnesCount64(level&southWest)
		faces += bits.OnesCount64(level&east&southEast) + bits.OnesCount64(level&southEast&southWest)
	}
	return 1 - (points - lines + faces)
}

// shrink reduces the bounds to the hexagons.
func (t *table) shrink() {
	for t.all[t.minR&63] == 0 {
		t.minR++
	}
	for t.all[t.maxR&63] == 0 {
		t.maxR--
	}
	columns := uint64(0)
	for r := t.minR; r <= t.maxR; r++ {
		columns |= t.all[r&63]
	}
	columns = bits.RotateLeft64(columns, -t.minQ)
	t.maxQ = t.minQ + bits.Len64(columns) - 1
	t.minQ += bits.TrailingZeros64(columns)
}

// refresh updates the free cells of a row and of the two rows next to it.
func (t *table) refresh(r int) {
	above, level, below := t.border(r-1), t.border(r), t.border(r+1)
	if t.atEdge() {
		above, level, below = t.clip(r-1, above), t.clip(r, level), t.clip(r+1, below)
	}
	t.frees += bits.OnesCount64(above) - bits.OnesCount64(t.free[(r-1)&63])
	t.frees += bits.OnesCount64(level) - bits.OnesCount64(t.free[r&63])
	t.frees += bits.OnesCount64(below) - bits.OnesCount64(t.free[(r+1)&63])
	t.free[(r-1)&63], t.free[r&63], t.free[(r+1)&63] = above, level, below
}

// border returns the empty cells of a row that touch a hexagon.
func (t *table) border(r int) uint64 { return t.all.spread(r) &^ t.all[r&63] }

// spread returns the cells of a row that touch one of the set.
func (m *rows) spread(r int) uint64 {
	above, level, below := m[(r-1)&63], m[r&63], m[(r+1)&63]
	return bits.RotateLeft64(level, 1) | bits.RotateLeft64(level, -1) |
		above | bits.RotateLeft64(above, -1) | below | bits.RotateLeft64(below, 1)
}

// atEdge reports whether a hexagon may touch cells off the table.
func (t *table) atEdge() bool {
	return t.minQ == -tableEdge || t.maxQ == tableEdge || t.minR == -tableEdge || t.maxR == tableEdge
}

// clip removes the cells off the table from a row: ruling r4.
func (t *table) clip(r int, row uint64) uint64 {
	if r < -tableEdge || r > tableEdge {
		return 0
	}
	if t.minQ == -tableEdge {
		row &^= bit(-tableEdge - 1)
	}
	if t.maxQ == tableEdge {
		row &^= bit(tableEdge + 1)
	}
	return row
}

// onTable reports whether a cell is on the table: ruling r4.
func onTable(c hex.Cell) bool {
	return max(c.Q, c.R) <= tableEdge && min(c.Q, c.R) >= -tableEdge
}

// holder returns the colour of the hexagon on a cell, or false without a
// hexagon.
func (t *table) holder(c hex.Cell) (colour int, ok bool) {
	q, r := int(c.Q), int(c.R)
	if q < t.minQ || q > t.maxQ || r < t.minR || r > t.maxR || !t.all.has(q, r) {
		return 0, false
	}
	if t.black.has(q, r) {
		return black, true
	}
	return red, true
}

// isFree reports whether a cell is an empty one that touches a hexagon.
func (t *table) isFree(c hex.Cell) bool {
	q, r := int(c.Q), int(c.R)
	return q >= t.minQ-1 && q <= t.maxQ+1 && r >= t.minR-1 && r <= t.maxR+1 && t.free.has(q, r)
}

// aligned rotates a row of cells on the table, or next to it, so that bit 0 is
// the westernmost possible one, for walks in order with at.
func (t *table) aligned(row uint64) uint64 { return bits.RotateLeft64(row, 1-t.minQ) }

// at returns the first cell of an aligned row.
func (t *table) at(aligned uint64, r int) hex.Cell {
	return hex.Cell{Q: int8(t.minQ - 1 + bits.TrailingZeros64(aligned)), R: int8(r)}
}

// nth returns the n-th bit of a row, from 0, and those above it.
func nth(row uint64, n int) uint64 {
	for ; n > 0; n-- {
		row &= row - 1
	}
	return row
}
