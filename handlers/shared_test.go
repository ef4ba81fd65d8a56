package handlers

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A builder is a shared value that counts its builds, with a clock that the test sets.
type builder struct {
	shared[int]
	builds atomic.Int32
	time   time.Time
}

func newBuilder() *builder {
	c := &builder{time: time.UnixMilli(0)}
	c.shared = shared[int]{maxAge: time.Second, now: func() time.Time { return c.time }}
	c.shared.build = func(context.Context) (int, error) { return int(c.builds.Add(1)), nil }
	return c
}

func (c *builder) want(t *testing.T, when string, want int) {
	t.Helper()
	if got, err := c.get(t.Context()); got != want || err != nil {
		t.Fatalf("%s: value %d, %v, want %d", when, got, err, want)
	}
}

// A value is built once, and again after it expires and when it is a second old.
func TestShared(t *testing.T) {
	t.Parallel()
	c := newBuilder()
	for range 3 {
		c.want(t, "at first", 1)
	}
	c.expire()
	c.expire()
	for range 3 {
		c.want(t, "after expire", 2)
	}
	c.time = c.time.Add(999 * time.Millisecond)
	c.want(t, "within a second", 2)
	c.time = c.time.Add(time.Millisecond)
	c.want(t, "after a second", 3)
}

// All that ask at the same time get the same build; what expires meanwhile is built again,
// for those that ask after that.
func TestSharedIsBuiltForAllAtOnce(t *testing.T) {
	t.Parallel()
	c := newBuilder()
	entered, proceed := make(chan struct{}), make(chan struct{})
	quick := c.shared.build
	c.shared.build = func(ctx context.Context) (int, error) {
		close(entered)
		<-proceed
		return quick(ctx)
	}
	var group sync.WaitGroup
	var got [50]int
	for i := range got {
		group.Go(func() { got[i], _ = c.get(t.Context()) })
	}
	<-entered
	c.mu.Lock()
	c.shared.build = quick
	c.mu.Unlock()
	close(proceed)
	group.Wait()
	for i, value := range got {
		if value != 1 {
			t.Errorf("reader %d has value %d", i, value)
		}
	}
	c.expire()
	c.want(t, "after expire", 2)
}

// A reader whose request is cancelled does not wait, and spoils nothing for others; neither
// does a build that fails or panics.
func TestSharedFails(t *testing.T) {
	t.Parallel()
	c := newBuilder()
	entered, proceed := make(chan struct{}), make(chan struct{})
	quick := c.shared.build
	c.shared.build = func(ctx context.Context) (int, error) {
		close(entered)
		<-proceed
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		return quick(ctx)
	}
	first, cancel := context.WithCancel(t.Context())
	var builder sync.WaitGroup
	builder.Go(func() { _, _ = c.get(first) })
	<-entered
	cancel()
	if _, err := c.get(first); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled reader has error %v", err)
	}
	close(proceed)
	builder.Wait()
	c.want(t, "built by a cancelled request", 1)

	failure := errors.New("no luck")
	c.shared.build = func(context.Context) (int, error) { return 0, failure }
	c.expire()
	if _, err := c.get(t.Context()); !errors.Is(err, failure) {
		t.Errorf("the build fails with %v", err)
	}
	c.shared.build = func(context.Context) (int, error) { panic("no luck") }
	if _, err := c.get(t.Context()); err == nil {
		t.Error("a panic is no error")
	}
	c.shared.build = quick
	c.want(t, "after failures", 2)
}

// Whatever readers and changes do at the same time, a reader that asks after a change sees it.
func TestSharedRace(t *testing.T) {
	t.Parallel()
	var stored atomic.Int64
	now := time.UnixMilli(0)
	s := &shared[int64]{
		maxAge: time.Hour, now: func() time.Time { return now },
		build: func(context.Context) (int64, error) { return stored.Load(), nil },
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 500 {
				written := stored.Add(1)
				s.expire()
				if got, err := s.get(t.Context()); got < written || err != nil {
					t.Errorf("value %d, %v after %d was written", got, err, written)
				}
			}
		})
	}
	group.Wait()
}
