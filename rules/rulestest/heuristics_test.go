package rulestest_test

import (
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/rulestest"
)

// fakeHeuristics replaces some of Hexone's heuristics.
type fakeHeuristics struct {
	shell
	evaluate func(rules.State) int
	weigh    func(weights []int32) // changes them
	suggest  func(rules.State, *rules.Random) (rules.Action, bool)
}

func (s fakeHeuristics) Evaluate() int {
	if s.evaluate == nil {
		return s.State.(rules.Evaluator).Evaluate()
	}
	return s.evaluate(s.State)
}

func (s fakeHeuristics) Weigh(actions []rules.Action, weights []int32) {
	s.State.(rules.Weigher).Weigh(actions, weights)
	if s.weigh != nil {
		s.weigh(weights)
	}
}

func (s fakeHeuristics) Suggest(random *rules.Random) (rules.Action, bool) {
	if s.suggest == nil {
		return s.State.(rules.Suggester).Suggest(random)
	}
	return s.suggest(s.State, random)
}

// TestHeuristicsFinds checks that every kind of breach fails the test.
func TestHeuristicsFinds(t *testing.T) {
	const winning = 8000 // less than Hexone's weight of an immediate win
	pass := rules.Action{Kind: hexone.Pass}
	for _, tt := range []struct {
		name string
		want string // in the message; empty for none
		sure int
		fakeHeuristics
	}{
		{"nothing wrong", "", 0, fakeHeuristics{}},
		{"no certainty", "0 positions are called won", 1, fakeHeuristics{}},
		{"more than certain", "is worth 16001", 0, fakeHeuristics{evaluate: func(rules.State) int { return rules.ProvenWin + 1 }}},
		{"the won are lost", "though seat", 0, fakeHeuristics{evaluate: func(rules.State) int { return -rules.ProvenWin }}},
		{"no hope", "all is called hopeless", 0, fakeHeuristics{weigh: func(weights []int32) {
			for i := range weights {
				weights[i] = rules.Hopeless
			}
		}}},
		{"a win without hope", "too much is called hopeless", 0, fakeHeuristics{weigh: func(weights []int32) {
			if best := slices.Max(weights); best > winning && slices.Min(weights) < winning {
				weights[slices.Index(weights, best)] = rules.Hopeless
			}
		}}},
		{"what is not legal", "which is not legal", 0, fakeHeuristics{suggest: func(rules.State, *rules.Random) (rules.Action, bool) {
			return pass, true
		}}},
		{"nothing to play", "one is suggested: false", 0, fakeHeuristics{suggest: func(rules.State, *rules.Random) (rules.Action, bool) {
			return pass, false
		}}},
		{"more when it is over", "one is suggested: true", 0, fakeHeuristics{suggest: func(st rules.State, random *rules.Random) (rules.Action, bool) {
			a, _ := st.(rules.Suggester).Suggest(random)
			return a, true
		}}},
		{"thoughts that allocate", "to evaluate", 0, fakeHeuristics{evaluate: func(st rules.State) int { return len(st.Actions(nil)) }}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var wrap func(st rules.State) rules.State
			wrap = func(st rules.State) rules.State {
				tt.shell = shell{st, wrap}
				return tt.fakeHeuristics
			}
			message := failure(t, func(spy testing.TB) {
				rulestest.Heuristics(spy, broken{wrap: wrap}, rules.Setup{}, tt.sure)
			})
			if (message == "") != (tt.want == "") || !strings.Contains(message, tt.want) {
				t.Errorf("the message is %q, want %q in it", message, tt.want)
			}
		})
	}
	message := failure(t, func(spy testing.TB) {
		rulestest.Heuristics(spy, broken{wrap: wrapNothing}, rules.Setup{}, 0)
	})
	if message != "it tells bots nothing" {
		t.Errorf("of a game without heuristics the message is %q", message)
	}
}
