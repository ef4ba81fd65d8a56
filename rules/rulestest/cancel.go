package rulestest

import "context"

// CancelAfter returns a context whose Err reports cancellation after it has been asked
// left times: work that polls it stops at a known step. It is for one goroutine.
func CancelAfter(parent context.Context, left int) *Cancelling {
	return &Cancelling{parent, left}
}

// A Cancelling is a context that CancelAfter returns.
type Cancelling struct {
	context.Context
	left int
}

// Err is context.Canceled once the context has been asked often enough.
func (c *Cancelling) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return c.Context.Err()
}

// Cancelled reports whether Err has returned context.Canceled.
func (c *Cancelling) Cancelled() bool { return c.left < 0 }
