package hexit

import "math/bits"

// A pile is the pieces on one cell: a 1, then a bit for each piece from
// bottom to top, 0 for White's and 1 for Black's. So the top piece is the
// lowest bit, and of two piles of different heights the taller one is the
// larger number.
type pile uint32

// empty is the pile without a piece.
const empty pile = 1

// height returns the number of pieces, from 0 to 16.
func (p pile) height() int { return bits.Len32(uint32(p)) - 1 }

// put returns the pile with a piece of a side (seat - 1) on top.
func (p pile) put(side uint8) pile { return p<<1 | pile(side) }

// piece returns the side of a piece, counted from the top, 0 being the top
// piece.
func (p pile) piece(fromTop int) uint8 { return uint8(p>>fromTop) & 1 }

// top returns the uppermost pieces of the pile, so many of them.
func (p pile) top(n int) pile { return p&(1<<n-1) | 1<<n }

// of returns how many of the pieces are White's and Black's.
func (p pile) of() [seats]int8 {
	black := bits.OnesCount32(uint32(p &^ (1 << p.height())))
	return [seats]int8{int8(p.height() - black), int8(black)}
}
