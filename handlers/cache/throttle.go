package cache

import (
	"sync"
	"time"
)

// A Throttle announces changes at most once in a period: a change after a quiet period at
// once, and those that follow within the period together, when the period is over. So the
// last change is always announced. Its methods may be called from any goroutine.
type Throttle struct {
	Period   time.Duration
	Announce func()
	Now      func() time.Time
	After    func(time.Duration, func()) // calls a function later, as time.AfterFunc does

	mu      sync.Mutex
	last    time.Time // announcement
	pending bool      // another is due when the period is over
}

// Changed announces a change, now or when the period is over.
func (t *Throttle) Changed() {
	if t.due() {
		t.Announce()
	}
}

// due reports whether to announce a change at once. Otherwise release announces it later.
func (t *Throttle) due() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.pending {
		return false
	}
	now := t.Now()
	since := now.Sub(t.last)
	if since >= t.Period || since < 0 { // the clock may have been set back
		t.last = now
		return true
	}
	t.pending = true
	t.After(t.Period-since, t.Release)
	return false
}

// Release announces the changes of a period that is over.
func (t *Throttle) Release() {
	t.mu.Lock()
	t.pending, t.last = false, t.Now()
	t.mu.Unlock()
	t.Announce()
}
