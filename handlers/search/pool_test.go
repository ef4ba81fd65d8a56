package search

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
)

// A line has the waiting searches of a test, by name.
type line struct {
	t        *testing.T
	searches *Pool
	begun    chan string             // searches that begin
	end      map[string]chan float64 // receives when the search is to end; sends its share back
}

func newLine(t *testing.T, places int) *line {
	return &line{t: t, searches: New(places), begun: make(chan string, 100), end: map[string]chan float64{}}
}

// ask requests a search, and returns when it waits.
func (l *line) ask(who, of string) {
	end := make(chan float64)
	l.end[who] = end
	before := l.searches.Crowd()
	go func() {
		share, leave, err := l.searches.Enter(context.Background(), of)
		if err != nil {
			l.t.Errorf("%s did not get a place: %v", who, err)
			return
		}
		l.begun <- who
		end <- share
		leave()
		end <- 0
	}()
	for l.searches.Crowd() == before { // until it waits
		runtime.Gosched()
	}
}

// finish ends a search and returns the share that it had.
func (l *line) finish(who string) float64 {
	share := <-l.end[who]
	<-l.end[who]
	return share
}

// begins returns the names of the next searches that begin.
func (l *line) begins(many int) string {
	var list []string
	for range many {
		list = append(list, <-l.begun)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func (l *line) wants(got, want string) {
	l.t.Helper()
	if got != want {
		l.t.Fatalf("%s began to search, not %s", got, want)
	}
}

func (l *line) nobodyElse() {
	l.t.Helper()
	l.searches.mu.Lock()
	defer l.searches.mu.Unlock()
	if n := len(l.searches.busy); n > l.searches.places || len(l.begun) > 0 {
		l.t.Fatalf("%d search at %d places, %d more began", n, l.searches.places, len(l.begun))
	}
}

// There are never more searches than places, and they run in order of request.
func TestPoolKeepsOrder(t *testing.T) {
	l := newLine(t, 2)
	for _, who := range []string{"a", "b", "c", "d", "e"} {
		l.ask(who, who)
	}
	l.wants(l.begins(2), "a b")
	l.nobodyElse()
	for i, next := range []string{"c", "d", "e"} {
		l.finish([]string{"b", "a", "c"}[i])
		l.wants(l.begins(1), next)
		l.nobodyElse()
	}
	l.finish("d")
	l.finish("e")
	if crowd := l.searches.Crowd(); crowd != 0 {
		t.Errorf("%d are left", crowd)
	}
}

// Several requests for one game run one at a time, and do not delay those for other games.
func TestPoolIsFairBetweenGames(t *testing.T) {
	l := newLine(t, 2)
	for _, who := range []string{"x1", "x2", "x3", "y", "z"} {
		l.ask(who, who[:1])
	}
	l.wants(l.begins(2), "x1 y")
	l.nobodyElse()
	l.finish("x1")
	l.wants(l.begins(1), "z") // x2 asked before, for the game that was just served
	l.finish("y")
	l.wants(l.begins(1), "x2")
	l.nobodyElse()
	l.finish("z")
	l.nobodyElse() // a place is free, but not for the same game
	l.finish("x2")
	l.wants(l.begins(1), "x3")
	l.finish("x3")
}

// Budgets shrink with the crowd, for all that wait together, but not below the minimum.
func TestPoolSharesTheTime(t *testing.T) {
	l := newLine(t, 1)
	l.ask("alone", "alone")
	l.wants(l.begins(1), "alone")
	if share := l.finish("alone"); share != 1 {
		t.Errorf("alone it had %v of its budget", share)
	}
	many := []string{"a", "b", "c", "d", "e"}
	for _, who := range many {
		l.ask(who, who)
	}
	sum := 0.0
	for _, who := range many {
		l.wants(l.begins(1), who)
		share := l.finish(who)
		sum += share
		if share > 1.0/3 && who != "a" { // a began before the others waited
			t.Errorf("%s had %v of its budget among five", who, share)
		}
	}
	if sum > 2.2 {
		t.Errorf("five took %v budgets together", sum)
	}
	if share := New(1).share(10_000); share != leastShare {
		t.Errorf("among thousands it is %v", share)
	}
}

// A cancelled request leaves the queue, and a place that it was just given is free again.
func TestPoolCancels(t *testing.T) {
	l := newLine(t, 1)
	l.ask("a", "a")
	l.wants(l.begins(1), "a")
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan error)
	go func() {
		_, err := l.searches.Think(ctx, "b", bot.Task{})
		gone <- err
	}()
	for l.searches.Crowd() < 2 {
		runtime.Gosched()
	}
	l.ask("c", "c")
	cancel()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled request got %v", err)
	}
	l.finish("a")
	l.wants(l.begins(1), "c")
	l.searches.giveUp(&waitingTask{of: "c"}) // as if its turn came at that moment
	l.ask("d", "d")
	l.wants(l.begins(1), "d")
	l.finish("d")
	if _, err := l.searches.Think(ctx, "e", bot.Task{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a request that was cancelled before got %v", err)
	}
}

// There is one thread more for each search, of which there is at least one, one for heavy users and
// one for pictures. Password hashes take none of them.
func TestBackgroundThreads(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))          // restores it
	for cores, want := range map[int]int{1: 1, 2: 1, 4: 3} { // cores: searches
		runtime.GOMAXPROCS(cores)
		if got := AddBackgroundThreads(); got != want || runtime.GOMAXPROCS(0) != cores+want+3 {
			t.Errorf("with %d cores %d searches and %d threads", cores, got, runtime.GOMAXPROCS(0))
		}
	}
}

// A search returns a legal turn.
func TestPoolSearches(t *testing.T) {
	for _, game := range games.All() {
		st, err := game.New(rules.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		task := bot.Task{Game: game, State: st, Level: 1, Seed: 1}
		choice, err := New(SpareCores()).Think(t.Context(), "game", task)
		if err != nil || choice.Turn < 1 || len(choice.Line) < choice.Turn {
			t.Errorf("%s: %+v, %v", game.Info().Key, choice, err)
		}
	}
}
