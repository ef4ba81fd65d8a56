package draw

import (
	"context"
	"errors"
	"testing"

	"hexclub/rules/rulestest"
)

// A picture stops at the shape at which its context is cancelled: the one after that, which
// cannot be drawn, is never looked at.
func TestPNGStopsWhenCancelled(t *testing.T) {
	d := Drawing{Width: 10, Height: 10, Ground: "#ffffff", Shapes: []Shape{{Path: box, Fill: "#000000"}, {Path: box, Fill: "#000000"}, {Path: "?"}}}
	for n := range d.Shapes {
		if _, err := d.PNG(rulestest.CancelAfter(t.Context(), n), 10); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled after %d shapes: %v", n, err)
		}
	}
	if _, err := d.PNG(t.Context(), 10); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("not cancelled: %v", err)
	}
}
