package hexit_test

import (
	"errors"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexit"
	"hexclub/rules/rulestest"
)

func FuzzParse(f *testing.F) {
	rulestest.FuzzParse(f, hexit.Game{}, []string{
		"1,-1:BW/0,0:WWw.b/0,1:B 1 9 +2,-1",
	},
		"0,1", "0,1>NE", "+-1,2", "end", "pass", "", "+0,1>E", "0,1>", "0,1>N", "++0,1", "+0,+1", "100,-100", "101,0",
	)
}

func FuzzPosition(f *testing.F) {
	rulestest.FuzzPosition(f, hexit.Game{}, func(st rules.State) error { return errors.Join(piecesFit(st), tilesFit(st)) },
		"1,-1:B/0,0:WW/0,1:B 1 1",
		"tiles=19 1,-1:Bwb/0,0:WbW/0,1:B 2",
		"1,-1:BW/0,0:WWw.b/0,1:B 1 9 +2,-1",
		"1,-1:Bw/0,0:WwWw/0,1:Bw 1 9 passed",
		"-1,-1:WWBWWW.ww/-2,0:WWWWWWW.b/0,1:B.b..wb.b 2 10",
		"1,-1:Bw/0,0:WwWw/0,1:Bw win1:passes 9",
		"1,-1:B/0,0:WW/0,1:B draw:agreement",
	)
}
