package hexone_test

import (
	"testing"

	"hexclub/rules/hexone"
	"hexclub/rules/rulestest"
)

// TestGuess checks what clicks mean where no action is possible.
func TestGuess(t *testing.T) {
	const (
		start  = ".../..../...../..../... 1"
		second = ".../.b1../...../..../... 2"
		place  = "x../.b2b1./..b1../..r1./... 1"
		due    = "-b1../.b4b2./..b3../..r1./... 1 9"
		stuck  = ".../.r1r1./.r1b1r1./.r1r1./... 1"
		over   = ".../.b2b2./...../..../... win1:elimination"
	)
	rulestest.Guesses(t, hexone.Game{}, [][4]string{
		{"the opening off the ring", start, "e3", "e3 ring"},
		{"the opening on the centre", start, "c3", "c3 ring"},
		{"the opening on the other", second, "d3", "d3 taken"},
		{"an own stack", place, "d3", "d3 legal"},
		{"the centre", place, "c3", "c3 centre"},
		{"a hole", place, "e3", "e3 gone"},
		{"the opponent", place, "b3", "b3 opponent"},
		{"far away", place, "a1", "a1 apart"},
		{"a stack and a cell, with nothing due", place, "d3 c3", "d3xW few"},
		{"two cells, with nothing due", place, "c2 b2", "c2xW stack"},
		{"the stack that is due", due, "d3", "d3xE legal"},
		{"the stack that is due and an arm", due, "d3 d2", "d3xW legal"},
		{"a low stack", due, "d4", "d4xE few"},
		{"a stack that is not tallest", due, "c3", "c3xE tallest"},
		{"a placement while a stack is due", due, "e4", "e4 explode"},
		{"the opponent while a stack is due", due, "b3", "b3 explode"},
		{"an own tile while a stack is due", due, "e3", "e3xE few"},
		{"no arm", due, "d3 b3", "b3 explode"},
		{"the same again", due, "d3 d3", "d3 explode"},
		{"another stack, after the one that is due", due, "d3 a1", "a1 explode"},
		{"a low stack, after the one that is due", ".../.b4../..b3../..r1./b2.. 1 9", "d3 a1", "a1xE few"},
		{"a low stack, and where it would fly", due, "d4 d5", "d4xE few"},
		{"nothing but a pass", stuck, "e3", "e3 apart"},
		{"the centre, with nothing but a pass", stuck, "c3", "c3 centre"},
		{"over", over, "d3", "d3 over"},
		{"over, two cells", over, "d3 d4", "d3xE over"},
	})
}

func TestTrace(t *testing.T) {
	rulestest.Traces(t, hexone.Game{}, [][4]string{
		{"a placement", ".../.b1../...../..r1./... 1", "d4", "d4"},
		{"three tokens", ".../.b3../...../..r1./... 1 9", "d3xE", "d3>d4 d3>e3 d3>c2"},
		{"the other way", ".../.b3../...../..r1./... 1 9", "d3xW", "d3>d2 d3>c3 d3>e4"},
		{"a pass", ".../.r1r1./.r1b1r1./.r1r1./... 1", "pass", ""},
		{"a white tip, back by the centre", ".../..../b3..../..r1./... 1 9", "c1xW", "c1>c3 c1>b1 c1>d2 / c1"},
		{"off the edge and turned", ".../..../b3..../..r1./... 1 9", "c1xE", "c1>c2 c1>off! c1>off! / c1"},
		{"a grey tile with all that lay there", "-b3../..../...../..r1./... 1 9", "e3xE", "e3>e4 e3>c3 e3>d2 / e3"},
		{"a grey tile with what has stayed", "-b5../..../...../..r1./... 1 9", "e3xE", "e3>e4 e3>c3 e3>d2 / e3!"},
		{"into a hole", "x../.b3../...../..r1./... 1 9", "d3xE", "d3>d4 d3>e3! d3>c2"},
		{"along the edge into a hole, and off the board", "xb3./..../...../..r1./... 1 9", "e4xW", "e4>e3! e4>d4 e4>off! / e4"},
		{"what is left stays on a white tile", "b5../..../...../..r1./... 1 9", "e3xW", "e3>off! e3>d3 e3>off! / e3"},
	})
}
