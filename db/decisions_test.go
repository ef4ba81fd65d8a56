package db

import (
	"slices"
	"testing"
	"time"

	"hexclub/rules/pairing"
)

// People find what organisers decided about them, on the site for a while and in one
// letter, unless they decided it themselves.
func TestDecisions(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	otto := newOrganiser(t, d, "Otto", newAdmin(t, d, "Ada"))
	anna, ben := reached(t, d), reached(t, d)
	want := func(person string, since time.Time, acts ...string) {
		t.Helper()
		entries, err := d.Decisions(ctx, person, since, 10)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range entries {
			got = append(got, e.Act)
		}
		if !slices.Equal(got, acts) {
			t.Errorf("decisions about %s are %v, want %v", person, got, acts)
		}
	}
	want(anna, in(-time.Hour))

	p, err := d.AddPairing(ctx, NewPairing{Key: "six", Unit: pairing.OneGame, First: anna, Second: ben, Due: in(9 * time.Hour)}, noon)
	if err != nil {
		t.Fatal(err)
	}
	mustExec(t, d, "UPDATE mail SET seen = $1", noon.UnixMilli())
	write := func(act Act, at time.Time) {
		t.Helper()
		tx, err := d.write.Begin()
		if err != nil {
			t.Fatal(err)
		}
		if err := writeLog(ctx, tx, act, at); err != nil {
			t.Fatal(err)
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	write(Act{By: otto.ID, Act: "message-removed", Subject: anna, Href: "/games/one"}, in(time.Minute))
	write(Act{By: anna, Act: "renamed", Subject: anna, Href: "/club/members"}, in(2*time.Minute))
	write(Act{By: otto.ID, Act: "pairing-decided", Href: p.Href(), Detail: map[string]string{"Reason": "A clear case."}}, in(3*time.Minute))
	write(Act{By: otto.ID, Act: "season-status", Href: "/seasons"}, in(4*time.Minute))
	want(anna, noon, "pairing-decided", "message-removed")
	want(anna, in(2*time.Minute), "pairing-decided")
	want(ben, noon, "pairing-decided")
	want(otto.ID, noon)

	if got := toldOfClub(t, d, anna, in(10*time.Minute)); !slices.Equal(got, []MatterKind{MatterBegins, MatterDecision}) && !slices.Equal(got, []MatterKind{MatterDecision}) {
		t.Errorf("anna is written about %v, want the decision", got)
	}
	if got := toldOfClub(t, d, anna, in(20*time.Minute)); len(got) > 0 {
		t.Errorf("and again about %v", got)
	}
	if got := toldOfClub(t, d, ben, in(20*time.Minute)); slices.Contains(got, MatterDecision) {
		t.Errorf("ben is written about %v", got)
	}
}
