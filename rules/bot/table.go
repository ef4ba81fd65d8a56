package bot

import (
	"math/bits"

	"hexclub/rules"
)

// A table is a transposition table of fixed size: a new entry replaces the old
// one at its place.
type table []entry

// An entry holds what is known of one position, in 16 bytes.
type entry struct {
	check uint64 // part of the key
	value int16  // a proven end is counted from this position, not from the root
	best  uint16 // place of the best action in the state's order, from 1; 0 for none
	depth int8   // the depth of the search
	bound bound
}

// A bound says how to interpret a value.
type bound uint8

const (
	exact   bound = iota + 1
	atLeast       // the search was cut off above
	atMost
)

// Sizes of tables, in entries; powers of two.
const (
	leastTable = 1 << 8
	mostTable  = 1 << 20
)

// newTable returns a table with a size for a search of the given number of
// nodes.
func newTable(nodes int) table {
	return make(table, min(max(leastTable, 1<<bits.Len(uint(nodes))), mostTable))
}

// look returns the entry of a position, or false if there is none.
func (t table) look(key rules.Key) (e entry, ok bool) {
	e = t[key.Lo&uint64(len(t)-1)]
	if e.bound == 0 || e.check != key.Hi {
		return entry{}, false
	}
	return e, true
}

// keep stores a position at the given number of actions from the root.
func (t table) keep(key rules.Key, ply, depth, value int, best uint16, how bound) {
	switch {
	case value >= certain:
		value += ply
	case value <= -certain:
		value -= ply
	}
	t[key.Lo&uint64(len(t)-1)] = entry{check: key.Hi, value: int16(value), best: best, depth: int8(depth), bound: how}
}

// at returns the value at the given number of actions from the root.
func (e entry) at(ply int) int {
	switch value := int(e.value); {
	case value >= certain:
		return value - ply
	case value <= -certain:
		return value + ply
	default:
		return value
	}
}
