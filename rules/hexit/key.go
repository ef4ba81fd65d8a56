package hexit

import "hexclub/rules"

// Key returns a hash of everything except the number of the turn and the
// passes. The reserves follow from the pieces on the table.
func (s *state) Key() rules.Key {
	words := [2 + numbers/2]uint64{
		uint64(s.ending) | uint64(s.seat)<<8 | uint64(s.winner)<<16 | uint64(s.tiles)<<24 | uint64(s.prisons)<<32,
		uint64(s.laid),
	}
	for n := 1; n <= int(s.tiles); n++ {
		words[2+n/2] |= (s.word(n) | uint64(s.paint[1]>>n)&1<<31) << (n % 2 * 32)
	}
	for n := firstPrison; n < firstPrison+int(s.prisons); n++ {
		words[2+n/2] |= s.word(n) << (n % 2 * 32)
	}
	return rules.NewKey(words[:]...)
}

// word returns the place and the pile of a number in 31 bits.
func (t *table) word(n int) uint64 {
	const most = 1 << (seats*pieces + 1) // above any pile
	c := t.cells[n]
	return uint64(t.piles[n]) | (uint64(c.Q+reach)<<6|uint64(c.R+reach))*most
}
