package hexit

import (
	"strconv"

	"hexclub/rules"
)

// Game is Hex-It. The zero value is ready to use.
type Game struct{}

// Version is the latest version of the rules, and the only one so far.
const Version = 1

// TilesOption is the key of the option for the number of tiles on the table at
// which the game ends.
const TilesOption = "tiles"

// The kinds of action.
const (
	Distribute rules.Kind = iota // the stack on From, in the direction Way
	Place                        // a piece from the reserve on From
	Liberate                     // the prisoners on From
	End                          // the end of a turn in which prisoners were freed
	Pass
)

// The phases.
const (
	imprisoning      rules.Phase = iota // a distribution that makes prisoners
	distributing                        // any distribution
	placing                             // a placement; there is nothing to free
	placingOrFreeing                    // a placement or a liberation
	freeing                             // a liberation; there is nothing to place on
	freeingMore                         // another liberation in the same turn, or its end
	passing
)

// The reasons of the game's own, both of rule 4.
const (
	Complete rules.Reason = "tiles"  // the last tile has been laid
	Passes   rules.Reason = "passes" // both seats passed in a row
)

// Info describes Hex-It.
func (Game) Info() rules.Info { return info }

// info is built once, because pages read it often. It must not be modified.
var info = rules.Info{
	Key:     "hexit",
	Version: Version,
	Options: []rules.Option{{Key: TilesOption, Values: []string{"39", "29", "19"}}},
	Colours: []string{"white", "black"},
	Kinds:   []rules.KindInfo{{Name: "distribute"}, {Name: "place"}, {Name: "liberate"}, {Name: "end"}, {Name: "pass"}},
	Phases:  []rules.PhaseInfo{{Name: "imprison", Rule: "1"}, {Name: "distribute", Rule: "1"}, {Name: "place"}, {Name: "play"}, {Name: "liberate", Rule: "r4"}, {Name: "more"}, {Name: "pass", Rule: "4"}},
	Pieces:  []rules.Piece{{Seat: 1, Shape: rules.Token}, {Seat: 2, Shape: rules.Token}},
	Grounds: []rules.Ground{rules.White, rules.Black, rules.Table},
	Rules:   []string{"0", "1", "2", "3", "4", "5", "r1", "r2", "r3", "r4", "r5", "r6"},
	Points:  true,
	Grows:   true,
	Draws:   true,
	Refusals: []string{
		"apart", "blocked", "distribute", "end", "few", "imprison", "more", "nobody", "over", "own", "pass", "prisoners", "reach",
		"reserve", "stack", "taken", "tall", "tile", rules.NoAction,
	},
	Reasons: []rules.Reason{Complete, Passes},
}

// start is the initial position: ruling r1.
const start = "1,-1:B/0,0:WW/0,1:B 1"

// New returns the start of a game with the number of tiles from the option, or
// the position of the set-up. Its errors are those of [rules.Info.Complete];
// an invalid position also has the key "error.position".
func (g Game) New(setup rules.Setup) (rules.State, error) {
	setup, err := g.Info().Complete(setup)
	if err != nil {
		return nil, err
	}
	if setup.Position == "" {
		setup.Position = start
	}
	most, _ := strconv.Atoi(setup.Options[TilesOption]) // Complete has checked it
	st, err := parsePosition(setup.Position, most)
	if err != nil {
		return nil, err // a typed nil *state would not be a nil State
	}
	return st, nil
}
