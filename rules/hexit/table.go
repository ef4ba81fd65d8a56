package hexit

import (
	"math/bits"

	"hexclub/rules/hex"
)

const (
	seats    = 2
	pieces   = 8  // of each seat
	maxTiles = 39 // in the longest of the games
)

// A number identifies a tile or a prison, which is a bare cell that holds
// prisoners. Tiles are numbered from 1 and prisons from firstPrison, both in
// reading order without gaps, so the numbers do not depend on the history of
// the position.
const (
	bare        = 0 // no number: the cell is empty and bare
	firstPrison = maxTiles + 1
	numbers     = firstPrison + seats*pieces
)

// isTile reports whether a number is that of a tile.
func isTile(n int) bool { return n > bare && n < firstPrison }

// A set is a set of numbers: bit n is number n.
type set uint64

// allTiles contains every possible number of a tile.
const allTiles set = 1<<firstPrison - 1<<1

// first returns the least number of a set that is not empty.
func (s set) first() int { return bits.TrailingZeros64(uint64(s)) & 63 }

// nth returns the n-th number of the set, from 0.
func (s set) nth(n int) int {
	for ; n > 0; n-- {
		s &= s - 1
	}
	return s.first()
}

// len returns the size of the set.
func (s set) len() int { return bits.OnesCount64(uint64(s)) }

// several reports whether the set has more than one number.
func (s set) several() bool { return s&(s-1) != 0 }

// has reports whether a number is in the set.
func (s set) has(n int) bool { return s>>(n&63)&1 != 0 }

// open returns the set with every number from n on raised by one.
func (s set) open(n int) set {
	below := set(1)<<n - 1
	return s&below | s&^below<<1
}

// close returns the set without the number n and with every number above it
// lowered by one.
func (s set) close(n int) set {
	below := set(1)<<n - 1
	return s&below | s>>1&^below
}

// A spot is a place in the grid, a compact wrapped-around table: row follows
// row, 23 spots apart, and after the last row comes the first. Two cells at
// one spot are at least 23 steps apart. The engine never compares cells that
// far apart: tiles are at most 19 steps apart (see [reach]), prisons lie one
// step further on either side, and the engine looks only at these and at cells
// that touch them.
type spot uint16

const (
	width = 23
	spots = 512
)

// steps holds the differences from a spot to its neighbours, by hex.Direction
// less 1.
var steps = [6]spot{1, spots - width + 1, spots - width, spots - 1, width - 1, width}

func spotOf(c hex.Cell) spot {
	return spot(width*int(c.R)+int(c.Q)) % spots // also right for negative numbers, because a spot counts to 1<<16
}

// step returns the neighbour in a direction, by its place in steps.
func (p spot) step(d int) spot { return (p + steps[d]) % spots }

// A table is the state of the table. The zero table is empty.
type table struct {
	grid  [spots]uint8      // the number on each cell
	cells [numbers]hex.Cell // the cell of each number
	piles [numbers]pile     // the pile of each number

	held    [seats]set // tiles whose stack belongs to a seat, by seat - 1
	paint   [seats]set // tiles of each seat's colour
	largest [seats]set // tiles of the largest territory; of equal ones the first in reading order
	laid    set        // tiles laid in this turn
	loose   set        // prisons that touch two tiles or more

	tiles   uint8 // number of tiles
	prisons uint8
}

// number returns the number of what is on the cell, or bare.
func (t *table) number(c hex.Cell) int {
	n := t.grid[spotOf(c)]
	if t.cells[n] != c {
		return bare // the number at this spot belongs to another cell
	}
	return int(n)
}

// around returns the numbers that touch a spot. It may contain bare.
func (t *table) around(p spot) set {
	return 1<<(t.grid[p.step(0)]&63) | 1<<(t.grid[p.step(1)]&63) | 1<<(t.grid[p.step(2)]&63) |
		1<<(t.grid[p.step(3)]&63) | 1<<(t.grid[p.step(4)]&63) | 1<<(t.grid[p.step(5)]&63)
}

// toward returns the directions, as bits in the order of steps, in which a
// neighbour of the spot is in the set.
func (t *table) toward(p spot, in set) uint8 {
	return uint8(in>>(t.grid[p.step(0)]&63)&1 |
		in>>(t.grid[p.step(1)]&63)&1<<1 |
		in>>(t.grid[p.step(2)]&63)&1<<2 |
		in>>(t.grid[p.step(3)]&63)&1<<3 |
		in>>(t.grid[p.step(4)]&63)&1<<4 |
		in>>(t.grid[p.step(5)]&63)&1<<5)
}

// lay puts a tile of a side's colour on a bare cell and returns its number.
// The numbers of the tiles that follow in reading order rise by one.
func (t *table) lay(c hex.Cell, side int) int {
	n := int(t.tiles) + 1
	for ; n > 1 && c.Less(t.cells[n-1]); n-- {
		t.move(n-1, n)
	}
	t.tiles++
	t.put(n, c, empty)
	for i := range seats {
		t.held[i] = t.held[i].open(n)
		t.paint[i] = t.paint[i].open(n)
		t.largest[i] = t.largest[i].open(n)
	}
	t.paint[side] |= 1 << n
	t.extend(side, n)
	t.laid = t.laid.open(n)
	for prisons := t.around(spotOf(c)) >> firstPrison << firstPrison; prisons != 0; prisons &= prisons - 1 {
		t.loosen(prisons.first())
	}
	return n
}

// imprison puts a pile on a bare cell.
func (t *table) imprison(c hex.Cell, p pile) {
	n := firstPrison + int(t.prisons)
	for ; n > firstPrison && c.Less(t.cells[n-1]); n-- {
		t.move(n-1, n)
	}
	t.prisons++
	t.put(n, c, p)
	t.loose = t.loose.open(n)
	t.loosen(n)
}

// loosen records whether a prison touches two tiles.
func (t *table) loosen(n int) {
	if (t.around(spotOf(t.cells[n])) & allTiles).several() {
		t.loose |= 1 << n
	}
}

// release removes a prison.
func (t *table) release(n int) (hex.Cell, pile) {
	c, p := t.cells[n], t.piles[n]
	t.grid[spotOf(c)] = bare
	t.loose = t.loose.close(n)
	t.prisons--
	for ; n < firstPrison+int(t.prisons); n++ {
		t.move(n+1, n)
	}
	return c, p
}

// move changes a number.
func (t *table) move(from, to int) {
	t.put(to, t.cells[from], t.piles[from])
}

func (t *table) put(n int, c hex.Cell, p pile) {
	t.grid[spotOf(c)] = uint8(n)
	t.cells[n] = c
	t.piles[n] = p
}

// drop puts a piece of a side on a tile; the stack then belongs to that side.
func (t *table) drop(n int, side uint8) {
	t.piles[n] = t.piles[n].put(side)
	t.held[side&1] |= 1 << n
	t.held[side&1^1] &^= 1 << n
}

// vacant returns the tiles without a stack.
func (t *table) vacant() set {
	return (1<<(t.tiles+1) - 1<<1) &^ (t.held[0] | t.held[1])
}

// all lists the numbers in reading order of their cells, tiles and prisons
// together.
func (t *table) all() []int {
	list := make([]int, 0, numbers)
	prison, end := firstPrison, firstPrison+int(t.prisons)
	for tile := 1; tile <= int(t.tiles); tile++ {
		for ; prison < end && t.cells[prison].Less(t.cells[tile]); prison++ {
			list = append(list, prison)
		}
		list = append(list, tile)
	}
	for ; prison < end; prison++ {
		list = append(list, prison)
	}
	return list
}
