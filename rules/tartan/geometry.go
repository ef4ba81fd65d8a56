package tartan

import (
	"math/bits"

	"hexclub/rules/hex"
)

const (
	seats   = 2
	flowers = 7
	radius  = 4
)

// A cells is a set of cells: the cell (q, r) is bit origin + q + 8r. The bits
// are in reading order, and one step in a direction is always the same number
// of bits.
type cells uint64

// origin is the bit of the middle cell; there is room on both sides.
const origin = 32

// The board, by the bits of its rows from the top; the centres of the flowers;
// and the petals, which are all other cells.
const (
	board cells = 0b11<<2 | 0b11111<<7 | 0b1111111<<14 | 0b1111111<<22 | 0b1111111<<29 |
		0b1111111<<36 | 0b1111111<<44 | 0b11111<<53 | 0b11<<61
	middle  cells = 1 << origin
	outer   cells = 1<<10 | 1<<15 | 1<<27 | 1<<37 | 1<<49 | 1<<54
	centres       = middle | outer
	petals        = board &^ centres
)

// The rows in the middle touch end to end, so a step off the board leads to
// the bit of a cell in another row: from these cells in these directions.
const (
	offE  cells = 1<<28 | 1<<35
	offW  cells = 1<<29 | 1<<36
	offSE cells = 1 << 28
	offNW cells = 1 << 36
)

// centreAt holds the centres of the flowers in reading order: the first is
// flower 1.
var centreAt = [flowers]hex.Cell{{Q: 2, R: -3}, {Q: -1, R: -2}, {Q: 3, R: -1}, {}, {Q: -3, R: 1}, {Q: 1, R: 2}, {Q: -2, R: 3}}

// Tables by bit, filled once and never changed. They have 64 entries to avoid
// bounds checks; entries without a cell are empty.
var (
	cellAt   = cellTable()
	names    = nameTable()
	flowerOf = flowerTable() // from 1
	around   = aroundTable() // the cells that touch it
)

// touching returns the cells that touch one of the set. It may contain bits
// without a cell.
func (set cells) touching() cells {
	w, e := set>>1, set<<1
	return w&^(offW>>1) | e&^(offE<<1) | (set&^offSE|w)<<8 | (set&^offNW|e)>>8
}

// bit returns the number of a cell of the board.
func bit(c hex.Cell) int { return (origin + int(c.Q) + 8*int(c.R)) & 63 }

// only returns the set of one cell of the board.
func only(c hex.Cell) cells { return 1 << bit(c) }

// onBoard reports whether a cell is on the board.
func onBoard(c hex.Cell) bool { return board&only(c) != 0 && cellAt[bit(c)] == c }

// flower returns the petals of the flowers whose centres are in the set.
func (set cells) flower() cells { return set.touching() & petals }

// centre returns the centres of the flowers that the petals of the set belong
// to.
func (set cells) centre() cells { return set.touching() & centres }

// first returns the number of the first cell of a set that is not empty.
func (set cells) first() int { return bits.TrailingZeros64(uint64(set)) & 63 }

// nth returns the number of the n-th cell of a set, from 0, in reading order.
func (set cells) nth(n int) int {
	for ; n > 0; n-- {
		set &= set - 1
	}
	return set.first()
}

// len returns the number of cells in the set.
func (set cells) len() int { return bits.OnesCount64(uint64(set)) }

func cellTable() (table [64]hex.Cell) {
	for _, c := range centreAt {
		table[bit(c)] = c
		for _, d := range hex.Directions {
			table[bit(c.Step(d))] = c.Step(d)
		}
	}
	return table
}

func nameTable() (table [64]string) {
	for i, c := range cellAt {
		if board&(1<<i) != 0 {
			table[i] = c.Name(radius)
		}
	}
	return table
}

func flowerTable() (table [64]int8) {
	for n, c := range centreAt {
		for set := only(c) | only(c).touching(); set != 0; set &= set - 1 {
			table[set.first()] = int8(n + 1)
		}
	}
	return table
}

func aroundTable() (table [64]cells) {
	for i := range table {
		table[i] = (board & (1 << i)).touching() & board
	}
	return table
}
