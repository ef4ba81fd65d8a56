package hexit

import (
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
)

const (
	endText  = "end"
	passText = "pass"
)

// Text is "0,1>NE", "0,1", "+0,1", "end" or "pass". For something that is no
// action of the game the text is meaningless.
func (s *state) Text(a rules.Action) string {
	switch {
	case a.Kind == Distribute && isWay(a.Way):
		return a.From.String() + ">" + a.Way.String()
	case a.Kind == Place:
		return a.From.String()
	case a.Kind == Liberate:
		return "+" + a.From.String()
	case a.Kind == End:
		return endText
	case a.Kind == Pass:
		return passText
	}
	return "?"
}

// isWay reports whether d is one of the six directions.
func isWay(d hex.Direction) bool { return d >= hex.E && d <= hex.SE }

// Parse parses the output of Text and rejects anything else.
func (s *state) Parse(text string) (rules.Action, error) {
	switch text {
	case endText:
		return rules.Action{Kind: End}, nil
	case passText:
		return rules.Action{Kind: Pass}, nil
	}
	rest, liberates := strings.CutPrefix(text, "+")
	name, arm, distributes := strings.Cut(rest, ">")
	cell, ok := hex.Parse(name)
	way, okWay := hex.ParseDirection(arm)
	switch {
	case ok && liberates && !distributes:
		return rules.At(Liberate, cell), nil
	case ok && !liberates && okWay:
		return rules.Toward(Distribute, cell, way), nil
	case ok && !liberates && !distributes:
		return rules.At(Place, cell), nil
	}
	return rules.Action{}, rules.Errorf(rules.Invalid, "error.notation",
		"%.64q is no action of hexit: write 0,1>NE, 0,1, +0,1, end or pass", text)
}

// Picks returns the cell of a placement or of prisoners. For a distribution it
// returns the stack, then the tiles on which its pieces fall. The end of a
// turn and a pass need a button.
func (s *state) Picks(a rules.Action) [][]hex.Cell {
	switch {
	case a.Kind == Place || a.Kind == Liberate:
		return [][]hex.Cell{{a.From}}
	case a.Kind == Distribute && isWay(a.Way):
		return [][]hex.Cell{{a.From}, s.fallen(a.From, a.Way)}
	}
	return nil
}

// fallen returns the tiles on which the stack of a cell would fall.
func (s *state) fallen(c hex.Cell, way hex.Direction) (cells []hex.Cell) {
	n := s.number(c)
	if n == bare {
		return nil
	}
	for range s.piles[n].height() {
		c = c.Step(way)
		if !isTile(s.number(c)) {
			break
		}
		cells = append(cells, c)
	}
	return cells
}
