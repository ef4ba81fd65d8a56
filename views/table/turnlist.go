package table

import (
	"strconv"

	"hexclub/rules/record"
	"hexclub/views/board"
)

// A TurnList lists the turns played.
type TurnList struct {
	Lines       []board.TurnLine
	Earlier     int    // number of turns before these
	EarlierHref string // address of the last of them; meaningful if there are any
}

// recentTurns lists only the last turns, as a page is sent after every turn. The list begins with an odd turn.
func (b *Builder) recentTurns() TurnList {
	const recent = 24
	earlier := max(0, len(b.Rec.Turns())-recent+1) / 2 * 2
	return TurnList{
		Lines: b.linesOf(b.Rec.Turns()[earlier:], -1), Earlier: earlier, EarlierHref: b.path + "/turns/" + strconv.Itoa(earlier),
	}
}

// allTurns lists all turns; current is the number of the turn shown.
func (b *Builder) allTurns(current int) TurnList {
	return TurnList{Lines: b.linesOf(b.Rec.Turns(), current)}
}

func (b *Builder) linesOf(turns []record.Turn, current int) []board.TurnLine {
	colours := make([]string, len(b.Info.Colours))
	for i, colour := range b.Info.Colours {
		colours[i] = b.T.T("colour." + colour)
	}
	lines := make([]board.TurnLine, 0, len(turns))
	for _, turn := range turns {
		number, text := strconv.Itoa(turn.Number), b.pen.Join(turn.Actions, " ")
		lines = append(lines, board.TurnLine{
			Colour: b.Info.Colours[turn.Seat-1], Text: text,
			Label:   b.pen.Message(b.T, "play.turn-line", "Number", number, "Colour", colours[turn.Seat-1], "Turn", text),
			Href:    b.pen.Text(b.path, "/turns/", number),
			Current: turn.Number == current,
		})
		if current >= 0 {
			lines[len(lines)-1].ID = "turn-" + number
		}
	}
	return lines
}
