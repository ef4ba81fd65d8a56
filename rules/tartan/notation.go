package tartan

import (
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
)

const (
	endText  = "end"
	passText = "pass"
)

// Text is "d4", "d4>d5", "^e5>d5", "d4/", "+c4", "end" or "pass". For
// something that is no action of the game the text is meaningless.
func (s *state) Text(a rules.Action) string {
	switch from, to := nameOf(a.From), nameOf(a.To); a.Kind {
	case Place:
		return from
	case Move:
		return from + ">" + to
	case Hat:
		return "^" + from + ">" + to
	case Split:
		return from + "/"
	case Deploy:
		return "+" + from
	case pass:
		return passText
	}
	return endText
}

// nameOf returns the name of a cell, "?" off the board.
func nameOf(c hex.Cell) string {
	if !onBoard(c) {
		return "?"
	}
	return names[bit(c)]
}

// Parse parses the output of Text and rejects anything else.
func (s *state) Parse(text string) (rules.Action, error) {
	a := rules.Action{}
	ok := true
	switch start, end, moves := strings.Cut(text, ">"); {
	case text == endText:
		a.Kind = End
	case text == passText:
		a.Kind = pass
	case moves:
		a.Kind = Move
		if rest, hat := strings.CutPrefix(start, "^"); hat {
			a.Kind, start = Hat, rest
		}
		a.From, ok = parseCell(start)
		if ok {
			a.To, ok = parseCell(end)
		}
	case strings.HasPrefix(text, "+"):
		a.Kind = Deploy
		a.From, ok = parseCell(text[1:])
	case strings.HasSuffix(text, "/"):
		a.Kind = Split
		a.From, ok = parseCell(text[:len(text)-1])
	default:
		a.Kind = Place
		a.From, ok = parseCell(text)
	}
	if ok {
		return a, nil
	}
	return rules.Action{}, rules.Errorf(rules.Invalid, "error.notation",
		"%.64q is no action of tartan: write d4, d4>d5, ^e5>d5, d4/, +d4 or end", text)
}

// parseCell parses the name of a cell of the board.
func parseCell(name string) (c hex.Cell, ok bool) {
	c, ok = hex.ParseName(name, radius)
	return c, ok && onBoard(c)
}

// Picks returns the cell of a placement, a split or one of its units, and for
// a move its start and its end. The end of a turn needs a button. A cell never
// starts moves of two pieces, because everything under a hat is frozen.
func (s *state) Picks(a rules.Action) [][]hex.Cell {
	switch {
	case a.Kind == End || a.Kind == pass || !onBoard(a.From):
		return nil
	case a.Kind == Move || a.Kind == Hat:
		if !onBoard(a.To) {
			return nil
		}
		return [][]hex.Cell{{a.From}, {a.To}}
	}
	return [][]hex.Cell{{a.From}}
}
