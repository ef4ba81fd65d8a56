package hexone

import (
	"encoding/binary"

	"hexclub/rules"
)

// Key is a hash of everything but the numbers of the turn and of the actions
// in it: the same board with the same seat to act is the same position.
func (s *state) Key() rules.Key {
	words := [5]uint64{
		uint64(s.held[0]) | uint64(s.held[1])<<size | uint64(s.seat)<<(2*size),
		uint64(s.grey) | uint64(s.gone)<<size | uint64(s.ending)<<(2*size) | uint64(s.winner)<<(2*size+8),
		binary.LittleEndian.Uint64(s.height[0:]),
		binary.LittleEndian.Uint64(s.height[8:]),
		uint64(s.height[16]) | uint64(s.height[17])<<8 | uint64(s.height[18])<<16,
	}
	// Two digests of the same words. Every step can be undone, so two
	// positions that differ in one word differ in both halves. The constants
	// are arbitrary odd numbers with mixed bits.
	key := rules.Key{Hi: 0x9e3779b97f4a7c15, Lo: 0xc2b2ae3d27d4eb4f}
	for _, word := range words {
		key.Hi = (key.Hi ^ word) * 0xd6e8feb86659fd93
		key.Hi ^= key.Hi >> 32
		key.Lo = (key.Lo + word) * 0xa0761d6478bd642f
		key.Lo ^= key.Lo >> 29
	}
	return key
}
