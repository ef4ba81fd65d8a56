package hexit_test

import (
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexit"
	"hexclub/rules/rulestest"
)

func TestBadPositions(t *testing.T) {
	const board = "1,-1:B/0,0:WW/0,1:B"
	rulestest.BadPositions(t, hexit.Game{}, [][3]string{
		{"no seat", board, "fields: 1"},
		{"too many fields", board + " 1 1 passed passed", "fields: 5"},
		{"no cell", "B/0,0:WW/0,1:B 1", `"B" is no row`},
		{"empty row", "1,-1:/0,0:WW/0,1:B 1", `"1,-1:" is no row`},
		{"letter", "1,-1:Bx/0,0:WW/0,1:B 1", `2,-1 begins with "x"`},
		{"piece without a cell", "1,-1:bB/0,0:WW/0,1:B 1", `1,-1 begins with "bB"`},
		{"far off", board + "/99,0:W 1", "99,0 is farther"},
		{"overflow", board + "/100,0:" + strings.Repeat(".", 200) + "W 1", "100,0 is farther"},
		{"long row", board + "/0,2:" + strings.Repeat(".", 200) + "W 1", "21,2 is farther"},
		{"twice", board + "/1,0:W 1", "1,0 comes twice"},
		{"nine pieces", "1,-1:Bwwwwwwwww/0,0:WW/0,1:B 1", "seat 1 has more"},
		{"nine pieces on two cells", "1,-1:Bbbbbb/0,0:Wbbbb/1,0:W/0,1:B 1", "seat 2 has more"},
		{"a high pile", "1,-1:B" + strings.Repeat("wb", 9) + "/0,0:WW/0,1:B 1", "more than 16 pieces are on 1,-1"},
		{"no start", "0,0:WW/0,1:B 1", "starts with a tile of seat 2 on 1,-1"},
		{"start of another colour", "1,-1:B/0,0:WB/0,1:B 1", "starts with a tile of seat 1 on 1,0"},
		{"prisoners at the start", "1,-1:B/0,0:W.w/0,1:B 1", "starts with a tile of seat 1 on 1,0"},
		{"one neighbour", "1,-1:B/0,0:WWW/0,1:B 1", "2,0 never touched two"},
		{"an island", board + "/4,4:WW/4,5:W 1", "4,4 never touched two"},
		{"prisoners apart", board + "/4,4:.w 1", "prisoners on 4,4 touch no tile"},
		{"tiles too many", "tiles=19 -5,-1:WWWWWWBWWWWWWW/-6,0:WWWWWWWWWWWWW/0,1:B 1", "28 tiles, the game ends with 19"},
		{"all tiles", "tiles=19 -2,-1:WWWBWWWW/-3,0:WWWWWWWWW/0,1:BW 1", "write win1:tiles"},
		{"tiles left", board + " win1:tiles", "4 tiles, the game ends with 39"},
		{"seat 3", board + " 3", "neither a seat"},
		{"signed seat", board + " +1", "neither a seat"},
		{"unknown ending", board + " win1:line", "neither a seat"},
		{"draw without a reason", board + " draw", "neither a seat"},
		{"drawn by leaving", board + " draw:timeout", "write win1:timeout"},
		{"won by agreement", board + " win1:agreement", "it is draw:agreement"},
		{"wrong winner", board + " win2:repetition", "it is win1:repetition"},
		{"wrong draw", board + " draw:repetition", "it is win1:repetition"},
		{"over by passes", board + " win1:passes", "something to do"},
		{"turn 0", board + " 1 0", "no number of a turn"},
		{"huge turn", board + " 1 4294967299", "no number of a turn"},
		{"turn of the other", board + " 1 4", "turn 4 cannot"},
		{"passed first", "1,-1:Bw/0,0:WwWw/0,1:Bw 1 1 passed", "before the first turn"},
		{"passed without need", board + " 2 2 passed", "seat 1 has something to do"},
		{"passed when over", board + " draw:agreement 1 passed", `"passed" cannot follow`},
		{"passed twice", board + " 2 passed passed", `"passed" cannot follow`},
		{"passed and laid", board + " 2 passed +1,1", `"+1,1" cannot follow`},
		{"neither passed nor laid", board + " 1 3 2,0", "neither tiles laid"},
		{"laid nothing", board + " 1 3 +", "are not tiles laid"},
		{"laid far off", board + " 1 3 +90,0", "are not tiles laid"},
		{"laid where there is none", board + " 1 3 +1,1", "are not tiles laid"},
		{"laid where prisoners are", "1,-1:BW/0,0:WWw.b/0,1:B 1 9 +2,0", "are not tiles laid"},
		{"laid twice", "1,-1:BW/0,0:WWw.b/0,1:B 1 9 +2,-1/2,-1", "are not tiles laid"},
		{"laid when over", "1,-1:BW/0,0:WWw.b/0,1:B win1:resignation 9 +2,-1", "cannot follow"},
		{"laid in the other's colour", "1,-1:BB/0,0:WWw.b/0,1:B 1 9 +2,-1", "own colour"},
		{"laid under a piece", "1,-1:BWw/0,0:WWw.b/0,1:B 1 9 +2,-1", "nothing can lie"},
		{"laid without a reserve", "1,-1:BW/0,0:WWwwwwwwww.bbbbbbbb/0,1:B 1 9 +2,-1", "more in the reserves"},
		{"laid with nothing to go on", "1,-1:BW/0,0:WWw/0,1:B 1 9 +2,-1", "nothing more"},
		{"laid at the start", "1,-1:BW/0,0:WWw.b/0,1:B 1 9 +0,0/2,-1", "last and in one turn"},
		{"laid before others", "1,-1:BW.b/0,0:WWwB/0,1:B 1 9 +2,-1", "last and in one turn"},
		{"laid apart", "1,-1:BW/0,0:WWw.b/0,1:BW 1 9 +2,-1/1,1", "last and in one turn"},
		{"laid where prisoners could not be", "1,-1:BW/0,0:WWW.b/0,1:BWW 1 9 +2,-1/2,0/1,1/2,1", "last and in one turn"},
		{"laid before distributing", "1,-1:BbW/0,0:WWw.b/0,1:B 1 9 +2,-1", "had to distribute"},
	})
}

func TestPositionDefaults(t *testing.T) {
	rulestest.Readings(t, hexit.Game{}, [][3]string{
		{"start", "1,-1:B/0,0:WW/0,1:B 1", "1,-1:B/0,0:WW/0,1:B 1 1"},
		{"seat 2", "1,-1:B/0,0:WwW/0,1:B 2", "1,-1:B/0,0:WwW/0,1:B 2 2"},
		{"rows in any order", "0,1:B/1,0:W/1,-1:B/0,0:W 1", "1,-1:B/0,0:WW/0,1:B 1 1"},
		{"bare cells around", "-2,-1:...B../0,0:WW./0,1:B 1", "1,-1:B/0,0:WW/0,1:B 1 1"},
		{"passed", "1,-1:Bw/0,0:WwWw/0,1:Bw 1 passed", "1,-1:Bw/0,0:WwWw/0,1:Bw 1 3 passed"},
		{"laid", "1,-1:BW/0,0:WWw.b/0,1:B 1 +2,-1", "1,-1:BW/0,0:WWw.b/0,1:B 1 1 +2,-1"},
		{"over", "1,-1:B/0,0:WW/0,1:B win2:timeout", "1,-1:B/0,0:WW/0,1:B win2:timeout 1"},
		{"default option", "tiles=39 1,-1:B/0,0:WW/0,1:B 1", "1,-1:B/0,0:WW/0,1:B 1 1"},
		{"option", "tiles=29 1,-1:B/0,0:WW/0,1:B 1", "tiles=29 1,-1:B/0,0:WW/0,1:B 1 1"},
		{"spaces", " 1,-1:B/0,0:WW/0,1:B   1  9 ", "1,-1:B/0,0:WW/0,1:B 1 9"},
	})
}

// TestKeys checks that keys do not depend on the turn, and do depend on every
// tile, every piece and its place in the stack.
func TestKeys(t *testing.T) {
	same := []string{"1,-1:BW/0,0:WWwb.b/0,1:B 1 3", "1,-1:BW/0,0:WWwb.b/0,1:B 1 21"}
	rulestest.Keys(t, hexit.Game{}, same, []string{
		"1,-1:BW/0,0:WWwb.b/0,1:B 2 4",
		"1,-1:BB/0,0:WWwb.b/0,1:B 1 3",
		"1,-1:BW/0,0:WWwb.w/0,1:B 1 3",
		"1,-1:BW/0,0:WWwb/0,1:B 1 3",
		"1,-1:BW/0,0:WWbw.b/0,1:B 1 3",
		"1,-1:BW/0,0:WWwbb.b/0,1:B 1 3",
		"1,-1:BWwb/0,0:WW.b/0,1:B 1 3",
		"1,-1:BW.b/0,0:WWwb/0,1:B 1 3",
		"1,-1:B/0,0:WWwb.b/0,1:BW 1 3",
		"1,-1:BW/0,0:WWwb.b/0,1:B draw:agreement 3",
		"1,-1:BW/0,0:WWwb.b/0,1:B win1:repetition 3",
		"1,-1:BW/0,0:WWwb.b/0,1:B win1:timeout 3",
		"1,-1:BW/0,0:WWwb.b/0,1:B win2:timeout 3",
		"1,-1:BW/0,0:WWwb.b/0,1:B win2:resignation 3",
		"1,-1:BW/0,0:WWwb.b/0,1:B 1 3 +2,-1",
	})
	// The same tiles have the same key in whatever order they were laid.
	one, other := newState(t, "1,-1:B.w/0,0:WW/0,1:B.w 1"), newState(t, "1,-1:B.w/0,0:WW/0,1:B.w 1")
	play(t, one, "+2,-1", "0,0", "+1,1")
	play(t, other, "+1,1", "0,0", "+2,-1")
	if one.Key() != other.Key() {
		t.Errorf("%s and %s have two keys", one.Position(), other.Position())
	}
}

// TestPassesAreNoPosition checks that the number of passes is part of the text
// but not of the key.
func TestPassesAreNoPosition(t *testing.T) {
	after := newState(t, "1,-1:Bw/0,0:WwWw/0,1:Bw 1 9 passed")
	before := newState(t, "1,-1:Bw/0,0:WwWw/0,1:Bw 1 9")
	if after.Key() != before.Key() || after.Position() == before.Position() {
		t.Errorf("%s and %s", after.Position(), before.Position())
	}
}

// play plays legal actions.
func play(t *testing.T, st rules.State, texts ...string) {
	t.Helper()
	for _, text := range texts {
		action, err := st.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if refusal := st.Refuse(action); refusal != nil {
			t.Fatalf("%s at %s: %v", text, st.Position(), refusal)
		}
		st.Play(action)
	}
}
