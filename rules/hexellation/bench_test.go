package hexellation_test

import (
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexellation"
	"hexclub/rules/rulestest"
)

func BenchmarkPlayouts(b *testing.B) {
	for _, position := range []string{"", "sky=advanced", "seats=3", "sky=advanced seats=6", "declare=yes"} {
		b.Run("["+position+"]", func(b *testing.B) {
			rulestest.BenchmarkPlayouts(b, hexellation.Game{}, rules.Setup{Options: options(position)})
		})
	}
}

func BenchmarkHeuristics(b *testing.B) {
	for _, position := range []string{"", "sky=advanced", "declare=yes"} {
		b.Run("["+position+"]", func(b *testing.B) {
			rulestest.BenchmarkHeuristics(b, hexellation.Game{}, rules.Setup{Options: options(position)})
		})
	}
}

func BenchmarkPerft(b *testing.B) {
	b.Run("basic", func(b *testing.B) {
		rulestest.BenchmarkPerft(b, hexellation.Game{}, rules.Setup{}, 9)
	})
	b.Run("sky", func(b *testing.B) {
		rulestest.BenchmarkPerft(b, hexellation.Game{}, rules.Setup{}, 4,
			"m:b2", "m:c2", "m:b3", "m:c3", "m:b1", "x:c3", "x:a1", "x:c2", "x:a2", "b3", "e5", "b2")
	})
	b.Run("declare", func(b *testing.B) {
		rulestest.BenchmarkPerft(b, hexellation.Game{}, rules.Setup{Options: options("declare=yes")}, 8,
			"m:b2", "m:b3", "m:b1", "m:a1", "m:c2", "x:a2", "x:c3", "x:c2", "x:b3", "f5", "end", "c2", "end", "d6", "end", "f4", "end")
	})
}
