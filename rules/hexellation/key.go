package hexellation

import "hexclub/rules"

// Key returns a hash of everything except the numbers of the turn and of its
// actions, and the seats that have passed.
func (s *state) Key() rules.Key {
	options := uint64(0)
	for i, chosen := range [...]bool{s.advanced, s.declare, s.planet} {
		if chosen {
			options |= 1 << i
		}
	}
	return rules.NewKey(
		uint64(s.stars)|uint64(s.seat)<<58|uint64(s.seats)<<61,
		uint64(s.by)|uint64(s.out)<<58,
		uint64(s.model)|uint64(s.avoid)<<8|uint64(s.first)<<16|uint64(s.stage)<<24|uint64(s.ending)<<32|options<<40,
	)
}
