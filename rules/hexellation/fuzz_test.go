package hexellation_test

import (
	"testing"

	"hexclub/rules/hexellation"
	"hexclub/rules/rulestest"
)

func FuzzParse(f *testing.F) {
	rulestest.FuzzParse(f, hexellation.Game{}, []string{
		"declare=yes " + made + ".../.**./...**/..../... 1 7",
	},
		"d4", "m:b2", "x:b2", "end", "pass", "!m:e4/e5/d4/d5", "!x:e4/d4/c4", "!x:d4", "!m:g4/g5/g6/g7/f3/f4", "",
		"m:d4", "h8", "!", "!m:", "!m:d4/e4", "!x:d4/d4", "!y:d4", "!m:g4/g5/g6/g7/f3/f4/f5", "d4 ", "End",
	)
}

func FuzzPosition(f *testing.F) {
	rulestest.FuzzPosition(f, hexellation.Game{}, promises,
		"../.../.. - - 1",
		"**/.**/.. *./.../.. - 2",
		"seats=4 **/.**/.. *./.../.. - 4 4 0 out:13",
		made+".../.**./...**/..../... 1",
		"seats=3 "+made+".../.**./..***/*.../... 1 9 out:2",
		"seats=4 "+made+"***/****/*****/****/*** draw34:full 21 out:12",
		"declare=yes "+made+".../.**./..***/..../... 1 7 1",
		"declare=yes seats=3 "+made+"***/****/*****/****/*** 1 24 out:3 passed:2",
		"declare=yes "+made+".**/..**/...../..../... win1:claim-model 7 by:!m:f5/f6/e5/e6",
		"sky=advanced planet=yes "+made+"*.*./...../....../......./....../...../.... 1 5",
	)
}
