package hexone

import "hexclub/rules"

// Game is Hexone. The zero value is ready to use.
type Game struct{}

// Version is the latest version of the rules. Single games are the same in
// both versions. Since version 2 a player who left the second game of a match
// does not win a tie by having started it; package record judges that.
const Version = 2

// The kinds of action.
const (
	Place   rules.Kind = iota // a token on From
	Explode                   // the stack on From along the Y of Way, hex.E or hex.W
	Pass
)

// The phases.
const (
	placing rules.Phase = iota
	exploding
	passing
)

// Elimination is the reason of a win by rule 6: the other seat has no token
// left.
const Elimination rules.Reason = "elimination"

// Info describes Hexone.
func (Game) Info() rules.Info { return info }

// info is built once, because pages read it often. It must not be modified.
var info = rules.Info{
	Key:     "hexone",
	Version: Version,
	Colours: []string{"blue", "red"},
	Kinds:   []rules.KindInfo{{Name: "place"}, {Name: "explode"}, {Name: "pass"}},
	Phases:  []rules.PhaseInfo{{Name: "place"}, {Name: "explode", Rule: "3"}, {Name: "pass", Rule: "r4"}},
	Pieces:  []rules.Piece{{Seat: 1, Shape: rules.Token}, {Seat: 2, Shape: rules.Token}},
	Grounds: []rules.Ground{rules.White, rules.Grey, rules.Removed},
	Rules:   []string{"1", "2", "3", "4", "5", "6", "7", "8", "r1", "r2", "r3", "r4", "r5", "r6"},
	Points:  true,
	Matches: true,
	Draws:   true,
	Refusals: []string{
		"apart", "centre", "explode", "few", "gone", "opponent", "over", "pass", "ring", "stack", "taken", "tallest",
		rules.NoAction,
	},
	Reasons: []rules.Reason{Elimination},
}

// New returns the empty board, or the position of the set-up. Its errors are
// those of [rules.Info.Complete]; Hexone has no options. An invalid position
// is an *rules.Error with the key "error.position" too.
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
