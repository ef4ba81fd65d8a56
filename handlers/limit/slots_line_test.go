package limit

import (
	"errors"
	"testing"
	"testing/synctest"

	"hexclub/rules"
)

// A request that waits too long for its slot gets ErrBusy, with the time to wait.
func TestSlotsAreBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSlots("", 1)
		slot, err := s.Enter(t.Context(), "anna")
		if err != nil {
			t.Fatal(err)
		}
		defer slot.Leave()
		_, err = s.Enter(t.Context(), "anna")
		if known := new(rules.Error); !errors.As(err, &known) || known.Kind != rules.TooMany || known.Wait != 10 {
			t.Errorf("the error is %v", err)
		}
	})
}

// At most 200 requests of one asker have slots or wait for one; further ones get ErrBusy at once. A
// class of thirty with six requests each stays below that.
func TestSlotsHaveShortLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSlots("", 1)
		slot, err := s.Enter(t.Context(), "anna")
		if err != nil {
			t.Fatal(err)
		}
		const sent = 250
		busy := make(chan struct{}, sent)
		for range sent {
			go func() {
				slot, err := s.Enter(t.Context(), "anna")
				if rules.IsKind(err, rules.TooMany) {
					busy <- struct{}{}
				}
				slot.Leave()
			}()
		}
		synctest.Wait()
		rejected := len(busy)
		if want := sent - 199; rejected != want {
			t.Errorf("%d requests are rejected at once, want %d", rejected, want)
		}
		if sent-rejected < 30*6 {
			t.Errorf("only %d requests of a class may wait", sent-rejected)
		}
		if other, err := s.Enter(t.Context(), "ben"); err != nil {
			t.Errorf("another asker has the error %v", err)
		} else {
			other.Leave()
		}
		slot.Leave()
		synctest.Wait()
		if len(busy) != rejected || len(s.lines) > 0 {
			t.Errorf("afterwards %d requests are rejected, and there are %d lines", len(busy), len(s.lines))
		}
	})
}
