package hexit

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// Letters of the tiles and pieces by seat, and of a bare cell.
const (
	tileLetters  = "WB"
	pieceLetters = "wb"
	bareLetter   = '.'
)

// passedText is the last field of a position in which the other seat has just
// passed.
const passedText = "passed"

// Position returns the state in the form of the package documentation.
func (s *state) Position() string {
	text := make([]byte, 0, 256)
	text = append(text, Game{}.Info().OptionText(map[string]string{TilesOption: strconv.Itoa(int(s.most))})...)
	text = s.appendBoard(text)
	text = append(text, ' ')
	text = append(text, s.toAct()...)
	text = append(text, ' ')
	text = strconv.AppendInt(text, int64(s.turn), 10)
	for set, before := s.laid, " +"; set != 0; set, before = set&(set-1), "/" {
		text = append(text, before...)
		text = append(text, s.cells[set.first()].String()...)
	}
	if s.passes != 0 {
		text = append(text, " "+passedText...)
	}
	return string(text)
}

// appendBoard writes each row from its first cell to its last.
func (s *state) appendBoard(text []byte) []byte {
	var next hex.Cell // in the current row
	for i, n := range s.all() {
		c := s.cells[n]
		if i == 0 || c.R != next.R {
			if i > 0 {
				text = append(text, '/')
			}
			text = append(text, c.String()...)
			text = append(text, ':')
			next = c
		}
		for ; next != c; next.Q++ {
			text = append(text, bareLetter)
		}
		text = s.appendCell(text, n)
		next.Q++
	}
	return text
}

func (t *table) appendCell(text []byte, n int) []byte {
	switch t.ground(n) {
	case rules.White:
		text = append(text, tileLetters[0])
	case rules.Black:
		text = append(text, tileLetters[1])
	default:
		text = append(text, bareLetter)
	}
	for fromTop := t.piles[n].height() - 1; fromTop >= 0; fromTop-- {
		text = append(text, pieceLetters[t.piles[n].piece(fromTop)])
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

// parsePosition parses a position of a game with the given number of tiles. An
// invalid position is an *rules.Error of kind Invalid that says what is wrong.
func parsePosition(text string, most int) (*state, error) {
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 4 {
		return nil, badPosition("fields: %d, where a position has BOARD TO-ACT [TURN] [+LAID or %s]", len(fields), passedText)
	}
	s := &state{most: uint8(most), reserve: [seats]int8{pieces, pieces}}
	if err := s.readBoard(fields[0]); err != nil {
		return nil, err
	}
	if err := s.readToAct(fields[1]); err != nil {
		return nil, err
	}
	if err := s.readRest(fields[2:]); err != nil {
		return nil, err
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	return s, nil
}

func badPosition(format string, args ...any) error {
	return rules.ErrPosition.Errorf(format, args...)
}

// A patch is the content of one cell in a position.
type patch struct {
	cell hex.Cell
	side int // of the tile, -1 without a tile
	pile pile
}

// readBoard puts the content of the first field on the empty table.
func (s *state) readBoard(text string) error {
	var patches []patch
	for run := range strings.SplitSeq(text, "/") {
		var err error
		if patches, err = readRun(patches, run); err != nil {
			return err
		}
	}
	if err := checkPatches(patches, int(s.most)); err != nil {
		return err
	}
	for _, p := range patches {
		n := bare
		if p.side < 0 {
			s.imprison(p.cell, p.pile)
		} else {
			n = s.lay(p.cell, p.side)
		}
		height := p.pile.height()
		for fromTop := height - 1; fromTop >= 0; fromTop-- {
			side := p.pile.piece(fromTop)
			s.reserve[side]--
			if n != bare {
				s.drop(n, side)
			}
		}
	}
	return nil
}

// readRun parses cells from left to right, the first of which is named.
func readRun(patches []patch, run string) ([]patch, error) {
	name, rest, ok := strings.Cut(run, ":")
	c, okName := hex.Parse(name)
	if !ok || !okName || rest == "" {
		return nil, badPosition("%.64q is no row like 0,0:WwB", run)
	}
	for ; rest != ""; c.Q++ {
		if far(c) {
			return nil, badPosition("%s is farther out than tiles can get", c)
		}
		p := patch{cell: c, side: strings.IndexByte(tileLetters, rest[0]), pile: empty}
		if p.side < 0 && rest[0] != bareLetter {
			return nil, badPosition("%s begins with %.10q, which is neither W, B nor .", c, rest)
		}
		for rest = rest[1:]; rest != "" && strings.IndexByte(pieceLetters, rest[0]) >= 0; rest = rest[1:] {
			if p.pile.height() == seats*pieces {
				return nil, badPosition("more than %d pieces are on %s", seats*pieces, c)
			}
			p.pile = p.pile.put(uint8(strings.IndexByte(pieceLetters, rest[0])))
		}
		if p.side >= 0 || p.pile != empty {
			patches = append(patches, p)
		}
	}
	return patches, nil
}

func (s *state) readToAct(text string) error {
	if text == "1" || text == "2" {
		s.seat = rules.Seat(text[0] - '0')
		return nil
	}
	result, ok := rules.ParseEnding(text, seats, []rules.Reason{Complete, Passes})
	if !ok {
		return badPosition("%.64q is neither a seat nor how a game ends", text)
	}
	s.ending = ending(slices.Index(reasons[:], result.Reason))
	left := s.ending == resigned || s.ending == timedOut
	switch winners := result.Winners(); {
	case left && winners == nil:
		return badPosition("a player who leaves has lost: write win1:%s or win2:%s", result.Reason, result.Reason)
	case left:
		s.winner = winners[0]
	}
	if found, _ := s.Result(); found.Ending() != text {
		return badPosition("%s cannot be, it is %s", text, found.Ending())
	}
	return nil
}

// readRest parses the number of the turn, or sets the smallest that fits, and
// what has happened in the turn or just before it.
func (s *state) readRest(fields []string) error {
	numbered := len(fields) > 0 && fields[0] != passedText && fields[0][0] != '+'
	s.turn = int32(max(s.seat, 1))
	if numbered {
		number, ok := rules.ParseNumber(fields[0])
		if !ok {
			return badPosition("%.64q is no number of a turn", fields[0])
		}
		s.turn, fields = int32(number), fields[1:]
	}
	switch {
	case len(fields) == 0:
		return nil
	case len(fields) > 1 || s.ending != ongoing:
		return badPosition("%.64q cannot follow", fields[len(fields)-1])
	case fields[0] == passedText:
		s.passes = 1
		if !numbered && s.seat == 1 {
			s.turn += seats // there was a turn before
		}
		return nil
	}
	return s.readLaid(fields[0])
}

// readLaid parses the tiles laid in the turn.
func (s *state) readLaid(text string) error {
	list, ok := strings.CutPrefix(text, "+")
	if !ok {
		return badPosition("%.64q is neither tiles laid in the turn, like +2,0, nor %s", text, passedText)
	}
	for name := range strings.SplitSeq(list, "/") {
		c, ok := hex.Parse(name)
		n := s.number(c)
		if !ok || !isTile(n) || s.laid.has(n) {
			return badPosition("%.64q are not tiles laid in the turn", text)
		}
		s.laid |= 1 << n
	}
	return nil
}
