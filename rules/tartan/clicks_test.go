package tartan_test

import (
	"testing"

	"hexclub/rules/rulestest"
	"hexclub/rules/tartan"
)

// TestGuess checks what clicks mean where no action is possible.
func TestGuess(t *testing.T) {
	const (
		place   = "../...x./.x...../.....x./...x.../.xb1..../.....x./.x.../.. 2"
		turn    = "../.r2.x./.x...../.....x./..r2xB.../.xb2.b3r3R./.b1.b2r1x./.x.b4./.r4 1 20"
		frozen  = "../.r2r1x./.x...../.....x./.b1b1x.../.x.b1R.../..b2B..x./.x.../.. 1 20"
		stuck   = "r2./r2..x./.xr2..../.....x./.r2r2xBR.../r3xb1b3.../.r2r2.r1x./.x.b4./.. 1 20"
		rebound = "../...x./.x...../.....x./...xBR.../.x..b2../.....xr2/.xb2../.. 1>d5 20 1"
		split   = "../.r2.x./.x...../.....x./...xBR.../.xb1b1b3../...b4.x./.x.../.. 1+5 20"
		over    = "../...x./.x...../.....x./...xR.../.x.b4B.../...r2.x./.x.../.. win1:hat"
	)
	rulestest.Guesses(t, tartan.Game{}, [][4]string{
		{"a dark cell in the placement", place, "d2", "d2 dark"},
		{"beside a unit", place, "d4", "d4 touching"},
		{"on a unit", place, "d3", "d3 occupied"},
		{"a move in the placement", place, "d3 d4", "d3>d4 placing"},
		{"an own unit", turn, "c2", "c2>d3 legal"},
		{"the hat", turn, "e5", "^e5>f5 legal"},
		{"a pile of 4", turn, "b5", "b5>b5 fixed"},
		{"the opponent's pile", turn, "e4", "e4>e4 piece"},
		{"the opponent's hat", turn, "d6", "^d6>d6 elsewhere"},
		{"an empty cell to start with", turn, "h8", "h8 placed"},
		{"a dark cell to start with", turn, "h7", "^e5>h7 dark"},
		{"a dark cell", turn, "c2 d2", "c2>d2 dark"},
		{"too far for a unit", turn, "c2 h8", "c2>h8 distance"},
		{"onto its own cell, for a unit", turn, "c2 c2", "c2>c2 distance"},
		{"a merge that is none", turn, "c4 d5", "c4>d5 merge"},
		{"what cannot be taken", turn, "c4 e4", "c4>e4 take"},
		{"a pile of 4 to be taken", turn, "c4 a3", "c4>a3 safe"},
		{"a pile of 4, from far away", turn, "d3 b5", "b5>b5 fixed"},
		{"two steps for the hat", turn, "e5 e7", "^e5>e7 distance"},
		{"the opponent's hat, to somewhere", turn, "d6 d7", "^d6>d7 elsewhere"},
		{"under the opponent's hat", frozen, "d4", "d4>d4 frozen"},
		{"from under the opponent's hat", frozen, "d4 d5", "d4>d5 frozen"},
		{"the hat on a pile of one's own", frozen, "c3", "^c3>d3 legal"},
		{"two steps from under the hat", frozen, "c3 c1", "c3>c1 frozen"},
		{"a step from under the hat to the other", frozen, "c3 d4", "^c3>d4 hat"},
		{"from under the hat and back", frozen, "c3 c3", "c3>c3 frozen"},
		{"a unit that is shut in", stuck, "d3", "d3>e3 take"},
		{"the pile just made", rebound, "d5", "d5>f6 legal"},
		{"another pile in a rebound", rebound, "b4", "b4>b4 rebound"},
		{"another pile after the one just made", rebound, "d5 c7", "d5>c7 distance"},
		{"the hat in a rebound", rebound, "e5", "^e5>e5 rebound"},
		{"the hat after the pile just made", rebound, "d5 e5", "^e5>e5 rebound"},
		{"an empty cell in a rebound", rebound, "d6", "d6>d6 rebound"},
		{"too far in a rebound", rebound, "d5 h8", "d5>h8 distance"},
		{"a dark cell in a rebound", rebound, "d5 d2", "d5>d2 dark"},
		{"a flower that has a unit", split, "d1", "+d1 flower"},
		{"the central flower", split, "e4", "+e4 central"},
		{"a dark cell in a split", split, "b3", "+b3 dark"},
		{"a pile in a split", split, "d5", "+d5 occupied"},
		{"a move in a split", split, "d5 d6", "d5>d6 deploying"},
		{"over", over, "d4", "d4 over"},
	})
}

func TestTrace(t *testing.T) {
	const turn = "../.r2.x./.x...../.....x./..r2xBR.../.xb2.b3r3./.b1.b2r1x./.x.b4./.r4 1 20"
	const last = "../..b1xb1/.x....r1/b1...r1x./..r1x..r1/r1x..b1../.....xb1/b1x.r1./.b1 2 14"
	rulestest.Traces(t, tartan.Game{}, [][4]string{
		{"a unit", "", "h6", "h6"},
		{"the last unit, and the hats", last, "h4", "h4 / e5"},
		{"a move", turn, "c2>c1", "c2>c1"},
		{"a merge", turn, "c4>d3", "c4>d3"},
		{"a capture", "../.r2.x./.x...../.....x./...xBR.../.xb2..../...b2r1x./.x.../.. 1 20", "c4>c5", "c5! c4>c5"},
		{"a round trip", turn, "c4>c4", "c4"},
		{"a hat", turn, "^e5>d4", "e5>d4"},
		{"a split", turn, "d3/", "d3!"},
		{"a unit of a split", "../...x./.x...../.....x./...xBR.../.xb1b1b3../...b4.x./.x.../.. 1+5 20", "+c5", "c5"},
		{"the end of a turn", "../...x./.x...../.....x./...xBR.../.x..b2../.....xr2/.xb2../.. 1>d5 20 1", "end", ""},
	})
}
