package limit

import (
	"context"

	"hexclub/handlers/priority"
	"hexclub/rules"
)

// A Queue limits how many run expensive work at once, and how many wait for it.
type Queue struct {
	Running chan struct{} // one place for each that works
	Waiting chan struct{} // one place for each that works or waits
	problem string        // key of the message if there is no place
	low     bool          // the work has a low priority
}

// NewQueue returns a queue in which running work at once, and waiting run or wait.
func NewQueue(running, waiting int, problem string) Queue {
	return Queue{Running: make(chan struct{}, running), Waiting: make(chan struct{}, waiting), problem: problem}
}

// NewPictureQueue returns the queue of PNG pictures. Each takes 10 MB, so they are drawn one at a
// time. They run at a low priority, because only link previews wait for them.
func NewPictureQueue() Queue {
	q := NewQueue(1, 8, "error.busy")
	q.low = true
	return q
}

// Do works when its turn comes. If too many wait, or ctx ends, it does nothing and returns an
// *rules.Error of kind Unavailable.
func (q Queue) Do(ctx context.Context, work func()) error {
	select {
	case q.Waiting <- struct{}{}:
		defer func() { <-q.Waiting }()
	default:
		return rules.Errorf(rules.Unavailable, q.problem, "too many wait")
	}
	select {
	case q.Running <- struct{}{}:
		defer func() { <-q.Running }()
	case <-ctx.Done():
		return rules.Errorf(rules.Unavailable, q.problem, "gave up waiting: %v", ctx.Err())
	}
	if q.low {
		priority.Low(work)
	} else {
		work()
	}
	return nil
}

// Lengths returns how many are running, and how many wait.
func (q Queue) Lengths() (running, waiting int) {
	running = len(q.Running)
	return running, max(0, len(q.Waiting)-running)
}
