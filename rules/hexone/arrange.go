package hexone

import (
	"strconv"

	"hexclub/rules"
)

// noStack marks what a position cannot express, so that New rejects it.
const noStack = "?"

// Arrange gives tiles the grounds white, grey and removed, and ignores the
// ground of a fixed cell. In the opening the board determines the seat to act.
func (s *state) Arrange(given []rules.BoardCell, seat rules.Seat) string {
	var written [size]string
	for _, cell := range given {
		if i, ok := index(cell.Cell); ok {
			written[i] = arranged(i, cell)
		}
	}
	text := make([]byte, 0, 64)
	i := 0
	for row, length := range rowLengths {
		if row > 0 {
			text = append(text, '/')
		}
		for range length {
			if written[i] == "" {
				written[i] = "."
			}
			text = append(text, written[i]...)
			i++
		}
	}
	if opening := (&state{}); opening.readRows(string(text)) == nil && opening.beginning() { // rule 1
		seat = 1 + rules.Seat(opening.held[0].len())
	}
	return string(text) + " " + strconv.Itoa(int(seat))
}

// arranged returns the text of the i-th cell for a position.
func arranged(i int, cell rules.BoardCell) string {
	ground := ""
	if tiles&(1<<i) != 0 {
		switch cell.Ground {
		case rules.White:
		case rules.Grey:
			ground = "-"
		case rules.Removed:
			if len(cell.Stack) > 0 {
				return noStack
			}
			return "x"
		default:
			return noStack
		}
	}
	if len(cell.Stack) == 0 {
		return ground + "."
	}
	first := cell.Stack[0]
	for _, piece := range cell.Stack {
		if piece != first || piece.Shape != rules.Token || piece.Seat < 1 || piece.Seat > seats {
			return noStack
		}
	}
	return ground + string(colourLetters[first.Seat-1]) + strconv.Itoa(len(cell.Stack))
}
