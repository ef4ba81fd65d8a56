package cache

import (
	"context"
	"sync"
	"time"

	"hexclub/handlers/priority"
	"hexclub/rules"
)

// A Shared is an expensive value that many requests read. It is built once for all of them, and
// again after Expire and when it is older than MaxAge. Requests that come during a build wait for
// it. Its methods may be called from any goroutine.
type Shared[T any] struct {
	Build  func(context.Context) (T, error)
	MaxAge time.Duration
	Now    func() time.Time

	mu       sync.Mutex
	Revision uint64    // number of calls of Expire
	last     *build[T] // the latest; nil for none
}

// A build is one build of a shared value.
type build[T any] struct {
	revision uint64        // of the shared value when it began
	began    time.Time     // by the clock of the shared value
	done     chan struct{} // closed when value and err are set
	value    T
	err      error
}

// Expire makes the value out of date: later calls of Get return a value whose build began after it.
func (s *Shared[T]) Expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Revision++
}

// Get returns the value. If a build fails, all calls that waited for it return its error, and the
// next call builds again. If ctx ends first, Get returns its error, and the build continues for the
// others.
func (s *Shared[T]) Get(ctx context.Context) (T, error) {
	b, mine := s.join()
	if mine {
		priority.Normal(func() { b.run(context.WithoutCancel(ctx), s.Build) })
		return b.value, b.err
	}
	select {
	case <-b.done:
		return b.value, b.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// join returns the build to wait for, and reports whether the caller has to run it.
func (s *Shared[T]) join() (b *build[T], mine bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last != nil && s.last.revision == s.Revision && s.Now().Sub(s.last.began) < s.MaxAge && !s.last.failed() {
		return s.last, false
	}
	s.last = &build[T]{revision: s.Revision, began: s.Now(), done: make(chan struct{})}
	return s.last, true
}

// failed reports whether the build ended with an error.
func (b *build[T]) failed() bool {
	select {
	case <-b.done:
		return b.err != nil
	default:
		return false
	}
}

// run builds the value. A panic becomes an error, so that no request waits for ever.
func (b *build[T]) run(ctx context.Context, load func(context.Context) (T, error)) {
	defer close(b.done)
	defer rules.RecoverPanic(&b.err)
	b.value, b.err = load(ctx)
}
