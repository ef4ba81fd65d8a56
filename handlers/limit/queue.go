package limit

import (
	"context"

	"hexclub/handlers/priority"
	"hexclub/rules"
)

// A Queue lets few at once do what costs a small server much, and few wait for
// it.
type Queue struct {
	Running chan struct{} // a place for each at work
	Waiting chan struct{} // a place for each that waits or works
	problem string        // key of the message when there is no place
	low     bool          // the work has a low priority
}

// NewQueue has places for running to work at once, and for waiting in all.
func NewQueue(running, waiting int, problem string) Queue {
	return Queue{Running: make(chan struct{}, running), Waiting: make(chan struct{}, waiting), problem: problem}
}

// NewPictureQueue returns the queue of pictures in pixels. They take 10 MB each, so one is drawn
// at a time, and at a low priority: only programs that show a link wait for one.
func NewPictureQueue() Queue {
	q := NewQueue(1, 8, "error.busy")
	q.low = true
	return q
}

// Do does the work when its turn comes. When too many wait, or the asker gives
// up, nothing is done, and it is an *rules.Error of kind Unavailable.
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

// Lengths is how many are at work, and how many wait.
func (q Queue) Lengths() (running, waiting int) {
	running = len(q.Running)
	return running, max(0, len(q.Waiting)-running)
}
