package db

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hexclub/db/pgtest"
	"hexclub/rules"
	"hexclub/rules/rulestest"
)

// durable are the settings of a server that loses nothing.
func durable() []string {
	return []string{"fsync=on", "full_page_writes=on", "synchronous_commit=on", "max_connections=100"}
}

// startServer starts a server with an empty database.
func startServer(t testing.TB, settings ...string) *pgtest.Server {
	t.Helper()
	server, err := pgtest.Start(settings...)
	if err != nil {
		t.Fatal(err)
	}
	removeLater(t, server)
	if err := server.Exec("postgres", "CREATE DATABASE club"); err != nil {
		t.Fatal(err)
	}
	return server
}

func removeLater(t testing.TB, server *pgtest.Server) {
	t.Cleanup(func() {
		if err := server.Remove(); err != nil {
			t.Error(err)
		}
	})
}

// openClub opens the database of servers, of which one takes writes.
func openClub(t testing.TB, servers ...*pgtest.Server) *DB {
	t.Helper()
	d, err := Open(t.Context(), pgtest.URL("club", servers...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// A load is people who play and watch until it is stopped. It fails the test when an error is not of kind Unavailable, and
// when a turn is lost that was acknowledged.
type load struct {
	d       *DB
	played  atomic.Int64 // acknowledged turns
	refused atomic.Int64
	read    atomic.Int64
	unread  atomic.Int64
	stop    func()

	mu    sync.Mutex
	known map[string]Game // as they were acknowledged
}

// tables of a load: at each, one person plays both seats, and one watches.
const tables = 4

// pace is the time between two calls of a player, or of a watcher.
const pace = 10 * time.Millisecond

func startLoad(t testing.TB, d *DB) *load {
	t.Helper()
	l := &load{d: d, known: map[string]Game{}}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for i := range tables {
		g := newGame(t, d, true)
		all.Go(func() {
			p := player{load: l, t: t, g: g, random: newRandom(uint64(i))}
			every(ctx, pace, p.play)
		})
		all.Go(func() {
			every(ctx, pace, func() {
				_, err := d.Game(context.Background(), g.ID)
				l.count(t, err, &l.read, &l.unread)
			})
		})
	}
	l.stop = sync.OnceFunc(func() {
		cancel()
		all.Wait()
	})
	t.Cleanup(l.stop)
	return l
}

// every calls do again and again until ctx is done.
func every(ctx context.Context, pause time.Duration, do func()) {
	ticker := time.NewTicker(pause)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			do()
		}
	}
}

// count counts how a call went, and reports whether it succeeded.
func (l *load) count(t testing.TB, err error, done, failed *atomic.Int64) bool {
	if err == nil {
		done.Add(1)
		return true
	}
	if !rules.IsKind(err, rules.Unavailable) {
		t.Errorf("a call failed with %v", err)
	}
	failed.Add(1)
	return false
}

// A player plays one game after the other.
type player struct {
	*load
	t      testing.TB
	g      Game   // as it was acknowledged
	turn   string // that is to be played, or may have been
	random *rand.Rand
}

// play plays a turn, or begins a new game.
func (p *player) play() {
	if p.g.Status == Over {
		g, err := p.d.CreateGame(context.Background(), NewGame{Key: "hexone", Host: p.g.Host, HostSeat: 1, BothSeats: true}, time.Now())
		if p.count(p.t, err, &p.played, &p.refused) {
			p.acknowledge(g)
		}
		return
	}
	if p.turn == "" {
		p.turn = randomTurn(p.g.Record, p.random)
	}
	g, err := p.d.PlayTurn(context.Background(), p.g.ID, p.g.Host, p.g.Record.Moved(), p.turn, time.Now())
	if rules.IsKind(err, rules.Conflict) { // the call before failed, and stored it all the same
		if known := p.g.Record.Events(); g.Record == nil || len(g.Record.Events()) <= len(known) || !slices.Equal(g.Record.Events()[:len(known)], known) {
			p.t.Errorf("after the events %v it has %+v: %v", known, g.Record, err)
			return
		}
		err = nil
	}
	if p.count(p.t, err, &p.played, &p.refused) {
		p.acknowledge(g)
	}
}

func (p *player) acknowledge(g Game) {
	p.g, p.turn = g, ""
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known[g.ID] = g
}

// more waits until a number has risen.
func more(t testing.TB, what string, number *atomic.Int64, by int64) {
	t.Helper()
	from := number.Load()
	await(t, "more "+what, func() bool { return number.Load() >= from+by })
}

// goesOn waits until more turns are played and games are read.
func (l *load) goesOn(t testing.TB) {
	t.Helper()
	more(t, "turns", &l.played, 5*tables)
	more(t, "reads", &l.read, 5*tables)
}

// wantStored stops the load and checks that all games have the events that were acknowledged.
func (l *load) wantStored(t testing.TB) {
	t.Helper()
	l.stop()
	for id, g := range l.known {
		stored, err := scanGame(l.d.read.QueryContext(t.Context(), selectGame+"WHERE g.id = $1 ORDER BY s.seat", id))
		if err != nil {
			t.Errorf("game %s: %v", id, err)
			continue
		}
		known, events := g.Record.Events(), stored.Record.Events()
		if len(events) < len(known) || !slices.Equal(events[:len(known)], known) {
			t.Errorf("game %s has the events %v, acknowledged are %v", id, events, known)
		}
	}
	t.Logf("%d turns played, %d refused; %d games read, %d not", l.played.Load(), l.refused.Load(), l.read.Load(), l.unread.Load())
}

// wantSound verifies the database.
func wantSound(t testing.TB, server *pgtest.Server) {
	t.Helper()
	report, err := Verify(t.Context(), server.URL("club"))
	if err != nil || len(report.BadRecords) > 0 {
		t.Errorf("the database has faults: %v, %v", report.BadRecords, err)
	}
}

// TestServerFails restarts and kills the server, and then promotes its standby, while people play: no acknowledged turn is
// lost, and the database need not be opened again. In full mode it does so many times. If tests are to be short, as with the
// race detector, it only kills the server.
func TestServerFails(t *testing.T) {
	rounds := 1
	if rulestest.Full() && !testing.Short() {
		rounds = 50
	}
	primary := startServer(t, durable()...)
	ends := []func(){primary.Kill, primary.Stop}
	if testing.Short() {
		ends = ends[:1]
	}
	t.Run("restarts", func(t *testing.T) {
		l := startLoad(t, openClub(t, primary))
		for range rounds {
			for _, end := range ends {
				l.goesOn(t)
				end()
				more(t, "refused turns", &l.refused, tables)
				more(t, "refused reads", &l.unread, tables)
				wantWrites(t, l.d, false)
				wantFine(t, []error{primary.Run(durable()...)})
				l.goesOn(t)
				wantWrites(t, l.d, true)
			}
		}
		l.wantStored(t)
		wantSound(t, primary)
	})
	if testing.Short() {
		return
	}
	wantFine(t, []error{primary.Exec("club", "CREATE ROLE limited LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO limited")})
	standby, err := primary.Standby(durable()...)
	if err != nil {
		t.Fatal(err)
	}
	removeLater(t, standby)
	t.Run("no connection to read", func(t *testing.T) { testReadsFromStandby(t, primary, standby) })
	t.Run("promotions", func(t *testing.T) {
		// A server that stops sends what it wrote to the standbys that are connected by then.
		awaitCount(t, primary, "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'", 1)
		l := startLoad(t, openClub(t, primary, standby))
		l.goesOn(t)
		primary.Stop()
		more(t, "refused turns", &l.refused, tables)
		more(t, "reads", &l.read, 5*tables) // from the standby
		wantFine(t, []error{primary.Run(durable()...)})
		l.goesOn(t)
		awaitCount(t, standby, "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'hexclub'", 0) // it may lag behind
		for round := range rounds {
			if round > 0 {
				wantFine(t, []error{standby.Follow(primary, durable()...)})
			}
			awaitSynchronous(t, primary)
			l.goesOn(t)
			if round%2 == 0 {
				primary.Kill()
			} else {
				primary.Stop()
			}
			more(t, "refused turns", &l.refused, tables)
			more(t, "reads", &l.read, 5*tables) // from the standby
			wantFine(t, []error{standby.Promote()})
			primary, standby = standby, primary
			l.goesOn(t)
			wantWrites(t, l.d, true)
		}
		l.wantStored(t)
		wantSound(t, primary)
	})
}

// testReadsFromStandby checks that reads come from the standby while the primary refuses more connections, and from the
// primary again when a transaction has begun.
func testReadsFromStandby(t *testing.T, primary, standby *pgtest.Server) {
	source, _ := url.Parse(pgtest.URL("club", primary, standby)) // as the servers made it
	source.User = url.User("limited")
	d, err := Open(t.Context(), source.String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { wantFine(t, []error{d.Close()}) }()
	read := func() (fromStandby bool, err error) {
		err = d.read.QueryRowContext(t.Context(), "SELECT pg_is_in_recovery()").Scan(&fromStandby)
		return fromStandby, err
	}
	want := func(fromStandby bool) {
		t.Helper()
		if is, err := read(); err != nil || is != fromStandby {
			t.Errorf("it reads from the standby: %t, want %t: %v", is, fromStandby, err)
		}
	}
	d.read.SetMaxIdleConns(0)
	awaitCount(t, primary, "SELECT count(*) FROM pg_stat_activity WHERE usename = 'limited'", 1) // which writes
	d.read.SetMaxIdleConns(1)
	wantFine(t, []error{primary.Exec("club", "ALTER ROLE limited CONNECTION LIMIT 1")})
	await(t, "a read from the standby", func() bool { // which has the limit, too, and counts connections that are about to end
		is, err := read()
		return err == nil && is
	})
	wantFine(t, []error{primary.Exec("club", "ALTER ROLE limited CONNECTION LIMIT -1")})
	want(true)
	wantFine(t, []error{d.inTx(t.Context(), func(context.Context, *sql.Tx) error { return nil })})
	want(false)
}

// wantWrites waits until the database reports that it can be written, or that it cannot.
func wantWrites(t testing.TB, d *DB, can bool) {
	t.Helper()
	await(t, "a report of writes", func() bool { return (d.Writes().Err == nil) == can })
}

// awaitSynchronous makes a primary wait for its standby at each commit.
func awaitSynchronous(t testing.TB, primary *pgtest.Server) {
	t.Helper()
	for _, statement := range []string{"ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"} {
		wantFine(t, []error{primary.Exec("postgres", statement)})
	}
	awaitCount(t, primary, "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", 1)
}

// awaitCount waits until a query on a server returns a number.
func awaitCount(t testing.TB, server *pgtest.Server, query string, want int) {
	t.Helper()
	pool, err := sql.Open("pgx", server.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { wantFine(t, []error{pool.Close()}) }()
	await(t, query, func() bool {
		var n int
		return pool.QueryRowContext(t.Context(), query).Scan(&n) == nil && n == want
	})
}

// await waits until something is so.
func await(t testing.TB, what string, is func() bool) {
	t.Helper()
	ticker := time.NewTicker(pace)
	defer ticker.Stop()
	for end := time.Now().Add(time.Minute); !is(); <-ticker.C {
		if time.Now().After(end) {
			t.Fatalf("it does not come: %s", what)
		}
	}
}
