package rulestest

import (
	"context"
	"sync/atomic"
)

// CancelAfter returns a context whose Err reports cancellation after it has
// been called left times: work that polls it stops at a known step, unless
// other code polls it too.
func CancelAfter(parent context.Context, left int) *Cancelling {
	c := &Cancelling{Context: parent}
	c.left.Store(int64(left))
	return c
}

// A Cancelling is a context that CancelAfter returns.
type Cancelling struct {
	context.Context
	left atomic.Int64
}

// Err returns context.Canceled once the context has been polled often enough.
func (c *Cancelling) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return c.Context.Err()
}

// Cancelled reports whether Err has returned context.Canceled.
func (c *Cancelling) Cancelled() bool { return c.left.Load() < 0 }
