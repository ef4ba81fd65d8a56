package hexone

import (
	"strings"

	"hexclub/rules"
	"hexclub/rules/hex"
)

const passText = "pass"

// Text is "d3", "d3xE" or "pass". For something that is no action of the game
// the text is meaningless.
func (s *state) Text(a rules.Action) string {
	if a.Kind == Pass {
		return passText
	}
	i, ok := index(a.From)
	switch {
	case !ok:
		return "?"
	case a.Kind == Place:
		return names[i]
	case a.Way == hex.W:
		return names[i] + "xW"
	default:
		return names[i] + "xE"
	}
}

// Parse parses the output of Text and rejects anything else.
func (s *state) Parse(text string) (rules.Action, error) {
	if text == passText {
		return rules.Action{Kind: Pass}, nil
	}
	name, arm, explodes := strings.Cut(text, "x")
	cell, ok := hex.ParseName(name, radius)
	switch {
	case ok && !explodes:
		return rules.At(Place, cell), nil
	case ok && arm == "E":
		return rules.Toward(Explode, cell, hex.E), nil
	case ok && arm == "W":
		return rules.Toward(Explode, cell, hex.W), nil
	}
	return rules.Action{}, rules.Errorf(rules.Invalid, "error.notation",
		"%.64q is no action of hexone: write d3, d3xE, d3xW or pass", text)
}

// Picks returns the cell of a placement. For an explosion it returns the
// stack, then the cells that its tokens fly to, including holes. A pass needs
// a button.
func (s *state) Picks(a rules.Action) [][]hex.Cell {
	i, ok := index(a.From)
	if !ok {
		return nil
	}
	switch a.Kind {
	case Place:
		return [][]hex.Cell{{a.From}}
	case Explode:
		y := 0
		if a.Way == hex.W {
			y = 1
		}
		return [][]hex.Cell{{a.From}, targets[i][y].list()}
	}
	return nil
}
