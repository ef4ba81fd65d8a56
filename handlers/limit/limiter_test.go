package limit

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

// Of many concurrent requests, exactly as many as allowed pass.
func TestLimiterRace(t *testing.T) {
	t.Parallel()
	now := time.Now()
	l := NewLimiter("", Limit{Burst: 7, Every: time.Second}, func() time.Time { return now }, "")
	g := NewGauge("", 7)
	var taken, entered [100]bool
	var group sync.WaitGroup
	for i := range taken {
		group.Go(func() {
			_, taken[i] = l.Take("one")
			entered[i] = g.Enter("one")
		})
	}
	group.Wait()
	n, m := 0, 0
	for i := range taken {
		if taken[i] {
			n++
		}
		if entered[i] {
			m++
			g.Leave("one")
		}
	}
	if n != 7 || m != 7 {
		t.Errorf("%d and %d requests pass, want 7", n, m)
	}
	if len(g.count) != 0 {
		t.Errorf("the gauge remembers %v", g.count)
	}
}

// Requests of very many askers take limited memory, and do not delay new askers. Idle askers are
// forgotten first.
func TestLimiterIsBounded(t *testing.T) {
	t.Parallel()
	now := time.Now()
	l := NewLimiter("", Limit{Burst: 2, Every: time.Minute}, func() time.Time { return now }, "")
	for i := range 3 * MaxKeys {
		if _, ok := l.Take(fmt.Sprint(i)); !ok {
			t.Fatalf("asker %d is held up", i)
		}
		if n := len(l.empty); n > MaxKeys {
			t.Fatalf("it remembers %d askers", n)
		}
	}
	now = now.Add(time.Minute)
	for range 2 {
		if _, ok := l.Take("busy"); !ok {
			t.Fatal("a new asker is held up")
		}
	}
	for i := range MaxKeys / 2 {
		l.Take(fmt.Sprint("more ", i))
	}
	if _, ok := l.Take("busy"); ok {
		t.Error("an asker over the limit is forgotten before idle ones")
	}
}

// Two limiters that relay their requests count them together.
func TestRelay(t *testing.T) {
	t.Parallel()
	now := func() time.Time { return time.Unix(0, 0) }
	a, b := NewLimiter("a", Limit{Burst: 3, Every: time.Minute}, now, ""), NewLimiter("a", Limit{Burst: 3, Every: time.Minute}, now, "")
	a.Relay, b.Relay = b.Receive, a.Receive
	for i, l := range []*Limiter{a, b, a} {
		if _, ok := l.Take("anna"); !ok {
			t.Errorf("request %d is refused", i+1)
		}
	}
	for _, l := range []*Limiter{a, b} {
		if wait, ok := l.Take("anna"); ok || wait != time.Minute {
			t.Errorf("a request over the limit waits for %v, %t", wait, ok)
		}
		if _, ok := l.Take("ben"); !ok {
			t.Error("another person is refused")
		}
		l.Receive("nonsense")
	}
}
