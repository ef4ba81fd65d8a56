package db

import (
	"testing"
	"time"

	"hexclub/rules/pairing"
)

// What waits for an organiser's word is listed from the moment it came up until it is
// decided, and changes the mark of organisers' front pages alone.
func TestDisputes(t *testing.T) {
	m := newTournament(t, TournamentSettings{Kind: Knockout}, 2)
	d, ctx := m.d, t.Context()
	m.begin()
	made := m.publish()[0]
	anna, ben := made.Players[0].ID, made.Players[1].ID
	marks, bystander := map[string]string{}, newAccount(t, d).ID
	wantMarks := func(organisers bool) {
		t.Helper()
		for who, changes := range map[string]bool{m.organiser: organisers, bystander: false} {
			mark, err := d.DeskMark(ctx, who)
			m.ok(err)
			if was, known := marks[who]; known && (mark != was) != changes {
				t.Errorf("the mark is %s, was %s", mark, was)
			}
			marks[who] = mark
		}
	}
	disputes := func() []Dispute {
		t.Helper()
		list, err := d.Disputes(ctx)
		m.ok(err)
		return list
	}
	wantMarks(false)
	p, err := d.EnterResult(ctx, made.ID, anna, []pairing.Game{first}, noon)
	m.ok(err)
	if b := m.full().Boards[0]; !b.Entered || b.Contested || len(disputes()) != 0 {
		t.Errorf("entered it is %+v, of %+v", b, disputes())
	}
	wantMarks(false)
	_, err = d.ContestResult(ctx, made.ID, ben, "", p.Revision, in(time.Minute))
	m.ok(err)
	wantMarks(true)
	if b := m.full().Boards[0]; !b.Entered || !b.Contested {
		t.Errorf("contested it is %+v", b)
	}
	list := disputes()
	want := Dispute{ID: made.ID, Key: "hexone", Unit: pairing.OneGame, Players: made.Players, Since: in(time.Minute), PairedIn: PairedIn{"Cup", 1}}
	if len(list) != 1 || list[0] != want {
		t.Fatalf("in dispute are %+v, want %+v", list, want)
	}
	level := pairing.Game{Halves: [2]int{1, 1}}
	for _, who := range []string{anna, ben} {
		_, err = d.EnterResult(ctx, made.ID, who, []pairing.Game{level, level, level}, in(time.Hour))
		m.ok(err)
		if who == anna && len(disputes()) != 0 {
			t.Errorf("entered anew it is in dispute still")
		}
	}
	want.Undecided, want.Since = true, in(time.Hour)
	if list = disputes(); len(list) != 1 || list[0] != want {
		t.Errorf("without a winner are %+v, want %+v", list, want)
	}
	wantMarks(true)
	m.ok(m.decide(made.ID, Decision{Games: []pairing.Game{level, level, level}, Winner: 1}))
	if list = disputes(); len(list) != 0 {
		t.Errorf("decided, in dispute are %+v", list)
	}
	wantMarks(true)

	c := newClimb(t, d, nil, "Ann", "Ben")
	of := c.accepts(c.challenges("Ben", "Ann")).Pairing
	p, err = d.EnterResult(ctx, of, c.people["Ben"].ID, []pairing.Game{first}, noon)
	m.ok(err)
	_, err = d.ContestResult(ctx, of, c.people["Ann"].ID, "", p.Revision, noon)
	m.ok(err)
	if list = disputes(); len(list) != 1 || list[0].ID != of || list[0].Of != "Hexone ladder" || list[0].Round != 0 {
		t.Errorf("of a ladder are %+v", list)
	}
}
