package hexellation

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// notBegun stands for AVOID and for the sky while they have not begun.
const notBegun = "-"

// The labels of the optional fields at the end of a position.
const (
	outLabel    = "out:"
	passedLabel = "passed:"
	byLabel     = "by:"
)

// The numbers of cells in the rows of the sky, from the top, and in those of
// a zone.
var (
	wholeRows = []int{4, 5, 6, 7, 6, 5, 4}
	innerRows = []int{3, 4, 5, 4, 3}
	zoneRows  = []int{2, 3, 2}
)

// Position returns the state in the form of the package documentation.
func (s *state) Position() string {
	text := []byte(Game{}.Info().OptionText(s.options()))
	text = appendRows(text, cells(s.model), cells(wholeZone), zoneRows)
	text = append(text, ' ')
	if s.stage >= avoiding {
		text = appendRows(text, cells(s.avoid), cells(wholeZone), zoneRows)
	} else {
		text = append(text, notBegun...)
	}
	text = append(text, ' ')
	if s.stage >= starring {
		text = appendRows(text, s.stars, s.sky(), s.skyRows())
	} else {
		text = append(text, notBegun...)
	}
	text = append(text, ' ')
	if result, over := s.Result(); over {
		text = append(text, result.Ending()...)
	} else {
		text = strconv.AppendInt(text, int64(s.seat), 10)
	}
	text = append(text, ' ')
	text = strconv.AppendInt(text, int64(s.turn), 10)
	if s.ending == ongoing && int(s.played) != s.usuallyPlayed() {
		text = append(text, ' ')
		text = strconv.AppendInt(text, int64(s.played), 10)
	}
	text = appendSeats(text, outLabel, s.out)
	text = appendSeats(text, passedLabel, s.passed)
	if s.by != 0 {
		text = append(text, " "+byLabel+s.Text(s.deciding())...)
	}
	return string(text)
}

// options returns the options of the game.
func (s *state) options() map[string]string {
	options := map[string]string{rules.SeatsOption: strconv.Itoa(int(s.seats))}
	if s.advanced {
		options[skyOption] = "advanced"
	}
	if s.declare {
		options[declareOption] = "yes"
	}
	if s.planet {
		options[planetOption] = "yes"
	}
	return options
}

func (s *state) skyRows() []int {
	if s.advanced {
		return wholeRows
	}
	return innerRows
}

// appendRows writes the cells with and without stars, in rows of these
// lengths.
func appendRows(text []byte, stars, part cells, rows []int) []byte {
	for i, length := range rows {
		if i > 0 {
			text = append(text, '/')
		}
		for range length {
			if stars&part&-part != 0 {
				text = append(text, '*')
			} else {
				text = append(text, '.')
			}
			part &= part - 1
		}
	}
	return text
}

// appendSeats writes a set of seats, unless it is empty.
func appendSeats(text []byte, label string, set seatSet) []byte {
	if set == 0 {
		return text
	}
	text = append(text, " "+label...)
	for seat := range rules.Seat(rules.MaxSeats) {
		if set&(1<<seat) != 0 {
			text = append(text, '1'+byte(seat))
		}
	}
	return text
}

// usuallyPlayed returns the number of actions played in the turn according to
// the stars.
func (s *state) usuallyPlayed() int {
	switch s.stage {
	case modelling:
		return s.model.len()
	case avoiding:
		return s.avoid.len()
	}
	return 0
}

// deciding returns the action that ended the game, if it was an action.
func (s *state) deciding() rules.Action {
	kind := ClaimModel
	switch s.ending {
	case modelMade, avoidMade:
		return actions[s.by.first()]
	case avoidClaimed:
		kind = ClaimAvoid
	}
	list := make([]hex.Cell, 0, rules.MaxClaim)
	for set := s.by; set != 0; set &= set - 1 {
		list = append(list, cellAt[set.first()])
	}
	claim, _ := rules.NewClaim(kind, list)
	return claim
}

// read sets s, which has only its options, to a position. An invalid position
// is an *rules.Error of kind Invalid that says what is wrong.
func (s *state) read(text string) error {
	const board = 4 // fields that are always present
	fields := strings.Fields(text)
	if len(fields) < board {
		return badPosition("fields: %d, where a position has MODEL AVOID SKY TO-ACT [TURN [PLAYED]] [out:SEATS] [passed:SEATS] [by:ACTION]", len(fields))
	}
	if err := s.readBoard(fields); err != nil {
		return err
	}
	if err := s.readToAct(fields[board-1]); err != nil {
		return err
	}
	numbers, err := s.readLabelled(fields[board:])
	if err != nil {
		return err
	}
	s.played = uint8(s.usuallyPlayed())
	if s.ending != ongoing {
		s.played = 0
	}
	if len(numbers) > 1 {
		if err := s.readPlayed(numbers[1]); err != nil {
			return err
		}
	}
	if err := s.check(); err != nil {
		return err
	}
	if s.declare && s.stage >= starring {
		s.models = uint8(s.patterns()[s.model].present(s.stars))
		s.avoids = uint8(s.patterns()[s.avoid].present(s.stars))
	}
	return s.readTurn(numbers)
}

func badPosition(format string, args ...any) error {
	return rules.ErrPosition.Errorf(format, args...)
}

// readBoard parses the first three fields, which also determine the stage.
func (s *state) readBoard(fields []string) error {
	s.stage = modelling
	stars, err := readRows(fields[0], "MODEL", cells(wholeZone), zoneRows)
	s.model = zone(stars)
	if err != nil || fields[1] == notBegun && fields[2] == notBegun {
		return err
	}
	s.stage = avoiding
	stars, err = readRows(fields[1], "AVOID", cells(wholeZone), zoneRows)
	s.avoid = zone(stars)
	if err != nil || fields[2] == notBegun {
		return err
	}
	s.stage = starring
	s.stars, err = readRows(fields[2], "the sky", s.sky(), s.skyRows())
	return err
}

// readRows parses cells with and without stars, in rows of these lengths.
func readRows(text, what string, part cells, lengths []int) (stars cells, err error) {
	rows := strings.Split(text, "/")
	if len(rows) != len(lengths) {
		return 0, badPosition("%s has %d rows, expected %d", what, len(rows), len(lengths))
	}
	for i, row := range rows {
		if len(row) != lengths[i] {
			return 0, badPosition("row %d of %s has %d cells, expected %d", i+1, what, len(row), lengths[i])
		}
		for _, cell := range []byte(row) {
			switch cell {
			case '*':
				stars |= part & -part
			case '.':
			default:
				return 0, badPosition("row %d of %s is %.10q, expected only . and *", i+1, what, row)
			}
			part &= part - 1
		}
	}
	return stars, nil
}

func (s *state) readToAct(text string) error {
	if len(text) == 1 && text[0] >= '1' && text[0] <= '0'+byte(s.seats) {
		s.seat = rules.Seat(text[0] - '0')
		return nil
	}
	result, ok := rules.ParseEnding(text, s.Seats(), Game{}.Info().Reasons)
	s.ending = ending(max(0, slices.Index(reasons[:], result.Reason)))
	if !ok || s.ending.drawn() != result.Drawn {
		return badPosition("%.64q is neither a seat nor how a game ends", text)
	}
	s.seat = 0
	for i, place := range result.Places {
		if place == 1 {
			s.first |= 1 << i
		}
	}
	return nil
}

// readLabelled parses the labelled fields after TO-ACT and returns the
// numbers.
func (s *state) readLabelled(fields []string) (numbers []string, err error) {
	seen := map[string]bool{}
	for _, field := range fields {
		label, value, labelled := strings.Cut(field, ":")
		label += ":"
		switch {
		case !labelled && len(seen) == 0 && len(numbers) < 2:
			numbers = append(numbers, field)
			continue
		case !labelled:
			return nil, badPosition("%.64q is out of place", field)
		case seen[label]:
			return nil, badPosition("%s comes twice", label)
		case label == outLabel:
			s.out, err = s.readSeats(field, value)
		case label == passedLabel:
			s.passed, err = s.readSeats(field, value)
		case label == byLabel:
			err = s.readBy(value)
		default:
			err = badPosition("%.64q is none of out:, passed: and by:", field)
		}
		if err != nil {
			return nil, err
		}
		seen[label] = true
	}
	return numbers, nil
}

// readSeats reads seats in ascending order.
func (s *state) readSeats(field, text string) (set seatSet, err error) {
	for _, c := range []byte(text) {
		if c < '1' || c > '0'+byte(s.seats) || set>>(c-'1') != 0 {
			return 0, badPosition("%.64q needs seats of the game, in order", field)
		}
		set |= 1 << (c - '1')
	}
	if set == 0 {
		return 0, badPosition("%.64q needs seats of the game, in order", field)
	}
	return set, nil
}

// readBy parses what decided the game.
func (s *state) readBy(text string) error {
	a, ok := parseAction(text)
	want := map[ending]rules.Kind{modelMade: Star, avoidMade: Star, modelClaimed: ClaimModel, avoidClaimed: ClaimAvoid}
	kind, decided := want[s.ending]
	if !ok || !decided || a.Kind != kind {
		return badPosition("%s%.64q does not end a game like this", byLabel, text)
	}
	s.by = claimed(a)
	if a.Kind == Star {
		i, _ := index(a.From)
		s.by = 1 << i
	}
	return nil
}

// readPlayed parses the number of actions played in the turn. A turn that has
// put a star in the sky has still to be ended.
func (s *state) readPlayed(text string) error {
	played, ok := parseNumber(text)
	switch {
	case !ok:
		return badPosition("%.64q is no number of actions", text)
	case s.ending != ongoing && played > 0:
		return badPosition("no turn is being played, the game is over")
	case s.stage == starring && played > 0 && (!s.declare || s.stars == 0 || played > 1):
		return badPosition("%d actions cannot have been played in the turn", played)
	case s.stage < starring && played > s.usuallyPlayed():
		return badPosition("%d actions cannot have put %d stars", played, s.usuallyPlayed())
	case s.stage < starring && played < s.usuallyPlayed() && s.out == 0:
		return badPosition("no seat is out, so all %d stars were put in this turn", s.usuallyPlayed())
	}
	s.played = uint8(played)
	if s.stage == starring && played == 1 {
		s.stage = closing
	}
	return nil
}

// readTurn parses the number of the turn, or sets the smallest that fits.
func (s *state) readTurn(numbers []string) error {
	least, most := s.turns()
	if len(numbers) > 0 {
		number, ok := rules.ParseNumber(numbers[0])
		if !ok || number < least || number > most {
			if least == most {
				return badPosition("%.64q is no number of the turn here, it is %d", numbers[0], least)
			}
			return badPosition("%.64q is no number of the turn here, it is from %d to %d", numbers[0], least, most)
		}
		least, most = number, number
	}
	for s.turn = int32(least); !s.inOrder(); s.turn++ {
		if int(s.turn) == most {
			return badPosition("with this many stars it is another seat's turn, or was when the game ended: add or remove a star, or change the seat that acts")
		}
	}
	return nil
}

// parseNumber parses a number from 0 on, without leading zeros.
func parseNumber(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n <= math.MaxInt32/2 && strconv.Itoa(n) == text
}
