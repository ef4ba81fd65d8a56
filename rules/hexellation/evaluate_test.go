package hexellation_test

import (
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexellation"
	"hexclub/rules/rulestest"
)

func TestHeuristics(t *testing.T) {
	for _, chosen := range []string{"", "sky=advanced", "declare=yes", "sky=advanced declare=yes"} {
		t.Run("["+chosen+"]", func(t *testing.T) {
			rulestest.Heuristics(t, hexellation.Game{}, rules.Setup{Options: options(chosen)}, 8)
		})
	}
}
