package record_test

import (
	"slices"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
)

// undone returns the events of a game of Hexone in which the first turn is
// taken back n times.
func undone(n int) []string {
	return slices.Repeat([]string{"c2@1", "takeback:1", "accept:2@1"}, n)
}

func TestMaxTakebacks(t *testing.T) {
	r := fischer(t, undone(record.MaxTakebacks-1))
	playAndAsk := func() error {
		if err := r.Play(1, "c2"); err != nil {
			t.Fatal(err)
		}
		return r.AskTakeback(1)
	}
	if err := playAndAsk(); err != nil {
		t.Fatal(err)
	}
	if err := r.Accept(2); err != nil {
		t.Fatal(err)
	}
	if kind, key := kindOf(playAndAsk()); kind != rules.Conflict || key != "error.many-takebacks" {
		t.Errorf("kind %d key %q", kind, key)
	}
	if err := r.Play(2, "d3"); err != nil {
		t.Errorf("a turn after the last takeback: %v", err)
	}
}

// A game with more events than a new one may have is replayed, but can only be
// ended.
func TestFullGame(t *testing.T) {
	events := undone(record.MaxEvents/3 + 1)
	for name, end := range map[string][]func(*record.Record) error{
		"resigned":   {func(r *record.Record) error { return r.Resign(2) }},
		"timed out":  {func(r *record.Record) error { return r.TimeOut(1) }},
		"drawn":      {offerDraw(1), accept(2)},
		"called off": {func(r *record.Record) error { return r.Abort(0) }},
	} {
		t.Run(name, func(t *testing.T) {
			r := fischer(t, events)
			if r.EventCount() != len(events) {
				t.Fatalf("%d events, want %d", r.EventCount(), len(events))
			}
			if kind, key := kindOf(r.Play(1, "c2")); kind != rules.Conflict || key != "error.long-game" {
				t.Errorf("a turn: kind %d key %q", kind, key)
			}
			for _, do := range end {
				if err := do(r); err != nil {
					t.Fatal(err)
				}
			}
			if _, over := r.Result(); !over {
				t.Error("the game continues")
			}
			if fischer(t, r.Events()).EventCount() != r.EventCount() {
				t.Error("the end is not replayed")
			}
		})
	}
	r := fischer(t, append(slices.Clone(events), "c2@1"))
	if kind, key := kindOf(r.Play(2, "d3")); kind != rules.Conflict || key != "error.long-game" {
		t.Errorf("an answer: kind %d key %q", kind, key)
	}
}

func fischer(t *testing.T, events []string) *record.Record {
	t.Helper()
	r, err := record.ReplayTimed(hexone.Game{}, rules.Setup{}, record.Control{Base: 300_000}, events)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
