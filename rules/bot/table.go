package bot

import (
	"math/bits"

	"hexclub/rules"
)

// A table remembers what has been found out about positions, as many as have
// room: of two that fall on the same place the later one stays.
type table []entry

// An entry is what is known of one position. It is 16 bytes.
type entry struct {
	check uint64 // part of the key
	value int16  // where the end is certain, counted from this position, not from the root
	best  uint16 // place of the best action among those that the state lists, from 1; 0 for none
	depth int8   // how far the search looked
	bound bound
}

// A bound is how a value is to be taken.
type bound uint8

const (
	exact   bound = iota + 1
	atLeast       // the search was cut off above
	atMost
)

// Sizes of tables: in entries, powers of two.
const (
	leastTable = 1 << 8
	mostTable  = 1 << 20
)

// newTable returns a table that suits a search of so many nodes.
func newTable(nodes int) table {
	return make(table, min(max(leastTable, 1<<bits.Len(uint(nodes))), mostTable))
}

// look returns what is known of a position; ok is false for nothing.
func (t table) look(key rules.Key) (e entry, ok bool) {
	e = t[key.Lo&uint64(len(t)-1)]
	if e.bound == 0 || e.check != key.Hi {
		return entry{}, false
	}
	return e, true
}

// keep remembers a position so many actions from the root.
func (t table) keep(key rules.Key, ply, depth, value int, best uint16, how bound) {
	switch {
	case value >= certain:
		value += ply
	case value <= -certain:
		value -= ply
	}
	t[key.Lo&uint64(len(t)-1)] = entry{check: key.Hi, value: int16(value), best: best, depth: int8(depth), bound: how}
}

// at returns the value, so many actions from the root.
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
