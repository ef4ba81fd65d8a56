package hexone_test

import (
	"errors"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexone"
)

func TestBadPositions(t *testing.T) {
	for _, tt := range []struct{ name, position, detail string }{
		{"no seat", ".../..../...../..../...", "1 fields"},
		{"too many fields", ".../..../...../..../... 1 1 1 1", "5 fields"},
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
	} {
		t.Run(tt.name, func(t *testing.T) {
			st, err := hexone.Game{}.New(rules.Setup{Position: tt.position})
			checkInvalid(t, err, "error.position")
			var known *rules.Error
			if st != nil || !errors.As(err, &known) || !strings.Contains(known.Detail, tt.detail) {
				t.Errorf("got %v, %v; want %q in the detail", st, err, tt.detail)
			}
		})
	}
}

func TestPositionDefaults(t *testing.T) {
	for _, tt := range []struct{ name, written, read string }{
		{"start", ".../..../...../..../... 1", ".../..../...../..../... 1 1"},
		{"second seat opens", ".../.b1../...../..../... 2", ".../.b1../...../..../... 2 2"},
		{"first seat places", ".../.b1../...../..r1./... 1", ".../.b1../...../..r1./... 1 3"},
		{"second seat places", ".../.b1../...../..r1./... 2", ".../.b1../...../..r1./... 2 4"},
		{"explosion due", ".../.b3../...../..r1./... 1", ".../.b3../...../..r1./... 1 3 1"},
		{"over", ".../.b2b2./...../..../... win1:elimination", ".../.b2b2./...../..../... win1:elimination 1"},
		{"spaces", " .../.b1../...../..r1./...   1  9 ", ".../.b1../...../..r1./... 1 9"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := newState(t, tt.written).Position(); got != tt.read {
				t.Errorf("%q is read as %q, want %q", tt.written, got, tt.read)
			}
		})
	}
}

// TestKeyIgnoresTurnNumbers: repetition compares positions of different turns.
func TestKeyIgnoresTurnNumbers(t *testing.T) {
	early := newState(t, ".../.b1../...../..r1./... 1 3").Key()
	if late := newState(t, ".../.b1../...../..r1./... 1 21").Key(); late != early {
		t.Error("the number of the turn changes the key")
	}
	for _, other := range []string{
		".../.b1../...../..r1./... 2 4",
		".../.b2../...../..r1./... 1 3",
		".../.r1../...../..b1./... 1 3",
		"-.../.b1../...../..r1./... 1 3",
		"x../.b1../...../..r1./... 1 3",
		".../.b1../...../..r1./... draw:agreement 3",
		".../.b1../...../..r1./... draw:repetition 3",
		".../.b1../...../..r1./... win1:timeout 3",
		".../.b1../...../..r1./... win2:timeout 3",
	} {
		if newState(t, other).Key() == early {
			t.Errorf("%s has the same key", other)
		}
	}
}

func TestOptionsAreRefused(t *testing.T) {
	_, err := hexone.Game{}.New(rules.Setup{Options: map[string]string{"tiles": "39"}})
	checkInvalid(t, err, "error.option")
}

func TestVersions(t *testing.T) {
	for _, version := range []int{-1, 2} {
		_, err := hexone.Game{}.New(rules.Setup{Version: version})
		checkInvalid(t, err, "error.version")
	}
	for _, version := range []int{0, 1} {
		if _, err := (hexone.Game{}).New(rules.Setup{Version: version}); err != nil {
			t.Errorf("version %d: %v", version, err)
		}
	}
}
