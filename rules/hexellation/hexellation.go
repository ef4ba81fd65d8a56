package hexellation

import (
	"hexclub/rules"
)

// Game is Hexellation. The zero value is ready to use.
type Game struct{}

// Version is the latest version of the rules, and the only one so far.
const Version = 1

// The kinds of action.
const (
	Model      rules.Kind = iota // a star on From, in MODEL's zone
	Avoid                        // a star on From, in AVOID's zone
	Star                         // a star on From, in the sky
	End                          // the end of MODEL, or of a turn without a claim
	ClaimModel                   // a copy of MODEL, by its cells; see rules.NewClaim
	ClaimAvoid                   // a copy of AVOID, likewise
	Pass
)

// The phases.
const (
	modelPhase rules.Phase = iota
	fifthPhase             // the fifth star of MODEL, or its end
	avoidPhase
	starPhase
	endPhase
	passPhase
)

// The reasons of the game's own.
const (
	ModelMade    rules.Reason = "model"       // rules 5 and 6
	AvoidMade    rules.Reason = "avoid"       // rules 5 and 6: all but one have completed AVOID
	SkyFull      rules.Reason = "full"        // ruling r3
	ModelClaimed rules.Reason = "claim-model" // rule 7
	AvoidClaimed rules.Reason = "claim-avoid" // rule 7
	Passes       rules.Reason = "passes"      // rule 7: all passed in a row
)

// Info describes Hexellation.
func (Game) Info() rules.Info { return info }

// info is built once, because pages read it often. It must not be modified.
var info = rules.Info{
	Key:     "hexellation",
	Version: Version,
	Options: []rules.Option{
		{Key: skyOption, Values: []string{"basic", "advanced"}},
		{Key: rules.SeatsOption, Values: []string{"2", "3", "4", "5", "6"}},
		{Key: declareOption, Values: []string{"no", "yes"}},
		{Key: planetOption, Values: []string{"no", "yes"}},
	},
	Colours: []string{"blue", "red", "green", "yellow", "purple", "orange"},
	Kinds: []rules.KindInfo{
		{Name: "model"},
		{Name: "avoid"},
		{Name: "star", Marker: planetOption},
		{Name: "end"},
		{Name: "claim-model", Secret: true, Option: declareOption},
		{Name: "claim-avoid", Secret: true, Option: declareOption},
		{Name: "pass"},
	},
	Phases: []rules.PhaseInfo{{Name: "model"}, {Name: "fifth"}, {Name: "avoid", Part: 1}, {Name: "star", Part: 2}, {Name: "end", Part: 2}, {Name: "pass", Part: 2}},
	Pieces: []rules.Piece{{Shape: rules.Star}},
	Rules:  []string{"1", "2", "3", "4", "5", "6", "7", "r1", "r2", "r3", "r4", "r5", "r6", "r7"},
	Refusals: []string{
		"avoid", "copy", "early", "empty", "end", "few", "late", "made", "model", "number", "outside", "over", "pass", "played", "shape",
		"star", "taken", "undeclared", rules.NoAction,
	},
	Reasons: []rules.Reason{ModelMade, AvoidMade, SkyFull, ModelClaimed, AvoidClaimed, Passes},
}

// The keys of the options.
const (
	skyOption     = "sky"
	declareOption = "declare"
	planetOption  = "planet"
)

// New returns the empty sky, or the position of the set-up. Its errors are
// those of [rules.Info.Complete]. An invalid position also has the key
// "error.position".
func (g Game) New(setup rules.Setup) (rules.State, error) {
	setup, err := g.Info().Complete(setup)
	if err != nil {
		return nil, err
	}
	s := &state{
		advanced: setup.Options[skyOption] == "advanced",
		declare:  setup.Options[declareOption] == "yes",
		planet:   setup.Options[planetOption] == "yes",
		seats:    rules.Seat(setup.Options[rules.SeatsOption][0] - '0'),
		seat:     1,
		turn:     1,
	}
	if setup.Position == "" {
		return s, nil
	}
	if err := s.read(setup.Position); err != nil {
		return nil, err
	}
	return s, nil
}
