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
	status := func(r *record.Record) Status {
		in := seen(viewstest.Catalog(t, "en"), r)
		in.Game.Players = []string{"Anna", "Ben", "Chloé"}
		return New(in).Status
	}
	lost := viewstest.RandomRecord(t, "hexellation", three, 1, func(r *record.Record) bool { return r.State().Out(last(r).Seat) })
	want := "played " + strings.Join(last(lost).Actions, " ") + " and is out."
	if got := status(lost).LastCode; strings.Count(got, want) != 1 || strings.Count(got, "is out") != 1 || strings.Count(got, "played") != 2 {
		t.Errorf("after a copy of AVOID: %q, want %q", got, want)
	}
	if got := status(lost).Last; strings.Count(got, "is out of the game.") != 1 || strings.Count(got, "put a star") != 2 {
		t.Errorf("after a copy of AVOID: %q", got)
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
		if got := status(r); strings.Contains(got.Last+got.LastCode, "out of") || !strings.Contains(got.Last, "put a star") {
			t.Errorf("after seat %d resigned: %q, %q", seat, got.Last, got.LastCode)
		}
	}
}
