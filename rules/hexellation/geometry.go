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

	skySize  = 37
	zoneSize = 7
	size     = skySize + 2*zoneSize

	modelAt = skySize            // number of the first cell of MODEL's zone
	avoidAt = skySize + zoneSize // number of the first cell of AVOID's zone
)

// A cells is a set of all the cells there are: first those of the sky, then
// those of MODEL's zone, then those of AVOID's zone, each in reading order,
// from bit 0 on.
type cells uint64

// A zone is a set of cells of a zone, and so the constellation made there:
// bit i is the i-th cell in reading order.
type zone uint8

// zones is how many sets of cells a zone has.
const zones = 1 << zoneSize

// Where the zones are drawn: their centres, above the sky.
var (
	modelCentre = hex.Cell{Q: 1, R: -6}
	avoidCentre = hex.Cell{Q: 5, R: -6}
)

// The tables are filled once and never change.
var (
	skyCells  = hex.Disc(skyRadius)
	zoneCells = hex.Disc(zoneRadius)

	cellAt  = drawnCells()
	names   = cellNames()
	indexes = cellIndexes()
	actions = starActions()

	wholeSky  = cells(1)<<skySize - 1
	innerSky  = within(innerRadius)
	modelZone = (cells(1)<<zoneSize - 1) << modelAt
	avoidZone = (cells(1)<<zoneSize - 1) << avoidAt
)

func drawnCells() (table [size]hex.Cell) {
	copy(table[:], skyCells)
	for i, c := range zoneCells {
		table[modelAt+i] = shift(c, modelCentre)
		table[avoidAt+i] = shift(c, avoidCentre)
	}
	return table
}

// shift is the cell that lies from another as c lies from the centre.
func shift(c, from hex.Cell) hex.Cell { return hex.Cell{Q: c.Q + from.Q, R: c.R + from.R} }

// modelPrefix and avoidPrefix come before the names of cells in the zones.
const (
	modelPrefix = "m:"
	avoidPrefix = "x:"
)

func cellNames() (table [size]string) {
	for i, c := range skyCells {
		table[i] = c.Name(skyRadius)
	}
	for i, c := range zoneCells {
		table[modelAt+i] = modelPrefix + c.Name(zoneRadius)
		table[avoidAt+i] = avoidPrefix + c.Name(zoneRadius)
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
			table[r][q] = size
		}
	}
	for i, c := range cellAt {
		table[c.R-leastR][c.Q-leastQ] = uint8(i)
	}
	return table
}

// index is the number of a cell; ok is false where there is none.
func index(c hex.Cell) (i int, ok bool) {
	q, r := uint8(c.Q-leastQ), uint8(c.R-leastR)
	if q >= rectangleQ || r >= rectangleR {
		return 0, false
	}
	i = int(indexes[r][q])
	return i, i < size
}

// starActions are the ways to put a star, by the number of its cell.
func starActions() (table [size]rules.Action) {
	for i, c := range cellAt {
		kind := Star
		switch {
		case i >= avoidAt:
			kind = Avoid
		case i >= modelAt:
			kind = Model
		}
		table[i] = rules.Action{Kind: kind, From: c}
	}
	return table
}

// within is the cells of the sky at most so many steps from its centre.
func within(radius int) (set cells) {
	for i, c := range skyCells {
		if c.Distance(hex.Cell{}) <= radius {
			set |= 1 << i
		}
	}
	return set
}

// first is the number of the first cell of a set that is not empty.
func (set cells) first() int { return bits.TrailingZeros64(uint64(set)) }

// nth is the number of the n-th cell of a set, from 0.
func (set cells) nth(n int) int {
	for ; n > 0; n-- {
		set &= set - 1
	}
	return set.first()
}

// len is the number of cells in the set.
func (set cells) len() int { return bits.OnesCount64(uint64(set)) }

// len is the number of stars of a constellation.
func (z zone) len() int { return bits.OnesCount8(uint8(z)) }
