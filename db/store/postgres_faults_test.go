package store

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hexclub/db/pgtest"
	"hexclub/rules"
	"hexclub/rules/rulestest"
)

// A load is goroutines that store numbers, and others that read them, until it is stopped. It fails the test when an error
// is not of kind Unavailable, or when a call takes too long.
type load struct {
	d      *Postgres
	atMost time.Duration // for a call

	stored, refused atomic.Int64 // numbers
	read, unread    atomic.Int64 // reads
	known           sync.Map     // the stored numbers

	stop func()
}

// callers of a load that write, and that read.
const callers = 4

func startLoad(t testing.TB, d *Postgres, atMost time.Duration) *load {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	l := &load{d: d, atMost: atMost}
	var all sync.WaitGroup
	var last atomic.Int64
	for range callers {
		all.Go(func() {
			for ctx.Err() == nil {
				n := int(last.Add(1))
				if l.ok(t, &l.stored, &l.refused, func() error { return d.inTx(context.Background(), put(n)) }) {
					l.known.Store(n, true)
				}
			}
		})
		all.Go(func() {
			for ctx.Err() == nil {
				l.ok(t, &l.read, &l.unread, func() error {
					n := 0
					return Classify(d.Read.QueryRowContext(context.Background(), "SELECT count(*) FROM numbers WHERE n < 100").Scan(&n))
				})
			}
		})
	}
	l.stop = sync.OnceFunc(func() {
		cancel()
		all.Wait()
	})
	t.Cleanup(l.stop)
	return l
}

// ok calls do, and counts how it went.
func (l *load) ok(t testing.TB, done, failed *atomic.Int64, do func() error) bool {
	began := time.Now()
	err := do()
	if took := time.Since(began); took > l.atMost {
		t.Errorf("a call took %s: %v", took, err)
	}
	if err != nil {
		if !rules.IsKind(err, rules.Unavailable) {
			t.Errorf("a call failed with %v", err)
		}
		failed.Add(1)
		return false
	}
	done.Add(1)
	return true
}

// goesOn waits until more numbers are stored and read.
func (l *load) goesOn(t testing.TB) {
	t.Helper()
	stored, read := l.stored.Load(), l.read.Load()
	waitUntil(t, func() bool { return l.stored.Load() > stored+3*callers && l.read.Load() > read+3*callers })
}

// wantStored stops the load and checks that all numbers are there whose storing was acknowledged.
func (l *load) wantStored(t testing.TB) {
	t.Helper()
	l.stop()
	found := map[int]bool{}
	for _, n := range numbers(t, l.d.Read) {
		found[n] = true
	}
	l.known.Range(func(n, _ any) bool {
		if !found[n.(int)] {
			t.Errorf("number %d was acknowledged and is lost", n)
		}
		return true
	})
	t.Logf("stored %d, refused %d, read %d, not read %d, found %d", l.stored.Load(), l.refused.Load(), l.read.Load(), l.unread.Load(), len(found))
}

// proxyTo returns a proxy of the server of a database, and the URL of the database by it. The caller closes the proxy.
func proxyTo(t testing.TB, direct string) (proxy *pgtest.Proxy, source string) {
	t.Helper()
	address, _ := url.Parse(direct) // as the server made it
	proxy, err := (&pgtest.Server{Folder: address.Query().Get("host"), Port: 5432}).Proxy()
	if err != nil {
		t.Fatal(err)
	}
	return proxy, proxy.URL(address.Path[1:])
}

// TestPostgresNetworkCut cuts the network to the server: calls fail in time, and succeed afterwards, and no goroutine is
// left. In full mode it does so for 30 s, with the usual limits.
func TestPostgresNetworkCut(t *testing.T) {
	direct := onServer.Database(t)
	before := runtime.NumGoroutine()
	proxy, source := proxyTo(t, direct)
	limits, cut := pgLimits{begin: 300 * time.Millisecond, tx: time.Second, silence: 200 * time.Millisecond}, 1500*time.Millisecond
	if rulestest.Full() && !testing.Short() {
		limits, cut = usualLimits(), 30*time.Second
	}
	d, err := testSchema().openURL(t.Context(), source, true, limits)
	if err != nil {
		t.Fatal(err)
	}
	l := startLoad(t, d, limits.begin+limits.tx+2*limits.silence+2*pgConnectTimeout)
	l.goesOn(t)
	proxy.Cut()
	end := time.After(cut)
	waitUntil(t, func() bool { return l.refused.Load() >= callers && l.unread.Load() >= callers })
	waitUntil(t, func() bool { return d.Writes().Err != nil })
	<-end
	stored := l.stored.Load()
	proxy.Heal()
	l.goesOn(t)
	waitUntil(t, func() bool { return d.Writes().Err == nil })
	if stored == l.stored.Load() {
		t.Error("nothing is stored afterwards")
	}
	l.wantStored(t)
	wantFine(t, []error{d.Close(), proxy.Close()})
	waitUntil(t, func() bool { return runtime.NumGoroutine() <= before })
}

// A call gives up at its deadline if the server does not answer to the beginning of the transaction.
func TestPostgresBeginsInTime(t *testing.T) {
	proxy, source := proxyTo(t, onServer.Database(t))
	limits := usualLimits()
	limits.begin = 100 * time.Millisecond
	d := openURL(t, source, limits)
	wantFine(t, []error{d.InTx(t.Context(), time.Now().Add(time.Minute), put(1))}) // there is a connection
	proxy.Cut()
	began := time.Now()
	wantError(t, d.inTx(t.Context(), put(2)), rules.Unavailable, "error.busy")
	if took := time.Since(began); took > limits.silence/2 {
		t.Errorf("it took %s", took)
	}
	wantFine(t, []error{proxy.Close()})
}

// TestPostgresNoConnections lets the server refuse more connections.
func TestPostgresNoConnections(t *testing.T) {
	super := openServer(t, usualLimits())
	name := super.config.Database
	exec := func(statement string) {
		t.Helper()
		if _, err := super.Write.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	exec("CREATE ROLE limited LOGIN")
	defer exec("DROP OWNED BY limited; DROP ROLE limited")
	exec("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO limited")
	source, _ := url.Parse(onServer.URL(name)) // as the server made it
	source.User = url.User("limited")
	d, err := testSchema().OpenURL(t.Context(), source.String(), true)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { wantFine(t, []error{d.Close()}) }()
	exec("ALTER ROLE limited CONNECTION LIMIT 3")
	l := startLoad(t, d, time.Minute)
	waitUntil(t, func() bool { return l.refused.Load() > 0 && l.unread.Load() > 0 })
	l.goesOn(t) // on the connections that there are
	exec("ALTER ROLE limited CONNECTION LIMIT -1")
	waitUntil(t, func() bool {
		return d.Write.Stats().OpenConnections >= callers && d.Read.Stats().OpenConnections >= callers
	})
	refused := l.refused.Load() + l.unread.Load()
	l.goesOn(t)
	if now := l.refused.Load() + l.unread.Load(); now > refused+2*callers { // those that were under way
		t.Errorf("%d calls failed later", now-refused)
	}
	l.wantStored(t)
}

// The server ends connections that are idle, and those of transactions.
func TestPostgresEndedConnections(t *testing.T) {
	d := openServer(t, usualLimits())
	wantFree(t, d) // opens all connections that write
	end := "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND "
	if ended := d.ask(t, end+"query NOT LIKE '%pg_terminate_backend%'"); ended < pgWriters {
		t.Errorf("%d connections ended", ended)
	}
	wantFree(t, d) // without an error
	if w := d.Writes(); w.Refused > 0 || w.Err != nil {
		t.Errorf("writes are reported as %+v", w)
	}
	for name, swallow := range map[string]bool{"reported": false, "swallowed": true} {
		t.Run(name, func(t *testing.T) {
			err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				if err := put(1)(ctx, tx); err != nil {
					return err
				}
				if ended := d.ask(t, end+"state = 'idle in transaction'"); ended != 1 {
					t.Errorf("%d connections ended", ended)
				}
				err := put(2)(ctx, tx)
				if err == nil {
					t.Error("a statement after the end of its connection succeeds")
				}
				if swallow {
					err = nil
				}
				return err
			})
			wantError(t, err, rules.Unavailable, "error.storage")
			wantFree(t, d)
		})
	}
	t.Run("at the commit", func(t *testing.T) {
		err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			if err := put(1)(ctx, tx); err != nil {
				return err
			}
			d.ask(t, end+"state = 'idle in transaction'")
			return nil
		})
		wantError(t, err, rules.Unavailable, "error.storage")
		wantFree(t, d)
	})
	if n := d.count(t, ""); n != 0 {
		t.Errorf("%d numbers are stored", n)
	}
}

// TestPostgresSlowTransaction checks that a transaction that takes too long is undone.
func TestPostgresSlowTransaction(t *testing.T) {
	limits := usualLimits()
	limits.begin, limits.tx = 500*time.Millisecond, 500*time.Millisecond
	d := openServer(t, limits)
	for name, rest := range map[string]work{
		"in a statement": func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, "SELECT pg_sleep(60)")
			return err
		},
		"between statements": func(ctx context.Context, tx *sql.Tx) error {
			<-ctx.Done()
			return put(2)(context.WithoutCancel(ctx), tx)
		},
		"before the commit": func(ctx context.Context, tx *sql.Tx) error {
			<-ctx.Done()
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			err := d.inTx(t.Context(), then(put(1), rest))
			if !rules.IsKind(err, rules.Unavailable) {
				t.Errorf("error %v", err)
			}
			if n := d.count(t, ""); n != 0 {
				t.Errorf("%d numbers are stored", n)
			}
		})
	}
	wantFine(t, []error{d.InTx(t.Context(), time.Now().Add(time.Minute), put(3))})
}

// A commit that no synchronous standby has confirmed is not acknowledged, although the server calls it a success.
func TestPostgresUnreplicated(t *testing.T) {
	source := onServer.Database(t)
	super := openURL(t, source, usualLimits())
	exec := func(statement string) {
		t.Helper()
		if _, err := super.Read.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	d := openURL(t, source+"&synchronous_commit=on", usualLimits())
	wantFine(t, []error{d.inTx(t.Context(), put(1))})
	exec("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
	defer exec("SELECT pg_reload_conf()")
	defer exec("ALTER SYSTEM RESET synchronous_standby_names")
	exec("SELECT pg_reload_conf()")
	waitUntil(t, func() bool {
		return super.ask(t, "SELECT CAST(current_setting('synchronous_standby_names') <> '' AS integer)") == 1
	})
	answer, last := make(chan error), 1
	go func() {
		var err error
		for err == nil { // the first ones may not wait yet: the server's processes read settings when they come to it
			last++
			err = d.inTx(context.Background(), put(last))
		}
		answer <- err
	}()
	waitUntil(t, func() bool { // as an operator cancels a commit that hangs
		return super.ask(t, "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database()") == 1
	})
	err := <-answer
	wantError(t, err, rules.Unavailable, "error.storage")
	if !errors.Is(err, errUnreplicated) {
		t.Errorf("error %v", err)
	}
	if got := numbers(t, d.Read); len(got) != last || got[last-1] != last {
		t.Errorf("stored are %v, want those to %d", got, last) // while the server lives
	}
	exec("ALTER SYSTEM RESET synchronous_standby_names")
	exec("SELECT pg_reload_conf()")
	waitUntil(t, func() bool { return d.inTx(t.Context(), func(context.Context, *sql.Tx) error { return nil }) == nil })
	wantFine(t, []error{d.inTx(t.Context(), put(last+1))})
}
