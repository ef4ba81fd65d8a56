package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"hexclub/db/pgtest"
	"hexclub/rules"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// onServer are databases of the test schema on a server.
var onServer = pgtest.New(func(url string) error {
	d, err := testSchema().OpenURL(context.Background(), url, true)
	if err != nil {
		return err
	}
	return d.Close()
})

// openServer opens a new database of the test schema on a server.
func openServer(t testing.TB, limits pgLimits) *Postgres {
	t.Helper()
	return openURL(t, onServer.Database(t), limits)
}

// openURL opens the database at a URL.
func openURL(t testing.TB, url string, limits pgLimits) *Postgres {
	t.Helper()
	d, err := testSchema().openURL(t.Context(), url, true, limits)
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

// inTx is InTx with the usual deadline.
func (d *Postgres) inTx(ctx context.Context, f work) error { return d.InTx(ctx, d.Deadline(), f) }

// countdown returns work that fails with an error so many times, and counts how often it ran.
func countdown(times int, err error, then work) (do work, ran *int) {
	ran = new(int)
	return func(ctx context.Context, tx *sql.Tx) error {
		if *ran++; *ran <= times {
			return err
		}
		return then(ctx, tx)
	}, ran
}

// TestPostgresRetries checks which errors of PostgreSQL make a transaction run again.
func TestPostgresRetries(t *testing.T) {
	d := openServer(t, usualLimits())
	n := 0
	for _, tt := range []struct {
		name, code string
		times, ran int
		key        string // of the error; empty for none
	}{
		{"a serialization failure", pgSerialization, 5, 6, ""},
		{"a deadlock", pgDeadlock, 5, 6, ""},
		{"a key that another transaction has stored", pgUnique, 1, 2, ""},
		{"a key that others store again and again", pgUnique, pgFree + 1, pgFree + 2, ""},
		{"a key that is there", pgUnique, 9, pgUniqueTries, "error.conflict"},
		{"a lock for which it waited too long", pgLockTimeout, 1, 1, "error.busy"},
		{"a full disk", "53100", 1, 1, "error.storage"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n++
			do, ran := countdown(tt.times, &pgconn.PgError{Code: tt.code}, put(n))
			err := d.inTx(t.Context(), then(put(-n), do))
			var known *rules.Error
			if *ran != tt.ran || (tt.key == "") != (err == nil) || err != nil && (!errors.As(err, &known) || known.Key != tt.key) {
				t.Errorf("it ran %d times, and failed with %v", *ran, err)
			}
			want := 0
			if tt.key == "" {
				want = 2
			}
			if got := d.count(t, "WHERE abs(n) = $1", n); got != want {
				t.Errorf("%d numbers are stored", got)
			}
		})
	}
}

// count counts numbers.
func (d *Postgres) count(t testing.TB, where string, args ...any) (n int) {
	t.Helper()
	if err := d.Read.QueryRowContext(t.Context(), "SELECT count(*) FROM numbers "+where, args...).Scan(&n); err != nil {
		t.Error(err)
	}
	return n
}

// A conflict that does not end is an error at the deadline, and the transactions after it succeed.
func TestPostgresStubbornConflict(t *testing.T) {
	limits := usualLimits()
	limits.begin = 300 * time.Millisecond
	d := openServer(t, limits)
	ran := 0
	err := d.inTx(t.Context(), func(context.Context, *sql.Tx) error {
		ran++
		return &pgconn.PgError{Code: pgSerialization}
	})
	wantError(t, err, rules.Unavailable, "error.busy")
	if ran <= pgFree {
		t.Errorf("it ran %d times", ran)
	}
	if w := d.Writes(); w.Refused != 0 || w.Err != nil {
		t.Errorf("writes are reported as %+v", w)
	}
	wantFree(t, d)
}

// wantFree checks that earlier transactions hold no connections and do not block the queue.
func wantFree(t testing.TB, d *Postgres) {
	t.Helper()
	var all, begun sync.WaitGroup
	begun.Add(pgWriters)
	for range pgWriters {
		all.Go(func() {
			once := sync.OnceFunc(begun.Done)
			defer once()
			err := d.InTx(context.Background(), time.Now().Add(time.Minute), func(context.Context, *sql.Tx) error {
				once()
				begun.Wait() // for all at the same time
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	do, ran := countdown(pgFree, &pgconn.PgError{Code: pgSerialization}, func(context.Context, *sql.Tx) error { return nil })
	if err := d.InTx(t.Context(), time.Now().Add(time.Minute), do); err != nil || *ran != pgFree+1 {
		t.Errorf("a transaction that queues, at try %d: %v", *ran, err)
	}
	if used := d.Write.Stats().InUse; used != 0 {
		t.Errorf("%d connections are in use", used)
	}
}

// A fault of a function fails only its transaction, also if it queues.
func TestPostgresFunctions(t *testing.T) {
	d := openServer(t, usualLimits())
	wrong := func(context.Context, *sql.Tx) error { panic("a mistake of ours") }
	exit := func(context.Context, *sql.Tx) error {
		runtime.Goexit()
		return nil
	}
	for name, tries := range map[string]int{"free": 0, "queued": pgFree} {
		t.Run("a panic, "+name, func(t *testing.T) {
			do, _ := countdown(tries, &pgconn.PgError{Code: pgSerialization}, then(put(1), wrong))
			err := d.inTx(t.Context(), do)
			wantInternal(t, err, "a mistake of ours")
			if w := d.Writes(); w.Refused != 0 || w.Err != nil {
				t.Errorf("writes are reported as %+v", w)
			}
			wantFree(t, d)
		})
		t.Run("the end of the goroutine, "+name, func(t *testing.T) {
			do, _ := countdown(tries, &pgconn.PgError{Code: pgSerialization}, then(put(1), exit))
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				_ = d.inTx(context.Background(), do)
				t.Error("the goroutine goes on")
			}()
			<-ended
			wantFree(t, d)
		})
	}
	t.Run("a swallowed error", func(t *testing.T) {
		ran := 0
		err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			if ran++; ran == 1 {
				if _, err := tx.ExecContext(ctx, "SELECT 1/0"); err == nil {
					t.Error("no error")
				}
				return nil
			}
			return put(2)(ctx, tx)
		})
		if err != nil || ran != 2 {
			t.Errorf("it ran %d times: %v", ran, err)
		}
	})
	t.Run("an error that is always swallowed", func(t *testing.T) {
		err := d.InTx(t.Context(), time.Now().Add(50*time.Millisecond), func(ctx context.Context, tx *sql.Tx) error {
			_, _ = tx.ExecContext(ctx, "SELECT 1/0")
			return nil
		})
		wantError(t, err, rules.Unavailable, "error.busy")
	})
	if got := d.count(t, ""); got != 1 {
		t.Errorf("%d numbers are stored", got)
	}
}

// TestPostgresGivingUp checks that a caller that gives up before its work begins leaves nothing, that this is no failure
// of writing, and that work that has begun is finished.
func TestPostgresGivingUp(t *testing.T) {
	d := openServer(t, usualLimits())
	left, leave := context.WithCancel(t.Context())
	leave()
	wantError(t, d.inTx(left, put(1)), rules.Unavailable, "error.busy")

	ctx, cancel := context.WithCancel(t.Context())
	err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		cancel()
		return put(2)(ctx, tx)
	})
	wantFine(t, []error{err})

	// All connections are in use: one caller leaves, and one waits until its deadline.
	var held, all sync.WaitGroup
	held.Add(pgWriters)
	release := make(chan struct{})
	for range pgWriters {
		all.Go(func() {
			err := d.inTx(context.Background(), func(context.Context, *sql.Tx) error {
				held.Done()
				<-release
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	held.Wait()
	ctx, cancel = context.WithCancel(t.Context())
	waits := make(chan error)
	go func() { waits <- d.inTx(ctx, put(3)) }()
	waitUntil(t, func() bool { return d.Write.Stats().WaitCount > 0 })
	cancel()
	wantError(t, <-waits, rules.Unavailable, "error.busy")
	if w := d.Writes(); w.Refused != 0 || w.Err != nil {
		t.Errorf("writes are reported as %+v", w)
	}
	wantError(t, d.InTx(t.Context(), time.Now().Add(10*time.Millisecond), put(4)), rules.Unavailable, "error.busy")
	if w := d.Writes(); w.Refused != 1 || w.Err == nil {
		t.Errorf("writes are reported as %+v", w)
	}
	close(release)
	all.Wait()
	wantFree(t, d)
	if w := d.Writes(); w.Refused != 1 || w.Err != nil {
		t.Errorf("afterwards writes are reported as %+v", w)
	}
	if got := d.count(t, ""); got != 1 || d.count(t, "WHERE n = 2") != 1 {
		t.Errorf("%d numbers are stored", got)
	}
}

// waitUntil waits until something is so.
func waitUntil(t testing.TB, is func() bool) {
	t.Helper()
	pause := time.NewTicker(5 * time.Millisecond)
	defer pause.Stop()
	for end := time.Now().Add(time.Minute); !is(); <-pause.C {
		if time.Now().After(end) {
			t.Fatal("it does not come")
		}
	}
}

// A transaction does not queue beyond the deadline of its caller, and sees what the transactions before it in the queue stored.
func TestPostgresQueue(t *testing.T) {
	d := openServer(t, usualLimits())
	other := openURL(t, onServerURL(t, d), usualLimits()) // another program
	conflicts := func(then work) work {
		do, _ := countdown(pgFree, &pgconn.PgError{Code: pgSerialization}, then)
		return do
	}
	err := other.inTx(t.Context(), conflicts(func(ctx context.Context, tx *sql.Tx) error { // has the queue
		err := d.InTx(t.Context(), time.Now().Add(50*time.Millisecond), conflicts(put(1)))
		wantError(t, err, rules.Unavailable, "error.busy")
		return put(2)(ctx, tx)
	}))
	wantFine(t, []error{err})

	waits, began := make(chan error, 1), make(chan struct{})
	err = other.inTx(t.Context(), conflicts(func(ctx context.Context, tx *sql.Tx) error {
		go func() {
			waits <- d.inTx(context.Background(), conflicts(func(ctx context.Context, tx *sql.Tx) error {
				select {
				case <-began:
				default:
					t.Error("two run at the same time")
				}
				_, err := tx.ExecContext(ctx, "UPDATE numbers SET n = n + 1 WHERE n = 3")
				return err
			}))
		}()
		waitUntil(t, func() bool {
			return d.ask(t, "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = CAST('schema_version' AS regclass)") == 1
		})
		err := put(3)(ctx, tx)
		close(began)
		return err
	}))
	wantFine(t, []error{err, <-waits})
	if d.count(t, "WHERE n = 4") != 1 {
		t.Error("a transaction did not see the one before it in the queue")
	}
	wantFree(t, d)
}

// ask returns the number that a query returns.
func (d *Postgres) ask(t testing.TB, query string) (n int) {
	t.Helper()
	if err := d.Read.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Error(err)
	}
	return n
}

// onServerURL returns the URL of an open database.
func onServerURL(t testing.TB, d *Postgres) string {
	t.Helper()
	return onServer.URL(d.config.Database)
}

// Many callers add to one row what they read of it: none overwrites another, and none waits until its deadline.
func TestPostgresConcurrentWriters(t *testing.T) {
	const callers, each = 50, 20 // more than there are connections
	d := openServer(t, usualLimits())
	wantFine(t, []error{d.inTx(t.Context(), put(0))})
	var ran atomic.Int64
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			for range each {
				err := d.inTx(context.Background(), func(ctx context.Context, tx *sql.Tx) error {
					ran.Add(1)
					var n int
					if err := tx.QueryRowContext(ctx, "SELECT n FROM numbers").Scan(&n); err != nil {
						return err
					}
					_, err := tx.ExecContext(ctx, "UPDATE numbers SET n = $1", n+1)
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	t.Logf("%d transactions ran %d times", callers*each, ran.Load())
	if n := d.ask(t, "SELECT n FROM numbers"); n != callers*each {
		t.Errorf("%d additions are stored", n)
	}
}

// TestPostgresSettings checks the settings of connections. Those that keep data consistent do not depend on the URL.
func TestPostgresSettings(t *testing.T) {
	d := openURL(t, onServer.Database(t)+"&default_transaction_isolation=read%20committed&default_transaction_read_only=off", usualLimits())
	for name, want := range map[string]string{
		"transaction_isolation": "serializable", "synchronous_commit": "off", // as the server has it
		"statement_timeout": "10s", "lock_timeout": "5s", "idle_in_transaction_session_timeout": "10s",
	} {
		var got string
		err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			return tx.QueryRowContext(ctx, "SHOW "+name).Scan(&got)
		})
		if err != nil || got != want {
			t.Errorf("%s is %s, want %s: %v", name, got, want, err)
		}
	}
	_, err := d.Read.ExecContext(t.Context(), "INSERT INTO numbers (n) VALUES (1)")
	if err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("a connection that reads writes: %v", err)
	}
}
