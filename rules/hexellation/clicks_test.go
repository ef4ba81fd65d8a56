package hexellation_test

import (
	"testing"

	"hexclub/rules/hexellation"
	"hexclub/rules/rulestest"
)

// TestGuess checks what clicks mean where no action is possible.
func TestGuess(t *testing.T) {
	const (
		model  = "**/*../.. - - 1"
		fifth  = "**/**./.. - - 1"
		avoid  = "**/.**/.. ../.*./.. - 2"
		sky    = "**/.**/.. *./.*./.* .../..../..*../..../... 2"
		played = "declare=yes **/.**/.. *./.*./.* .../..../..*../..../... 1 3 1"
		full   = "declare=yes **/.**/.. *./.*./.* ***/****/*****/****/*** 2"
		over   = "**/.**/.. *./.*./.* .**/..**/...../..../... win2:model 6 by:e6"
	)
	rulestest.Guesses(t, hexellation.Game{}, [][4]string{
		{"a star of MODEL", model, "m:b2", "m:b2 legal"},
		{"on a star of MODEL", model, "m:c2", "m:c2 taken"},
		{"AVOID while MODEL is made", model, "x:b2", "x:b2 model"},
		{"the sky while MODEL is made", fifth, "d4", "d4 model"},
		{"MODEL while AVOID is made", avoid, "m:b2", "m:b2 made"},
		{"a copy in MODEL", "**/.**/.. **/.../.. - 2 2", "x:b2", "x:b2 copy"},
		{"on a star of AVOID", avoid, "x:b2", "x:b2 taken"},
		{"the sky while AVOID is made", avoid, "d4", "d4 avoid"},
		{"on a star in the sky", sky, "d4", "d4 taken"},
		{"MODEL when stars are put", sky, "m:b2", "m:b2 made"},
		{"AVOID when stars are put", sky, "x:b2", "x:b2 made"},
		{"two free cells", sky, "d3 d5", "pass pass"},
		{"a free cell, then a star", sky, "d3 d4", "d4 taken"},
		{"a second star", played, "d5", "d5 played"},
		{"a full sky", full, "d4", "d4 taken"},
		{"over", over, "d4", "d4 over"},
	})
}

func TestTrace(t *testing.T) {
	rulestest.Traces(t, hexellation.Game{}, [][4]string{
		{"MODEL", "", "m:b2", "m:b2"},
		{"the end of MODEL", "**/**./.. - - 1", "end", ""},
		{"AVOID", "**/.**/.. ../.*./.. - 2", "x:b1", "x:b1"},
		{"the sky", "**/.**/.. *./.*./.* .../..../..*../..../... 2", "d3", "d3"},
		{"a pass", "declare=yes **/.**/.. *./.*./.* ***/****/*****/****/*** 2", "pass", ""},
	})
}
