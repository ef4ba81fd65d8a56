package rules

import (
	"strconv"
	"strings"

	"hexclub/rules/hex"
)

// minWidth is the smallest distance between neighbouring cells of a row, in
// characters, in a board drawn as text. Each row is shifted by half of the
// width.
const minWidth = 8

// String draws the board as text: one line for each row, staggered as on the
// table, then one line for each count. Every line ends in a newline.
//
// A cell is its name and, if it holds pieces, ":" and the pieces from bottom
// to top. A piece is the number of its seat, or "*" without an owner, with "^"
// before a hat. Three or more equal pieces are written "2*5". Brackets show
// the ground: none for the board itself, "( )" for white tiles, "[ ]" for grey
// and black tiles, "{ }" for dark cells. A removed tile has no name. A marked
// cell ends in "!".
//
// A count is its key, its seat if it has one, and the number.
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

// column returns the horizontal position of a cell, in half cells.
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

// stackText returns the text of the pieces from bottom to top.
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
