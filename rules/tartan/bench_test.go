package tartan_test

import (
	"testing"

	"hexclub/rules"
	"hexclub/rules/rulestest"
	"hexclub/rules/tartan"
)

func BenchmarkPlayouts(b *testing.B) {
	rulestest.BenchmarkPlayouts(b, tartan.Game{}, rules.Setup{})
}

// BenchmarkPerft counts from the second phase, which has all kinds of move.
func BenchmarkPerft(b *testing.B) {
	rulestest.BenchmarkPerft(b, tartan.Game{}, rules.Setup{}, 3,
		"h6", "e8", "d5", "f7", "a3", "d1", "f3", "g9", "b2", "b5", "h8", "e4", "c7", "h4")
}

func BenchmarkHeuristics(b *testing.B) {
	rulestest.BenchmarkHeuristics(b, tartan.Game{}, rules.Setup{})
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
	return rulestest.NewState(tb, tartan.Game{}, position)
}
