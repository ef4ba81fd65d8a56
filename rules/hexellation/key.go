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
	words := [2]uint64{
		uint64(s.stars) | uint64(s.seat)<<size | uint64(s.seats)<<(size+3) | uint64(s.stage)<<(size+6) | options<<(size+8),
		uint64(s.by) | uint64(s.out)<<skySize | uint64(s.first)<<(skySize+rules.MaxSeats) | uint64(s.ending)<<(skySize+2*rules.MaxSeats),
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
