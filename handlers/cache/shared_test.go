package cache

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A builder is a shared value that counts its builds. The test sets its clock.
type builder struct {
	Shared[int]
	builds atomic.Int32
	time   time.Time
}

func newBuilder() *builder {
	c := &builder{time: time.UnixMilli(0)}
	c.Shared = Shared[int]{MaxAge: time.Second, Now: func() time.Time { return c.time }}
	c.Shared.Build = func(context.Context) (int, error) { return int(c.builds.Add(1)), nil }
	return c
}

func (c *builder) want(t *testing.T, when string, want int) {
	t.Helper()
	if got, err := c.Get(t.Context()); got != want || err != nil {
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
	c.Expire()
	c.Expire()
	for range 3 {
		c.want(t, "after expire", 2)
	}
	c.time = c.time.Add(999 * time.Millisecond)
	c.want(t, "within a second", 2)
	c.time = c.time.Add(time.Millisecond)
	c.want(t, "after a second", 3)
}

// Concurrent calls get the same build. After an Expire during the build, later calls get a new one.
func TestSharedIsBuiltForAllAtOnce(t *testing.T) {
	t.Parallel()
	c := newBuilder()
	entered, proceed := make(chan struct{}), make(chan struct{})
	quick := c.Shared.Build
	c.Shared.Build = func(ctx context.Context) (int, error) {
		close(entered)
		<-proceed
		return quick(ctx)
	}
	var group sync.WaitGroup
	var got [50]int
	for i := range got {
		group.Go(func() { got[i], _ = c.Get(t.Context()) })
	}
	<-entered
	c.mu.Lock()
	c.Shared.Build = quick
	c.mu.Unlock()
	close(proceed)
	group.Wait()
	for i, value := range got {
		if value != 1 {
			t.Errorf("reader %d has value %d", i, value)
		}
	}
	c.Expire()
	c.want(t, "after expire", 2)
}

// A cancelled request stops waiting, without an effect on others. Nor does a failed build or a
// panic affect later calls.
func TestSharedFails(t *testing.T) {
	t.Parallel()
	c := newBuilder()
	entered, proceed := make(chan struct{}), make(chan struct{})
	quick := c.Shared.Build
	c.Shared.Build = func(ctx context.Context) (int, error) {
		close(entered)
		<-proceed
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		return quick(ctx)
	}
	first, cancel := context.WithCancel(t.Context())
	var builder sync.WaitGroup
	builder.Go(func() { _, _ = c.Get(first) })
	<-entered
	cancel()
	if _, err := c.Get(first); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled reader has error %v", err)
	}
	close(proceed)
	builder.Wait()
	c.want(t, "built by a cancelled request", 1)

	failure := errors.New("no luck")
	c.Shared.Build = func(context.Context) (int, error) { return 0, failure }
	c.Expire()
	if _, err := c.Get(t.Context()); !errors.Is(err, failure) {
		t.Errorf("the build fails with %v", err)
	}
	c.Shared.Build = func(context.Context) (int, error) { panic("no luck") }
	if _, err := c.Get(t.Context()); err == nil {
		t.Error("a panic is no error")
	}
	c.Shared.Build = quick
	c.want(t, "after failures", 2)
}

// During concurrent reads and changes, a reader that calls Get after a change sees it.
func TestSharedRace(t *testing.T) {
	t.Parallel()
	var stored atomic.Int64
	now := time.UnixMilli(0)
	s := &Shared[int64]{
		MaxAge: time.Hour, Now: func() time.Time { return now },
		Build: func(context.Context) (int64, error) { return stored.Load(), nil },
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 500 {
				written := stored.Add(1)
				s.Expire()
				if got, err := s.Get(t.Context()); got < written || err != nil {
					t.Errorf("value %d, %v after %d was written", got, err, written)
				}
			}
		})
	}
	group.Wait()
}
