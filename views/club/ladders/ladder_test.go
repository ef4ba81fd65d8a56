package ladders

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/rules/ladder"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

// TestLadderWords checks that every language has the text of each rule and each refusal, without gaps.
func TestLadderWords(t *testing.T) {
	settings := ladder.Default("hexone", "six")
	state, err := ladder.New(0, settings, []string{"a", "b", "c", "d", "e", "f"})
	if err != nil {
		t.Fatal(err)
	}
	in := Input{ID: "ladder", State: state, Names: map[string]string{"a": "Anna", "b": "Ben", "f": "Fay"}, Reader: "f"}
	for _, tag := range i18n.Tags {
		f := page.Frame{T: viewstest.Catalog(t, tag)}
		for _, rule := range NewRules(f, in).Rules {
			if rule.Text == "" || strings.Contains(rule.Text, "ladder.rule") || strings.Contains(rule.Text, "  ") || strings.HasPrefix(rule.Number, "r") {
				t.Errorf("%s: rule %+v", tag, rule)
			}
		}
		for _, option := range state.Reach(0, "f") {
			if option.Refusal == nil {
				continue
			}
			p := in.refusal(f.T, option.Refusal)
			if p.Rule != "4" || p.Href != "/ladders/ladder/rules#rule-r4" || strings.Contains(p.Text, "  ") || !strings.Contains(p.Text, "3") {
				t.Errorf("%s: %+v", tag, p)
			}
		}
	}
}

// TestLadderLeave checks that a player can leave a ladder until its season is archived, and reads what a return would
// mean if one is possible.
func TestLadderLeave(t *testing.T) {
	state, err := ladder.New(0, ladder.Default("six"), []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	closed := state
	closed.Closed = 1
	for name, tt := range map[string]struct {
		state       ladder.State
		archived    bool
		leave, back bool
	}{
		"open": {state, false, true, true}, "closed": {closed, false, true, false}, "archived": {closed, true, false, false},
	} {
		in := Input{State: tt.state, Reader: "a", Season: Season{Archived: tt.archived}, Names: map[string]string{"a": "Anna", "b": "Ben"}}
		p := NewPage(page.Frame{T: viewstest.Catalog(t, "en")}, in, 1, nil, nil)
		if got := p.Own.Leave != nil; got != tt.leave || got && (p.Own.Leave.Back != "") != tt.back || p.Own.Place == "" {
			t.Errorf("%s: %+v on place %q", name, p.Own.Leave, p.Own.Place)
		}
	}
}

// TestLadderEventWords checks that every language describes each kind of event, with the names.
func TestLadderEventWords(t *testing.T) {
	kinds := []ladder.Kind{
		ladder.Made, ladder.Accepted, ladder.Declined, ladder.Withdrawn, ladder.Won, ladder.Drawn, ladder.Lapsed, ladder.Joined, ladder.Returned, ladder.Added,
		ladder.Ended, ladder.Removed, ladder.Placed, ladder.Dropped, ladder.Moved, ladder.Closed, ladder.Opened, ladder.Set,
	}
	for _, tag := range i18n.Tags {
		c, kindOf := viewstest.Catalog(t, tag), map[string]ladder.Kind{}
		for _, kind := range kinds {
			e := EventInput{Event: ladder.Event{Kind: kind, From: 4, To: 2, Why: "r9"}, Player: "Anna", Other: "Ben"}
			text := e.words(c)
			if other, double := kindOf[text]; double || strings.Contains(text, "ladder.") {
				t.Errorf("%s: %s has the text %q of %s", tag, kind, text, other)
			}
			kindOf[text] = kind
			if named := strings.Contains(text, "Anna"); !named && kind != ladder.Closed && kind != ladder.Opened && kind != ladder.Set {
				t.Errorf("%s: %s names nobody: %q", tag, kind, text)
			}
		}
	}
	c := viewstest.Catalog(t, "en")
	for want, e := range map[string]EventInput{
		"Anna challenges Ben.":                                       {Event: ladder.Event{Kind: ladder.Made, Why: ladder.AnsweringRule}},
		"Anna challenges Ben with a free challenge.":                 {Event: ladder.Event{Kind: ladder.Made, Why: ladder.FreeRule}},
		"An organiser adds Anna at place 2.":                         {Event: ladder.Event{Kind: ladder.Added, To: 2}},
		"Anna takes place 2 from Ben.":                               {Event: ladder.Event{Kind: ladder.Won, From: 4, To: 2, By: ladder.ByPlay}, Reached: 2},
		"Anna beats Ben and moves up to place 3.":                    {Event: ladder.Event{Kind: ladder.Won, From: 4, To: 2, By: ladder.ByPlay}, Reached: 3},
		"Anna defends place 2 against Ben.":                          {Event: ladder.Event{Kind: ladder.Won, From: 2, To: 4, By: ladder.ByPlay}},
		"Anna takes place 2 from Ben. By forfeit.":                   {Event: ladder.Event{Kind: ladder.Won, From: 4, To: 2, By: ladder.ByDefault}, Reached: 2},
		"Anna defends place 2 against Ben. Decided by an organiser.": {Event: ladder.Event{Kind: ladder.Won, From: 2, To: 4, By: ladder.ByOrganiser}},
		"Anna is inactive but stays at place 4.":                     {Event: ladder.Event{Kind: ladder.Dropped, From: 4, To: 4}},
		"Anna drops from 4 to 5 for inactivity.":                     {Event: ladder.Event{Kind: ladder.Dropped, From: 4, To: 5}},
		"Anna moves from 4 to 5 because of Ben.":                     {Event: ladder.Event{Kind: ladder.Moved, From: 4, To: 5}},
	} {
		e.Player, e.Other = "Anna", "Ben"
		if got := e.words(c); got != want {
			t.Errorf("the text is %q, want %q", got, want)
		}
	}
}

// TestLadderGraph checks that places over time are level until they change, upside down, and end where a player has
// left.
func TestLadderGraph(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 7, n, 12, 0, 0, 0, time.UTC) }
	in := Input{Name: "Ladder", Names: map[string]string{"a": "Anna", "b": "Ben"}, Now: day(11)}
	places := map[string][]PlaceSince{
		"a": {{day(1), 1}, {day(6), 3}, {day(6), 5}},
		"b": {{day(1), 5}, {day(6), 1}, {day(8), 0}},
	}
	p := NewHistory(page.Frame{T: viewstest.Catalog(t, "en")}, in, []string{"a", "b"}, []string{"a", "b"}, places)
	if len(p.Curves) != 2 || p.Curves[0].Path != "M0 0L500 0L500 1000L1000 1000" || p.Curves[1].Path != "M0 1000L500 1000L500 0L700 0" {
		t.Errorf("curves %+v", p.Curves)
	}
	if p.Curves[0].Now != "place 5" || p.Curves[1].Now != "has left" || p.Curves[0].Class == p.Curves[1].Class || p.Curves[0].Marker == p.Curves[1].Marker {
		t.Errorf("curves %+v", p.Curves)
	}
	if want := "Places over time on Ladder. Anna: place 1 on 1 July 2026, now place 5. Ben: place 5 on 1 July 2026, now has left."; p.Label != want {
		t.Errorf("label %q", p.Label)
	}
	var rows []string
	for _, row := range p.Table.Rows {
		rows = append(rows, row.Day.Stamp+" "+strings.Join(row.Places, " "))
	}
	if want := []string{"2026-07-08 5 –", "2026-07-06 5 1", "2026-07-01 1 5"}; !slices.Equal(rows, want) {
		t.Errorf("rows %q, want %q", rows, want)
	}
	empty := NewHistory(page.Frame{T: viewstest.Catalog(t, "en")}, in, []string{"a"}, nil, nil)
	if len(empty.Curves) != 0 {
		t.Errorf("curves %+v", empty.Curves)
	}
}
