package six

import "hexclub/rules"

// Game is Six. The zero value is ready to use.
type Game struct{}

// Version is the latest version of the rules, and the only one so far.
const Version = 1

// The kinds of action.
const (
	Place rules.Kind = iota // a hexagon on From
	Move                    // the hexagon of From to To
	Keep                    // the group whose first cell in reading order is From
	Claim                   // a shape, by its six cells; see rules.NewClaim
	End                     // the end of a turn without a claim
	Pass
)

// The phases.
const (
	placing rules.Phase = iota
	moving
	keeping
	ending
	passing
)

// The reasons of the game's own.
const (
	Triangle rules.Reason = "triangle" // rule 2
	Line     rules.Reason = "line"     // rule 2
	Ring     rules.Reason = "ring"     // rule 2
	Few      rules.Reason = "few"      // rule 3: five hexagons of a colour or fewer
	Passes   rules.Reason = "passes"   // ruling r3: all seats passed in a row
)

// Info describes Six.
func (Game) Info() rules.Info { return info }

// info is built once, because pages read it often. It must not be modified.
var info = rules.Info{
	Key:     "six",
	Version: Version,
	Options: []rules.Option{
		{Key: "rules", Values: []string{"basic", "advanced"}},
		{Key: rules.SeatsOption, Values: []string{"2", "4"}},
		{Key: "declare", Values: []string{"no", "yes"}},
	},
	Colours: []string{"black", "red", "black", "red"},
	Kinds: []rules.KindInfo{
		{Name: "place"}, {Name: "move"}, {Name: "keep"}, {Name: "claim", Secret: true, Option: "declare"}, {Name: "end"}, {Name: "pass"},
	},
	Phases: []rules.PhaseInfo{{Name: "place"}, {Name: "move", Part: 1}, {Name: "keep", Rule: "3", Part: 1}, {Name: "end"}, {Name: "pass", Rule: "r3", Part: 1}},
	Pieces: []rules.Piece{{Seat: 1, Shape: rules.Hexagon}, {Seat: 2, Shape: rules.Hexagon}},
	Rules:  []string{"1", "2", "3", "4", "5", "r1", "r2", "r3", "r4", "r5", "r6"},
	Grows:  true,
	Draws:  true,
	Refusals: []string{
		"apart", "colour", "early", "empty", "end", "first", "group", "itself", "keep", "moving", "nothing",
		"opponent", "over", "pass", "shape", "split", "stay", "taken", "undeclared", "whole", rules.NoAction,
	},
	Reasons: []rules.Reason{Triangle, Line, Ring, Few, Passes},
}

// New returns the two start hexagons, or the position of the set-up. Its
// errors are those of [rules.Info.Complete]. An invalid position also has the
// key "error.position".
func (g Game) New(setup rules.Setup) (rules.State, error) {
	setup, err := g.Info().Complete(setup)
	if err != nil {
		return nil, err
	}
	s := &state{
		advanced: setup.Options["rules"] == "advanced",
		declare:  setup.Options["declare"] == "yes",
		seats:    2,
	}
	if setup.Options[rules.SeatsOption] == "4" {
		s.seats = 4
	}
	if setup.Position == "" {
		setup.Position = startText
	}
	if err := s.read(setup.Position); err != nil {
		return nil, err
	}
	return s, nil
}

// startText is the position of the two start hexagons.
const startText = "0,0:rb 1"
