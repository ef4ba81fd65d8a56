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

// A number stands for something on the table: a tile or a prison, which is a
// bare cell that holds prisoners. Tiles have the numbers from 1 on and prisons
// those from firstPrison on, both in reading order without gaps, so the
// numbers are the same however the position came about.
const (
	bare        = 0 // no number: nothing is on the cell
	firstPrison = maxTiles + 1
	numbers     = firstPrison + seats*pieces
)

// isTile reports whether a number is a tile's.
func isTile(n int) bool { return n > bare && n < firstPrison }

// A set is a set of numbers: bit n is number n.
type set uint64

// allTiles is every number that a tile can have.
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

// len returns how many numbers are in the set.
func (s set) len() int { return bits.OnesCount64(uint64(s)) }

// several reports whether there is more than one number in the set.
func (s set) several() bool { return s&(s-1) != 0 }

// has reports whether a number is in the set.
func (s set) has(n int) bool { return s>>(n&63)&1 != 0 }

// open returns the set with every number from n on one higher.
func (s set) open(n int) set {
	below := set(1)<<n - 1
	return s&below | s&^below<<1
}

// close returns the set without number n and with every number above one
// lower.
func (s set) close(n int) set {
	below := set(1)<<n - 1
	return s&below | s>>1&^below
}

// A spot is a place in the grid, which is the table rolled up to be small: row
// follows row, after 23 spots, and at the end the first one again. Two cells at
// one spot are 23 steps apart or more, and in no game are two cells so far
// apart that the engine looks at: tiles are 19 steps apart at most (see
// [reach]), prisons one farther on either side, and what is looked at is one
// of them or touches one.
type spot uint16

const (
	width = 23
	spots = 512
)

// steps are the ways from a spot to those of the neighbours, by hex.Direction
// less 1.
var steps = [6]spot{1, spots - width + 1, spots - width, spots - 1, width - 1, width}

func spotOf(c hex.Cell) spot {
	return spot(width*int(c.R)+int(c.Q)) % spots // right below 0 too: a spot counts to 1<<16
}

// step returns the neighbour in a direction, by its place in steps.
func (p spot) step(d int) spot { return (p + steps[d]) % spots }

// A table is what lies on the table. The zero table is empty.
type table struct {
	grid  [spots]uint8      // the number on each cell
	cells [numbers]hex.Cell // where each number is
	piles [numbers]pile     // on each tile and in each prison

	held    [seats]set // tiles whose stack belongs to a seat, by seat - 1
	paint   [seats]set // tiles of a seat's colour
	largest [seats]set // those of its largest territory; of equals, the first in reading order
	laid    set        // tiles laid in this turn
	loose   set        // prisons that touch two tiles or more

	tiles   uint8 // the number of values above
	prisons uint8
}

// number returns what is on the cell, bare if nothing is.
func (t *table) number(c hex.Cell) int {
	n := t.grid[spotOf(c)]
	if t.cells[n] != c {
		return bare // what is at the spot lies elsewhere
	}
	return int(n)
}

// around returns the set of the numbers that touch a spot. Number bare may be
// in it.
func (t *table) around(p spot) set {
	return 1<<(t.grid[p.step(0)]&63) | 1<<(t.grid[p.step(1)]&63) | 1<<(t.grid[p.step(2)]&63) |
		1<<(t.grid[p.step(3)]&63) | 1<<(t.grid[p.step(4)]&63) | 1<<(t.grid[p.step(5)]&63)
}

// toward returns the directions, as bits in the order of steps, in which what
// touches a spot is in a set.
func (t *table) toward(p spot, in set) uint8 {
	return uint8(in>>(t.grid[p.step(0)]&63)&1 |
		in>>(t.grid[p.step(1)]&63)&1<<1 |
		in>>(t.grid[p.step(2)]&63)&1<<2 |
		in>>(t.grid[p.step(3)]&63)&1<<3 |
		in>>(t.grid[p.step(4)]&63)&1<<4 |
		in>>(t.grid[p.step(5)]&63)&1<<5)
}

// lay puts a tile of a side's colour on a bare cell and returns its number.
// Tiles that come later in reading order have numbers one higher from then on.
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

// loosen finds out whether a prison touches two tiles.
func (t *table) loosen(n int) {
	if (t.around(spotOf(t.cells[n])) & allTiles).several() {
		t.loose |= 1 << n
	}
}

// release takes away a prison.
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

// move gives another number to what has one.
func (t *table) move(from, to int) {
	t.put(to, t.cells[from], t.piles[from])
}

func (t *table) put(n int, c hex.Cell, p pile) {
	t.grid[spotOf(c)] = uint8(n)
	t.cells[n] = c
	t.piles[n] = p
}

// drop puts a piece of a side on a tile, whose stack is that side's then.
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
