package hexit

import "math/bits"

// A pile holds the pieces on one cell: a leading 1, then a bit for each piece
// from bottom to top, 0 for White and 1 for Black. So the top piece is the
// lowest bit, and the taller of two piles is the larger number.
type pile uint32

// empty is the pile without pieces.
const empty pile = 1

// height returns the number of pieces, from 0 to 16.
func (p pile) height() int { return bits.Len32(uint32(p)) - 1 }

// put returns the pile with a piece of a side (seat - 1) on top.
func (p pile) put(side uint8) pile { return p<<1 | pile(side) }

// piece returns the side of a piece, counted from the top, 0 being the top
// piece.
func (p pile) piece(fromTop int) uint8 { return uint8(p>>fromTop) & 1 }

// top returns the pile of the uppermost n pieces.
func (p pile) top(n int) pile { return p&(1<<n-1) | 1<<n }

// of returns the numbers of White's and Black's pieces.
func (p pile) of() [seats]int8 {
	black := bits.OnesCount32(uint32(p &^ (1 << p.height())))
	return [seats]int8{int8(p.height() - black), int8(black)}
}
