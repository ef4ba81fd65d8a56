package tartan_test

import (
	"errors"
	"testing"

	"hexclub/rules"
	"hexclub/rules/rulestest"
	"hexclub/rules/tartan"
)

func FuzzParse(f *testing.F) {
	rulestest.FuzzParse(f, tartan.Game{}, []string{
		later + " 1",
	},
		"d3", "d3>d4", "d3>d3", "^e5>d4", "d3/", "+d3", "end",
		"", "pass", "a1", "a1>a2", "d3>", ">d3", "^d3", "^^d3>d4", "+^d3", "+d3/", "/", "End", "d3 ",
	)
}

func FuzzPosition(f *testing.F) {
	rulestest.FuzzPosition(f, tartan.Game{}, func(st rules.State) error { return errors.Join(pieces(st), sameActions(st)) },
		empty+" 1 1",
		later+" 1",
		later+" 2 40",
		later+" 1>d5 9 2",
		later+" 1+ 9",
		"b1./...x./.x...../.....x./...xBR.../.x...../.....x./.x.../b1. 1+17 9",
		"r1b1/b2r2.xb1/.x.b1r2../b3.r3..x./..b2xBR.r1./.xb1r1.../b4..r2.x./.x.b2r4/.r1 1 40",
		"../...x./.x...../.....x./...xR.../.x.b4B.../...r2.x./.x.../.. win1:hat",
		"../...x./.x...../.....x./...xR.../.x.r1B.../...r3.x./.x.../.. draw:shortage",
	)
}
