package hexit_test

import (
	"testing"

	"hexclub/rules/hexit"
	"hexclub/rules/rulestest"
)

// TestGuess checks what clicks mean where no action is possible.
func TestGuess(t *testing.T) {
	const (
		imprison   = "-1,-1:WWBbWWW/-2,0:WWWwWWWwwWb/0,1:Bb 1 9"
		several    = "-1,-1:WWBWWWb/-2,0:WbWwwWbWWWbWww/0,1:B 1 9"
		distribute = "-1,-1:WWBWWW.b/-2,0:WWWwWWWWw/0,1:Bb...b 1 9"
		blocked    = "-1,-1:WWBWWW/-2,0:WWWWWWwwWb.b/0,1:B 1 9"
		place      = "-1,-1:WWBWWW/-2,0:WwWWwWbbWwWW.b/0,1:Bw..w 1 9"
		reserve    = "-1,-1:WWBWWW/-2,0:WWWwwwwwwWWWW.b/0,1:B.w..w 1 9"
		more       = "-1,-1:WWBWWWW/-2,0:WWWWWWW.b/0,1:B.b..wb.b 1 9 +5,-1"
		over       = "1,-1:B/0,0:WW/0,1:B draw:agreement"
	)
	rulestest.Guesses(t, hexit.Game{}, [][4]string{
		{"the stack that has to go", imprison, "3,0", "3,0>E legal"},
		{"a stack that would make no prisoners", imprison, "0,0", "0,0>NE imprison"},
		{"a tile, with prisoners due", imprison, "2,0", "2,0 imprison"},
		{"the opponent, with prisoners due", imprison, "0,1", "0,1 imprison"},
		{"the target", imprison, "3,0 4,0", "3,0>E legal"},
		{"a tile, with one stack due", imprison, "3,0 2,0", "2,0 imprison"},
		{"the other way, with several due", several, "-1,0 -1,-1", "-1,0>NW reach"},
		{"off every line", imprison, "3,0 0,1", "0,1 imprison"},
		{"a stack, after the one that has to go", imprison, "3,0 0,0", "0,0>NE imprison"},
		{"a stack that is due too, after another", several, "-1,0 4,0", "-1,0>E imprison"},
		{"a stack that has to go", distribute, "0,0", "0,0>SE legal"},
		{"a stack with nothing in reach", distribute, "4,0", "4,0>E reach"},
		{"a tile, with a distribution due", distribute, "2,0", "2,0 distribute"},
		{"prisoners, with a distribution due", distribute, "3,1", "+3,1 distribute"},
		{"from one stack to another", distribute, "0,0 4,0", "4,0>E reach"},
		{"a line that ends at prisoners", blocked, "3,0", "3,0>E blocked"},
		{"a line that ends at prisoners, by its target", blocked, "3,0 4,0", "3,0>E blocked"},
		{"an empty tile", place, "0,-1", "0,-1 legal"},
		{"a stack beside a taller one", place, "2,0", "2,0>W tall"},
		{"a stack, and the taller one", place, "2,0 1,0", "2,0>W tall"},
		{"a stack with nobody near", place, "-2,0", "-2,0 taken"},
		{"a stack, and another beside it", place, "0,1 0,-1", "0,1>NW own"},
		{"a stack, and a tile off every line", place, "0,1 3,0", "0,1>E reach"},
		{"the opponent's stack", place, "1,0", "1,0 taken"},
		{"prisoners that touch one tile", place, "5,0", "+5,0 few"},
		{"an empty tile, after another", place, "0,-1 2,-1", "0,-1>E stack"},
		{"an empty tile, without a reserve", reserve, "4,0", "4,0 reserve"},
		{"a tile, while prisoners are freed", more, "0,0", "0,0 more"},
		{"prisoners away from the new tile", more, "1,1", "+1,1 apart"},
		{"prisoners that touch one tile only", more, "4,1", "+4,1 few"},
		{"over", over, "0,0", "0,0 over"},
	})
}

func TestTrace(t *testing.T) {
	rulestest.Traces(t, hexit.Game{}, [][4]string{
		{"a placement", "", "0,0", "0,0"},
		{"one piece", "-1,-1:WWBWWW.b/-2,0:WWWwWWWW/0,1:Bb...b 1 9", "0,0>SE", "0,0>0,1"},
		{"one piece, before prisoners", "-1,-1:WWBWWW/-2,0:WWWWWWwWb.b/0,1:B 1 9", "3,0>E", "3,0>4,0"},
		{"a prisoner", "-1,-1:WWBWWW/-2,0:WWWWWWbwWb/0,1:B 1 9", "3,0>E", "3,0>4,0 / 3,0>5,0"},
		{"prisoners together", "-1,-1:WWBWWW/-2,0:WWWWWWwbbwWb/0,1:B 1 9", "3,0>E", "3,0>4,0 / 3,0>5,0"},
		{"beyond the target", "-1,-1:WWBWWW/-2,0:WWWwbwWbWWW/0,1:B 1 9", "0,0>E", "0,0>1,0 / 0,0>2,0 / 0,0>3,0"},
		{"a liberation", "-1,-1:WWBWWW.ww/-2,0:WWWWWWW.b/0,1:B.b..wb.b 1 9", "+5,-1", "5,-1"},
		{"the end of a turn", "-1,-1:WWBWWWW/-2,0:WWWWWWW.b/0,1:B.b..wb.b 1 9 +5,-1", "end", ""},
	})
}
