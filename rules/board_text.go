package rules

import (
	"strconv"
	"strings"

	"hexclub/rules/hex"
)

// minWidth is the least number of characters from one cell to the next of its
// row in a board drawn in text. Half of the width is the shift from row to row.
const minWidth = 8

// String returns the board drawn in text, rows staggered as on the table, one
// line a row and a line end after each, then a line for each of its counts.
//
// A cell is its name and, if anything lies on it, ":" and the pieces from
// bottom to top: the number of the seat, with "^" before it for a hat, and "*"
// for what is nobody's. Three or more of one kind are written "2*5". The
// ground is shown by what surrounds it: nothing for the board itself, "( )"
// for white tiles, "[ ]" for grey and black ones, "{ }" for dark cells. Where
// a tile is gone the name is left out. A cell with a mark ends in "!".
//
// A count is its key, the seat if it is one's, and the number.
func (b Board) String() string {
	var text, line strings.Builder
	width, left, row := minWidth, 0, 0
	for i, c := range b.Cells {
		if i == 0 {
			left, row = column(c.Cell), int(c.Cell.R)
		}
		left = min(left, column(c.Cell))
		width = max(width, (len(c.text())+1)/2*2)
	}
	flush := func() {
		text.WriteString(strings.TrimRight(line.String(), " ") + "\n")
		line.Reset()
	}
	for _, c := range b.Cells {
		for ; row < int(c.Cell.R); row++ {
			flush()
		}
		at := (column(c.Cell) - left) * width / 2
		line.WriteString(strings.Repeat(" ", max(0, at-line.Len())) + c.text())
	}
	if len(b.Cells) > 0 {
		flush()
	}
	for _, count := range b.Counts {
		text.WriteString(count.line() + "\n")
	}
	return text.String()
}

func (c Count) line() string {
	if c.Seat == 0 {
		return c.Key + " " + c.Text
	}
	return c.Key + " " + strconv.Itoa(int(c.Seat)) + " " + c.Text
}

// column returns how far to the right a cell lies, in halves of a cell.
func column(c hex.Cell) int { return 2*int(c.Q) + int(c.R) }

func (c BoardCell) text() string {
	text := c.Name
	if len(c.Stack) > 0 {
		text += ":" + stackText(c.Stack)
	}
	if c.Mark != Unmarked {
		text += "!"
	}
	switch c.Ground {
	case White:
		return "(" + text + ")"
	case Grey, Black:
		return "[" + text + "]"
	case Dark:
		return "{" + text + "}"
	case Removed:
		return " " + strings.Repeat(".", len(c.Name))
	}
	return " " + text
}

// stackText returns the pieces from bottom to top.
func stackText(stack []Piece) string {
	text, same := "", true
	for _, piece := range stack {
		text += piece.text()
		same = same && piece == stack[0]
	}
	if same && len(stack) >= 3 {
		return stack[0].text() + "*" + strconv.Itoa(len(stack))
	}
	return text
}

func (p Piece) text() string {
	text := "*"
	if p.Seat != 0 {
		text = strconv.Itoa(int(p.Seat))
	}
	if p.Shape == Hat {
		text = "^" + text
	}
	return text
}
