package hexellation

import (
	"math/bits"
	"sync"

	"hexclub/rules/hex"
)

// Whether a star completes a copy depends only on the cells at most two steps
// away, because all stars of a copy are that close to each other. There are 18
// of them, so all cases fit in a table.

const (
	nearRadius = 2 * zoneRadius
	nearSize   = 18
)

// near holds the cells at most two steps from a cell, without the cell itself,
// by its number.
var near = nearCells()

func nearCells() (table [skyEnd]cells) {
	for _, c := range skyCells {
		for _, other := range skyCells {
			if other != c && c.Distance(other) <= nearRadius {
				table[number(c)] |= 1 << number(other)
			}
		}
	}
	return table
}

// A neighbourhood holds the stars near a cell: bit i is the i-th of the 18
// cells in reading order.
type neighbourhood uint32

// around returns the neighbourhood of the i-th cell of the sky.
func (set cells) around(i int) neighbourhood {
	// The smallest possible number of a cell near the i-th becomes 0, so the
	// rows begin at 0, 8, 16, 25 and 34; the cell itself is 18.
	const first = nearRadius * rowWidth
	x := bits.RotateLeft64(uint64(set&near[i]), first-i)
	return neighbourhood(x&7 | x>>5&(15<<3) | x>>9&(3<<7) | x>>10&(3<<9) | x>>14&(15<<11) | x>>19&(7<<15))
}

// A neighbourhoods is a set of them.
type neighbourhoods [1 << nearSize / 64]uint64

func (set *neighbourhoods) add(n neighbourhood) { set[n/64] |= 1 << (n % 64) }

// has reports whether a neighbourhood is in the set.
func (set *neighbourhoods) has(n neighbourhood) bool {
	return set[n/64%neighbourhood(len(set))]>>(n%64)&1 != 0
}

// completions holds the neighbourhoods in which a star completes a copy of a
// constellation, by its stars.
var completions = sync.OnceValue(func() *[zones]*neighbourhoods {
	table := forEach(newCompletions)
	return &table
})

// newCompletions takes the other stars of each copy that contains the middle
// of the sky, and adds further stars in every way.
func newCompletions(z zone) *neighbourhoods {
	set, middle := &neighbourhoods{}, number(hex.Cell{})
	for _, list := range copiesOf(z, nearRadius) {
		if stars := setOf(list); stars&(1<<middle) != 0 {
			set.add(stars.around(middle))
		}
	}
	// One more star is one more bit in the number of a neighbourhood: the
	// first six bits are within the words of the set, the others select the
	// word.
	without := [6]uint64{0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff}
	for i := range set {
		for star, mask := range without {
			set[i] |= set[i] & mask << (1 << star)
		}
	}
	for star := 1; star < len(set); star <<= 1 {
		for i := range set {
			if i&star == 0 {
				set[i|star] |= set[i]
			}
		}
	}
	return set
}
