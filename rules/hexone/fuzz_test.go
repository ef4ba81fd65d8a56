package hexone_test

import (
	"testing"

	"hexclub/rules/hexone"
	"hexclub/rules/rulestest"
)

func FuzzParse(f *testing.F) {
	rulestest.FuzzParse(f, hexone.Game{}, []string{
		".../.b3b4./.b2.../..r1./... 1 7 1",
	},
		"d3", "d3xE", "d3xW", "pass", "", "d9", "d3x", "d3xNE", "Pass", "d3 ",
	)
}

func FuzzPosition(f *testing.F) {
	rulestest.FuzzPosition(f, hexone.Game{}, tokensFit,
		".../..../...../..../... 1 1",
		".../.b1../...../..../... 2",
		"-r1-r1r2/-r1b1r1-./-b2r2b2r1./-b2b1r2./r1b2r2 1 29",
		".../.b3b4./.b2.../..r1./... 1 7 2",
		"xxx/xr3.x/x.r1r1x/x.r2x/xxx win2:elimination 76",
		"xx./.b3r1./-...../-..../-... win2:timeout 9",
		".../.b1../...../..r1./... draw:agreement 3",
	)
}
