package six

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// byLabel precedes the claim that ended the game.
const byLabel = "by:"

// Position returns the state in the form of the package documentation.
func (s *state) Position() string {
	text := make([]byte, 0, 256)
	text = append(text, Game{}.Info().OptionText(s.options())...)
	text = s.appendBoard(text)
	text = append(text, ' ')
	text = append(text, s.toAct()...)
	text = append(text, ' ')
	text = strconv.AppendInt(text, int64(s.turn), 10)
	if s.played != 0 || s.passes != 0 {
		text = append(text, ' ')
		text = strconv.AppendInt(text, int64(s.played), 10)
	}
	if s.passes != 0 {
		text = append(text, ' ')
		text = strconv.AppendInt(text, int64(s.passes), 10)
	}
	if s.claimed() {
		text = append(text, " "+byLabel+s.Text(s.by)...)
	}
	return string(text)
}

func (s *state) options() map[string]string {
	options := map[string]string{"rules": "basic", rules.SeatsOption: strconv.Itoa(int(s.seats)), "declare": "no"}
	if s.advanced {
		options["rules"] = "advanced"
	}
	if s.declare {
		options["declare"] = "yes"
	}
	return options
}

var colourLetters = [colours]byte{black: 'b', red: 'r'}

func (s *state) appendBoard(text []byte) []byte {
	corner := s.corner()
	text = append(text, corner.String()...)
	text = append(text, ':')
	for r := s.minR; r <= s.maxR; r++ {
		if r > s.minR {
			text = append(text, '/')
		}
		q := corner.Q
		for row := s.aligned(s.all[r&63]); row != 0; row &= row - 1 {
			c := s.at(row, r)
			for ; q < c.Q; q++ {
				text = append(text, '.')
			}
			colour, _ := s.holder(c)
			text = append(text, colourLetters[colour])
			q++
		}
	}
	return text
}

// toAct returns the second field.
func (s *state) toAct() string {
	if result, over := s.Result(); over {
		return result.Ending()
	}
	return strconv.Itoa(int(s.seat))
}

// read sets the state from a position without its options. An invalid position
// is an *rules.Error of kind Invalid that says what is wrong.
func (s *state) read(text string) error {
	fields, err := s.cutClaim(strings.Fields(text))
	if err != nil {
		return err
	}
	if len(fields) < 2 || len(fields) > 5 {
		return badPosition("fields: %d, where a position has BOARD TO-ACT [TURN [PLAYED [PASSES]]] [by:CLAIM]", len(fields))
	}
	if err := s.readBoard(fields[0]); err != nil {
		return err
	}
	if err := s.readToAct(fields[1]); err != nil {
		return err
	}
	for colour := range s.shaped {
		s.shaped[colour] = len(s.shapes(colour, nil)) > 0
	}
	if err := s.readNumbers(fields[2:]); err != nil {
		return err
	}
	if len(fields) > 2 {
		return s.check()
	}
	return s.guessTurn()
}

func badPosition(format string, args ...any) error {
	return rules.ErrPosition.Errorf(format, args...)
}

// cutClaim parses the claim at the end of the fields, if there is one, and
// returns the other fields.
func (s *state) cutClaim(fields []string) (rest []string, err error) {
	last := len(fields) - 1
	if last < 0 || !strings.HasPrefix(fields[last], byLabel) {
		return fields, nil
	}
	a, err := s.Parse(strings.TrimPrefix(fields[last], byLabel))
	if err != nil || a.Kind != Claim {
		return nil, badPosition("%.80q names no claim", fields[last])
	}
	s.by = a
	return fields[:last], nil
}

func (s *state) readBoard(text string) error {
	corner, list, _ := strings.Cut(text, ":")
	start, ok := hex.Parse(corner)
	if !ok {
		return badPosition("%.64q is no board: write the cell of its corner, a colon and the rows, as in %s", text, startText[:6])
	}
	r := int(start.R)
	for row := range strings.SplitSeq(list, "/") {
		for i := range len(row) {
			if err := s.readCell(row[i], int(start.Q)+i, r); err != nil {
				return err
			}
		}
		r++
	}
	if s.size() == 0 {
		return badPosition("no hexagon lies on the table")
	}
	return nil
}

// readCell parses one character of a row.
func (s *state) readCell(letter byte, q, r int) error {
	if letter == '.' {
		return nil
	}
	colour := slices.Index(colourLetters[:], letter)
	switch {
	case colour < 0:
		return badPosition("%q is none of b, r and the dot for an empty cell", rune(letter))
	case q > tableEdge || r > tableEdge:
		return badPosition("the cell %d,%d is off the table, which ends at %d", q, r, tableEdge)
	case s.count[colour] == maxColour:
		return badPosition("more than %d hexagons of one colour", maxColour)
	case s.size() > 0 && (max(q, s.maxQ)-min(q, s.minQ) > maxHexagons || r-s.minR > maxHexagons):
		return badPosition("the hexagons cover more rows or columns than %d can", maxHexagons)
	}
	s.put(hex.Cell{Q: int8(q), R: int8(r)}, colour)
	return nil
}

func (s *state) readToAct(text string) error {
	if len(text) == 1 && text[0] >= '1' && text[0] <= '0'+byte(s.seats) {
		s.seat = rules.Seat(text[0] - '0')
		return nil
	}
	result, ok := rules.ParseEnding(text, int(s.seats), Game{}.Info().Reasons)
	if !ok {
		return badPosition("%.64q is neither a seat nor how a game ends", text)
	}
	s.end = end(slices.Index(reasons[:], result.Reason))
	if winners := result.Winners(); winners != nil {
		s.winner = winners[0]
	}
	drawn := s.end == byPasses || s.end == repeated || s.end == agreed || s.end == byFew && s.winner == 0
	if again, _ := s.Result(); again != result || drawn != result.Drawn {
		return badPosition("no game ends by %.64q", text)
	}
	return nil
}

// readNumbers parses the fields after the seat to act, if there are any.
func (s *state) readNumbers(fields []string) error {
	numbers := [3]int{}
	for i, field := range fields {
		n, ok := rules.ParseNumber(field)
		if i > 0 && field == "0" {
			ok = true
		}
		if !ok || i > 0 && n > rules.MaxSeats {
			return badPosition("%.64q is no number of a turn, of actions in it or of passes", field)
		}
		numbers[i] = n
	}
	s.turn, s.played, s.passes = int32(numbers[0]), int8(numbers[1]), int8(numbers[2])
	switch several := len(s.groups(nil)) > 1; {
	case s.end != ongoing:
	case several && len(fields) < 2:
		s.played, s.stage = 1, keeps
	case several:
		s.stage = keeps
	case s.played > 0:
		s.stage = ends
	}
	return nil
}

// guessTurn sets the smallest number of a turn that fits. With fewer hexagons
// than there are in all, and no other indication, the position is in the first
// phase.
func (s *state) guessTurn() (err error) {
	last := max(1, s.size()-colours) // the turn in which the last hexagon was placed
	turns := []int{last, last + 1}
	switch {
	case s.end == byFew || s.end == byPasses:
		turns = []int{firstMove, firstMove + 1, firstMove + 2, firstMove + 3}
	case s.end != ongoing:
	case s.size() == maxHexagons || s.stage == keeps:
		turns = []int{firstMove + int(s.seat) - 1}
	default:
		turns = []int{max(1, s.size()-1)}
	}
	for _, turn := range turns {
		s.turn = int32(turn)
		if err = s.check(); err == nil {
			return nil
		}
	}
	return err
}
