package hexit

import (
	"strconv"
	"strings"

	"hexclub/rules"
)

// noCell marks a cell that a position cannot express, so that New rejects it.
const noCell = "?"

// Arrange accepts any cell of the table and omits bare empty ones. Each cell
// is a row of its own, which positions allow.
func (s *state) Arrange(given []rules.BoardCell, seat rules.Seat) string {
	rows := make([]string, 0, len(given))
	for _, cell := range given {
		if cell.Ground != rules.Table || len(cell.Stack) > 0 {
			rows = append(rows, cell.Cell.String()+":"+arranged(cell))
		}
	}
	options := Game{}.Info().OptionText(map[string]string{TilesOption: strconv.Itoa(int(s.most))})
	return options + strings.Join(rows, "/") + " " + strconv.Itoa(int(seat))
}

// arranged returns the text of a cell for a position.
func arranged(cell rules.BoardCell) string {
	letters := map[rules.Ground]byte{rules.White: tileLetters[0], rules.Black: tileLetters[1], rules.Table: bareLetter}
	letter, ok := letters[cell.Ground]
	if !ok {
		return noCell
	}
	text := []byte{letter}
	for _, piece := range cell.Stack {
		if piece.Shape != rules.Token || piece.Seat < 1 || piece.Seat > seats {
			return noCell
		}
		text = append(text, pieceLetters[piece.Seat-1])
	}
	return string(text)
}
