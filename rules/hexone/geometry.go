package hexone

import (
	"math/bits"

	"hexclub/rules"
	"hexclub/rules/hex"
)

const (
	seats  = 2
	radius = 2
	size   = 19 // cells
	half   = 10 // cells in the first table of reach
)

// A cells is a set of cells: bit i is the i-th cell in reading order.
type cells uint32

// all contains every cell of the board.
const all cells = 1<<size - 1

// The cells and the sets that the rules use. The tables are filled once and
// never change.
var (
	cellAt  = [size]hex.Cell(hex.Disc(radius))
	names   = cellNames()
	indexes = cellIndexes()

	centre = onLines(0)
	ring   = onLines(1)
	tips   = onLines(2)
	tiles  = all &^ (centre | ring)
)

// The neighbourhoods of all sets of cells, the targets of every explosion, and
// all actions.
var (
	// reach holds each set of cells together with its neighbours, in two
	// tables: one for the first ten cells of the set and one for the other
	// nine. [cells.reach] joins them.
	reach = reachSets()

	// targets holds the cells that the tokens of an explosion fly to, by cell
	// and by Y (0 for E, 1 for W). A token that flies to a removed tile is
	// lost.
	targets = targetSets()

	placements = placementActions()
	explosions = explosionActions()
)

// ways names the two Ys.
var ways = [2]hex.Direction{hex.E, hex.W}

// index returns the number of a cell in reading order. It returns false off
// the board.
func index(c hex.Cell) (i int, ok bool) {
	q, r := uint8(c.Q+radius), uint8(c.R+radius)
	if q > 2*radius || r > 2*radius {
		return 0, false
	}
	i = int(indexes[r][q])
	return i, i < size
}

func cellNames() (names [size]string) {
	for i, c := range cellAt {
		names[i] = c.Name(radius)
	}
	return names
}

func cellIndexes() (table [2*radius + 1][2*radius + 1]uint8) {
	for r := range table {
		for q := range table[r] {
			table[r][q] = size
		}
	}
	for i, c := range cellAt {
		table[c.R+radius][c.Q+radius] = uint8(i)
	}
	return table
}

// onLines returns the cells at the given distance from the centre on the six
// lines through it.
func onLines(steps int) (set cells) {
	for i, c := range cellAt {
		for _, d := range hex.Directions {
			line := hex.Cell{}
			for range steps {
				line = line.Step(d)
			}
			if line == c {
				set |= 1 << i
			}
		}
	}
	return set
}

func reachSets() (table [2][1 << half]cells) {
	for part := range table {
		for set := range table[part] {
			for i := range size {
				if i/half == part && set&(1<<(i%half)) != 0 {
					table[part][set] |= around(i)
				}
			}
		}
	}
	return table
}

// around returns the i-th cell and its neighbours.
func around(i int) cells {
	set := cells(1) << i
	for _, d := range hex.Directions {
		if j, ok := index(cellAt[i].Step(d)); ok {
			set |= 1 << j
		}
	}
	return set
}

// outward returns the direction of the arrow on the i-th cell, hex.None
// without an arrow.
func outward(i int) hex.Direction {
	if tips&(1<<i) == 0 {
		return hex.None
	}
	for _, d := range hex.Directions {
		if (hex.Cell{}).Step(d).Step(d) == cellAt[i] {
			return d
		}
	}
	return hex.None
}

func targetSets() (table [size][2]cells) {
	for i, c := range cellAt {
		for y, way := range ways {
			for arm := range 3 {
				d := way.Turn(2 * arm)
				if j, ok := index(c.Step(d)); ok {
					table[i][y] |= 1 << j
				} else if d == outward(i) { // rule 4: back to the centre
					table[i][y] |= centre
				}
			}
		}
	}
	return table
}

func placementActions() (table [size]rules.Action) {
	for i, c := range cellAt {
		table[i] = rules.At(Place, c)
	}
	return table
}

func explosionActions() (table [size][2]rules.Action) {
	for i, c := range cellAt {
		for y, way := range ways {
			table[i][y] = rules.Toward(Explode, c, way)
		}
	}
	return table
}

// list returns the cells of the set in reading order.
func (set cells) list() []hex.Cell {
	list := make([]hex.Cell, 0, bits.OnesCount32(uint32(set)))
	for ; set != 0; set &= set - 1 {
		list = append(list, cellAt[set.first()])
	}
	return list
}

// reach returns the set together with all neighbours of its cells.
func (set cells) reach() cells {
	return reach[0][set%(1<<half)] | reach[1][set>>half%(1<<half)]
}

// first returns the number of the first cell of a set that is not empty.
func (set cells) first() int { return bits.TrailingZeros32(uint32(set)) }

// nth returns the number of the n-th cell of a set, from 0, in reading order.
func (set cells) nth(n int) int {
	for ; n > 0; n-- {
		set &= set - 1
	}
	return set.first()
}

// len returns the number of cells in the set.
func (set cells) len() int { return bits.OnesCount32(uint32(set)) }
