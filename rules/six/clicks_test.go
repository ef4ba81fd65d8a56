package six_test

import (
	"testing"

	"hexclub/rules/rulestest"
	"hexclub/rules/six"
)

// TestGuess checks what clicks mean where no action is possible.
func TestGuess(t *testing.T) {
	const (
		second = "-1,0:.rb/b 2"
		move   = "0,0:brbr 1 41"
		loose  = "rules=advanced 0,0:brbrbrbrbrbrb/rbrbrb.rbrbrbr 1 41"
		pass   = "0,0:brb 2 42"
		keep   = "rules=advanced 0,-2:......r/......r/b......rbrbrbr/brbrbr 1 41 1"
		end    = "declare=yes 0,0:rbbbbbb/rrrr 1 9 1"
		over   = "0,0:rb draw:agreement"
	)
	rulestest.Guesses(t, six.Game{}, [][4]string{
		{"the first hexagon", "", "0,-1", "0,-1 legal"},
		{"the first hexagon beside the black one", "", "2,0", "2,0 first"},
		{"on a hexagon", second, "0,0", "0,0 taken"},
		{"a move while hexagons are placed", second, "0,0 1,1", "0,0>1,1 early"},
		{"a hexagon that can move", move, "0,0", "0,0>1,-1 legal"},
		{"a hexagon that holds others together", move, "2,0", "2,0>2,-1 split"},
		{"the opponent's hexagon", move, "1,0", "1,0>1,0 opponent"},
		{"an empty cell to start with", move, "0,1", "0,1 moving"},
		{"a move that parts the others", move, "2,0 2,1", "2,0>2,1 split"},
		{"a move onto a hexagon", move, "0,0 1,0", "0,0>1,0 taken"},
		{"a move to nothing but itself", move, "0,0 -1,0", "0,0>-1,0 apart"},
		{"a move to where it is", move, "0,0 0,0", "0,0>0,0 stay"},
		{"a hexagon that cannot move, after one that can", move, "0,0 2,0", "2,0>2,-1 split"},
		{"a hexagon that can move, after another", loose, "0,0 2,0", "0,0>2,0 taken"},
		{"a hexagon, with nothing but a pass", pass, "1,0", "1,0>1,-1 split"},
		{"a doomed group", keep, "6,-1", "keep:6,-2 group"},
		{"a group that can stay", keep, "5,1", "keep:0,0 legal"},
		{"an empty cell, with a group to choose", keep, "1,0", "1,0 keep"},
		{"two hexagons, with a group to choose", keep, "0,1 7,0", "0,1>7,0 keep"},
		{"a cell after the placement", end, "0,-1", "0,-1 end"},
		{"a hexagon after the placement", end, "1,0", "1,0 end"},
		{"over", over, "0,0", "0,0 over"},
	})
}

func TestTrace(t *testing.T) {
	rulestest.Traces(t, six.Game{}, [][4]string{
		{"a placement", "", "0,-1", "0,-1"},
		{"a move", "0,0:brbr 1 41", "0,0>2,1", "0,0>2,1"},
		{"a move that leaves one group", "rules=advanced 0,0:brbrbrbrr/rbrbrb 1 41", "0,0>9,0", "0,0>9,0"},
		{"a move that cuts others off", "rules=advanced 0,0:brbrbrbrr/rbrbrb 1 41", "6,0>0,-1", "6,0>0,-1 / 7,0! 8,0!"},
		{"a move that goes with the others", "rules=advanced 0,0:brbrbrbrr/rbrbrb 1 41", "6,0>9,0", "6,0>9,0 / 7,0! 8,0! 9,0!"},
		{"a move that leaves a choice", "rules=advanced 0,0:brbrbrbrbrbrb/rbrbrb.rbrbrbr 1 41", "6,0>0,-1", "6,0>0,-1"},
		{"a choice", "rules=advanced 0,-2:......r/......r/b......rbrbrbr/brbrbr 1 41 1", "keep:7,0", "6,-2! 6,-1! 0,0! 0,1! 1,1! 2,1! 3,1! 4,1! 5,1!"},
		{"a claim", "declare=yes 0,0:rbbbbbb/rrrr 1 9 1", "!1,0/2,0/3,0/4,0/5,0/6,0", ""},
		{"the end of a turn", "declare=yes 0,0:rbbbbbb/rrrr 1 9 1", "end", ""},
		{"a pass", "0,0:brb 2 42", "pass", ""},
	})
}
