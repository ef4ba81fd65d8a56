package lesson

import (
	"hexclub/rules"
	"hexclub/rules/record"
)

// A Figure is a board next to a rule: a position that can be played from, and
// a line that shows the rule.
type Figure struct {
	Rule     string            `yaml:"rule"`     // number of the rule, one of Info.Rules
	Options  map[string]string `yaml:"options"`  // of the game; a missing one has its default
	Position string            `yaml:"position"` // in the form of State.Position; empty for the game's own start
	Line     string            `yaml:"line"`     // actions that show the rule, with commas between
	Shown    int               `yaml:"shown"`    // number of actions played at first
}

// Setup returns the set-up of the figure.
func (f Figure) Setup() rules.Setup { return rules.Setup{Options: f.Options, Position: f.Position} }

// Actions returns the actions of the line in notation. It fails if an action
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
