package rules

import (
	"strconv"
	"strings"

	"hexclub/rules/hex"
)

// cellWidth is the number of characters from one cell to the next of its row
// in a board drawn in text; half of it is the shift from row to row.
const cellWidth = 8

// String is the board drawn in text, rows staggered as on the table, one line
// a row and a line end after each.
//
// A cell is its name and, if anything lies on it, ":" and the seats of the
// pieces from bottom to top; three or more of one seat are written "2*5". The
// ground is shown by what surrounds it: nothing for fixed cells, "( )" for
// white tiles, "[ ]" for grey ones. Where a tile is gone the name is left
// out.
func (b Board) String() string {
	if len(b.Cells) == 0 {
		return ""
	}
	left := column(b.Cells[0].Cell)
	for _, c := range b.Cells {
		left = min(left, column(c.Cell))
	}
	var text, line strings.Builder
	row := b.Cells[0].Cell.R
	flush := func() {
		text.WriteString(strings.TrimRight(line.String(), " ") + "\n")
		line.Reset()
	}
	for _, c := range b.Cells {
		for ; row < c.Cell.R; row++ {
			flush()
		}
		at := (column(c.Cell) - left) * cellWidth / 2
		line.WriteString(strings.Repeat(" ", max(0, at-line.Len())) + c.text())
	}
	flush()
	return text.String()
}

// column is how far to the right a cell lies, in halves of a cell.
func column(c hex.Cell) int { return 2*int(c.Q) + int(c.R) }

func (c BoardCell) text() string {
	text := c.Name
	if len(c.Stack) > 0 {
		text += ":" + stackText(c.Stack)
	}
	switch c.Ground {
	case White:
		return "(" + text + ")"
	case Grey:
		return "[" + text + "]"
	case Gone:
		return " " + strings.Repeat(".", len(c.Name))
	}
	return " " + text
}

// stackText is the seats from bottom to top.
func stackText(stack []Piece) string {
	text, same := "", true
	for _, piece := range stack {
		text += strconv.Itoa(int(piece.Seat))
		same = same && piece == stack[0]
	}
	if same && len(stack) >= 3 {
		return strconv.Itoa(int(stack[0].Seat)) + "*" + strconv.Itoa(len(stack))
	}
	return text
}
