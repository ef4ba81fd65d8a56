package hexellation_test

import (
	"testing"

	"hexclub/rules/hexellation"
	"hexclub/rules/rulestest"
)

// made holds two constellations, a rhombus and a straight line, to be followed
// by a sky.
const made = "**/.**/.. *./.*./.* "

func TestBadPositions(t *testing.T) {
	rulestest.BadPositions(t, hexellation.Game{}, [][3]string{
		{"nothing to act", "../.../.. - -", "fields: 3"},
		{"few rows", "../... - - 1", "MODEL has 2 rows"},
		{"short row", "../../.. - - 1", "row 2 of MODEL has 2 cells"},
		{"long row", "../..../.. - - 1", "row 2 of MODEL has 4 cells"},
		{"colours", "../.b./.. - - 1", "only . and *"},
		{"bad AVOID", "**/.**/.. ../.. - 2", "AVOID has 2 rows"},
		{"sky without AVOID", "**/.**/.. - .../..../...../..../... 1", "AVOID has 1 rows"},
		{"rows of the whole sky", made + ".../.../.../.../.../.../... 1", "the sky has 7 rows"},
		{"rows of the inner sky", "sky=advanced " + made + ".../..../...../..../... 1", "the sky has 5 rows"},
		{"MODEL of five goes on", "**/***/.. - - 1", "MODEL is complete"},
		{"MODEL of six", "**/***/*. - - 1", "MODEL has 6 stars"},
		{"MODEL of three", "**/.*./.. ../.../.. - 2", "MODEL has 3 stars"},
		{"AVOID complete", "**/.**/.. *./.*./.* - 2", "the sky is written too"},
		{"AVOID of four", "**/.**/.. */.*./** - 2", "row 1 of AVOID"},
		{"AVOID too long", "**/.**/.. **/.../** - 2", "AVOID has 4 stars, expected 3"},
		{"AVOID too short", "**/.**/.. *./.*./.. .../..../...../..../... 1", "AVOID has 2 stars, expected 3"},
		{"AVOID in MODEL", "**/.**/.. **/.*./.. .../..../...../..../... 1", "lies in MODEL"},
		{"AVOID will be in MODEL", "*./***/.. ../.*./.. - 2", "cannot be completed"},
		{"seat 0", "../.../.. - - 0", "neither a seat"},
		{"seat 3 of two", "../.../.. - - 3", "neither a seat"},
		{"seat 2 makes MODEL", "../.../.. - - 2", "first seat that is left"},
		{"seat 1 makes AVOID", "**/.**/.. ../.../.. - 1", "the seat after"},
		{"unknown ending", "../.../.. - - win1:line", "neither a seat"},
		{"drawn by leaving", "../.../.. - - draw:resignation", "neither a seat"},
		{"won by agreement", "../.../.. - - win1:agreement", "neither a seat"},
		{"ended by MODEL too soon", "../.../.. - - win1:model 1 by:d4", "missing"},
		{"order", made + ".../..../...../..../... 2", "another seat's turn"},
		{"turn of another seat", made + ".../..../..*../..../... 2 5", "it is 4"},
		{"turn 0", "../.../.. - - 1 0", "no number of the turn"},
		{"turn 01", "../.../.. - - 1 01", "no number of the turn"},
		{"huge turn", "../.../.. - - 1 99999999999999999999", "no number of the turn"},
		{"signed turn", "../.../.. - - 1 +1", "no number of the turn"},
		{"three numbers", "../.../.. - - 1 1 0 0", "out of place"},
		{"number after a label", "seats=3 **/.../.. - - 2 2 out:1 0", "out of place"},
		{"unknown label", "../.../.. - - 1 1 in:1", "none of"},
		{"label twice", "seats=4 **/.../.. - - 3 2 out:1 out:2", "comes twice"},
		{"played more than there is", "seats=3 **/.../.. - - 2 2 3 out:1", "cannot have put"},
		{"played less without leaving", "**/.../.. - - 1 1 1", "no seat is out"},
		{"played in the sky", made + ".../..../..*../..../... 2 4 1", "cannot have been played"},
		{"played two in the sky", "declare=yes " + made + ".../..../..*../..../... 1 3 2", "cannot have been played"},
		{"played on no star", "declare=yes " + made + ".../..../...../..../... 1 3 1", "cannot have been played"},
		{"played when over", "../.../.. - - win1:timeout 1 1", "the game is over"},
		{"played what", "../.../.. - - 1 1 x", "no number of actions"},
		{"out of two", made + ".../..../...../..../... 1 3 out:2", "1 seats were left"},
		{"out alone", "seats=3 " + made + ".../..../...../..../... 1 3 out:23", "1 seats were left"},
		{"out and acting", "seats=3 " + made + ".../..../...../..../... 1 3 out:1", "is out"},
		{"out of no game", "seats=3 " + made + ".../..../...../..../... 1 3 out:4", "needs seats"},
		{"out of order", "seats=4 " + made + ".../..../...../..../... 1 3 out:32", "needs seats"},
		{"nobody out", "seats=4 " + made + ".../..../...../..../... 1 3 out:", "needs seats"},
		{"out and winner", "seats=3 " + made + ".../..../...../..../... win1:timeout 3 out:1", "neither wins"},
		{"three left when it ended", "seats=3 " + made + ".../..../...../..../... win1:timeout 3", "would have continued"},
		{"passed with free cells", "declare=yes " + made + ".../..../...../..../... 1 3 passed:2", "passing needs"},
		{"passed without declaring", made + "***/****/*****/****/*** 1 23 passed:2", "passing needs"},
		{"passed and acting", "declare=yes " + made + "***/****/*****/****/*** 1 23 passed:1", "has passed"},
		{"passed out of turn", "declare=yes seats=3 " + made + "***/****/*****/****/*** 1 23 passed:2", "come just before"},
		{"passed out of turn with one out", "declare=yes seats=4 " + made + "***/****/*****/****/*** 1 23 out:4 passed:2", "come just before"},
		{"full and going on", "seats=3 " + made + "***/****/*****/****/*** 2 22 out:1", "the sky is full"},
		{"drawn before it is full", "seats=3 " + made + "***/****/****./****/*** draw23:full 22 out:1", "not full"},
		{"declared full", "declare=yes " + made + "***/****/*****/****/*** draw:full 21", "with declare=yes"},
		{"claim without declaring", made + ".../.**./..**./..../... win1:claim-model 7 by:!m:e4/e5/d4/d5", "without declare=yes"},
		{"claim of nothing", "declare=yes " + made + ".../.**./..*.*/..../... win1:claim-model 7 by:!m:e4/e5/d4/d6", "did not decide"},
		{"decided by nothing", made + ".../.**./..**./..../... win2:model 6", "missing"},
		{"decided by a free cell", made + ".../.**./..**./..../... win2:model 6 by:b2", "no stars"},
		{"decided by what does not", made + ".../.**./..**./..../... win2:timeout 6 by:d4", "does not end"},
		{"decided by a pass", made + ".../.**./..**./..../... win2:model 6 by:pass", "does not end"},
		{"decided elsewhere", made + "*../.**./..**./..../... win1:model 7 by:f4", "did not decide"},
		{"going on after MODEL", made + ".../.**./..**./..../... 1 7", "a copy of MODEL"},
		{"going on after AVOID", made + ".../..../.***./..../... 2 6", "a copy of AVOID"},
		{"won by the other", made + ".../.**./..**./..../... win1:model 6 by:d4", "another seat's turn"},
		{"options twice", "seats=3 seats=3 ../.../.. - - 1", "comes twice"},
		{"option unknown", "moon=yes ../.../.. - - 1", "no option"},
	})
}

func TestPositionDefaults(t *testing.T) {
	rulestest.Readings(t, hexellation.Game{}, [][3]string{
		{"start", "../.../.. - - 1", "../.../.. - - 1 1"},
		{"in MODEL", "**/*../.. - - 1", "**/*../.. - - 1 1"},
		{"in MODEL, played", "**/*../.. - - 1 1 3", "**/*../.. - - 1 1"},
		{"in AVOID", "**/.**/.. ../.*./.. - 2", "**/.**/.. ../.*./.. - 2 2"},
		{"the sky opens", made + ".../..../...../..../... 1", made + ".../..../...../..../... 1 3"},
		{"in the sky", made + "*../..../...../..../..* 1", made + "*../..../...../..../..* 1 5"},
		{"star put", "declare=yes " + made + "*../..../...../..../..* 2 4 1", "declare=yes " + made + "*../..../...../..../..* 2 4 1"},
		{"nothing played", made + ".../..../...../..../... 1 3 0", made + ".../..../...../..../... 1 3"},
		{"default option", "seats=2 ../.../.. - - 1", "../.../.. - - 1 1"},
		{"order of options", "declare=yes sky=advanced ../.../.. - - 1", "sky=advanced declare=yes ../.../.. - - 1 1"},
		{"order of labels", "seats=3 declare=yes " + made + "***/****/*****/****/*** 1 passed:2 out:3", "seats=3 declare=yes " + made + "***/****/*****/****/*** 1 23 out:3 passed:2"},
		{"over", made + ".**/..**/...../..../... win2:model by:e6", made + ".**/..**/...../..../... win2:model 6 by:e6"},
		{"claimed before a star", "declare=yes " + made + ".**/..**/...../..../... win1:claim-model by:!m:f5/f6/e5/e6", "declare=yes " + made + ".**/..**/...../..../... win1:claim-model 7 by:!m:f5/f6/e5/e6"},
		{"claimed after a star", "declare=yes " + made + ".**/..**/...../..../... win2:claim-model by:!m:f5/f6/e5/e6", "declare=yes " + made + ".**/..**/...../..../... win2:claim-model 6 by:!m:f5/f6/e5/e6"},
		{"spaces", "  ../.../..   - -  1 ", "../.../.. - - 1 1"},
	})
}

// TestKey checks that keys do not depend on turns and passes, but on
// everything else.
func TestKey(t *testing.T) {
	full := "seats=3 declare=yes " + made + "***/****/*****/****/*** "
	same := []string{full + "1 23 out:2", full + "1 24 out:2 passed:3"}
	rulestest.Keys(t, hexellation.Game{}, same, []string{
		full + "3 23 out:2",
		full + "1 23 out:3",
		full + "1 24 passed:23",
		full + "draw:agreement 24",
		full + "draw:repetition 24",
		full + "draw13:repetition 24 out:2",
		full + "win1:timeout 24 out:2",
		full + "win3:timeout 24 out:2",
		full + "win1:claim-model 24 by:!m:f4/f5/e4/e5",
		full + "win1:claim-model 24 by:!m:f5/f6/e5/e6",
		"declare=yes " + made + "*../..../...../..../... 1 3 1",
		"declare=yes " + made + "*../..../...../..../... 2 4",
		made + "*../..../...../..../... 2 4",
		"planet=yes " + made + "*../..../...../..../... 2 4",
		"seats=3 " + made + "*../..../...../..../... 2 4",
		"seats=3 **/.**/.. - - 2 2 out:1",
		"seats=3 **/.**/.. ../.../.. - 2 2 out:1",
		"sky=advanced **/.**/.. - - 1",
		"**/.**/.. - - 1",
		"**/.*./*. - - 1",
	})
}
