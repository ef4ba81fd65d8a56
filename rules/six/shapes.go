package six

import (
	"math/bits"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// shapeSize is the number of cells of a shape; the game is named after it.
const shapeSize = 6

// A form is one of the shapes of rule 2 in one orientation: the cells in
// reading order, relative to the first.
type form struct {
	reason rules.Reason
	cells  [shapeSize]hex.Cell
}

// forms holds all forms. A move that makes several wins by the first of them.
var forms = [...]form{
	{Triangle, [shapeSize]hex.Cell{{Q: 0, R: 0}, {Q: -1, R: 1}, {Q: 0, R: 1}, {Q: -2, R: 2}, {Q: -1, R: 2}, {Q: 0, R: 2}}},
	{Triangle, [shapeSize]hex.Cell{{Q: 0, R: 0}, {Q: 1, R: 0}, {Q: 2, R: 0}, {Q: 0, R: 1}, {Q: 1, R: 1}, {Q: 0, R: 2}}},
	{Line, [shapeSize]hex.Cell{{Q: 0, R: 0}, {Q: 1, R: 0}, {Q: 2, R: 0}, {Q: 3, R: 0}, {Q: 4, R: 0}, {Q: 5, R: 0}}},
	{Line, [shapeSize]hex.Cell{{Q: 0, R: 0}, {Q: -1, R: 1}, {Q: -2, R: 2}, {Q: -3, R: 3}, {Q: -4, R: 4}, {Q: -5, R: 5}}},
	{Line, [shapeSize]hex.Cell{{Q: 0, R: 0}, {Q: 0, R: 1}, {Q: 0, R: 2}, {Q: 0, R: 3}, {Q: 0, R: 4}, {Q: 0, R: 5}}},
	{Ring, [shapeSize]hex.Cell{{Q: 0, R: 0}, {Q: 1, R: 0}, {Q: -1, R: 1}, {Q: 1, R: 1}, {Q: -1, R: 2}, {Q: 0, R: 2}}},
}

// A shape is a form at a place on the table.
type shape struct {
	*form
	first hex.Cell
}

// maxShapes exceeds the number of shapes that one colour can have.
const maxShapes = len(forms) * maxColour

// cells lists the cells of a shape in reading order.
func (s shape) cells() (cells [shapeSize]hex.Cell) {
	for i, c := range s.form.cells {
		cells[i] = hex.Cell{Q: s.first.Q + c.Q, R: s.first.R + c.R}
	}
	return cells
}

// shapes appends all shapes of a colour to list, in the order of forms and of
// their first cells.
func (t *table) shapes(colour int, list []shape) []shape {
	for i := range forms {
		for r := t.minR; r <= t.maxR; r++ {
			row := t.aligned(t.starts(&forms[i], colour, r))
			for ; row != 0; row &= row - 1 {
				list = append(list, shape{&forms[i], t.at(row, r)})
			}
		}
	}
	return list
}

// starts returns the cells of a row on which a form of a colour has its first
// cell.
func (t *table) starts(f *form, colour, r int) uint64 {
	row := t.own(colour, r)
	for _, c := range f.cells[1:] {
		if row == 0 {
			break
		}
		row &= bits.RotateLeft64(t.own(colour, r+int(c.R)), -int(c.Q))
	}
	return row
}

// The window of a cell is the five rows of five cells round it. The cell at
// (q, r) from the middle is bit window(q, r). Triangles and rings that contain
// the cell lie in its window, so they can be looked up.
func window(q, r int) int { return 5*(r+2) + q + 2 }

// window returns the cells of a colour in the window of a cell.
func (t *table) window(q, r, colour int) uint32 {
	return uint32(bits.RotateLeft64(t.own(colour, r-2), 2-q)&31 |
		bits.RotateLeft64(t.own(colour, r-1), 2-q)&31<<5 |
		bits.RotateLeft64(t.own(colour, r), 2-q)&31<<10 |
		bits.RotateLeft64(t.own(colour, r+1), 2-q)&31<<15 |
		bits.RotateLeft64(t.own(colour, r+2), 2-q)&31<<20)
}

// lines holds one direction of each line through a cell.
var lines = [3]hex.Direction{hex.E, hex.NE, hex.NW}

// near holds the triangles and rings that can contain a cell, as bits of its
// window: each form with each of its cells in the middle.
var near = func() (masks []uint32) {
	for _, f := range forms {
		if f.reason == Line {
			continue
		}
		for _, middle := range f.cells {
			mask := uint32(0)
			for _, c := range f.cells {
				mask |= 1 << window(int(c.Q-middle.Q), int(c.R-middle.R))
			}
			masks = append(masks, mask)
		}
	}
	return masks
}()

// completes reports whether a hexagon is part of a shape: rule 2.
func (t *table) completes(c hex.Cell, colour int) bool {
	if t.count[colour] < shapeSize {
		return false
	}
	q, r := int(c.Q), int(c.R)
	around := t.window(q, r, colour)
	for _, mask := range near {
		if around&mask == mask {
			return true
		}
	}
	for _, d := range lines {
		if t.run(q, r, d, colour)+t.run(q, r, d.Turn(3), colour)+1 >= shapeSize {
			return true
		}
	}
	return false
}

// run returns the number of consecutive hexagons of a colour next to a cell in
// a direction.
func (t *table) run(q, r int, d hex.Direction, colour int) (n int) {
	step := stepTo[d]
	for q, r = q+step[0], r+step[1]; t.own(colour, r)&bit(q) != 0; q, r = q+step[0], r+step[1] {
		n++
	}
	return n
}
