package six_test

import (
	"strings"
	"testing"

	"hexclub/rules/rulestest"
	"hexclub/rules/six"
)

func TestBadPositions(t *testing.T) {
	rulestest.BadPositions(t, six.Game{}, [][3]string{
		{"no seat", "0,0:rb", "fields: 1"},
		{"too many fields", "0,0:rb 1 1 0 0 0", "fields: 6"},
		{"no corner", "rb 1", "no board"},
		{"corner off the table", "-101,0:rb 1", "no board"},
		{"signed corner", "+0,0:rb 1", "no board"},
		{"nothing", "0,0: 1", "no hexagon"},
		{"nothing but dots", "0,0:.../... 1", "no hexagon"},
		{"another letter", "0,0:rg 1", "'g' is none"},
		{"a capital letter", "0,0:RB 1", "'R' is none"},
		{"east of the table", "100,0:rb 1", "101,0 is off"},
		{"south of the table", "0,100:r/b 1", "0,101 is off"},
		{"22 of a colour", "0,0:bbbbbbbbbbbbbbbbbbbbbb 1", "more than 21"},
		{"the opponent's shape in two groups", "rules=advanced 0,-1:b/rrrrrr.rbrbrb/rbrbrb.rbrbrbr 1 41 1", "red has a line"},
		{"too few before a choice", "rules=advanced 0,0:rbrrbr.rrbrrb 1 41 1", "had 5 hexagons or fewer"},
		{"too wide", "0,0:r" + strings.Repeat(".", 42) + "b 1 41", "more rows or columns"},
		{"too high", "0,0:r" + strings.Repeat("/", 43) + "b 1 41", "more rows or columns"},
		{"seat 0", "0,0:rb 0", "neither a seat"},
		{"seat 3 of two", "0,0:rb 3", "neither a seat"},
		{"unknown ending", "0,0:rb win1:elimination", "neither a seat"},
		{"a seat of a team alone", "seats=4 0,0:rb win1:resignation", "no game ends"},
		{"drawn by leaving", "0,0:rb draw:resignation", "no game ends"},
		{"won by agreement", "0,0:rb win1:agreement", "no game ends"},
		{"drawn by a shape", "0,0:rb draw:line", "no game ends"},
		{"won by passes", "0,0:r win1:passes", "no game ends"},
		{"turn 0", "0,0:rb 1 0", "no number of a turn"},
		{"turn 01", "0,0:rb 1 01", "no number of a turn"},
		{"huge turn", "0,0:brb 1 4294967337", "no number of a turn"},
		{"actions without number", "0,0:brb 1 41 x", "no number of a turn"},
		{"many passes", "0,0:brb 1 41 0 255", "no number of a turn"},
		{"turn of the other", "0,0:rb 2 1", "turn 1 is seat 1's"},
		{"guessed turn of the other", "0,0:rb 2", "turn 1 is seat 1's"},
		{"few hexagons", "0,0:rb 1 3", "2 hexagons in turn 3"},
		{"one hexagon", "0,0:r 1", "1 hexagons in turn 1"},
		{"not in turn", "-1,0:rrb 2", "1 black and 2 red"},
		{"start hexagons elsewhere", "1,0:rb 1", "start hexagon"},
		{"start hexagons swapped", "0,0:br 1", "start hexagon"},
		{"two groups", "-2,0:b.rb 2", "2 groups, but must form one"},
		{"two groups of basic", "0,0:b.r 1 41", "2 groups, but must form one"},
		{"a largest group", "rules=advanced 0,0:b.rr 1 41", "only the largest"},
		{"action of a turn that has none", "0,0:brb 1 41 1", "it continues after 0"},
		{"two actions of basic", "declare=yes 0,0:brb 1 41 2", "it continues after 1"},
		{"two actions before moving", "rules=advanced declare=yes -1,0:brb 1 1 2", "it continues after 1"},
		{"nothing left to move", "declare=yes 0,0:rr 1 41 1", "black has moved nothing"},
		{"actions when over", "0,0:rb draw:agreement 1 1", "the game is over"},
		{"passes within a turn", "declare=yes 0,0:brb 1 41 1 1", "passes"},
		{"passes while placing", "0,0:rb 1 1 0 1", "passes"},
		{"passes of all", "0,0:b 1 43 0 2", "passes"},
		{"passed with a move", "0,0:rbr 1 43 0 1", "has a move"},
		{"passed before there were moves", "0,0:b 1 41 0 1", "nobody passes"},
		{"a line that has won", "0,0:bbbbbb 2 42", "black has a line"},
		{"a line that has won for the other", "0,0:rrrrrr 2 42", "red has a line"},
		{"a line and an agreement", "0,0:bbbbbb draw:agreement 41", "black has a line"},
		{"no line", "0,0:bbbbb win1:line 41", "does not win by a line"},
		{"another shape", "0,0:bbbbbb win1:ring 41", "does not win by a ring"},
		{"won in the turn of the other", "0,0:bbbbbb win1:line 42", "in a turn of its colour"},
		{"another shape, declared", "declare=yes 0,0:bbbbbb win1:ring 41", "black has no ring"},
		{"a claim in a game that goes on", "declare=yes 0,0:bbbbbb 1 41 by:!0,0/1,0/2,0/3,0/4,0/5,0", "no game ends this way"},
		{"a claim where shapes win by themselves", "0,0:bbbbbb win1:line 41 by:!0,0/1,0/2,0/3,0/4,0/5,0", "no game ends this way"},
		{"a claim of another shape", "declare=yes 0,0:bbbbbb/bbb/bb win1:line 41 by:!0,0/1,0/2,0/0,1/1,1/0,2", "no game ends this way"},
		{"a claim and another colour", "declare=yes 0,0:bbbbbb/rrrrrr win1:line 41 by:!0,1/1,1/2,1/3,1/4,1/5,1", "no game ends this way"},
		{"a claim and an agreement", "declare=yes 0,0:bbbbbb draw:agreement 41 by:!0,0/1,0/2,0/3,0/4,0/5,0", "no game ends this way"},
		{"a claim of five cells", "declare=yes 0,0:bbbbbb win1:line 41 by:!0,0/1,0/2,0/3,0/4,0", "names no claim"},
		{"a placement for a claim", "declare=yes 0,0:bbbbbb win1:line 41 by:0,0", "names no claim"},
		{"a claim before the turn", "declare=yes 0,0:bbbbbb win1:line by:!0,0/1,0/2,0/3,0/4,0/5,0 41", "no number of a turn"},
		{"nothing but a claim", "by:!0,0/1,0/2,0/3,0/4,0/5,0", "fields: 0"},
		{"five of basic", "0,0:bbbrb win2:few 41", "do not end the game this way"},
		{"five and going on", "rules=advanced 0,0:bbbbbr 1 41", "a colour with 5 or fewer"},
		{"nobody has five", "rules=advanced 0,0:bbrrbbrrbbrrbbrr win1:few 41", "do not end the game this way"},
		{"the wrong one has five", "rules=advanced 0,0:bbrrbbrrbbrrb win2:few 41", "do not end the game this way"},
	})
}

func TestPositionDefaults(t *testing.T) {
	rulestest.Readings(t, six.Game{}, [][3]string{
		{"start", "0,0:rb 1", "0,0:rb 1 1"},
		{"wider than it needs", "-2,-1:..../..rb./ 1", "0,0:rb 1 1"},
		{"second turn", "-1,0:.rb/b 2", "-1,0:.rb/b 2 2"},
		{"four seats", "seats=4 -1,0:.rbr/b 3", "seats=4 -1,0:.rbr/b 3 3"},
		{"group due", "rules=advanced 0,0:brbrbrb/rbrbr//rbrbrbr/brbrb 2", "rules=advanced 0,0:brbrbrb/rbrbr//rbrbrbr/brbrb 2 42 1"},
		{"group due, turn given", "rules=advanced 0,0:brbrbrb/rbrbr//rbrbrbr/brbrb 1 51", "rules=advanced 0,0:brbrbrb/rbrbr//rbrbrbr/brbrb 1 51 1"},
		{"over at the start", "0,0:rb draw:agreement", "0,0:rb draw:agreement 1"},
		{"over by a shape", "0,0:rbbbbbb/rrrr win1:line", "0,0:rbbbbbb/rrrr win1:line 9"},
		{"over by the count", "rules=advanced 0,0:brbrbb/rbrbrb win1:few", "rules=advanced 0,0:brbrbb/rbrbrb win1:few 41"},
		{"over by a claim", "declare=yes 0,0:rbbbbbb/rrrr win1:line by:!1,0/2,0/3,0/4,0/5,0/6,0", "declare=yes 0,0:rbbbbbb/rrrr win1:line 9 by:!1,0/2,0/3,0/4,0/5,0/6,0"},
		{"over by a claim that is not given", "declare=yes 0,0:rbbbbbb/rrrr win1:line", "declare=yes 0,0:rbbbbbb/rrrr win1:line 9"},
		{"over by passes", "seats=4 0,0:b draw:passes", "seats=4 0,0:b draw:passes 44"},
		{"no passes", "0,0:brb 1 41 0 0", "0,0:brb 1 41"},
		{"options in another order", "declare=yes rules=basic 0,0:rb 1", "declare=yes 0,0:rb 1 1"},
		{"spaces", "  0,0:rb   1  1 ", "0,0:rb 1 1"},
	})
}

// TestKey checks that keys do not depend on the turn but on everything else.
func TestKey(t *testing.T) {
	same := []string{"0,0:brb 1 41", "0,0:brb 1 43", "0,0:brb 1 43 0 1"}
	rulestest.Keys(t, six.Game{}, same, []string{
		"0,0:brb 2 42", "1,0:brb 1 41", "0,1:brb 1 41", "0,0:bbr 1 41", "0,0:brb/b 1 41", "declare=yes 0,0:brb 1 41",
		"declare=yes 0,0:brb 1 41 1", "seats=4 0,0:brb 3 43", "0,0:brb draw:agreement 41", "0,0:brb draw:repetition 41",
		"0,0:brb win1:timeout 41", "0,0:brb win2:timeout 41",
	})
	const claimed = "declare=yes 0,0:bbbbbbb/bbb/bb win1:line 41"
	rulestest.Keys(t, six.Game{}, []string{claimed}, []string{
		claimed + " by:!0,0/1,0/2,0/3,0/4,0/5,0", claimed + " by:!1,0/2,0/3,0/4,0/5,0/6,0",
		"declare=yes 0,0:bbbbbbb/bbb/bb win1:triangle 41 by:!0,0/1,0/2,0/0,1/1,1/0,2",
	})
	// The same hexagons in the first and in the second phase.
	rulestest.Keys(t, six.Game{}, []string{"0,0:rb 1 1"}, []string{"0,0:rb 1 41"})
}
