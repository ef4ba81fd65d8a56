package record

import "testing"

// An act that act does not implement is an error, not another act.
func TestUnknownAct(t *testing.T) {
	if err := new(Record).act("castle", 1); err == nil {
		t.Error("no error")
	}
}
