package db

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/rules/rulestest"
)

// openNodes opens a new database on a server for several nodes, whatever engine is tested. Transactions run as they do
// on a site: without a rehearsal.
func openNodes(t testing.TB, n int) []*DB {
	t.Helper()
	return openNodesAt(t, t.Context(), templates.Database(t), n)
}

// openNodesAt opens the database at a URL several times.
func openNodesAt(t testing.TB, ctx context.Context, url string, n int) []*DB {
	t.Helper()
	nodes := make([]*DB, n)
	for i := range nodes {
		d, err := Open(ctx, url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		})
		nodes[i] = d
	}
	return nodes
}

// racesOf returns how many rounds of a race a test runs: full in the check's full mode.
func racesOf(full, usual int) int {
	if rulestest.Full() {
		return full
	}
	return usual
}

// atOnce calls each function in its own goroutine. All begin at the same moment.
func atOnce(functions ...func()) {
	start := make(chan struct{})
	var running sync.WaitGroup
	for _, f := range functions {
		running.Go(func() {
			<-start
			f()
		})
	}
	close(start)
	running.Wait()
}

// wantSame checks that all nodes read a game alike, and returns it.
func wantSame(t testing.TB, nodes []*DB, id string) Game {
	t.Helper()
	var first Game
	for i, d := range nodes {
		g, err := d.Game(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = g
		}
		if g.Revision != first.Revision || g.Status != first.Status || !slices.Equal(g.Record.Events(), first.Record.Events()) || !slices.Equal(g.Players, first.Players) {
			t.Fatalf("node %d reads revision %d with %v, the first one %d with %v", i, g.Revision, g.Record.Events(), first.Revision, first.Record.Events())
		}
	}
	return first
}

// wantVerified verifies a database on a server, which replays all its games.
func wantVerified(t testing.TB, d *DB) {
	t.Helper()
	report, err := Verify(t.Context(), pathOf(t, d))
	if err != nil || len(report.Damage)+len(report.BadRecords) > 0 {
		t.Errorf("verify: %v, %+v", err, report)
	}
}

// wantNoneRefused checks that every transaction on the nodes could begin. It logs the conflicts.
func wantNoneRefused(t testing.TB, nodes []*DB) {
	t.Helper()
	for _, d := range nodes {
		if w := d.Writes(); w.Refused != 0 || w.Err != nil {
			t.Errorf("%d transactions could not begin: %v", w.Refused, w.Err)
		}
	}
	logConflicts(t, nodes)
}

// logConflicts logs how often transactions on the nodes were in conflict.
func logConflicts(t testing.TB, nodes []*DB) {
	t.Helper()
	var retried, queued int
	for _, d := range nodes {
		w := d.Writes()
		retried, queued = retried+w.Retried, queued+w.Queued
	}
	t.Logf("transactions ran again %d times, %d took their turn", retried, queued)
}

// TestOneTurnFromManyNodes sends a turn of a game from 50 clients of four nodes at once: one is stored, and the others
// get a conflict with the game after it.
func TestOneTurnFromManyNodes(t *testing.T) {
	t.Parallel()
	const clients = 50
	nodes := openNodes(t, 4)
	random := newRandom(1)
	var before Game
	for round := range racesOf(200, 10) {
		if before.Status != Running {
			before = newPair(t, nodes[0])
		}
		who, moved := before.by(before.Record.Turn().Seat), before.Record.Moved()
		var turns [clients]string
		for i := range turns {
			if turns[i] = turns[0]; i%2 == 0 { // a repeated request, and another turn
				turns[i] = randomTurn(before.Record, random)
			}
		}
		var games [clients]Game
		var errs [clients]error
		var sent []func()
		for i := range clients {
			sent = append(sent, func() {
				games[i], errs[i] = nodes[i%len(nodes)].PlayTurn(t.Context(), before.ID, who, moved, turns[i], noon)
			})
		}
		atOnce(sent...)

		after := wantSame(t, nodes, before.ID)
		stored := after.Record.Events()[before.Record.EventCount():]
		landed := -1
		for i, err := range errs {
			if err != nil {
				wantError(t, err, rules.Conflict, "error.stale")
			} else if landed >= 0 {
				t.Fatalf("round %d: the turns of clients %d and %d are both acknowledged", round, landed, i)
			} else {
				landed = i
			}
			if games[i].Revision != after.Revision {
				t.Fatalf("round %d: client %d sees revision %d, not %d: %v", round, i, games[i].Revision, after.Revision, err)
			}
		}
		if landed < 0 {
			t.Fatalf("round %d: no turn is acknowledged", round)
		}
		played, err := nodes[0].replayed(before, turns[landed])
		if err != nil || !slices.Equal(played, stored) || after.Revision != before.Revision+1 {
			t.Fatalf("round %d: %q is acknowledged, %v of revision %d stored after revision %d; %v",
				round, turns[landed], stored, after.Revision, before.Revision, err)
		}
		before = after
	}
	wantNoneRefused(t, nodes)
	wantVerified(t, nodes[0])
}

// replayed returns the events that a turn adds to a game.
func (d *DB) replayed(g Game, turn string) ([]string, error) {
	r := g.Record.Clone()
	err := r.Play(r.Turn().Seat, turn)
	return r.Events()[g.Record.EventCount():], err
}

// An endRace is a rated game whose ends are raced, and how the requests were answered.
type endRace struct {
	*testing.T
	nodes []*DB
	kind  string // game, match, pairing
	game  Game   // before the race
	flag  time.Time

	turn, resigns, offer, accept error // of the requests; nil: acknowledged
	otherResigns                 error
}

// errNotSent is the error of a request that is not part of a race.
var errNotSent = rules.Errorf(rules.Conflict, "test.not-sent", "not sent")

// newEndRace begins a game: alone, the first of a match, or of a pairing of two games.
func newEndRace(t *testing.T, nodes []*DB, kind string) *endRace {
	t.Helper()
	d := nodes[0]
	r := &endRace{T: t, nodes: nodes, kind: kind, turn: errNotSent, resigns: errNotSent, offer: errNotSent, accept: errNotSent, otherResigns: errNotSent}
	switch kind {
	case "pairing":
		p := newPairing(t, d, NewPairing{Unit: pairing.TwoGames, Site: true, Rated: true, Control: control(t, "2d"), Due: in(240 * time.Hour)})
		r.game = gamesOf(t, d, p)[0]
	default:
		r.game = begin(t, d, NewGame{Control: control(t, "1+0"), Match: kind == "match", Terms: Terms{Rated: true}})
	}
	for i, turn := range []string{"c2", "d3"} {
		r.game = play(t, d, r.game, in(time.Duration(i)*time.Second), turn)
	}
	r.game = must(t)(d.OfferDraw(t.Context(), r.game.ID, r.game.by(1), in(2*time.Second)))
	r.flag, _ = r.game.Deadline()
	mustExec(t, d, "UPDATE pulse SET at = $1", r.flag.Add(-time.Second).UnixMilli()) // the site has not stood still
	return r
}

// run races some of the ends of the game: those whose letters are given. The requests come a millisecond before the
// flag falls, and two nodes drop it.
func (r *endRace) run(ends string, random func(int, func(i, j int))) {
	r.Helper()
	ctx, id, d := r.Context(), r.game.ID, r.nodes
	last := r.flag.Add(-time.Millisecond)
	first, second := r.game.by(1), r.game.by(2)
	var fell [2]error
	var pulsed error
	races := map[rune]func(){
		't': func() { _, r.turn = d[0].PlayTurn(ctx, id, first, r.game.Record.Moved(), "c2", last) },
		'r': func() { _, r.resigns = d[1].Resign(ctx, id, first, last) },
		's': func() { _, r.otherResigns = d[2].Resign(ctx, id, second, last) },
		'o': func() { _, r.offer = d[3].OfferDraw(ctx, id, second, last) },
		'a': func() { _, r.accept = d[0].Accept(ctx, id, second, r.game.Record.EventCount(), last) },
		'f': func() { _, fell[0] = d[2].DropFlags(ctx, r.flag, 100) },
		'g': func() { _, fell[1] = d[3].DropFlags(ctx, r.flag, 100) },
		'p': func() { pulsed = d[1].Pulse(ctx, r.flag) },
	}
	var chosen []func()
	for _, end := range ends {
		chosen = append(chosen, races[end])
	}
	random(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	atOnce(chosen...)
	wantFine(r, append(fell[:], pulsed))
	for _, err := range []error{r.turn, r.resigns, r.otherResigns, r.offer, r.accept} {
		if err != nil && !rules.IsKind(err, rules.Conflict) {
			r.Error(err)
		}
	}
}

// check checks that the game ended once, as the answers say, with its consequences. It returns how.
func (r *endRace) check() rules.Reason {
	r.Helper()
	g := wantSame(r, r.nodes, r.game.ID)
	result, over := g.Record.Result()
	acknowledged := 0
	for _, err := range []error{r.resigns, r.otherResigns, r.accept, r.offer} {
		if err == nil {
			acknowledged++
		}
	}
	turns := len(g.Record.Turns()) - 2
	switch {
	case turns != 0 && turns != 1, (turns == 1) != (r.turn == nil):
		r.Errorf("%d turns landed, the turn is answered %v", turns, r.turn)
	case over != (g.Status == Over):
		r.Errorf("the game is %s after %v", g.Status, g.Record.Events())
	case turns == 1 && r.offer == nil && result.Reason == rules.Resignation: // the offer was a new one
		acknowledged--
	case turns == 1 && r.offer == nil && !over:
		acknowledged--
	}
	ends := 0
	if over && result.Reason != rules.Timeout {
		ends = 1
	}
	if acknowledged != ends {
		r.Errorf("%v: resignations are answered %v and %v, agreements %v and %v", g.Record.Events(), r.resigns, r.otherResigns, r.accept, r.offer)
	}
	if result.Reason == rules.Resignation && ((result.Places[0] == 1) != (r.otherResigns == nil) || (result.Places[1] == 1) != (r.resigns == nil)) {
		r.Errorf("%v: resignations are answered %v and %v", g.Record.Events(), r.resigns, r.otherResigns)
	}
	r.consequences(g, over)
	return result.Reason
}

// consequences checks that what follows from the end of a game happened once.
func (r *endRace) consequences(g Game, over bool) {
	r.Helper()
	want := 0
	if over {
		want = 1
	}
	var rated, counted, archived, seats, next int
	err := r.nodes[0].read.QueryRowContext(r.Context(), `SELECT (SELECT count(*) FROM rating_changes WHERE game = $1),
		(SELECT coalesce(sum(games), 0) FROM ratings WHERE person IN ($2, $3)), (SELECT count(*) FROM finished WHERE game = $1),
		(SELECT count(*) FROM seats WHERE game = $1 AND NOT open),
		(SELECT count(*) FROM games WHERE first_leg = $1 OR pairing = $4 AND id <> $1)`,
		g.ID, g.by(1), g.by(2), null(g.Pairing)).Scan(&rated, &counted, &archived, &seats, &next)
	if err != nil || rated != 2*want || counted != 2*want || archived != 2*want || seats != 2*want {
		r.Errorf("%d ratings changed, %d count, %d rows are in the archive, %d seats closed: %v", rated, counted, archived, seats, err)
	}
	if r.kind == "game" {
		want = 0
	}
	if next != want {
		r.Errorf("%d games follow in a %s", next, r.kind)
	}
	if g.Pairing == "" {
		return
	}
	p, err := r.nodes[3].Pairing(r.Context(), g.Pairing)
	if err != nil || len(p.Games) != want || p.Status != PairingOpen {
		r.Errorf("the pairing is %s with %v: %v", p.Status, p.Games, err)
	}
}

// TestEndsAtOnceOnManyNodes lets a game end in several ways at the same moment on different nodes: by a flag, which two
// nodes drop, by the resignation of either player and by a draw, or go on by a turn in time. One happens, once.
func TestEndsAtOnceOnManyNodes(t *testing.T) {
	t.Parallel()
	nodes := openNodes(t, 4)
	random := newRandom(2)
	ended := map[string]int{}
	kinds, races := []string{"game", "match", "pairing"}, []string{"trsoafgp", "tfg", "afgp", "rsoa", "to", "fg", "tsf"}
	for round := range racesOf(1000, 25) {
		kind, ends := kinds[round%len(kinds)], races[round%len(races)]
		r := newEndRace(t, nodes, kind)
		r.run(ends, random.Shuffle)
		reason := r.check()
		ended[string(reason)]++
		if t.Failed() {
			t.Fatalf("round %d, a %s, race %s", round, kind, ends)
		}
	}
	t.Logf("ended by %v", ended)
	for _, reason := range []rules.Reason{rules.Resignation, rules.Agreement, rules.Timeout} {
		if ended[string(reason)] == 0 {
			t.Errorf("no game ended by %s: %v", reason, ended)
		}
	}
	wantNoneRefused(t, nodes)
	wantVerified(t, nodes[0])
}
