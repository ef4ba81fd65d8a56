package tartan

import "hexclub/rules"

// Game is Tartan. The zero value is ready to use.
type Game struct{}

// Version is the latest version of the rules, and the only one so far.
const Version = 1

// The kinds of action.
const (
	Place  rules.Kind = iota // a unit on From, in the placement
	Move                     // the unit or pile on From to To
	Hat                      // the hat from From to To
	Split                    // the pile of 2 on From
	Deploy                   // a unit of a split on From
	End                      // no rebound

	pass // never legal: ruling r9; so it is not in Info.Kinds
)

// The phases.
const (
	placing rules.Phase = iota
	acting              // the start of a turn after the placement
	deploying
	rebounding
)

// The reasons of the game's own.
const (
	Crowned   rules.Reason = "hat"      // rule 5: the winner's hat lies on a pile of 4 of theirs
	Exhausted rules.Reason = "shortage" // rule 6: neither seat can make a pile of 4 any more
)

// Info describes Tartan.
func (Game) Info() rules.Info { return info }

// info is built once, because pages read it often. It must not be modified.
var info = rules.Info{
	Key:     "tartan",
	Version: Version,
	Colours: []string{"blue", "red"},
	Kinds:   []rules.KindInfo{{Name: "place"}, {Name: "move"}, {Name: "hat"}, {Name: "split"}, {Name: "deploy"}, {Name: "end"}},
	Phases:  []rules.PhaseInfo{{Name: "place"}, {Name: "turn", Part: 1}, {Name: "deploy", Rule: "3", Part: 1}, {Name: "rebound", Part: 1}},
	Pieces:  []rules.Piece{{Seat: 1, Shape: rules.Unit}, {Seat: 2, Shape: rules.Unit}, {Seat: 1, Shape: rules.Hat}, {Seat: 2, Shape: rules.Hat}},
	Rules:   []string{"1", "2", "3", "4", "5", "6", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11"},
	Draws:   true,
	Refusals: []string{
		"central", "dark", "deploy", "deploying", "distance", "elsewhere", "end", "fixed", "flower", "flowers", "fresh", "frozen", "hat",
		"merge", "occupied", "over", "pass", "path", "piece", "placed", "placing", "rebound", "safe", "split", "take", "touching",
		rules.NoAction,
	},
	Reasons: []rules.Reason{Crowned, Exhausted},
}

// New returns the empty board, or the position of the set-up. Its errors are
// those of [rules.Info.Complete]; Tartan has no options. An invalid position
// also has the key "error.position".
func (g Game) New(setup rules.Setup) (rules.State, error) {
	setup, err := g.Info().Complete(setup)
	if err != nil {
		return nil, err
	}
	if setup.Position == "" {
		return &state{seat: 1, turn: 1}, nil
	}
	st, err := parsePosition(setup.Position)
	if err != nil {
		return nil, err // a typed nil *state would not be a nil State
	}
	return st, nil
}
