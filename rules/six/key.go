package six

import (
	"math/bits"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// maxRows is the largest number of rows that the hexagons span: see rows.
const maxRows = maxHexagons + 1

// Key returns a hash of everything except the number of the turn, the actions
// in it and the passes. Positions are equal if they have the same hexagons on
// the same cells, the same number left to place, the same seat to act and the
// same actions still to come in the turn.
func (s *state) Key() rules.Key {
	var words [2 + 2*maxRows]uint64
	words[0] = uint64(s.seat) | uint64(s.stage)<<8 | uint64(s.end)<<16 | uint64(s.winner)<<24 | uint64(s.seats)<<32
	words[1] = flag(s.advanced) | flag(s.declare)<<1 | flag(s.moves())<<2 | word(s.corner())<<8
	words[1] |= word(s.by.From)<<32 | word(s.by.To)<<48 // together with the ending they identify the shape
	for i := range s.maxR - s.minR + 1 {
		words[2+2*i] = bits.RotateLeft64(s.own(black, s.minR+i), -s.minQ)
		words[3+2*i] = bits.RotateLeft64(s.own(red, s.minR+i), -s.minQ)
	}
	return rules.NewKey(words[:]...)
}

// word returns a cell in 16 bits.
func word(c hex.Cell) uint64 { return uint64(uint8(c.Q)) | uint64(uint8(c.R))<<8 }

func flag(set bool) uint64 {
	if set {
		return 1
	}
	return 0
}
