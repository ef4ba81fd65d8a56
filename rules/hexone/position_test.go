package hexone_test

import (
	"testing"

	"hexclub/rules/hexone"
	"hexclub/rules/rulestest"
)

func TestBadPositions(t *testing.T) {
	rulestest.BadPositions(t, hexone.Game{}, [][3]string{
		{"no seat", ".../..../...../..../...", "fields: 1"},
		{"too many fields", ".../..../...../..../... 1 1 1 1", "fields: 5"},
		{"few rows", ".../..../...../.... 1", "4 rows"},
		{"short row", ".../.../...../..../... 1", "before d5"},
		{"long row", "..../..../...../..../... 1", "row e has more than 3"},
		{"grey centre", ".../..../..-../..../... 1", "c3 is fixed"},
		{"ring gone", ".../.x../...../..../... 1", "d3 is fixed"},
		{"nothing on grey", "-../..../...../..../... 1", "before e5"},
		{"stack on a hole", "xb1../..../...../..../... 1", "row e has more than 3"},
		{"colour", ".../.g1../...../..../... 1", "d3 is neither"},
		{"no height", ".../.b../...../..../... 1", "stack on d3"},
		{"height 0", ".../.b0../...../..../... 1", "stack on d3"},
		{"height 01", ".../.b01../...../..../... 1", "stack on d3"},
		{"height 40", ".../.b40../...../..../... 1", "stack on d3"},
		{"height overflow", ".../.b99999999999999999999../...../..../... 1", "stack on d3"},
		{"40 tokens", ".../.b38../...../..r2./... 1", "40 tokens"},
		{"seat 3", ".../.b1../...../..r1./... 3", "neither a seat"},
		{"signed seat", ".../.b1../...../..r1./... +1", "neither a seat"},
		{"unknown ending", ".../.b1../...../..r1./... win1:line", "neither a seat"},
		{"drawn by leaving", ".../.b1../...../..r1./... draw:resignation", "neither a seat"},
		{"won by both", ".../.b1../...../..r1./... win12:resignation", "neither a seat"},
		{"drawn by one", ".../.b1../...../..r1./... draw1:agreement", "neither a seat"},
		{"draw without a reason", ".../.b1../...../..r1./... draw", "neither a seat"},
		{"won with tokens left", ".../.b1../...../..r1./... win1:elimination", "only seat 1"},
		{"won with nothing", ".../..../...../..../... win1:elimination", "only seat 1"},
		{"won by the wrong seat", ".../.b1b1./...../..../... win2:elimination", "only seat 2"},
		{"left when over", ".../.b1b1./...../..../... win2:resignation", "no token left"},
		{"two tall sides", ".../.b3../...../..r3./... draw:agreement", "both seats"},
		{"one side gone", ".../.b1b1./...../..../... 1", "write win1"},
		{"other side gone", ".../.b1b1./...../..../... 2", "write win1"},
		{"tall without acting", ".../.b3../...../..r1./... 2", "does not act"},
		{"opening out of order", ".../.b1../...../..../... 1", "where seat 2 acts"},
		{"empty out of order", ".../..../...../..../... 2", "where seat 1 acts"},
		{"turn 0", ".../.b1../...../..r1./... 1 0", "no number of a turn"},
		{"turn of the other", ".../.b1../...../..r1./... 1 4", "turn 4 cannot"},
		{"turn of the opening", ".../.b1../...../..r1./... 1 1", "turn 1 cannot"},
		{"late opening", ".../..../...../..../... 1 3", "turn 3 cannot"},
		{"huge turn", ".../.b1../...../..r1./... 1 4294967299", "no number of a turn"},
		{"played without cause", ".../.b1../...../..r1./... 1 3 1", "no explosion is due"},
		{"played nothing", ".../.b3../...../..r1./... 1 3 0", "no number of actions"},
		{"played when over", ".../.b3../...../..r1./... draw:agreement 3 1", "no explosion is due"},
	})
}

func TestPositionDefaults(t *testing.T) {
	rulestest.Readings(t, hexone.Game{}, [][3]string{
		{"start", ".../..../...../..../... 1", ".../..../...../..../... 1 1"},
		{"second seat opens", ".../.b1../...../..../... 2", ".../.b1../...../..../... 2 2"},
		{"first seat places", ".../.b1../...../..r1./... 1", ".../.b1../...../..r1./... 1 3"},
		{"second seat places", ".../.b1../...../..r1./... 2", ".../.b1../...../..r1./... 2 4"},
		{"explosion due", ".../.b3../...../..r1./... 1", ".../.b3../...../..r1./... 1 3 1"},
		{"over", ".../.b2b2./...../..../... win1:elimination", ".../.b2b2./...../..../... win1:elimination 1"},
		{"spaces", " .../.b1../...../..r1./...   1  9 ", ".../.b1../...../..r1./... 1 9"},
	})
}

// TestKeyIgnoresTurnNumbers checks that the same position has the same key in
// different turns.
func TestKeyIgnoresTurnNumbers(t *testing.T) {
	rulestest.Keys(t, hexone.Game{}, []string{".../.b1../...../..r1./... 1 3", ".../.b1../...../..r1./... 1 21"}, []string{
		".../.b1../...../..r1./... 2 4",
		".../.b2../...../..r1./... 1 3",
		".../.r1../...../..b1./... 1 3",
		"-.../.b1../...../..r1./... 1 3",
		"x../.b1../...../..r1./... 1 3",
		".../.b1../...../..r1./... draw:agreement 3",
		".../.b1../...../..r1./... draw:repetition 3",
		".../.b1../...../..r1./... win1:timeout 3",
		".../.b1../...../..r1./... win2:timeout 3",
	})
}
