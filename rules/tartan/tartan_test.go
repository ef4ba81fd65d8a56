package tartan_test

import (
	"flag"
	"testing"

	"hexclub/rules"
	"hexclub/rules/rulestest"
	"hexclub/rules/tartan"
)

var update = flag.Bool("update", false, "renew testdata/playthrough.txt")

func TestConformance(t *testing.T) {
	rulestest.Conformance(t, tartan.Game{}, rules.Setup{}, rulestest.Some(t, 8), 1, pieces, sameActions)
}

// TestConformanceInTheMiddle starts with piles of all heights, close to turns
// of several actions.
func TestConformanceInTheMiddle(t *testing.T) {
	setup := rules.Setup{Position: "r1b1/b2r2.xb1/.x.b1r2../b3.r3..x./..b2xBR.r1./.xb1r1.../b4..r2.x./.x.b2r4/.r1 1 40"}
	rulestest.Conformance(t, tartan.Game{}, setup, rulestest.Some(t, 6), 2, pieces, sameActions)
}

func TestScripts(t *testing.T) {
	rulestest.Scripts(t, tartan.Game{}, "testdata/rules")
}

func TestPlaythrough(t *testing.T) {
	rulestest.Playthrough(t, tartan.Game{}, rules.Setup{}, "testdata/playthrough.txt", *update)
}

func TestPerft(t *testing.T) {
	rulestest.PerftTable(t, tartan.Game{}, "testdata/perft.txt")
}
