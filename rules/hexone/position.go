package hexone

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
)

// maxTokens bounds the number of tokens on the board: no stack is taller than
// two at the start of a turn, one token is placed, and explosions add none.
const maxTokens = 2*size + 1

// rowLengths holds the lengths of the rows from e to a.
var rowLengths = [2*radius + 1]int{3, 4, 5, 4, 3}

var colourLetters = [seats]byte{'b', 'r'}

// Position returns the state in the form of the package documentation.
func (s *state) Position() string {
	text := make([]byte, 0, 64)
	i := 0
	for row, length := range rowLengths {
		if row > 0 {
			text = append(text, '/')
		}
		for range length {
			text = s.appendCell(text, i)
			i++
		}
	}
	text = append(text, ' ')
	text = append(text, s.toAct()...)
	text = append(text, ' ')
	text = strconv.AppendInt(text, int64(s.turn), 10)
	if s.played != 0 {
		text = append(text, ' ')
		text = strconv.AppendInt(text, int64(s.played), 10)
	}
	return string(text)
}

func (s *state) appendCell(text []byte, i int) []byte {
	if s.removed&(1<<i) != 0 {
		return append(text, 'x')
	}
	if s.grey&(1<<i) != 0 {
		text = append(text, '-')
	}
	holder := s.holder(i)
	if holder == 0 {
		return append(text, '.')
	}
	text = append(text, colourLetters[holder-1])
	return strconv.AppendInt(text, int64(s.height[i]), 10)
}

// toAct returns the second field.
func (s *state) toAct() string {
	if result, over := s.Result(); over {
		return result.Ending()
	}
	return strconv.Itoa(int(s.seat))
}

// parsePosition parses a position. An invalid position is an *rules.Error of
// kind Invalid that says what is wrong.
func parsePosition(text string) (*state, error) {
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 4 {
		return nil, badPosition("fields: %d, where a position has ROWS TO-ACT [TURN [PLAYED]]", len(fields))
	}
	s := &state{}
	if err := s.readRows(fields[0]); err != nil {
		return nil, err
	}
	if err := s.readToAct(fields[1]); err != nil {
		return nil, err
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	if err := s.readTurn(fields[2:]); err != nil {
		return nil, err
	}
	return s, nil
}

func badPosition(format string, args ...any) error {
	return rules.ErrPosition.Errorf(format, args...)
}

func (s *state) readRows(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != len(rowLengths) {
		return badPosition("%d rows, expected %d", len(rows), len(rowLengths))
	}
	i, tokens := 0, 0
	for n, row := range rows {
		name := string(rune('e' - n))
		for range rowLengths[n] {
			rest, err := s.readCell(row, i)
			if err != nil {
				return err
			}
			tokens += int(s.height[i])
			row = rest
			i++
		}
		if row != "" {
			return badPosition("row %s has more than %d cells", name, rowLengths[n])
		}
	}
	if tokens > maxTokens {
		return badPosition("%d tokens, there are never more than %d", tokens, maxTokens)
	}
	return nil
}

// readCell parses the i-th cell from the start of a row and returns the rest
// of the row.
func (s *state) readCell(row string, i int) (rest string, err error) {
	cell := cells(1) << i
	if row == "" {
		return "", badPosition("the row ends before %s", names[i])
	}
	if (row[0] == 'x' || row[0] == '-') && tiles&cell == 0 {
		return "", badPosition("%s is fixed: it is neither grey nor gone", names[i])
	}
	if row[0] == 'x' {
		s.removed |= cell
		return row[1:], nil
	}
	if rest, grey := strings.CutPrefix(row, "-"); grey {
		s.grey |= cell
		row = rest
	}
	if rest, empty := strings.CutPrefix(row, "."); empty {
		return rest, nil
	}
	for seat, letter := range colourLetters {
		if rest, found := strings.CutPrefix(row, string(letter)); found {
			s.held[seat] |= cell
			return s.readHeight(rest, i)
		}
	}
	return "", badPosition("%s is neither . nor a stack like b2", names[i])
}

func (s *state) readHeight(row string, i int) (rest string, err error) {
	end := 0
	for end < len(row) && row[end] >= '0' && row[end] <= '9' {
		end++
	}
	height, ok := rules.ParseNumber(row[:end])
	if !ok || height > maxTokens {
		return "", badPosition("the stack on %s has no height from 1 to %d", names[i], maxTokens)
	}
	s.height[i] = uint8(height)
	return row[end:], nil
}

func (s *state) readToAct(text string) error {
	if text == "1" || text == "2" {
		s.seat = rules.Seat(text[0] - '0')
		return nil
	}
	result, ok := rules.ParseEnding(text, seats, []rules.Reason{Elimination})
	if winners := result.Winners(); winners != nil {
		s.winner = winners[0]
	}
	s.ending = ending(slices.Index(reasons[:], result.Reason))
	if drawn := s.ending == repeated || s.ending == agreed; !ok || drawn != result.Drawn || s.toAct() != text {
		return badPosition("%.64q is neither a seat nor how a game ends", text)
	}
	return nil
}

// readTurn parses the numbers at the end, or sets the smallest that fit.
func (s *state) readTurn(fields []string) error {
	least := 1
	if s.ending == ongoing {
		least = int(s.seat) // at least the turns of the opening
		if s.mine() != 0 {
			least += seats
		}
	}
	number, played := least, 0
	if s.tall != 0 && s.ending == ongoing {
		played = 1
	}
	var ok bool
	if len(fields) > 0 {
		if number, ok = rules.ParseNumber(fields[0]); !ok {
			return badPosition("%.64q is no number of a turn", fields[0])
		}
	}
	if len(fields) > 1 {
		if played == 0 {
			return badPosition("no explosion is due, so nothing has been played in the turn")
		}
		if played, ok = rules.ParseNumber(fields[1]); !ok {
			return badPosition("%.64q is no number of actions", fields[1])
		}
	}
	if s.ending == ongoing {
		opening := s.mine() == 0
		if number < least || (number-least)%seats != 0 || opening && number != least {
			return badPosition("turn %d cannot be seat %d's here", number, s.seat)
		}
	}
	s.turn, s.played = int32(number), int32(played)
	return nil
}
