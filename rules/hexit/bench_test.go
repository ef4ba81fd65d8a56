package hexit_test

import (
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexit"
	"hexclub/rules/rulestest"
)

func BenchmarkPlayouts(b *testing.B) {
	for _, tiles := range (hexit.Game{}).Info().Options[0].Values {
		b.Run(tiles, func(b *testing.B) {
			rulestest.BenchmarkPlayouts(b, hexit.Game{}, tilesSetup(tiles))
		})
	}
}

func BenchmarkPerft(b *testing.B) {
	rulestest.BenchmarkPerft(b, hexit.Game{}, rules.Setup{}, 22)
}

func BenchmarkHeuristics(b *testing.B) {
	rulestest.BenchmarkHeuristics(b, hexit.Game{}, rules.Setup{})
}

func BenchmarkKey(b *testing.B) {
	start := newState(b, "")
	for b.Loop() {
		start.Key()
	}
}
