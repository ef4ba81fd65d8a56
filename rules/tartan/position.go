package tartan

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
)

// The letters of the seats, by seat - 1.
var (
	pieceLetters = [seats]string{"b", "r"}
	hatLetters   = [seats]string{"B", "R"}
)

// Position returns the state in the form of the package documentation.
func (s *state) Position() string {
	text := make([]byte, 0, 96)
	row := cellAt[board.first()].R
	for set := board; set != 0; set &= set - 1 {
		i := set.first()
		if cellAt[i].R != row {
			text = append(text, '/')
			row = cellAt[i].R
		}
		text = s.appendCell(text, i)
	}
	text = append(text, ' ')
	text = s.appendToAct(text)
	text = append(text, ' ')
	text = strconv.AppendInt(text, int64(s.turn), 10)
	if s.phase == rebounding {
		text = append(text, ' ')
		text = strconv.AppendInt(text, int64(s.played), 10)
	}
	return string(text)
}

func (s *state) appendCell(text []byte, i int) []byte {
	height, holder := s.sides[0].height(i), 0
	if height == 0 {
		height, holder = s.sides[1].height(i), 1
	}
	switch {
	case centres&(1<<i) != 0:
		text = append(text, 'x')
	case height == 0:
		text = append(text, '.')
	default:
		text = append(text, pieceLetters[holder]...)
		text = append(text, byte('0'+height))
	}
	for n := range s.sides {
		if s.sides[n].hat&(1<<i) != 0 {
			text = append(text, hatLetters[n]...)
		}
	}
	return text
}

// appendToAct appends the second field.
func (s *state) appendToAct(text []byte) []byte {
	if result, over := s.Result(); over {
		return append(text, result.Ending()...)
	}
	text = append(text, byte('0'+s.seat))
	switch s.phase {
	case rebounding:
		text = append(text, '>')
		text = append(text, names[s.fresh.first()]...)
	case deploying:
		text = append(text, '+')
		for set := s.used; set != 0; set &= set - 1 {
			text = append(text, byte('0'+flowerOf[set.first()]))
		}
	}
	return text
}

// parsePosition reads a position. An invalid position is an *rules.Error of
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

// readRows reads the first field.
func (s *state) readRows(text string) error {
	rest := text
	row := cellAt[board.first()].R
	for set := board; set != 0; set &= set - 1 {
		i := set.first()
		if cellAt[i].R != row {
			next, ok := strings.CutPrefix(rest, "/")
			switch {
			case rest == "":
				return badPosition("row %c is the last, but the board goes down to row a", rowLetter(row))
			case !ok:
				return badPosition("row %c has more cells than the board", rowLetter(row))
			}
			rest, row = next, cellAt[i].R
		}
		var err error
		if rest, err = s.readCell(rest, i); err != nil {
			return err
		}
	}
	if rest != "" {
		return badPosition("row %c has more cells than the board", rowLetter(row))
	}
	return nil
}

func rowLetter(r int8) byte { return byte('a' + radius - r) }

// readCell reads the i-th bit from the start of a text and returns the rest.
func (s *state) readCell(text string, i int) (rest string, err error) {
	if text == "" || text[0] == '/' {
		return "", badPosition("the row ends before %s", names[i])
	}
	rest, empty := strings.CutPrefix(text, ".")
	if centres&(1<<i) != 0 {
		if rest, empty = strings.CutPrefix(text, "x"); !empty {
			return "", badPosition("%s is dark: write x", names[i])
		}
	}
	if !empty {
		if rest, err = s.readPile(text, i); err != nil {
			return "", err
		}
	}
	for n, letter := range hatLetters {
		after, found := strings.CutPrefix(rest, letter)
		if !found {
			continue
		}
		rest = after
		switch hat := &s.sides[n].hat; {
		case *hat != 0:
			return "", badPosition("seat %d has a second hat on %s", n+1, names[i])
		case outer&(1<<i) != 0:
			return "", badPosition("%s is dark: the only dark cell where a hat can lie is %s", names[i], names[origin])
		default:
			*hat = 1 << i
		}
	}
	if strings.HasPrefix(rest, hatLetters[0]) || strings.HasPrefix(rest, hatLetters[1]) {
		return "", badPosition("the hats on %s: write each once, seat 1's first, as in B, R or BR", names[i])
	}
	return rest, nil
}

// readPile reads a unit or a pile from the start of a text.
func (s *state) readPile(text string, i int) (rest string, err error) {
	for n, letter := range pieceLetters {
		if rest, found := strings.CutPrefix(text, letter); found && rest != "" {
			d := &s.sides[n]
			by := [...]*cells{&d.units, &d.twos, &d.threes, &d.fours}
			if height := int(rest[0]) - '1'; height >= 0 && height < len(by) {
				*by[height] |= 1 << i
				return rest[1:], nil
			}
		}
	}
	return "", badPosition("%s is neither . nor a unit or pile from b1 to b4 or r1 to r4", names[i])
}

// readToAct parses the second field without checking it.
func (s *state) readToAct(text string) error {
	if text[0] == '1' || text[0] == '2' {
		s.seat = rules.Seat(text[0] - '0')
		return s.readDue(text[1:])
	}
	result, ok := rules.ParseEnding(text, seats, []rules.Reason{Crowned, Exhausted})
	if ok {
		s.ending = ending(slices.Index(reasons[:], result.Reason))
	}
	if winners := result.Winners(); winners != nil {
		s.winner = winners[0]
	}
	// Any other result cannot end this game: a draw by leaving, or one that is
	// not shared by both.
	drawn := s.ending == exhausted || s.ending == repeated || s.ending == agreed
	if own, _ := s.Result(); !ok || own != result || own.Drawn != drawn {
		return badPosition("%.64q is neither a seat nor how a game ends", text)
	}
	return nil
}

// readDue parses what follows the seat to act: the pile that may rebound, or
// the flowers used in a split.
func (s *state) readDue(text string) error {
	if s.hats() != 0 {
		s.phase = acting
	}
	name, rebounds := strings.CutPrefix(text, ">")
	numbers, splits := strings.CutPrefix(text, "+")
	switch cell, ok := parseCell(name); {
	case rebounds && ok:
		s.phase, s.fresh = rebounding, only(cell)
	case splits:
		s.phase = deploying
		return s.readUsed(numbers)
	case text != "":
		return badPosition("%.64q is neither a pile that may rebound, like >d4, nor a split, like +13", text)
	}
	return nil
}

// readUsed reads the numbers of flowers.
func (s *state) readUsed(numbers string) error {
	for _, digit := range numbers {
		n := int(digit) - '1'
		if n < 0 || n >= flowers || outer&only(centreAt[n]) == 0 || s.used >= only(centreAt[n]) {
			return badPosition("%.64q are not the numbers of outer flowers in rising order", numbers)
		}
		s.used |= only(centreAt[n])
	}
	return nil
}

// readTurn parses the numbers at the end, or sets the smallest that fit.
func (s *state) readTurn(fields []string) error {
	// Every turn of the placement has put one unit on the board.
	placed := s.hats() == 0
	number, played := int(max(s.seat, 1)), s.used.len()
	if placed {
		number = (s.sides[0].units | s.sides[1].units).len() + 1
	}
	if s.phase == deploying || s.phase == rebounding {
		played++
	}
	least, ok := number, true
	if len(fields) > 0 {
		if number, ok = rules.ParseNumber(fields[0]); !ok {
			return badPosition("%.64q is no number of a turn", fields[0])
		}
	}
	if number < least || placed && number != least {
		return badPosition("turn %d cannot be this one", number)
	}
	if len(fields) > 1 {
		most := 1
		if s.mine().threes&s.fresh != 0 {
			most = 2
		}
		if played, ok = rules.ParseNumber(fields[1]); !ok || s.phase != rebounding || played > most {
			return badPosition("%.64q is not how many actions led to a rebound", fields[1])
		}
	}
	s.turn, s.played = int32(number), int8(played)
	return nil
}
