package rulestest

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"hexclub/rules"
)

// coverage is what the scripts of a game have shown.
type coverage struct {
	rules    map[string]bool
	kinds    map[rules.Kind]bool // played
	options  map[string]bool     // "key=value"
	refusals map[string]bool     // keys
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
	for kind, name := range info.Kinds {
		if !c.kinds[rules.Kind(kind)] {
			t.Errorf("no script plays the action kind %q", name)
		}
	}
	for _, option := range info.Options {
		for _, value := range option.Values {
			if !c.options[option.Key+"="+value] {
				t.Errorf("no script uses the option %s=%s", option.Key, value)
			}
		}
	}
	for _, key := range refusalsOf(t, game) {
		if !c.refusals[key] {
			t.Errorf("random play meets the refusal %q, no script does", key)
		}
	}
}

// refusalsOf is the keys of the refusals that random games meet, when every
// action that was legal at some time is tried at every time.
func refusalsOf(t *testing.T, game rules.Game) []string {
	t.Helper()
	const games = 30
	random := rand.New(rand.NewPCG(1, 2))
	keys := map[string]bool{}
	tried := map[rules.Action]bool{}
	for range games {
		st, err := game.New(rules.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for range maxActions {
			actions := st.Actions(nil)
			for _, action := range actions {
				tried[action] = true
			}
			for action := range tried {
				if refusal := st.Refuse(action); refusal != nil {
					keys[refusal.Key] = true
				}
			}
			if len(actions) == 0 {
				break
			}
			st.Play(actions[random.IntN(len(actions))])
		}
	}
	return slices.Sorted(maps.Keys(keys))
}
