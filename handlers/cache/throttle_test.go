package cache

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// The first change after a quiet period is announced at once. Further ones within a second are
// announced once, at its end.
func TestThrottle(t *testing.T) {
	t.Parallel()
	now, announced := time.UnixMilli(0), 0
	var wait time.Duration
	var later func()
	throttle := &Throttle{
		Period: time.Second, Announce: func() { announced++ }, Now: func() time.Time { return now },
		After: func(d time.Duration, f func()) { wait, later = d, f },
	}
	want := func(when string, n int) {
		t.Helper()
		if announced != n {
			t.Fatalf("%s: %d announcements, want %d", when, announced, n)
		}
	}
	throttle.Changed()
	want("the first change", 1)
	now = now.Add(300 * time.Millisecond)
	for range 100 {
		throttle.Changed()
	}
	want("many changes within the period", 1)
	if wait != 700*time.Millisecond {
		t.Errorf("they are announced after %v", wait)
	}
	now = now.Add(wait)
	later()
	want("the end of the period", 2)
	later = nil
	throttle.Changed()
	want("a change after that", 2)
	if later == nil {
		t.Fatal("the last change is lost")
	}
	now = now.Add(time.Second)
	later()
	want("the end of the second period", 3)
	now = now.Add(time.Second)
	throttle.Changed()
	want("a change after a quiet period", 4)
	now = now.Add(-time.Hour)
	throttle.Changed()
	want("a change after the clock was set back", 5)
}

// Of many concurrent changes, one is announced now and one later.
func TestThrottleRace(t *testing.T) {
	t.Parallel()
	now := time.UnixMilli(0)
	var announced, scheduled atomic.Int32
	throttle := &Throttle{
		Period: time.Second, Announce: func() { announced.Add(1) }, Now: func() time.Time { return now },
		After: func(time.Duration, func()) { scheduled.Add(1) },
	}
	var group sync.WaitGroup
	for range 100 {
		group.Go(throttle.Changed)
	}
	group.Wait()
	if announced.Load() != 1 || scheduled.Load() != 1 {
		t.Errorf("%d are announced at once and %d later, want 1 and 1", announced.Load(), scheduled.Load())
	}
}
