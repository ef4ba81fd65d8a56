package hexone

import (
	"strconv"

	"hexclub/rules"
)

// noStack is written where there is what no position can say, so that New
// refuses it.
const noStack = "?"

// Arrange gives tiles the grounds white, grey and gone; the ground of a fixed
// cell is passed over. In the opening the board tells whose turn it is.
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

// arranged returns how the i-th cell is written when it is as given.
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
