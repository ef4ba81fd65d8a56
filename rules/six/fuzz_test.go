package six_test

import (
	"testing"

	"hexclub/rules/rulestest"
	"hexclub/rules/six"
)

func FuzzParse(f *testing.F) {
	rulestest.FuzzParse(f, six.Game{}, []string{
		"declare=yes 0,0:rbbbbb/rrrr 1 9",
		"0,0:brbr 1 41",
		"rules=advanced 0,0:brbrbrb/rbrbr//rbrbrbr/brbrb 1 41 1",
	},
		"0,1", "-100,100", "101,0", "0,1>2,3", "0,1>", "keep:0,0", "keep:", "!0,0/1,0/2,0/3,0/4,0/5,0", "!1,0/0,0/2,0/3,0/4,0/5,0",
		"!0,0/1,0/2,0/3,0/4,0", "!", "end", "pass", "", "keep:0,0>1,1", "0,1 ", "0,01",
	)
}

func FuzzPosition(f *testing.F) {
	rulestest.FuzzPosition(f, six.Game{}, hexagonsFit,
		"0,0:rb 1 1",
		"-1,0:.rb/b 2",
		"rules=advanced 0,0:brbrbrb/rbrbr//rbrbrbr/brbrb 1 41 1",
		"rules=advanced declare=yes -1,0:bbbbbbr/.rrbrrr 1 41 2",
		"seats=4 0,0:rbbbbbb/rrrr win13:line 9",
		"declare=yes 0,0:bbbbbbb win1:line 41 by:!1,0/2,0/3,0/4,0/5,0/6,0",
		"99,100:br 1 41",
		"-100,-100:brb/rbr/brb 2 42",
		"0,0:b 2 42 0 1",
		"rules=advanced 0,-1:b/brbrb/rrbr draw:few 41",
		"0,0:brb draw:agreement 41",
	)
}
