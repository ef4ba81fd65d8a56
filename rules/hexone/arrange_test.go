package hexone_test

import (
	"testing"

	"hexclub/rules/hexone"
	"hexclub/rules/rulestest"
)

func TestArrange(t *testing.T) {
	const late = ".../.b1../-...r1./..../... 1 9"
	rulestest.Arrangements(t, hexone.Game{}, [][4]string{
		{"nothing changed", late, "", ".../.b1../-...r1./..../... 1 3"},
		{"another seat", late, "2", ".../.b1../-...r1./..../... 2 4"},
		{"a stack grows", late, "c4+2token 2", ".../.b1../-...r2./..../... 2 4"},
		{"a stack that explodes", late, "d3+1token d3+1token", ".../.b3../-...r1./..../... 1 3 1"},
		{"a stack of the other that should have", late, "d3+1token d3+1token 2", "no seat 1 does not act"},
		{"a stack changes hands", late, "c4- c4+1token b3+2token", ".../.b1../-...b1./..r1./... 1 3"},
		{"grounds", late, "c1=white e4=gone a3=grey", ".x./.b1../...r1./..../..-. 1 3"},
		{"a ground of a fixed cell", late, "c3=gone d4=white", ".../.b1../-...r1./..../... 1 3"},
		{"a ground of no tile", late, "c1=black", "no c1 is neither"},
		{"a token in a hole", late, "a3+1token a3=gone", "no a3 is neither"},
		{"mixed colours", late, "c4+1token", "no c4 is neither"},
		{"a piece of another game", late, "c2+0star", "no c2 is neither"},
		{"a token of nobody", late, "c2+0token", "no c2 is neither"},
		{"no token of a seat", late, "c4-", "no write win1:elimination"},
		{"no such seat", late, "3", "no neither a seat"},
		{"first of the opening", late, "d3- c4- c1=white 2", ".../..../...../..../... 1 1"},
		{"second of the opening", late, "c4- c1=white", ".../.b1../...../..../... 2 2"},
		{"after the opening", ".../.b1../...../..../... 2", "b3+2token", ".../.b1../...../..r1./... 2 4"},
		{"in the middle of a turn", ".../.b3../...../..r1./... 1 9 1", "d3-", ".../.b2../...../..r1./... 1 3"},
		{"when it is over", ".../.b2../...../..../... win1:elimination 9", "b3+2token 2", ".../.b2../...../..r1./... 2 4"},
	})
}
