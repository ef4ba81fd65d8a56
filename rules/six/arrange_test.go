package six_test

import (
	"testing"

	"hexclub/rules/rulestest"
	"hexclub/rules/six"
)

func TestArrange(t *testing.T) {
	const late = "rules=advanced seats=4 3,4:brbrbr/brbrbr 2 54"
	rulestest.Arrangements(t, six.Game{}, [][4]string{
		{"nothing changed", late, "", "rules=advanced seats=4 3,4:brbrbr/brbrbr 2 42"},
		{"another seat", late, "3", "rules=advanced seats=4 3,4:brbrbr/brbrbr 3 43"},
		{"the first seat", late, "1", "rules=advanced seats=4 3,4:brbrbr/brbrbr 1 41"},
		{"a hexagon round the others", late, "4,3+1hexagon", "rules=advanced seats=4 3,3:.b/brbrbr/brbrbr 2 42"},
		{"a hexagon to the west", late, "2,5+2hexagon", "rules=advanced seats=4 2,4:.brbrbr/rbrbrbr 2 42"},
		{"a colour is changed", "0,0:rrbb 1 41", "1,0- 1,0+1hexagon 1", "0,0:rbbb 1 41"},
		{"placing goes on with the seat whose turn it is", "0,0:rb 1 1", "0,1+1hexagon 1", "0,0:rb/b 2 2"},
		{"placing a step back", "-1,0:.rbr/b 1 3", "2,0-", "-1,0:.rb/b 2 2"},
		{"placing, with four seats", "seats=4 -1,0:.rbr/b 3 3", "0,1+1hexagon", "seats=4 -1,0:.rbr/bb 4 4"},
		{"placing, two black ones", "0,0:rb 1 1", "0,1+1hexagon -1,1+1hexagon", "no 3 black and 1 red"},
		{"placing, no start hexagon", "-1,0:.rb/b 2 2", "1,0- -1,2+1hexagon", "no start hexagon"},
		{"placing, not one group", "rules=advanced 0,0:rb 1 1", "7,7+1hexagon 7,8+2hexagon", "no in turn 3"},
		{"the last is placed", "0,0:rbrbrbrbrbrbrbrbrbrbr/brbrbrbrbrbrbrbrbrbb 2 40", "20,1+2hexagon 1", "0,0:rbrbrbrbrbrbrbrbrbrbr/brbrbrbrbrbrbrbrbrbbr 1 41"},
		{"moving, a largest group", late, "10,4+1hexagon", "no only the largest stays"},
		{"moving, a group is to be chosen", "rules=advanced 0,0:brbrbrb/rbrbr/..b/rbrbrbr/brbrb 1 41", "2,2-", "rules=advanced 0,0:brbrbrb/rbrbr//rbrbrbr/brbrb 1 41 1"},
		{"a shape", "0,0:rbbbbbrr 1 41", "6,0- 6,0+1hexagon", "no black has a line"},
		{"a shape to declare", "declare=yes 0,0:rbbbbbrr 1 41", "6,0- 6,0+1hexagon", "declare=yes 0,0:rbbbbbbr 1 41"},
		{"nothing", "0,0:rb 1 1", "0,0- 1,0-", "no no hexagon lies"},
		{"two on each other", late, "3,4+1hexagon", "no '?' is none"},
		{"a hexagon of another seat", late, "3,3+3hexagon", "no '?' is none"},
		{"a piece of another game", late, "3,3+1token", "no '?' is none"},
		{"no such seat", late, "5", "no neither a seat"},
		{"after a pass", "seats=4 0,0:b 2 42 0 1", "1,0+2hexagon", "seats=4 0,0:br 2 42"},
		{"a turn that is to be ended", "declare=yes 0,0:brb 1 41 1", "", "declare=yes 0,0:brb 1 41"},
		{"when it is over", "0,0:rbbbbbbb/..rrrr/..r win1:line 11", "6,0- 7,0-", "no they are placed in turn"},
		{"when it is over, and goes on", "0,0:rbbbbbb/rrrr win1:line 9", "6,0-", "0,0:rbbbbb/rrrr 1 9"},
	})
}
