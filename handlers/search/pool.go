package search

import (
	"context"
	"hash/fnv"
	"runtime"
	"slices"
	"sync"

	"hexclub/handlers/priority"
	"hexclub/rules/bot"
)

// leastShare is the smallest share of a level's budget that a search gets. With less, a bot would
// not play at its level.
const leastShare = 0.02

// A Pool runs the searches of the server, for bots' turns and for hints, a few at a time, so that
// pages always get a core. Searches run in order of request. Of several requests for the same game
// only one runs at a time, so that no game delays the others. The more searches wait, the smaller
// is the share of its budget that each gets.
type Pool struct {
	places int // number of concurrent searches
	Search func(context.Context, bot.Task) (bot.Choice, error)

	mu      sync.Mutex
	busy    map[string]bool // ids with a running search
	waiting []*waitingTask  // in order of request
}

// A waitingTask is a request for a search that has not begun.
type waitingTask struct {
	of    string
	crowd int           // largest Crowd during the wait, itself included
	begin chan struct{} // closed when the search may begin
}

// New returns a pool that runs at most places searches at once.
func New(places int) *Pool {
	return &Pool{places: places, Search: bot.Choose, busy: map[string]bool{}}
}

// SpareCores returns the number of searches that leave one core for pages, if there are several.
func SpareCores() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// AddBackgroundThreads raises GOMAXPROCS by one for each concurrent search, by two for other
// background work, and by one for pictures. It returns the number of searches, for Config.Searches,
// and is called once. All of these calculate without a pause and would delay pages in the Go
// scheduler. With more threads the operating system divides the cores among them.
//
// After this, Go no longer follows changes of a container's CPU limit. Only the limit at the start
// counts.
func AddBackgroundThreads() int {
	searches := SpareCores()
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + searches + 3)
	return searches
}

// Think searches when its turn has come. of is the id of the game, or of anything else that may
// have only one search at a time. It returns the errors of bot.Choose, or the context's error if
// ctx ends before.
func (t *Pool) Think(ctx context.Context, of string, task bot.Task) (bot.Choice, error) {
	share, leave, err := t.Enter(ctx, of)
	if err != nil {
		return bot.Choice{}, err
	}
	defer leave()
	task.Share = share
	return t.Choose(ctx, task)
}

// Choose searches at a low priority, without waiting for a turn.
func (t *Pool) Choose(ctx context.Context, task bot.Task) (choice bot.Choice, err error) {
	priority.Low(func() { choice, err = t.Search(ctx, task) })
	return choice, err
}

// Crowd returns the number of searches that run or wait.
func (t *Pool) Crowd() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.busy) + len(t.waiting)
}

// Lengths returns the numbers of running and of waiting searches.
func (t *Pool) Lengths() (running, waiting int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.busy), len(t.waiting)
}

// Enter waits for a place and returns the share of its budget that the search gets. leave frees the
// place.
func (t *Pool) Enter(ctx context.Context, of string) (share float64, leave func(), err error) {
	if err := ctx.Err(); err != nil {
		return 0, nil, err
	}
	w := &waitingTask{of: of, begin: make(chan struct{})}
	t.mu.Lock()
	t.waiting = append(t.waiting, w)
	crowd := len(t.busy) + len(t.waiting)
	for _, other := range t.waiting {
		other.crowd = max(other.crowd, crowd)
	}
	t.admit()
	t.mu.Unlock()
	leave = func() { t.leave(of) }
	select {
	case <-w.begin:
		return t.share(w.crowd), leave, nil
	case <-ctx.Done():
		t.giveUp(w)
		return 0, nil, ctx.Err()
	}
}

// share returns the share of its budget that a search gets. It depends on the largest crowd during
// the search's wait. Otherwise the last of many simultaneous searches would take as long as all
// before them.
func (t *Pool) share(crowd int) float64 {
	return max(leastShare, min(1, float64(t.places)/float64(crowd)))
}

// admit starts the first waiting searches for which there are places. A search waits while another
// for the same game runs.
func (t *Pool) admit() {
	for len(t.busy) < t.places {
		next := slices.IndexFunc(t.waiting, func(w *waitingTask) bool { return !t.busy[w.of] })
		if next < 0 {
			return
		}
		w := t.waiting[next]
		t.waiting = slices.Delete(t.waiting, next, next+1)
		t.busy[w.of] = true
		close(w.begin)
	}
}

// leave ends a search. Waiting searches for the same game move to the end of the queue.
func (t *Pool) leave(of string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.busy, of)
	var again []*waitingTask
	t.waiting = slices.DeleteFunc(t.waiting, func(w *waitingTask) bool {
		if w.of == of {
			again = append(again, w)
		}
		return w.of == of
	})
	t.waiting = append(t.waiting, again...)
	t.admit()
}

// giveUp removes a task from the queue, or frees the place that it was just given.
func (t *Pool) giveUp(w *waitingTask) {
	t.mu.Lock()
	at := slices.Index(t.waiting, w)
	if at >= 0 {
		t.waiting = slices.Delete(t.waiting, at, at+1)
	}
	t.mu.Unlock()
	if at < 0 {
		t.leave(w.of)
	}
}

// SeedOf returns a random seed that depends only on a text, so that a search can be repeated.
func SeedOf(what string) uint64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(what)) // never fails
	return hash.Sum64()
}
