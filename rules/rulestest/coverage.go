package rulestest

import (
	"maps"
	"math/rand/v2"
	"testing"

	"hexclub/rules"
)

// coverage is what the scripts of a game have shown.
type coverage struct {
	rules    map[string]bool
	kinds    map[rules.Kind]bool // played
	phases   map[rules.Phase]bool
	options  map[string]bool // "key=value"
	refusals map[string]bool // keys
	reasons  map[rules.Reason]bool
}

func newCoverage() *coverage {
	return &coverage{
		rules: map[string]bool{}, kinds: map[rules.Kind]bool{}, phases: map[rules.Phase]bool{},
		options: map[string]bool{}, refusals: map[string]bool{}, reasons: map[rules.Reason]bool{},
	}
}

// check fails for everything that no script has shown.
func (c *coverage) check(t *testing.T, game rules.Game) {
	t.Helper()
	info := game.Info()
	for _, rule := range info.Rules {
		if !c.rules[rule] {
			t.Errorf("no script is named after rule %s", rule)
		}
	}
	for kind, known := range info.Kinds {
		if !c.kinds[rules.Kind(kind)] {
			t.Errorf("no script plays the action kind %q", known.Name)
		}
	}
	for phase, known := range info.Phases {
		if !c.phases[rules.Phase(phase)] {
			t.Errorf("no script shows the phase %q", known.Name)
		}
	}
	for _, option := range info.Options {
		for _, value := range option.Values {
			if !c.options[option.Key+"="+value] {
				t.Errorf("no script uses the option %s=%s", option.Key, value)
			}
		}
	}
	for _, key := range info.Refusals {
		if !c.refusals[info.Key+".refuse."+key] && key != rules.NoAction {
			t.Errorf("no script shows the refusal %q", key)
		}
	}
	for _, reason := range info.Reasons {
		if !c.reasons[reason] {
			t.Errorf("no script ends by %q", reason)
		}
	}
	for _, chosen := range OptionSets(info) {
		checkListed(t, game, rules.Setup{Options: chosen})
	}
}

// OptionSets returns every way to choose the options of a game, the defaults first.
func OptionSets(info rules.Info) []map[string]string {
	sets := []map[string]string{{}}
	for _, option := range info.Options {
		var longer []map[string]string
		for _, set := range sets {
			for _, value := range option.Values {
				chosen := maps.Clone(set)
				chosen[option.Key] = value
				longer = append(longer, chosen)
			}
		}
		sets = longer
	}
	return sets
}

// checkListed plays random games, tries actions of other states in each, and
// fails for refusals that the game does not list.
func checkListed(t *testing.T, game rules.Game, setup rules.Setup) {
	t.Helper()
	const games = 5
	random := rand.New(rand.NewPCG(1, 2))
	info := game.Info()
	var others pool
	for range games {
		st, err := game.New(setup)
		if err != nil {
			t.Fatal(err)
		}
		for range maxActions {
			actions := st.Actions(nil)
			others.add(actions)
			for action := range others.sample(random) {
				if refusal := st.Refuse(action); refusal != nil && !listed(info, refusal) {
					t.Fatalf("%s is refused with the key %q, which Info.Refusals does not list", st.Text(action), refusal.Key)
				}
			}
			if len(actions) == 0 {
				break
			}
			st.Play(actions[random.IntN(len(actions))])
		}
	}
}
