package tartan

import (
	"strconv"

	"hexclub/rules"
)

// noStack marks what a position cannot express, so that New rejects it.
const noStack = "?"

// Arrange returns a position of the placement while there is no hat on the
// board; the units then determine the seat to act. Hats on one cell may come
// in either order.
func (s *state) Arrange(given []rules.BoardCell, seat rules.Seat) string {
	var stacks [64][]rules.Piece // by bit
	for _, cell := range given {
		if onBoard(cell.Cell) {
			stacks[bit(cell.Cell)] = cell.Stack
		}
	}
	text := make([]byte, 0, 96)
	row := cellAt[board.first()].R
	for set := board; set != 0; set &= set - 1 {
		i := set.first()
		if cellAt[i].R != row {
			text = append(text, '/')
			row = cellAt[i].R
		}
		text = append(text, arranged(i, stacks[i])...)
	}
	rows := &state{}
	if rows.readRows(string(text)) == nil && rows.hats() == 0 { // rule 1
		blue, red := rows.sides[0].units.len(), rows.sides[1].units.len()
		if ahead := blue - red; ahead == 0 || ahead == 1 {
			seat = 1 + rules.Seat(ahead)
		}
	}
	return string(text) + " " + strconv.Itoa(int(seat))
}

// arranged returns the text of the i-th bit with a stack on it.
func arranged(i int, stack []rules.Piece) string {
	height, hats := 0, [seats]string{}
	for _, piece := range stack {
		switch {
		case piece.Seat < 1 || piece.Seat > seats:
			return noStack
		case piece.Shape == rules.Hat && hats[piece.Seat-1] == "":
			hats[piece.Seat-1] = hatLetters[piece.Seat-1]
		case piece.Shape == rules.Unit && piece == stack[0] && hats == [seats]string{} && height < 4:
			height++
		default:
			return noStack
		}
	}
	text := "."
	switch dark := centres&(1<<i) != 0; {
	case dark && height > 0:
		return noStack
	case dark:
		text = "x"
	case height > 0:
		text = pieceLetters[stack[0].Seat-1] + strconv.Itoa(height)
	}
	return text + hats[0] + hats[1]
}
