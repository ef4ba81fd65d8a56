package live

import (
	"sync"
	"testing"
)

func heard(w *Watcher) (changes int, open bool) {
	for {
		select {
		case _, open := <-w.Changes:
			if !open {
				return changes, false
			}
			changes++
		default:
			return changes, true
		}
	}
}

func wantHeard(t *testing.T, name string, w *Watcher, changes int, open bool) {
	t.Helper()
	if gotChanges, gotOpen := heard(w); gotChanges != changes || gotOpen != open {
		t.Errorf("%s heard %d changes, open %v; want %d, %v", name, gotChanges, gotOpen, changes, open)
	}
}

func TestPublish(t *testing.T) {
	t.Parallel()
	h := NewHub()
	a, b, other := h.Watch("game"), h.Watch("game"), h.Watch("other game")
	wantHeard(t, "at first a", a, 0, true)
	h.Publish("game")
	h.Publish("nobody's")
	wantHeard(t, "a", a, 1, true)
	wantHeard(t, "other", other, 0, true)
	h.Publish("game")
	h.Publish("game")
	wantHeard(t, "a, who reads", a, 1, true)   // two between readings are one
	wantHeard(t, "b, who did not", b, 1, true) // three are one, and nobody waits for b
	h.Publish("game")
	wantHeard(t, "a again", a, 1, true)
}

func TestLeave(t *testing.T) {
	t.Parallel()
	h := NewHub()
	a, b := h.Watch("game"), h.Watch("game")
	h.Leave(a)
	h.Publish("game")
	wantHeard(t, "who left", a, 0, true)
	wantHeard(t, "who stayed", b, 1, true)
	h.Leave(a) // again
	h.Leave(b)
	h.Leave(b)
	if len(h.watchers) != 0 {
		t.Errorf("the hub keeps %v", h.watchers)
	}
	h.Publish("game")
}

func TestClose(t *testing.T) {
	t.Parallel()
	h := NewHub()
	a, b := h.Watch("game"), h.Watch("other game")
	h.Publish("other game")
	h.Close()
	wantHeard(t, "who watched", a, 0, false)
	wantHeard(t, "who had not read yet", b, 1, false)
	h.Close() // again
	h.Publish("game")
	wantHeard(t, "who comes late", h.Watch("game"), 0, false)
	h.Leave(a)
	if len(h.watchers) != 0 {
		t.Errorf("the hub keeps %v", h.watchers)
	}
}

// A change published after Watch returned is never missed, whatever others do.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	h := NewHub()
	var done sync.WaitGroup
	for range 8 {
		done.Go(func() {
			for range 500 {
				w := h.Watch("game")
				h.Publish("game")
				if changes, open := heard(w); changes == 0 || !open {
					t.Errorf("heard %d changes, open %v", changes, open)
				}
				h.Leave(w)
			}
		})
		done.Go(func() {
			for range 500 {
				h.Publish("game")
				h.Publish("other game")
			}
		})
	}
	done.Wait()
	if len(h.watchers) != 0 {
		t.Errorf("the hub keeps %v", h.watchers)
	}
}

func TestConcurrentClose(t *testing.T) {
	t.Parallel()
	for range 100 {
		h := NewHub()
		var done sync.WaitGroup
		for range 4 {
			done.Go(func() {
				w := h.Watch("game")
				for range w.Changes { // ends with the hub
				}
				h.Leave(w)
			})
			done.Go(func() { h.Publish("game") })
		}
		done.Go(h.Close)
		done.Go(h.Close)
		done.Wait()
	}
}
