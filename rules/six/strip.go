package six

import (
	"math/bits"
	"slices"

	"hexclub/rules/hex"
)

// A strip is the table as one long row of bits: the rows of the table follow
// each other with gaps, so that all places of a form are examined sixty-four
// at a time. The side "mine" is the colour to act.
type strip struct {
	stride int // from a bit to the bit of the cell to the south-east
	origin int // the bit of the smallest q and r of all hexagons
	last   int // the last word with a hexagon
	sides  [2][stripWords]uint64

	// The hexagons on each spot of the forms whose first cells are in the word
	// last passed to shift.
	spot [2][32]uint64
}

// The sides of a strip.
const (
	mine = iota
	theirs
)

// reach is the largest distance between the first and the last cell of a form,
// in either direction.
const reach = shapeSize - 1

// margin is the largest distance from the hexagons at which others may be put
// on the strip.
const margin = 2

// stripWords is enough for the widest possible group with its gaps, and a
// power of two.
const stripWords = 64

// spots holds the cells of all forms, relative to their first cells.
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

// spotsOf holds the indices in spots of the cells of each form.
var spotsOf = func() (list [len(forms)][shapeSize]uint8) {
	for f := range forms {
		for i, c := range forms[f].cells {
			list[f][i] = uint8(slices.Index(spots, c))
		}
	}
	return list
}()

// lay builds the strip of a table for a colour.
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

// add puts hexagons of a side on the strip, starting at a bit.
func (v *strip) add(side, i int, row uint64) {
	v.sides[side][i>>6&63] |= row << (i & 63)
	v.sides[side][(i>>6+1)&63] |= row >> 1 >> (^i & 63)
}

// wall puts hexagons of both sides off the table, so that no form crosses its
// edge: ruling r4.
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

// bit returns the bit of a cell on the table or close to it.
func (v *strip) bit(t *table, c hex.Cell) int {
	return v.origin + (int(c.R)-t.minR)*v.stride + int(c.Q) - t.minQ
}

// cell returns the cell of a bit, which must be that of a hexagon or of a cell
// next to one.
func (v *strip) cell(t *table, i int) hex.Cell {
	i -= v.origin - margin*(v.stride+1) // relative to a cell north-west of the corner
	return hex.Cell{Q: int8(i%v.stride + t.minQ - margin), R: int8(i/v.stride + t.minR - margin)}
}

// has reports whether a side has a hexagon on a bit.
func (v *strip) has(side, i int) bool { return v.sides[side][i>>6&63]>>(i&63)&1 != 0 }

// shift loads the forms whose first cells are in a word.
func (v *strip) shift(word int) {
	for n, c := range spots {
		by := int(c.R)*v.stride + int(c.Q)
		i, low, high := word+by>>6, uint(by&63), uint(^by&63)
		v.spot[mine][n&31] = v.sides[mine][i&63]>>low | v.sides[mine][(i+1)&63]<<1<<high
		v.spot[theirs][n&31] = v.sides[theirs][i&63]>>low | v.sides[theirs][(i+1)&63]<<1<<high
	}
}

// A tally is a counter for each bit of a word, in three binary digits.
type tally struct{ one, two, four uint64 }

// tally counts the hexagons of a side in each place of a form.
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

// any returns the places with at least one.
func (t tally) any() uint64 { return t.one | t.two | t.four }

// exactly returns the places with exactly n, from 1 to 6.
func (t tally) exactly(n int) uint64 {
	return (t.one ^ -uint64(^n&1)) & (t.two ^ -uint64(^n>>1&1)) & (t.four ^ -uint64(^n>>2&1))
}

// without returns the tally without the places in a set.
func (t tally) without(set uint64) tally { return tally{t.one &^ set, t.two &^ set, t.four &^ set} }
