package handlers

import (
	"context"

	"hexclub/rules"
)

// A queue lets few at once do what costs a small server much, and few wait for
// it.
type queue struct {
	running chan struct{} // a place for each at work
	waiting chan struct{} // a place for each that waits or works
	problem string        // key of the message when there is no place
	low     bool          // the work has a low priority
}

// newQueue has places for running to work at once, and for waiting in all.
func newQueue(running, waiting int, problem string) queue {
	return queue{running: make(chan struct{}, running), waiting: make(chan struct{}, waiting), problem: problem}
}

// newPictureQueue returns the queue of pictures in pixels. They take 10 MB each, so one is drawn
// at a time, and at a low priority: only programs that show a link wait for one.
func newPictureQueue() queue {
	q := newQueue(1, 8, "error.busy")
	q.low = true
	return q
}

// do does the work when its turn comes. When too many wait, or the asker gives
// up, nothing is done, and it is an *rules.Error of kind Unavailable.
func (q queue) do(ctx context.Context, work func()) error {
	select {
	case q.waiting <- struct{}{}:
		defer func() { <-q.waiting }()
	default:
		return rules.Errorf(rules.Unavailable, q.problem, "too many wait")
	}
	select {
	case q.running <- struct{}{}:
		defer func() { <-q.running }()
	case <-ctx.Done():
		return rules.Errorf(rules.Unavailable, q.problem, "gave up waiting: %v", ctx.Err())
	}
	if q.low {
		atLowPriority(work)
	} else {
		work()
	}
	return nil
}

// lengths is how many are at work, and how many wait.
func (q queue) lengths() (running, waiting int) {
	running = len(q.running)
	return running, max(0, len(q.waiting)-running)
}
