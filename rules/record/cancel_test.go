package record_test

import (
	"context"
	"errors"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
)

// A replay stops at the event at which its context is cancelled. It never
// reads the next event, which is invalid.
func TestReplayStopsWhenCancelled(t *testing.T) {
	events := append(played(t, "", "c2", "d3").Events(), "not an action")
	for n := range events {
		_, err := record.ReplayContext(rulestest.CancelAfter(t.Context(), n), hexone.Game{}, rules.Setup{}, record.Control{}, events)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled after %d events: %v", n, err)
		}
	}
	_, err := record.ReplayContext(t.Context(), hexone.Game{}, rules.Setup{}, record.Control{}, events)
	if err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("not cancelled: %v", err)
	}
}
