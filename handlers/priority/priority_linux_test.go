package priority_test

import (
	"testing"

	"hexclub/handlers/priority"
	"hexclub/handlers/priority/prioritytest"
)

// A calculation at a low priority gets a smaller share of a core than other threads. The threads of
// other goroutines keep their priority.
func TestLow(t *testing.T) {
	normal := prioritytest.Niceness(t)
	var low, nested int
	priority.Low(func() {
		low = prioritytest.Niceness(t)
		priority.Normal(func() { nested = prioritytest.Niceness(t) })
	})
	if low <= normal {
		t.Errorf("the niceness is %d, want more than %d", low, normal)
	}
	if nested != normal {
		t.Errorf("the niceness of normal work within is %d, want %d", nested, normal)
	}
	if got := prioritytest.Niceness(t); got != normal {
		t.Errorf("the niceness afterwards is %d, want %d", got, normal)
	}
}
