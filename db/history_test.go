package db

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/ladder"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
)

// TestHistory runs random operations on four nodes at once, each with the moments of its start and its end, and then
// decides whether what was answered and what is stored can have come about one operation after the other, in an order
// that respects these moments. Per object, the check is against what the engine does with one operation at a time:
//
//   - A game is a register with versions, its revisions. Every answer that has a game (of an act, of a refused act, of a
//     read on any node) is at one version: its events are the first ones of those stored in the end, no two acts made the
//     same version, and an operation that starts after another has ended is not at an earlier version (linearizability).
//     The events of acknowledged acts do not overlap, are those that were asked for, by the person in the seat, and
//     cover all stored events but timeouts, games called off for another one, and what the end of a pairing resigned.
//     Verify replays every game and finds them legal.
//   - Seats: the people in a game are exactly those to whom a seat was acknowledged.
//   - No two games that PlayNow began waited at the same time: the second person would have joined the first one (no
//     write skew).
//   - Messages of a game have the numbers from 1 on, as acknowledged, in an order that respects the moments.
//   - Ratings follow from a start through the rated games in one order, bit for bit: each change begins where another
//     one ended, so none is lost or based on the same rating as another.
//   - A ladder's places follow from its events, each of which begins at the place that the one before left; they have
//     no gaps. Each challenge was made, answered and ended at most once, as acknowledged, and as its game ended. Nobody
//     ever had more open challenges than allowed (no write skew).
//   - The audit log has no gaps, and each acknowledged decision once.
//   - Matches have their second game, and the archive its rows, exactly when a game has ended.
//
// An operation that ends with an error of kind Unavailable may have happened. Without faults there must be none, so the
// test fails if there is one, except that on a busy machine one operation in fifty may wait too long: then nothing has
// happened. The same holds for any other error that users see, which the above shows.
func TestHistory(t *testing.T) {
	t.Parallel()
	h := newHistory(t, openNodes(t, 4), 12)
	h.run(16, racesOf(100_000, 600))
	h.check()
	for _, wrong := range h.found {
		t.Error(wrong)
	}
	logConflicts(t, h.nodes)
	wantVerified(t, h.nodes[0])
}

// What TestHistory checks can fail: transactions that are not isolated well enough are found out.
func TestHistoryFindsAnomalies(t *testing.T) {
	if !rulestest.Full() {
		return // it shows nothing about the program
	}
	for isolation, operations := range map[string]int{"read committed": 600, "repeatable read": 6000} {
		t.Run(isolation, func(t *testing.T) {
			nodes := openNodesAt(t, t.Context(), templates.Database(t)+"&default_transaction_isolation="+url.PathEscape(isolation), 4)
			h := newHistory(t, nodes, 12)
			h.run(16, operations)
			h.check()
			if len(h.found) == 0 {
				t.Error("no anomaly was found")
			}
			for _, wrong := range h.found[:min(len(h.found), 10)] {
				t.Log(wrong)
			}
		})
	}
}

// A historyOp is an operation with its answer.
type historyOp struct {
	kind       string
	person     string
	object     string        // id of a game or of a challenge
	text       string        // of a turn, a message, or a reason
	start, end time.Duration // since the test began
	err        error
	number     int       // of a message
	moved      int       // that a turn was made for
	game       *gameView // of the answer; nil for none
}

// A gameView is a game as an answer has it.
type gameView struct {
	id       string
	revision int
	events   []string
	people   []string // by seat
	moved    int
	last     string // person who played the last turn
	over     bool
}

func viewOf(g Game) *gameView {
	if g.Record == nil {
		return nil
	}
	v := &gameView{id: g.ID, revision: g.Revision, events: g.Record.Events(), moved: g.Record.Moved(), over: g.Status == Over}
	for _, p := range g.Players {
		v.people = append(v.people, p.ID)
	}
	if turns := g.Record.Turns(); len(turns) > 0 {
		v.last = g.by(turns[len(turns)-1].Seat)
	}
	return v
}

// A history is a run of random operations.
type history struct {
	*testing.T
	nodes     []*DB
	members   []string
	organiser string
	ladder    Ladder
	days      record.Control
	live      record.Control

	began time.Time
	clock atomic.Int64 // of the site, in milliseconds since noon

	mu         sync.Mutex
	games      []string // that are played
	challenges []string // that may be open
	ops        []historyOp
	found      []string // anomalies
}

// Limits of open challenges on the ladder.
const (
	historyMade     = 2
	historyReceived = 2
)

func newHistory(t *testing.T, nodes []*DB, members int) *history {
	t.Helper()
	h := &history{T: t, nodes: nodes, days: control(t, "2d"), live: control(t, "1+0")}
	d := h.nodes[0]
	c := newClimb(t, d, func(terms *LadderTerms) {
		s := &terms.Settings
		s.Reach, s.Downwards, s.Rematch, s.Refusals, s.Made, s.Received = 0, true, 0, 100, historyMade, historyReceived
		terms.Venue, terms.Control, terms.Rated = OnSite, h.days, true
	})
	h.organiser, h.ladder = c.organiser.ID, c.ladder
	for range members {
		person := newAccount(t, d).ID
		h.members = append(h.members, person)
		_, err := d.JoinLadder(t.Context(), h.ladder.ID, person, noon)
		c.try(err)
	}
	h.began = time.Now()
	return h
}

// tick returns a later moment by the site's clock. It runs faster than the real one, but not so fast that a pulse that
// waits for others is taken for one of a clock that was set back.
func (h *history) tick() time.Time {
	return in(time.Duration(h.clock.Add(20)) * time.Millisecond)
}

// run lets workers do so many operations.
func (h *history) run(workers, operations int) {
	h.Helper()
	var running sync.WaitGroup
	for i := range workers {
		running.Go(func() {
			w := &historyWorker{h, newRandom(uint64(i)), make([]historyOp, 0, operations/workers)}
			for len(w.ops) < operations/workers {
				w.step()
			}
			h.mu.Lock()
			defer h.mu.Unlock()
			h.ops = append(h.ops, w.ops...)
		})
	}
	running.Wait()
}

// one returns any of a list that workers share; empty if there is none.
func (h *history) one(list *[]string, random *rand.Rand) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(*list) == 0 {
		return ""
	}
	return (*list)[random.IntN(len(*list))]
}

// add adds to a list that workers share, of which it keeps the last.
func (h *history) add(list *[]string, id string) {
	const kept = 20
	h.mu.Lock()
	defer h.mu.Unlock()
	if !slices.Contains(*list, id) {
		*list = append((*list)[max(0, len(*list)-kept):], id)
	}
}

func (h *history) drop(list *[]string, id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	*list = slices.DeleteFunc(*list, func(other string) bool { return other == id })
}

// A historyWorker does one operation after the other.
type historyWorker struct {
	*history
	random *rand.Rand
	ops    []historyOp
}

// do runs an operation on any node and notes it.
func (w *historyWorker) do(op historyOp, run func(d *DB, op *historyOp) error) {
	d := w.nodes[w.random.IntN(len(w.nodes))]
	op.start = time.Since(w.began)
	op.err = run(d, &op)
	op.end = time.Since(w.began)
	if op.err != nil && !errors.As(op.err, new(*rules.Error)) && !errors.As(op.err, new(*rules.Refusal)) {
		w.Errorf("%s: %v", op.kind, op.err)
	}
	w.ops = append(w.ops, op)
}

// onGame runs an operation that answers with a game.
func (w *historyWorker) onGame(op historyOp, run func(d *DB) (Game, error)) (g Game, err error) {
	w.do(op, func(d *DB, op *historyOp) error {
		g, err = run(d)
		op.game = viewOf(g)
		if op.object == "" {
			op.object = g.ID
		}
		return err
	})
	if g.Status == Over {
		w.drop(&w.games, g.ID)
	}
	return g, err
}

func (w *historyWorker) anybody() string { return w.members[w.random.IntN(len(w.members))] }

// step does one operation, or a read and another one.
func (w *historyWorker) step() {
	ctx, n := w.Context(), w.random.IntN(100)
	switch {
	case n < 70:
		id := w.one(&w.games, w.random)
		if id == "" {
			w.begin(0)
			return
		}
		g, err := w.onGame(historyOp{kind: "read", object: id}, func(d *DB) (Game, error) { return d.Game(ctx, id) })
		if err != nil {
			return
		}
		w.onOne(g, n)
	case n < 84:
		w.begin(n % 4)
	case n < 96:
		w.onLadder(n - 84)
	case n == 96:
		w.do(historyOp{kind: "flags"}, func(d *DB, _ *historyOp) error { return failed(d.DropFlags(ctx, w.tick(), 100)) })
	case n == 97:
		w.do(historyOp{kind: "due"}, func(d *DB, _ *historyOp) error { return failed(d.TickLadders(ctx, w.tick(), 100)) })
	default:
		w.do(historyOp{kind: "pulse"}, func(d *DB, _ *historyOp) error { return d.Pulse(ctx, w.tick()) })
	}
}

func failed[T any](_ T, err error) error { return err }

// begin creates a game, or takes a seat.
func (w *historyWorker) begin(what int) {
	ctx, person := w.Context(), w.anybody()
	n := NewGame{Key: "hexone", Host: person, HostSeat: 1, Explore: true, Control: w.days, Terms: Terms{Listed: true, Rated: true}}
	var g Game
	var err error
	switch what {
	case 0:
		if w.random.IntN(4) == 0 {
			n.Control = w.live
		}
		n.Match = w.random.IntN(3) == 0
		g, err = w.onGame(historyOp{kind: "create", person: person}, func(d *DB) (Game, error) { return d.CreateGame(ctx, n, w.tick()) })
	case 1:
		n.Explore = false
		g, err = w.onGame(historyOp{kind: "now", person: person}, func(d *DB) (Game, error) { return d.PlayNow(ctx, n, w.tick(), nil) })
	default:
		id := w.one(&w.games, w.random)
		g, err = w.onGame(historyOp{kind: "seat", person: person, object: id}, func(d *DB) (Game, error) {
			return d.TakeSeat(ctx, id, Claim{Person: person}, w.tick())
		})
	}
	if err == nil && g.Status != Over {
		w.add(&w.games, g.ID)
	}
}

// onOne acts on a game that was read a moment before.
func (w *historyWorker) onOne(g Game, n int) {
	ctx, events := w.Context(), g.Record.EventCount()
	person := g.Players[w.random.IntN(len(g.Players))].ID
	op := historyOp{person: person, object: g.ID}
	var after Game
	var err error
	switch {
	case g.Status == Waiting && n < 40:
		op.person = w.anybody()
		op.kind = "seat"
		after, err = w.onGame(op, func(d *DB) (Game, error) { return d.TakeSeat(ctx, g.ID, Claim{Person: op.person}, w.tick()) })
	case n >= 60:
		op.kind, op.text = "say", NewID(personLetters)
		w.do(op, func(d *DB, op *historyOp) (err error) {
			op.number, err = d.Say(ctx, g.ID, person, op.text, w.tick())
			return err
		})
	case n >= 55:
		op.kind = "resign"
		after, err = w.onGame(op, func(d *DB) (Game, error) { return d.Resign(ctx, g.ID, person, w.tick()) })
	case n >= 50:
		op.kind = "offer"
		after, err = w.onGame(op, func(d *DB) (Game, error) { return d.OfferDraw(ctx, g.ID, person, w.tick()) })
	case n >= 46:
		op.kind = "accept"
		after, err = w.onGame(op, func(d *DB) (Game, error) { return d.Accept(ctx, g.ID, person, events, w.tick()) })
	case n >= 44:
		op.kind = "decline"
		after, err = w.onGame(op, func(d *DB) (Game, error) { return d.Decline(ctx, g.ID, person, events, w.tick()) })
	case g.Status == Running:
		op.kind, op.text, op.moved = "turn", randomTurn(g.Record, w.random), g.Record.Moved()
		if n > 2 { // otherwise it may be either
			op.person = g.by(g.Record.Turn().Seat)
		}
		after, err = w.onGame(op, func(d *DB) (Game, error) {
			return d.PlayTurn(ctx, g.ID, op.person, op.moved, op.text, w.tick())
		})
	}
	if err == nil && after.Status == Over && after.Leg == 1 {
		if id, err := w.nodes[w.random.IntN(len(w.nodes))].SecondLeg(ctx, g.ID); err == nil && id != "" {
			w.add(&w.games, id)
		}
	}
}

// onLadder acts on the ladder.
func (w *historyWorker) onLadder(what int) {
	ctx, person := w.Context(), w.anybody()
	var news LadderNews
	noted := func(op historyOp, run func(d *DB, op *historyOp) (LadderNews, error)) {
		w.do(op, func(d *DB, op *historyOp) (err error) {
			news, err = run(d, op)
			return err
		})
	}
	id := w.one(&w.challenges, w.random)
	switch {
	case what < 4 || id == "":
		noted(historyOp{kind: "challenge", person: person}, func(d *DB, op *historyOp) (LadderNews, error) {
			c, news, err := d.MakeChallenge(ctx, w.ladder.ID, person, w.anybody(), "hexone", true, w.tick())
			if op.object = c.ID; err == nil {
				w.add(&w.challenges, c.ID)
			}
			return news, err
		})
	case what < 9:
		c, err := w.nodes[0].Challenge(ctx, id)
		if err != nil || !c.Open() {
			w.drop(&w.challenges, id)
			return
		}
		kind, who := []string{"accepted", "accepted", "accepted", "declined", "withdrawn"}[what-4], c.To.ID
		if kind == "withdrawn" {
			who = c.From.ID
		}
		noted(historyOp{kind: kind, person: who, object: id}, func(d *DB, _ *historyOp) (LadderNews, error) {
			switch kind {
			case "accepted":
				return d.AcceptChallenge(ctx, id, who, w.tick())
			case "declined":
				return d.RefuseChallenge(ctx, id, who, w.tick())
			}
			return d.WithdrawChallenge(ctx, id, who, w.tick())
		})
	case what == 9:
		noted(historyOp{kind: "decided", text: NewID(personLetters), object: id}, func(d *DB, op *historyOp) (LadderNews, error) {
			return d.DecideChallenge(ctx, id, w.organiser, ladder.Outcome{Lapsed: true}, op.text, w.tick())
		})
	case w.random.IntN(3) > 0:
		noted(historyOp{kind: "placed", person: person, text: NewID(personLetters)}, func(d *DB, op *historyOp) (LadderNews, error) {
			return d.PlaceOnLadder(ctx, w.ladder.ID, person, 1+w.random.IntN(len(w.members)), w.organiser, op.text, w.tick())
		})
	default:
		noted(historyOp{kind: "joined", person: person}, func(d *DB, op *historyOp) (LadderNews, error) {
			if w.random.IntN(3) == 0 {
				op.kind = "left"
				return d.LeaveLadder(ctx, w.ladder.ID, person, w.tick())
			}
			return d.JoinLadder(ctx, w.ladder.ID, person, w.tick())
		})
	}
	for _, g := range news.Games {
		if g.Status == Running {
			w.add(&w.games, g.ID)
		}
	}
}

// count returns how the operations ended, by kind, for the log.
func (h *history) count() string {
	fine, refused, total := map[string]int{}, map[string]int{}, 0
	var kinds []string
	for _, op := range h.ops {
		if fine[op.kind]+refused[op.kind] == 0 {
			kinds = append(kinds, op.kind)
		}
		if op.err == nil {
			fine[op.kind]++
		} else {
			refused[op.kind]++
		}
		total++
	}
	slices.Sort(kinds)
	for i, kind := range kinds {
		kinds[i] = fmt.Sprintf("%s %d+%d", kind, fine[kind], refused[kind])
	}
	return fmt.Sprintf("%d operations (acknowledged+refused): %s", total, strings.Join(kinds, ", "))
}
