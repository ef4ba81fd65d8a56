package cache

import (
	"sync"
	"time"
)

// A Throttle announces changes at most once a period. It announces a change after a quiet period at
// once. It announces later changes within the period together, at its end, so the last change is
// always announced. Its methods may be called from any goroutine.
type Throttle struct {
	Period   time.Duration
	Announce func()
	Now      func() time.Time
	After    func(time.Duration, func()) // calls a function later, as time.AfterFunc does

	mu      sync.Mutex
	last    time.Time // the last announcement
	pending bool      // another is due at the end of the period
}

// Changed announces a change, now or at the end of the period.
func (t *Throttle) Changed() {
	if t.due() {
		t.Announce()
	}
}

// due reports whether to announce a change at once. Otherwise Release announces it later.
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

// Release announces the changes of a period at its end.
func (t *Throttle) Release() {
	t.mu.Lock()
	t.pending, t.last = false, t.Now()
	t.mu.Unlock()
	t.Announce()
}
