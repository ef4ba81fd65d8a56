package hexellation

import "hexclub/rules"

// Key is a hash of everything but the numbers of the turn and of the actions
// in it, and of who has passed.
func (s *state) Key() rules.Key {
	options := uint64(0)
	for i, chosen := range [...]bool{s.advanced, s.declare, s.planet} {
		if chosen {
			options |= 1 << i
		}
	}
	words := [3]uint64{
		uint64(s.stars) | uint64(s.seat)<<58 | uint64(s.seats)<<61,
		uint64(s.by) | uint64(s.out)<<58,
		uint64(s.model) | uint64(s.avoid)<<8 | uint64(s.first)<<16 | uint64(s.stage)<<24 | uint64(s.ending)<<32 | options<<40,
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
