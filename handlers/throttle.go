package handlers

import (
	"sync"
	"time"
)

// A throttle announces changes at most once in a period: a change after a quiet period at
// once, and those that follow within the period together, when the period is over. So the
// last change is always announced. Its methods may be called from any goroutine.
type throttle struct {
	period   time.Duration
	announce func()
	now      func() time.Time
	after    func(time.Duration, func()) // calls a function later, as time.AfterFunc does

	mu      sync.Mutex
	last    time.Time // announcement
	pending bool      // another is due when the period is over
}

// changed announces a change, now or when the period is over.
func (t *throttle) changed() {
	if t.due() {
		t.announce()
	}
}

// due reports whether to announce a change at once. Otherwise release announces it later.
func (t *throttle) due() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.pending {
		return false
	}
	now := t.now()
	since := now.Sub(t.last)
	if since >= t.period || since < 0 { // the clock may have been set back
		t.last = now
		return true
	}
	t.pending = true
	t.after(t.period-since, t.release)
	return false
}

// release announces the changes of a period that is over.
func (t *throttle) release() {
	t.mu.Lock()
	t.pending, t.last = false, t.now()
	t.mu.Unlock()
	t.announce()
}
