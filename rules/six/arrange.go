package six

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// noHexagon marks what a position cannot express, so that New rejects it.
const noHexagon = '?'

// Arrange accepts any cell of the table; empty ones may be omitted. While
// hexagons are placed, their number determines the seat to act. The position
// is in the second phase if the state is, or if all hexagons are placed.
func (s *state) Arrange(given []rules.BoardCell, seat rules.Seat) string {
	letters := map[hex.Cell]byte{}
	for _, cell := range given {
		if len(cell.Stack) > 0 {
			letters[cell.Cell] = letterOf(cell.Stack)
		}
	}
	turn := firstMove + int32(seat) - 1
	if !s.moves() {
		turn = int32(max(1, len(letters)-1))
		seat = s.seatOf(turn)
	}
	return Game{}.Info().OptionText(s.options()) + boardText(letters) + " " + strconv.Itoa(int(seat)) + " " + strconv.Itoa(int(turn))
}

// letterOf returns the letter of a hexagon.
func letterOf(stack []rules.Piece) byte {
	if piece := stack[0]; len(stack) == 1 && piece.Shape == rules.Hexagon && piece.Seat >= 1 && piece.Seat <= colours {
		return colourLetters[piece.Seat-1]
	}
	return noHexagon
}

// boardText returns the first field of a position with these hexagons.
func boardText(letters map[hex.Cell]byte) string {
	cells := slices.SortedFunc(maps.Keys(letters), hex.Compare)
	corner := hex.Cell{}
	if len(cells) > 0 {
		corner = hex.Cell{Q: math.MaxInt8, R: cells[0].R}
	}
	for _, c := range cells {
		corner.Q = min(corner.Q, c.Q)
	}
	text := []byte(corner.String() + ":")
	q, r := int(corner.Q), int(corner.R)
	for _, c := range cells {
		if int(c.R) > r {
			text = append(text, strings.Repeat("/", int(c.R)-r)...)
			q, r = int(corner.Q), int(c.R)
		}
		text = append(text, strings.Repeat(".", int(c.Q)-q)...)
		text = append(text, letters[c])
		q = int(c.Q) + 1
	}
	return string(text)
}
