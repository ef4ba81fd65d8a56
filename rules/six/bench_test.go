package six_test

import (
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/rulestest"
	"hexclub/rules/six"
)

func BenchmarkPlayouts(b *testing.B) {
	eachRules(b, rulestest.BenchmarkPlayouts)
}

func BenchmarkHeuristics(b *testing.B) {
	eachRules(b, rulestest.BenchmarkHeuristics)
}

// eachRules runs a benchmark with each variant of the rules that affects
// speed.
func eachRules(b *testing.B, run func(*testing.B, rules.Game, rules.Setup)) {
	for _, tt := range []struct {
		name  string
		setup rules.Setup
	}{
		{"basic", rules.Setup{}},
		{"advanced", options("rules", "advanced")},
		{"declared", options("declare", "yes")},
	} {
		b.Run(tt.name, func(b *testing.B) { run(b, six.Game{}, tt.setup) })
	}
}

// BenchmarkPerft counts placements, then moves.
func BenchmarkPerft(b *testing.B) {
	b.Run("placing", func(b *testing.B) {
		rulestest.BenchmarkPerft(b, six.Game{}, rules.Setup{}, 5)
	})
	b.Run("moving", func(b *testing.B) {
		rulestest.BenchmarkPerft(b, six.Game{}, rules.Setup{}, 2, strings.Fields(allPlaced)...)
	})
}

func BenchmarkKey(b *testing.B) {
	st := newState(b, "")
	for b.Loop() {
		st.Key()
	}
}

// allPlaced is a game up to the second phase.
const allPlaced = "0,-1 2,-1 2,0 0,1 3,0 3,-1 -1,1 1,-1 -2,2 -1,-1 0,-2 4,0 5,0 0,2 1,1 4,-1 6,0 2,-2 5,-2 5,-1 " +
	"6,-3 3,-3 6,-2 -3,3 5,1 -4,3 4,1 -1,2 -3,4 0,3 5,-3 4,-3 2,-3 -1,4 4,-2 -1,3 6,1 -3,2 -1,0 0,4"

// newState returns a state at the position, the start if it is empty.
func newState(tb testing.TB, position string) rules.State {
	tb.Helper()
	return rulestest.NewState(tb, six.Game{}, position)
}
