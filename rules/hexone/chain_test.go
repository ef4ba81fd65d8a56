package hexone_test

import (
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// TestChain plays one long turn that was worked out by hand. A tip sends a
// token to the centre, a grey tile is removed with the fourth token on it, a
// token is lost in that hole, and the game is won with a stack that could
// still explode.
func TestChain(t *testing.T) {
	st := newState(t, "b2../-r2r2../r2.r2r2./r1r1../... 1 21")
	for _, step := range []struct{ play, becomes, legal string }{
		{"e3", "b3../-r2r2../r2.r2r2./r1r1../... 1 21 1", "e3xE e3xW"},
		// Rule 4: north-west is along e3's arrow. Two captures grow tall.
		{"e3xE", "-.b1./-b3r2../r2.b3r2./r1r1../... 1 21 2", "c3xE c3xW d2xE d2xW"},
		{"c3xE", "-.b1./-b3b3../r2..b3./r1b2../... 1 21 3", "c4xE c4xW d2xE d2xW d3xE d3xW"},
		// Rule 3: d2 has four now, so c4 must wait.
		{"d3xW", "-.b2./-b4.../r2.b1b3./r1b2../... 1 21 4", "d2xE d2xW"},
		// Rule 5: d2 goes with its fourth token; north-west is off the board.
		{"d2xE", "-.b2./xb1../b3.b1b3./r1b2../... 1 21 5", "c1xE c1xW c4xE c4xW"},
		// Rules 4 and 6, ruling r2: west to the centre, north-east into the
		// hole, south-east on the last red token. c1 is turned, c4 stays.
		{"c1xW", "-.b2./xb1../-..b2b3./b2b2../... win1:elimination 21", ""},
	} {
		action, err := st.Parse(step.play)
		if err != nil {
			t.Fatal(err)
		}
		if refusal := st.Refuse(action); refusal != nil {
			t.Fatalf("%s: %v", step.play, refusal)
		}
		st.Play(action)
		if got := st.Position(); got != step.becomes {
			t.Fatalf("after %s the position is\n%s, want\n%s", step.play, got, step.becomes)
		}
		if got := legal(st); got != step.legal {
			t.Errorf("after %s legal are %q, want %q", step.play, got, step.legal)
		}
	}
	result, over := st.Result()
	if got := result.String(); !over || got != "win 1 points 42 0" {
		t.Errorf("the result is %q", got)
	}
}

// TestPicksOfExplosions checks that the second click selects the Y, for every
// cell, and that the centre also selects a tip's Y along its arrow.
func TestPicksOfExplosions(t *testing.T) {
	st := newState(t, "")
	arrows := map[string]string{"a1": "E", "a3": "W", "c1": "W", "c5": "E", "e3": "E", "e5": "W"}
	for _, cell := range st.Board().Cells {
		byWay := map[string][]hex.Cell{}
		for _, way := range []string{"E", "W"} {
			action, err := st.Parse(cell.Name + "x" + way)
			if err != nil {
				t.Fatal(err)
			}
			picks := st.Picks(action)
			if len(picks) != 2 || !slices.Equal(picks[0], []hex.Cell{cell.Cell}) || len(picks[1]) == 0 {
				t.Fatalf("%sx%s is picked by %v", cell.Name, way, picks)
			}
			byWay[way] = picks[1]
		}
		neighbours := 0
		for _, d := range hex.Directions {
			if cell.Cell.Step(d).Distance(hex.Cell{}) <= 2 {
				neighbours++
			}
		}
		if arrow, tip := arrows[cell.Name]; tip {
			neighbours++
			if !slices.Contains(byWay[arrow], hex.Cell{}) {
				t.Errorf("%sx%s does not reach the centre", cell.Name, arrow)
			}
		}
		if got := len(byWay["E"]) + len(byWay["W"]); got != neighbours {
			t.Errorf("%s: %d cells in both Ys, want %d", cell.Name, got, neighbours)
		}
		for _, to := range byWay["E"] {
			if slices.Contains(byWay["W"], to) {
				t.Errorf("%s: %s is in both Ys", cell.Name, to.Name(2))
			}
		}
	}
}

// TestPicksKeepHoles checks that a hole can be clicked, although the token is
// lost there.
func TestPicksKeepHoles(t *testing.T) {
	st := newState(t, "x../.b3../...../..r1./... 1 9 1")
	action, _ := st.Parse("d3xE")
	hole, _ := hex.ParseName("e3", 2)
	if picks := st.Picks(action); !slices.Contains(picks[1], hole) {
		t.Errorf("d3xE is picked by %v", picks)
	}
	pass, _ := st.Parse("pass")
	if picks := st.Picks(pass); picks != nil {
		t.Errorf("a pass is picked by %v", picks)
	}
}

// TestLeavingWhenOver checks that a finished game does not change.
func TestLeavingWhenOver(t *testing.T) {
	st := newState(t, ".../.b2b2./...../..../... win1:elimination 9")
	before := st.Position()
	st.Retire(1, rules.Resignation)
	st.Settle(rules.Agreement)
	if after := st.Position(); after != before {
		t.Errorf("%s has become %s", before, after)
	}
}

// legal returns the legal actions, sorted.
func legal(st rules.State) string {
	var texts []string
	for _, action := range st.Actions(nil) {
		texts = append(texts, st.Text(action))
	}
	slices.Sort(texts)
	return strings.Join(texts, " ")
}
