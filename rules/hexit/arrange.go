package hexit

import (
	"strconv"
	"strings"

	"hexclub/rules"
)

// noCell is written for a cell with what no position can say, so that New
// refuses it.
const noCell = "?"

// Arrange takes any cell of the table; one that is bare and empty is left out.
// Every cell is a row of its own, as positions may have it.
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

// arranged returns how a cell is written that is as given.
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
