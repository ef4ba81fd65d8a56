package hexone

import "hexclub/rules"

// Game is Hexone. The zero value is ready.
type Game struct{}

// Version is the latest version of the rules as implemented here; there has
// been no other.
const Version = 1

// The kinds of action.
const (
	Place   rules.Kind = iota // a token on From
	Explode                   // the stack on From along the Y of Way, hex.E or hex.W
	Pass
)

// Elimination is the reason of a win by rule 6: the other seat has no token
// left.
const Elimination rules.Reason = "elimination"

// Info says what Hexone is.
func (Game) Info() rules.Info {
	return rules.Info{
		Key:     "hexone",
		Version: Version,
		Seats:   []int{seats},
		Colours: []string{"blue", "red"},
		Kinds:   []string{"place", "explode", "pass"},
		Rules:   []string{"1", "2", "3", "4", "5", "6", "7", "r1", "r2", "r3", "r4", "r5", "r6"},
		Points:  true,
		Draws:   true,
		Refusals: []string{
			"apart", "centre", "explode", "few", "gone", "opponent", "over", "pass", "ring", "stack", "taken", "tallest",
			rules.NoAction,
		},
		Reasons: []rules.Reason{Elimination},
	}
}

// New is the empty board, or the position of the set-up. Hexone has no
// options, so any option is an *rules.Error with the key "error.option"; a
// position that is not one has the key "error.position", a version of the
// rules that there is not "error.version".
func (Game) New(setup rules.Setup) (rules.State, error) {
	if setup.Version < 0 || setup.Version > Version {
		return nil, rules.Errorf(rules.Invalid, "error.version", "hexone has no version %d of its rules, the latest is %d", setup.Version, Version)
	}
	for key := range setup.Options {
		return nil, rules.Errorf(rules.Invalid, "error.option", "hexone has no option %q", key)
	}
	if setup.Position == "" {
		return &state{seat: 1, turn: 1}, nil
	}
	st, err := parsePosition(setup.Position)
	if err != nil {
		return nil, err // the typed nil of a *state is not a nil State
	}
	return st, nil
}
