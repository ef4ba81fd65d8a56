package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/games"
)

// A rally is a number of games with clocks, each of two players with open streams, who play turns at an interval through a
// proxy. A turn that is not acknowledged is looked up, and played again if it is not stored.
type rally struct {
	stop    func()
	playing sync.WaitGroup

	mu       sync.Mutex
	requests int      // of players, with those that failed
	turns    int      // acknowledged
	lost     []string // what is not as it must be
	missed   []string // requests of players that failed
	heard    []heard
	outages  []outage
}

// An outage is when the site was down: its program ended, was started again, and answered.
type outage struct{ ended, started, back time.Time }

// within returns how long an outage certainly lasted between two moments.
func (o outage) within(from, to time.Time) time.Duration {
	if o.ended.After(from) {
		from = o.ended
	}
	if o.started.Before(to) {
		to = o.started
	}
	return max(to.Sub(from), 0)
}

// A heard is an event that a player's stream announced.
type heard struct {
	at     time.Time
	player int
	node   string // its address
}

// A step is when a turn was sent, for the first time, and when its player knew that it is stored.
type step struct{ sent, stored time.Time }

// play starts a rally at the address of a proxy. It ends with the call of end.
func play(t testing.TB, address string, tables int, every time.Duration) *rally {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	r := &rally{stop: stop}
	t.Cleanup(r.playing.Wait)
	t.Cleanup(stop)
	site := &server{url: address}
	for i := range tables {
		players := []*player{site.player(t, 2*i), site.player(t, 2*i+1)}
		r.playing.Go(func() {
			for ctx.Err() == nil {
				r.note(&r.lost, ctx, r.game(ctx, games.All()[i%len(games.All())], players, 2*i, every))
			}
		})
	}
	return r
}

// note adds an error to a list, unless it is only the end of the rally.
func (r *rally) note(list *[]string, ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		r.mu.Lock()
		*list = append(*list, err.Error())
		r.mu.Unlock()
	}
}

// game plays a game to its end, or until ctx is done, and checks it.
func (r *rally) game(ctx context.Context, game rules.Game, players []*player, first int, every time.Duration) error {
	players[0].script, players[1].script = false, false
	t, err := beginWith(ctx, game, []string{"clock", "live", "minutes", "10", "increment", "0"}, players...)
	if err != nil {
		r.note(&r.missed, ctx, err)
		return nil
	}
	players[0].script, players[1].script = true, true
	following, leave := context.WithCancel(ctx)
	var streams sync.WaitGroup
	defer streams.Wait()
	defer leave()
	for i, p := range players {
		streams.Go(func() { r.follow(following, p, t.path+"/events", first+i) })
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	var steps []step
	for !t.over() && ctx.Err() == nil {
		<-tick.C
		s := step{sent: time.Now()}
		if err := r.turn(context.WithoutCancel(ctx), t); err != nil {
			return err
		}
		s.stored = time.Now()
		steps = append(steps, s)
		r.mu.Lock()
		r.turns++
		r.mu.Unlock()
	}
	r.mu.Lock()
	outages := slices.Clone(r.outages)
	r.mu.Unlock()
	return checkClocks(context.WithoutCancel(ctx), t, steps, outages)
}

// turn plays a turn, and repeats it until it is stored.
func (r *rally) turn(ctx context.Context, t *table) error {
	for begun := time.Now(); ; {
		r.count()
		_, err := t.turn(ctx)
		if err == nil {
			return nil
		}
		if err := r.gaveUp(begun, err); err != nil {
			return err
		}
		r.note(&r.missed, ctx, err)
		for {
			r.count()
			stored, err := t.reconcile(ctx)
			if err == nil && stored {
				return nil
			} else if err == nil {
				break
			} else if r.gaveUp(begun, err) != nil || errors.Is(err, errLost) {
				return err
			}
			r.note(&r.missed, ctx, err)
			pause(ctx, 100*time.Millisecond)
		}
	}
}

// count counts a request of a player.
func (r *rally) count() {
	r.mu.Lock()
	r.requests++
	r.mu.Unlock()
}

// patience is how long a turn may take, with all that is repeated.
const patience = 40 * time.Second

// gaveUp returns the error of a request if it comes too late.
func (r *rally) gaveUp(begun time.Time, err error) error {
	if time.Since(begun) < patience {
		return nil
	}
	return err
}

// wasDown notes an outage.
func (r *rally) wasDown(o outage) {
	r.mu.Lock()
	r.outages = append(r.outages, o)
	r.mu.Unlock()
}

// follow keeps a stream open, as a page does, and notes its events.
func (r *rally) follow(ctx context.Context, p *player, path string, number int) {
	for ctx.Err() == nil {
		r.count()
		if err := r.followOnce(ctx, p, path, number); statusOf(err) != 0 {
			r.note(&r.missed, ctx, err)
		} // other errors are the end of a stream, with its node
		pause(ctx, time.Second) // as the stream asks for
	}
}

func (r *rally) followOnce(ctx context.Context, p *player, path string, number int) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+path, nil)
	if err != nil {
		return err
	}
	answer, err := p.http.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return unwanted{"GET " + path, answer.StatusCode}
	}
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "event: changed") {
			r.mu.Lock()
			r.heard = append(r.heard, heard{time.Now(), number, answer.Header.Get(nodeHeader)})
			r.mu.Unlock()
		}
	}
	return lines.Err()
}

// clockError is how far a clock may be from the time that a player took.
const clockError = 250 * time.Millisecond

// checkClocks checks that the site has the turns of a game, and has charged for each the time from the turn before, and no
// more and no less. In an outage no clock runs. It also does not count the time from a turn before it, or from the last pulse.
func checkClocks(ctx context.Context, t *table, steps []step, outages []outage) error {
	text, err := t.players[0].get(ctx, t.path+"/record.json")
	if err != nil {
		return err
	}
	var sheet struct{ Events []string }
	if err := json.Unmarshal([]byte(text), &sheet); err != nil {
		return err
	}
	turn := 0
	var plain []string
	for _, event := range sheet.Events {
		event, number, ends := strings.Cut(event, "@")
		plain = append(plain, event)
		if !ends {
			continue
		}
		ms, err := strconv.Atoi(number)
		if err != nil {
			return err
		}
		charged := time.Duration(ms) * time.Millisecond
		if turn > 0 && turn < len(steps) { // the clock of the first turn starts later
			now, before := steps[turn], steps[turn-1]
			least, most := now.sent.Sub(before.stored)-clockError, now.stored.Sub(before.sent)+clockError
			for _, o := range outages {
				if before.sent.Before(o.back) && now.stored.After(o.ended) {
					least, most = min(least, now.sent.Sub(o.back)-clockError), most-o.within(before.sent, now.stored)
				}
			}
			if charged < least || charged > most {
				return fmt.Errorf("turn %d of %s was charged %v, want %v to %v", turn, t.path, charged, least, most)
			}
		}
		turn++
	}
	if turn != len(steps) || !slices.Equal(plain, t.record.Events()) {
		return fmt.Errorf("%s: %w: stored are %d turns, %v; acknowledged were %d, %v", t.path, errLost, turn, plain, len(steps), t.record.Events())
	}
	return nil
}

// since returns the events that a player heard after a moment.
func (r *rally) since(player int, at time.Time) (list []heard) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, h := range r.heard {
		if h.player == player && h.at.After(at) {
			list = append(list, h)
		}
	}
	return list
}

// load waits until so many more turns are played that the test is under load: in full mode, many more.
func (r *rally) load(t testing.TB) {
	t.Helper()
	count := func() int {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.turns
	}
	want := count() + 10
	if full() {
		want += 500
	}
	await(t, 2*time.Minute, "turns are played", func() bool { return count() >= want })
}

// end ends a rally, and checks that no acknowledged turn was lost. It returns the number of turns and the requests that failed.
func (r *rally) end(t testing.TB) (turns int, missed []string) {
	t.Helper()
	r.stop()
	r.playing.Wait()
	for _, text := range r.lost {
		t.Error(text)
	}
	return r.turns, r.missed
}
