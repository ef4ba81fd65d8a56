package ladders

import (
	"strings"
	"testing"

	"hexclub/rules/ladder"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

// aLadder returns a ladder of the players a to g, as g sees it.
func aLadder(t *testing.T) Input {
	t.Helper()
	state, err := ladder.New(0, ladder.Default("hexone"), []string{"a", "b", "c", "d", "e", "f", "g"})
	if err != nil {
		t.Fatal(err)
	}
	in := Input{ID: "ladder", State: state, Names: map[string]string{}, Profiles: map[string]string{}, Reader: "g", Season: Season{Open: true}}
	for _, p := range state.Players {
		in.Names[p.ID] = strings.ToUpper(p.ID)
	}
	return in
}

func TestLadderRows(t *testing.T) {
	f := page.Frame{T: viewstest.Catalog(t, "en")}
	p := NewPage(f, aLadder(t), 1, map[string]RowInput{
		"a": {Was: 3, Form: []string{"lost", "drawn", "won"}}, "b": {Was: 2}, "c": {Was: 1}, "d": {},
	}, nil)
	for i, want := range []Move{
		{"rose", "▲2", "up 2 places in 7 days"}, {}, {"fell", "▼2", "down 2 places in 7 days"}, {Words: "new in the last 7 days"},
	} {
		if got := p.Rows[i].Move; got != want {
			t.Errorf("row %d moved %+v, want %+v", i, got, want)
		}
	}
	form := ""
	for _, r := range p.Rows[0].Form {
		form += r.Letter
	}
	if form != "LDW" || len(p.Rows[1].Form) != 0 || p.Rows[0].Avatar != "a" || !p.Rows[6].You {
		t.Errorf("form %q, rows %+v", form, p.Rows)
	}
	if got := p.Own; got.May != "You can challenge D, E or F." || got.Challenge == nil || got.Challenge.Name != "Challenge D" || got.Challenge.Free {
		t.Errorf("own: %+v", got)
	}
	for i, row := range p.Rows {
		if reached := row.Challenge != nil && !row.Challenge.Free; reached != (i >= 3 && i < 6) || row.Why != nil {
			t.Errorf("row %d: challenge %+v, why not %+v", i, row.Challenge, row.Why)
		}
	}
}

// A challenge that awaits the reader comes before others, and can be accepted.
func TestLadderOwnChallenges(t *testing.T) {
	in := aLadder(t)
	in.Reader, in.State.Settings.Made, in.State.Settings.Received = "d", 2, 2
	for _, c := range [][2]string{{"d", "a"}, {"g", "d"}} {
		if _, err := in.State.Challenge(0, c[0]+c[1], c[0], c[1], "hexone"); err != nil {
			t.Fatal(err)
		}
	}
	own := NewPage(page.Frame{T: viewstest.Catalog(t, "en")}, in, 1, nil, nil).Own
	if len(own.Open) != 2 || !own.Awaits() || own.Open[0].Avatar != "g" || own.Open[0].Accept != "/challenges/gd/accept" || own.Open[1].Accept != "" {
		t.Errorf("open: %+v", own.Open)
	}
	if rules := NewRules(page.Frame{T: viewstest.Catalog(t, "en")}, in); len(rules.Own) != 2 || rules.Own[1].Text != "Your open challenges: 1 of 2 sent, 1 of 2 received." {
		t.Errorf("rules: %+v", rules.Own)
	}
}
