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

// leastShare is how much of a level's budget every search has, however many
// wait: less would no longer be that level's play.
const leastShare = 0.02

// Pool is all on this server that searches games, for bots' turns and for
// hints: few searches at once, so that pages always find a core. Who waits is
// served in the order of asking, and who asks for one game several times has one
// place in that order, so no game keeps others from their turns. The more there
// are, the less of its budget each search has. Make it with newThinkers.
type Pool struct {
	places int // for searches at once
	Search func(context.Context, bot.Task) (bot.Choice, error)

	mu      sync.Mutex
	busy    map[string]bool // what is searched for now
	waiting []*waitingTask  // in the order of asking
}

// A waitingTask is somebody's who asked for a search and has not got it yet.
type waitingTask struct {
	of    string
	crowd int           // the most that waited or searched since it waits, itself included
	begin chan struct{} // closed when its turn has come
}

// New has places for so many searches at once.
func New(places int) *Pool {
	return &Pool{places: places, Search: bot.Choose, busy: map[string]bool{}}
}

// SpareCores is how many searches leave a core for pages where there are several.
func SpareCores() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// AddBackgroundThreads lets the program run one thread more (GOMAXPROCS) for each
// search that there may be at once, two for the background (inBackground) and one for
// pictures. It returns the number of searches, for Config.Searches, and is called once. All
// of these calculate without a pause, which would keep pages waiting for their turn at the
// Go scheduler; so the system shares the cores out among them.
//
// What it gives up: Go does not follow the CPU limit of a container any more when
// that changes later; the one at the start counts.
func AddBackgroundThreads() int {
	searches := SpareCores()
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + searches + 3)
	return searches
}

// Think searches when its turn has come; of is the id of the game it is for, or
// whatever else is to have no more than one search at a time. It fails as
// bot.Choose does, and with the context's error when that is done before.
func (t *Pool) Think(ctx context.Context, of string, task bot.Task) (bot.Choice, error) {
	share, leave, err := t.Enter(ctx, of)
	if err != nil {
		return bot.Choice{}, err
	}
	defer leave()
	task.Share = share
	return t.Choose(ctx, task)
}

// Choose is search at a low priority.
func (t *Pool) Choose(ctx context.Context, task bot.Task) (choice bot.Choice, err error) {
	priority.Low(func() { choice, err = t.Search(ctx, task) })
	return choice, err
}

// Crowd is how many search or wait to.
func (t *Pool) Crowd() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.busy) + len(t.waiting)
}

// Lengths is how many searches run, and how many wait.
func (t *Pool) Lengths() (running, waiting int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.busy), len(t.waiting)
}

// Enter waits for a place to search in and returns what share of its budget the
// search has; leave frees the place.
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

// share is the part of its budget that a search has among a crowd. It goes by
// the largest crowd that a search has waited in: else the last ones of many that
// came together would take as long as all before them.
func (t *Pool) share(crowd int) float64 {
	return max(leastShare, min(1, float64(t.places)/float64(crowd)))
}

// admit lets those begin who are first in line, as far as there are places; who
// already searches for the same thing waits on.
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

// leave ends a search. Others for the same thing go to the end of the line.
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

// giveUp takes somebody out of the line, or out of a place that was just given.
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

// SeedOf is what chance draws from in a search for what a text tells: the same
// each time.
func SeedOf(what string) uint64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(what)) // a hash takes everything
	return hash.Sum64()
}
