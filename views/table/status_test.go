package table

import (
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/viewstest"
)

// With more than two seats, the text names turns by which their players dropped out, and no other reason for
// dropping out.
func TestLastWordsTellWhoIsOut(t *testing.T) {
	last := func(r *record.Record) record.Turn { return r.Turns()[len(r.Turns())-1] }
	three := map[string]string{"seats": "3"}
	words := func(r *record.Record) string {
		in := seen(viewstest.Catalog(t, "en"), r)
		in.Game.Players = []string{"Anna", "Ben", "Chloé"}
		return New(in).Status.Last
	}
	lost := viewstest.RandomRecord(t, "hexellation", three, 1, func(r *record.Record) bool { return r.State().Out(last(r).Seat) })
	want := "played " + strings.Join(last(lost).Actions, " ") + " and is out of the game."
	if got := words(lost); strings.Count(got, want) != 1 || strings.Count(got, "is out") != 1 || strings.Count(got, "played") != 2 {
		t.Errorf("after a copy of AVOID: %q, want %q", got, want)
	}
	left := viewstest.RandomRecord(t, "hexellation", three, 1, func(r *record.Record) bool { return len(r.Turns()) == 4 })
	for _, seat := range []rules.Seat{last(left).Seat, left.State().Turn().Seat} {
		r, err := left.At(t.Context(), 4)
		if err == nil {
			err = r.Resign(seat)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := words(r); strings.Contains(got, "is out") || !strings.Contains(got, "played") {
			t.Errorf("after seat %d resigned: %q", seat, got)
		}
	}
}
