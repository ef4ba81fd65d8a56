package lesson

import (
	"hexclub/rules"
	"hexclub/rules/record"
)

// A Figure is a board beside a rule: a position that can be played from, and a line
// that shows the rule.
type Figure struct {
	Rule     string            `yaml:"rule"`     // its number, of Info.Rules
	Options  map[string]string `yaml:"options"`  // of the game; what is missing has its default
	Position string            `yaml:"position"` // as State.Position has it; empty for the game's own start
	Line     string            `yaml:"line"`     // actions that show the rule, with commas between
	Shown    int               `yaml:"shown"`    // so many of them are played at first
}

// Setup returns what the figure starts from.
func (f Figure) Setup() rules.Setup { return rules.Setup{Options: f.Options, Position: f.Position} }

// Actions returns the line's, in notation. The error is that of an action that
// cannot be played.
func (f Figure) Actions(game rules.Game) ([]string, error) {
	rec, err := record.New(game, f.Setup())
	if err != nil {
		return nil, err
	}
	for line := f.Line; line != ""; {
		action, rest, err := rules.CutAction(rec.State(), line)
		if err != nil {
			return nil, err
		}
		if err := rec.Step(action); err != nil {
			return nil, err
		}
		line = rest
	}
	return rec.Events(), nil
}
