package hexone

import (
	"encoding/binary"

	"hexclub/rules"
)

// Key returns a hash of everything except the numbers of the turn and of its
// actions: the same board with the same seat to act is the same position.
func (s *state) Key() rules.Key {
	return rules.NewKey(
		uint64(s.held[0])|uint64(s.held[1])<<size|uint64(s.seat)<<(2*size),
		uint64(s.grey)|uint64(s.removed)<<size|uint64(s.ending)<<(2*size)|uint64(s.winner)<<(2*size+8),
		binary.LittleEndian.Uint64(s.height[0:]),
		binary.LittleEndian.Uint64(s.height[8:]),
		uint64(s.height[16])|uint64(s.height[17])<<8|uint64(s.height[18])<<16,
	)
}
