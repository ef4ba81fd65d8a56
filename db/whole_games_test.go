package db

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
)

// TestWholeGames plays games of all kinds by all acts at all times, against a
// clock that this test keeps by itself, and checks all that is stored after
// each step.
func TestWholeGames(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			t.Parallel()
			random := newRandom(11)
			sets := rulestest.OptionSets(game.Info())
			w := &whole{t: t, d: openTest(t), random: random, now: noon, ends: map[rules.Reason]int{}, acts: map[record.Act]int{}}
			for range rulestest.Some(t, 20) {
				w.begin(game, sets[random.IntN(len(sets))])
				for step := 0; w.g.Status == Running; step++ {
					w.step(step > 150)
				}
				w.over()
				if t.Failed() {
					t.Fatalf("the events are %v", w.g.Record.Events())
				}
			}
			if len(w.ends) < 3 && !testing.Short() {
				t.Errorf("games end by %v only", w.ends)
			}
			for _, act := range record.Acts() {
				drawn := act != "draw" || game.Info().Draws
				if w.acts[act] == 0 && drawn && !testing.Short() {
					t.Errorf("no game has the act %s", act)
				}
			}
		})
	}
}

// A whole is a game that is played to its end, and what should be true of it.
type whole struct {
	t      *testing.T
	d      *DB
	random *rand.Rand
	now    time.Time
	pulse  time.Time // when the site was last seen running
	g      Game      // as it was stored last
	left   []int64   // of the seats, in milliseconds
	since  time.Time
	ends   map[rules.Reason]int
	acts   map[record.Act]int
}

// begin makes a game with some control, of people of whom some hold several
// seats.
func (w *whole) begin(game rules.Game, options map[string]string) {
	texts := []string{"", "1+0", "1+3", "3+2", "1d"}
	c := control(w.t, texts[w.random.IntN(len(texts))])
	n := NewGame{
		Key: game.Info().Key, Setup: rules.Setup{Options: options}, Control: c, Host: newAccount(w.t, w.d).ID, HostSeat: 1,
		Terms: Terms{Rated: !c.None() && w.random.IntN(2) == 0, Drawn: w.random.IntN(2) == 0},
	}
	g, err := w.d.CreateGame(w.t.Context(), n, w.now)
	if err != nil {
		w.t.Fatal(err)
	}
	for g.Status == Waiting {
		w.now = w.now.Add(time.Second)
		if g, err = w.d.joinGame(w.t.Context(), g.Invite, newAccount(w.t, w.d).ID, w.now); err != nil {
			w.t.Fatal(err)
		}
	}
	if !g.Rated && len(g.Players) > 2 && w.random.IntN(2) == 0 {
		mustExec(w.t, w.d, "UPDATE seats SET person = $2 WHERE game = $1 AND seat = 3", g.ID, g.by(1))
	}
	w.g = read(w.t, w.d, g)
	w.left = make([]int64, len(g.Players))
	for i := range w.left {
		w.left[i] = c.Base + c.PerTurn
	}
	w.since = w.now
	if c.Live() {
		w.since = w.now.Add(20 * time.Second)
	}
	w.check(w.g)
}

// deadline returns when the time of the seat to act is up, by this test's clock.
func (w *whole) deadline() (at time.Time, ok bool) {
	seat := w.g.Record.Turn().Seat
	if w.g.Status != Running || w.g.Record.Control().None() {
		return time.Time{}, false
	}
	return w.since.Add(time.Duration(w.left[seat-1]) * ms), true
}

// wait lets some time pass, now and then exactly as much as there is, or more.
func (w *whole) wait() {
	deadline, timed := w.deadline()
	left := deadline.Sub(w.now)
	switch n := w.random.IntN(100); {
	case !timed:
		w.now = w.now.Add(time.Duration(w.random.IntN(100_000)) * ms)
	case n == 0:
		w.now = deadline.Add(-ms)
	case n == 1:
		w.now = deadline
	case n == 2:
		w.now = deadline.Add(time.Duration(w.random.IntN(10_000)) * ms)
	case n < 6:
		w.now = w.now.Add(max(left/2, 0)).Truncate(ms)
	case n < 70:
		w.now = w.now.Add(time.Duration(w.random.IntN(3_000)) * ms)
	}
}

// step does something, and checks what came of it. In a hurry the game comes to
// its end.
func (w *whole) step(hurry bool) {
	w.t.Helper()
	w.wait()
	before := w.g
	deadline, timed := w.deadline()
	fell := timed && !w.now.Before(deadline)
	what, err := w.act(hurry)
	after := read(w.t, w.d, before)

	added := after.Record.Events()[min(before.Record.EventCount(), after.Record.EventCount()):]
	if !slices.Equal(after.Record.Events()[:after.Record.EventCount()-len(added)], before.Record.Events()) {
		w.t.Fatalf("%s: what was played has changed", what)
	}
	switch {
	case err == nil:
	case rules.IsKind(err, rules.Forbidden):
		fell = false // it is not for strangers to let flags fall
		fallthrough
	default:
		var refusal *rules.Refusal
		if !errors.As(err, &refusal) && !rules.IsKind(err, rules.Conflict) && !rules.IsKind(err, rules.Invalid) && !rules.IsKind(err, rules.Forbidden) {
			w.t.Fatalf("%s: %v", what, err)
		}
		if want := map[bool]int{true: 1}[fell]; len(added) != want {
			w.t.Fatalf("%s failed with %v and added %q", what, err, added)
		}
		if fell && rules.IsKind(err, rules.Conflict) {
			wantError(w.t, err, rules.Conflict, "error.time-up")
		}
	}
	if flag := len(added) > 0 && (strings.HasPrefix(added[0], "timeout:") || added[0] == "abort:0"); flag != (fell && what != "pulse" && what != "restart") {
		w.t.Fatalf("%s at %v, the deadline is %v: added %q", what, w.now, deadline, added)
	}
	w.charge(before, added)
	if (after.Revision != before.Revision) != (len(added) > 0 || what == "restart" && timed && after.Revision == before.Revision+1) {
		w.t.Fatalf("%s: revision %d, was %d, added %q", what, after.Revision, before.Revision, added)
	}
	w.check(after)
	w.g = after
}

// act does one thing that can be done to a game.
func (w *whole) act(hurry bool) (what string, err error) {
	ctx, g, d := w.t.Context(), w.g, w.d
	r := g.Record
	next := g.by(max(r.Turn().Seat, 1))
	person := g.Players[w.random.IntN(len(g.Players))].ID
	if hurry {
		_, err = d.Resign(ctx, g.ID, person, w.now)
		return "hurry", err
	}
	n := w.random.IntN(100)
	if r.Offer().Kind != record.NoOffer && w.random.IntN(2) == 0 {
		n = 72 + w.random.IntN(12) // answers it
	}
	if n < 97 { // the site has run since
		ran(w.t, d, w.now)
		w.pulse = w.now
	}
	switch {
	case n < 55:
		_, err = d.PlayTurn(ctx, g.ID, next, r.Moved(), randomTurn(r, w.random), w.now)
		return "turn", err
	case n < 58:
		_, err = d.PlayTurn(ctx, g.ID, person, r.Moved()-w.random.IntN(2), randomTurn(r, w.random), w.now)
		return "somebody's turn", err
	case n < 60:
		_, err = d.PlayTurn(ctx, g.ID, next, r.Moved(), "pass", w.now)
		return "pass", err
	case n < 66:
		_, err = d.OfferDraw(ctx, g.ID, person, w.now)
		return "draw", err
	case n < 72:
		_, err = d.AskTakeback(ctx, g.ID, person, w.now)
		return "takeback", err
	case n < 80:
		_, err = d.Accept(ctx, g.ID, person, r.EventCount()-w.random.IntN(20)/19, w.now)
		return "accept", err
	case n < 84:
		_, err = d.Decline(ctx, g.ID, person, r.EventCount(), w.now)
		return "decline", err
	case n < 85:
		_, err = d.Resign(ctx, g.ID, person, w.now)
		return "resign", err
	case n < 86:
		_, err = d.Abort(ctx, g.ID, person, w.now)
		return "abort", err
	case n < 88:
		_, err = d.Resign(ctx, g.ID, "stranger", w.now)
		return "stranger", err
	case n < 94:
		_, err = d.DropFlags(ctx, w.now, 10)
		return "sweep", err
	case n < 97:
		return "pulse", d.Pulse(ctx, w.now)
	}
	w.now = w.now.Add(time.Duration(w.random.IntN(100_000_000)) * ms)
	seen := w.pulse
	switch {
	case !w.since.After(w.pulse):
	case !w.since.After(g.Changed): // no head start
		seen = w.since
	case g.Changed.After(w.pulse):
		seen = g.Changed
	}
	if w.now.After(w.pulse) && w.now.After(seen) {
		w.since = w.since.Add(w.now.Sub(seen))
	}
	w.pulse = w.now
	return "restart", d.ResumeClocks(ctx, w.now)
}

// actOf returns the act of an event, after which there is no increment; ok is
// false for an action.
func actOf(event string) (act record.Act, ok bool) {
	word, _, _ := strings.Cut(event, ":")
	act = record.Act(word)
	return act, slices.Contains(record.Acts(), act)
}

// charge takes from the seats what events that were added say of them, and
// checks that it is what they thought.
func (w *whole) charge(before Game, added []string) {
	w.t.Helper()
	r := before.Record
	events, c := r.Events(), r.Control()
	for _, event := range added {
		seat := r.Turn().Seat
		text, number, timed := strings.Cut(event, "@")
		act, isAct := actOf(text)
		if isAct {
			w.acts[act]++
		}
		flag := act == "timeout"
		if timed {
			spent, err := strconv.ParseInt(number, 10, 64)
			thought := max(w.now.Sub(w.since).Milliseconds(), 0)
			if flag {
				thought = w.left[seat-1]
			}
			if err != nil || spent != thought {
				w.t.Fatalf("%s of seat %d, which has thought for %d", event, seat, thought)
			}
			w.left[seat-1] -= spent
			if !isAct {
				w.left[seat-1] += c.Increment
			}
			if c.PerTurn > 0 && !flag {
				w.left[seat-1] = c.PerTurn
			}
			w.since = w.now
		}
		events = append(events, event)
		var err error
		if r, err = record.ReplayTimed(r.Game(), r.Setup(), c, events); err != nil {
			w.t.Fatal(err)
		}
	}
}

// check checks the invariants of a game.
func (w *whole) check(g Game) {
	w.t.Helper()
	wantWhole(w.t, w.d, g.ID)
	if g.Record.Control().None() {
		return
	}
	for i, left := range w.left {
		if got := g.Record.Remaining(rules.Seat(i + 1)); got != left || got < 0 {
			w.t.Fatalf("seat %d has %d ms left, want %d", i+1, got, left)
		}
		if now, ok := g.Left(rules.Seat(i+1), w.now); !ok || now < 0 || now > time.Duration(left)*ms {
			w.t.Fatalf("seat %d has %v left now, of %d ms", i+1, now, left)
		}
	}
	if g.Status == Running && !g.Since.Equal(w.since) || g.Status != Running && !g.Since.IsZero() {
		w.t.Fatalf("the clock runs since %v, want %v", g.Since, w.since)
	}
}

// over checks that what is over stays as it is.
func (w *whole) over() {
	w.t.Helper()
	result, _ := w.g.Record.Result()
	w.ends[result.Reason]++
	before := w.g
	w.now = w.now.Add(100 * day)
	for range 20 {
		if what, err := w.act(false); err != nil && !rules.IsKind(err, rules.Forbidden) {
			var known *rules.Error
			if !errors.As(err, &known) || !slices.Contains([]string{"error.over", "error.stale", "error.no-draws"}, known.Key) {
				w.t.Errorf("%s after the end: %v", what, err)
			}
		}
	}
	if after := read(w.t, w.d, before); after.Revision != before.Revision || fmt.Sprint(after.Players) != fmt.Sprint(before.Players) {
		w.t.Errorf("after the end %+v, was %+v", after, before)
	}
	wantWhole(w.t, w.d, before.ID)
}
