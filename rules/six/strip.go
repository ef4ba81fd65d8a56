package six

import (
	"math/bits"
	"slices"

	"hexclub/rules/hex"
)

// A strip is the table as one long row of bits, the rows of the table one after
// the other with room between them, so that all places of a form on it are
// looked at sixty-four at a time. What is mine is of the colour that acts.
type strip struct {
	stride int // from a bit to that of the cell to the south-east
	origin int // the bit of the smallest q and r of all hexagons
	last   int // the last word with a hexagon
	sides  [2][stripWords]uint64

	// The hexagons on each spot of the forms whose first cells are those of the
	// word that shift was called with.
	spot [2][32]uint64
}

// The sides of a strip.
const (
	mine = iota
	theirs
)

// reach is how far the first cell of a form can be from its last one, either
// way.
const reach = shapeSize - 1

// margin is how far from the hexagons others may be put on the strip.
const margin = 2

// stripWords is enough for the widest group that there can be, with the room
// round it, and a power of two.
const stripWords = 64

// spots are the cells that forms have, seen from their first cells.
var spots = func() (list []hex.Cell) {
	for _, f := range forms {
		for _, c := range f.cells {
			if !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
	}
	return list
}()

// spotsOf is the indices in spots of the cells of each form.
var spotsOf = func() (list [len(forms)][shapeSize]uint8) {
	for f := range forms {
		for i, c := range forms[f].cells {
			list[f][i] = uint8(slices.Index(spots, c))
		}
	}
	return list
}()

// lay makes the strip of a table, seen by a colour.
func (v *strip) lay(t *table, colour int) {
	width := t.maxQ - t.minQ + 1
	v.stride = width + reach + margin
	if t.atEdge() {
		v.stride += reach
	}
	v.origin = reach * (v.stride + 1)
	i := v.origin
	for r := t.minR; r <= t.maxR; r++ {
		all := bits.RotateLeft64(t.all[r&63], -t.minQ)
		own := bits.RotateLeft64(t.own(colour, r), -t.minQ)
		v.add(mine, i, own)
		v.add(theirs, i, all&^own)
		i += v.stride
	}
	v.last = (i + margin*v.stride) >> 6
	if t.atEdge() {
		v.wall(t)
	}
}

// add puts hexagons of a side on the strip from a bit on.
func (v *strip) add(side, i int, row uint64) {
	v.sides[side][i>>6&63] |= row << (i & 63)
	v.sides[side][(i>>6+1)&63] |= row >> 1 >> (^i & 63)
}

// wall puts hexagons of both sides off the table, so that no form reaches over
// its edge: ruling r4.
func (v *strip) wall(t *table) {
	for r := t.minR - reach; r <= t.maxR+reach; r++ {
		for q := t.minQ - reach; q <= t.maxQ+reach; q++ {
			if max(q, r) > tableEdge || min(q, r) < -tableEdge {
				i := v.origin + (r-t.minR)*v.stride + q - t.minQ
				v.add(mine, i, 1)
				v.add(theirs, i, 1)
			}
		}
	}
}

// bit is that of a cell of the table or near it.
func (v *strip) bit(t *table, c hex.Cell) int {
	return v.origin + (int(c.R)-t.minR)*v.stride + int(c.Q) - t.minQ
}

// cell is that of a bit, which is of a hexagon or of a cell next to one.
func (v *strip) cell(t *table, i int) hex.Cell {
	i -= v.origin - margin*(v.stride+1) // from some cells to the north-west of the corner
	return hex.Cell{Q: int8(i%v.stride + t.minQ - margin), R: int8(i/v.stride + t.minR - margin)}
}

// has reports whether a side has a hexagon on a bit.
func (v *strip) has(side, i int) bool { return v.sides[side][i>>6&63]>>(i&63)&1 != 0 }

// shift looks at the forms whose first cells are those of a word.
func (v *strip) shift(word int) {
	for n, c := range spots {
		by := int(c.R)*v.stride + int(c.Q)
		i, low, high := word+by>>6, uint(by&63), uint(^by&63)
		v.spot[mine][n&31] = v.sides[mine][i&63]>>low | v.sides[mine][(i+1)&63]<<1<<high
		v.spot[theirs][n&31] = v.sides[theirs][i&63]>>low | v.sides[theirs][(i+1)&63]<<1<<high
	}
}

// A tally counts for each bit of a word, by three binary digits.
type tally struct{ one, two, four uint64 }

// tally counts how many hexagons of a side each place of a form has.
func (v *strip) tally(side, form int) tally {
	s, of := &v.spot[side], &spotsOf[form]
	a, b, c := s[of[0]&31], s[of[1]&31], s[of[2]&31]
	d, e, f := s[of[3]&31], s[of[4]&31], s[of[5]&31]
	ab, de := a^b, d^e
	low, high := ab^c, de^f
	twos, more := a&b|ab&c, d&e|de&f
	carry := low & high
	either := twos ^ more
	return tally{low ^ high, either ^ carry, twos&more | either&carry}
}

// any returns the places that have one at least.
func (t tally) any() uint64 { return t.one | t.two | t.four }

// exactly returns the places that have just so many, from 1 to 6.
func (t tally) exactly(n int) uint64 {
	return (t.one ^ -uint64(^n&1)) & (t.two ^ -uint64(^n>>1&1)) & (t.four ^ -uint64(^n>>2&1))
}

// without returns the tally of the places that are not in a set.
func (t tally) without(set uint64) tally { return tally{t.one &^ set, t.two &^ set, t.four &^ set} }
