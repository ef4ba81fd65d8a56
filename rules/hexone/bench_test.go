package hexone_test

import (
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/rulestest"
)

func BenchmarkPlayouts(b *testing.B) {
	rulestest.BenchmarkPlayouts(b, hexone.Game{}, rules.Setup{})
}

func BenchmarkPerft(b *testing.B) {
	rulestest.BenchmarkPerft(b, hexone.Game{}, rules.Setup{}, 7)
}

func BenchmarkHeuristics(b *testing.B) {
	rulestest.BenchmarkHeuristics(b, hexone.Game{}, rules.Setup{})
}

func BenchmarkKey(b *testing.B) {
	start := newState(b, "")
	for b.Loop() {
		start.Key()
	}
}

// newState returns a state at the position, the start if it is empty.
func newState(tb testing.TB, position string) rules.State {
	tb.Helper()
	return rulestest.NewState(tb, hexone.Game{}, position)
}
