package record_test

import (
	"testing"

	"hexclub/rules/hexone"
	"hexclub/rules/record"

	"hexclub/rules"
)

// eventsOfActs holds, for each act, valid events that end with it.
var eventsOfActs = map[record.Act][]string{
	"resign":   {"resign:1"},
	"timeout":  {"timeout:1"},
	"draw":     {"draw:1"},
	"takeback": {"c2", "takeback:1"},
	"accept":   {"draw:1", "accept:2"},
	"decline":  {"draw:1", "decline:2"},
	"abort":    {"abort:1"},
}

// TestActs checks that a record replays each act, and that no other act exists.
func TestActs(t *testing.T) {
	if len(record.Acts()) != len(eventsOfActs) {
		t.Errorf("%d acts, want %d", len(record.Acts()), len(eventsOfActs))
	}
	for _, act := range record.Acts() {
		events := eventsOfActs[act]
		if len(events) == 0 {
			t.Errorf("no events for %s", act)
			continue
		}
		r, err := record.Replay(hexone.Game{}, rules.Setup{}, events)
		if err != nil || r.EventCount() != len(events) {
			t.Errorf("%s: %v", act, err)
		}
	}
	if _, err := record.Replay(hexone.Game{}, rules.Setup{}, []string{"castle:1"}); err == nil {
		t.Error("an unknown act is replayed")
	}
}
