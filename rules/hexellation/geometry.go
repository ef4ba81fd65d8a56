package hexellation

import (
	"math/bits"

	"hexclub/rules"
	"hexclub/rules/hex"
)

const (
	skyRadius   = 3 // of the whole sky: sky=advanced
	innerRadius = 2 // of its inner part: sky=basic
	zoneRadius  = 1 // of the zones of MODEL and AVOID

	zoneSize = 7

	// The cells of the sky are numbered in reading order with gaps between the
	// rows: 9 from each cell to the next of its column. So a step is the same
	// difference everywhere, and two steps off the board never lead into
	// another row.
	rowWidth = 9
	skyEnd   = 58 // more than any number of a cell of the sky

	modelAt = skyEnd             // number of the first cell of MODEL's zone
	avoidAt = modelAt + zoneSize // number of the first cell of AVOID's zone
	numbers = avoidAt + zoneSize
)

// A cells is a set of cells of the sky, by their numbers.
type cells uint64

// A zone is a set of cells of a zone, that is, a constellation: bit i is the
// i-th cell in reading order.
type zone uint8

const (
	wholeZone zone = 1<<zoneSize - 1
	zones          = 1 << zoneSize // number of sets of cells in a zone
)

// The centres of the zones in the drawing, above the sky.
var (
	modelCentre = hex.Cell{Q: 1, R: -6}
	avoidCentre = hex.Cell{Q: 5, R: -6}
)

// The tables are filled once and never change.
var (
	skyCells  = hex.Disc(skyRadius)
	zoneCells = hex.Disc(zoneRadius)

	cellAt  = drawnCells()  // by the cell's number
	names   = cellNames()   // by the cell's number; empty where there is no cell
	actions = starActions() // that put a star, by the cell's number
	indexes = cellIndexes()

	wholeSky = within(skyRadius)
	innerSky = within(innerRadius)
)

// number returns the number of a cell of the sky.
func number(c hex.Cell) int { return int(c.R+skyRadius)*rowWidth + int(c.Q+skyRadius) }

func drawnCells() (table [numbers]hex.Cell) {
	for _, c := range skyCells {
		table[number(c)] = c
	}
	for i, c := range zoneCells {
		table[modelAt+i] = shift(c, modelCentre)
		table[avoidAt+i] = shift(c, avoidCentre)
	}
	return table
}

// shift returns the cell that lies from another as c lies from the centre.
func shift(c, from hex.Cell) hex.Cell { return hex.Cell{Q: c.Q + from.Q, R: c.R + from.R} }

// modelPrefix and avoidPrefix come before the names of cells in the zones.
const (
	modelPrefix = "m:"
	avoidPrefix = "x:"
)

func cellNames() (table [numbers]string) {
	for _, c := range skyCells {
		table[number(c)] = c.Name(skyRadius)
	}
	for i, c := range zoneCells {
		table[modelAt+i] = modelPrefix + c.Name(zoneRadius)
		table[avoidAt+i] = avoidPrefix + c.Name(zoneRadius)
	}
	return table
}

func starActions() (table [numbers]rules.Action) {
	for i, c := range cellAt {
		kind := Star
		switch {
		case i >= avoidAt:
			kind = Avoid
		case i >= modelAt:
			kind = Model
		}
		table[i] = rules.At(kind, c)
	}
	return table
}

// The smallest rectangle that holds all cells.
const (
	leastQ, rectangleQ = -3, 10
	leastR, rectangleR = -7, 11
)

func cellIndexes() (table [rectangleR][rectangleQ]uint8) {
	for r := range table {
		for q := range table[r] {
			table[r][q] = numbers
		}
	}
	for i, c := range cellAt {
		if names[i] != "" {
			table[c.R-leastR][c.Q-leastQ] = uint8(i)
		}
	}
	return table
}

// index returns the number of a cell; ok is false where there is none.
func index(c hex.Cell) (i int, ok bool) {
	q, r := uint8(c.Q-leastQ), uint8(c.R-leastR)
	if q >= rectangleQ || r >= rectangleR {
		return 0, false
	}
	i = int(indexes[r][q])
	return i, i < numbers
}

// within returns the cells of the sky at most radius steps from its centre.
func within(radius int) (set cells) {
	for _, c := range hex.Disc(radius) {
		set |= 1 << number(c)
	}
	return set
}

// first returns the number of the first cell of a set that is not empty.
func (set cells) first() int { return bits.TrailingZeros64(uint64(set)) }

// nth returns the number of the n-th cell of a set, from 0. It takes constant
// time: in random play a processor cannot predict the length of a loop.
func (set cells) nth(n int) int {
	const (
		ones = 0x0101010101010101
		high = 0x80 * ones
	)
	// The number of cells in each byte, then up to each byte.
	x := uint64(set)
	x -= x >> 1 & (0x55 * ones)
	x = x&(0x33*ones) + x>>2&(0x33*ones)
	x = (x + x>>4) & (0x0f * ones)
	upTo := x * ones
	// Where these are n or less, the cell lies further on.
	at := 8 * bits.OnesCount64(((uint64(n)*ones|high)-upTo)&high)
	before := upTo << 8 >> (at & 63) & 0xff
	return at + int(nthBits[uint8(set>>(at&63))][(n-int(before))&7])
}

// nthBits holds the number of the n-th set bit of a byte.
var nthBits = bitTable()

func bitTable() (table [1 << 8][8]uint8) {
	for set := range table {
		n := 0
		for bit := range 8 {
			if set&(1<<bit) != 0 {
				table[set][n] = uint8(bit)
				n++
			}
		}
	}
	return table
}

// len returns the number of cells in the set.
func (set cells) len() int { return bits.OnesCount64(uint64(set)) }

// len returns the number of stars of a constellation.
func (z zone) len() int { return bits.OnesCount8(uint8(z)) }
