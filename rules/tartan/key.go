package tartan

import "hexclub/rules"

// Key returns a hash of everything except the numbers of the turn and of its
// actions. Positions are equal if they have the same board, the same seat to
// act and the same rest of the turn.
func (s *state) Key() rules.Key {
	a, b := &s.sides[0], &s.sides[1]
	return rules.NewKey(
		uint64(a.units), uint64(a.twos), uint64(a.threes), uint64(a.fours), uint64(a.hat),
		uint64(b.units), uint64(b.twos), uint64(b.threes), uint64(b.fours), uint64(b.hat),
		uint64(s.fresh|s.used), // a petal, or centres
		uint64(s.phase)|uint64(s.seat)<<8|uint64(s.ending)<<16|uint64(s.winner)<<24,
	)
}
