package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hexclub/rules"
)

// A work is what a caller of inTx does.
type work = func(context.Context, *sql.Tx) error

func put(n int) work {
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO numbers (n) VALUES ($1)", n)
		return err
	}
}

// then runs one piece of work after the other.
func then(works ...work) work {
	return func(ctx context.Context, tx *sql.Tx) error {
		for _, do := range works {
			if err := do(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	}
}

func fail(err error) work { return func(context.Context, *sql.Tx) error { return err } }

func wantNumbers(t testing.TB, d *SQLite, want ...int) {
	t.Helper()
	if got := numbers(t, d.Read); !slices.Equal(got, want) {
		t.Errorf("stored are %v, want %v", got, want)
	}
}

func numbers(t testing.TB, from interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
},
) (list []int) {
	t.Helper()
	rows, err := from.QueryContext(t.Context(), "SELECT n FROM numbers ORDER BY n")
	if err != nil {
		t.Error(err)
		return nil
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		n := 0
		if err := rows.Scan(&n); err != nil {
			t.Error(err)
		}
		list = append(list, n)
	}
	return list
}

// together does works that wait at the same time and returns how each went. They share a
// transaction, but for those that lead one and fail.
func together(t testing.TB, d *SQLite, works ...work) []error {
	t.Helper()
	d.jobs = make(chan *job, len(works)) // has room for those who otherwise stand and wait
	defer func() { d.jobs = make(chan *job) }()
	var jobs []*job
	for _, do := range works {
		jobs = append(jobs, &job{ctx: t.Context(), until: d.Deadline(), do: do, over: make(chan struct{})})
	}
	for _, j := range jobs[1:] {
		d.jobs <- j
	}
	leadInTurn(d, jobs[0])
	var errs []error
	for i, j := range jobs {
		select {
		case <-j.over:
			errs = append(errs, j.err)
		default:
			t.Fatalf("caller %d still waits", i)
		}
	}
	return errs
}

// leadInTurn lets a job lead, and then the first that still waits, until none does.
func leadInTurn(d *SQLite, j *job) {
	for ; j != nil; j = d.waiting() {
		leadOnce(d, j)
	}
}

// leadOnce lets a job lead a transaction.
func leadOnce(d *SQLite, j *job) {
	jobs := []*job{j}
	err := d.doAll(&jobs)
	complete(jobs, err)
}

func TestBatch(t *testing.T) {
	mine := errors.New("mine")
	t.Run("each failure is one caller's own", func(t *testing.T) {
		d := openTest(t)
		errs := together(
			t, d, then(put(1), fail(mine)), put(1), put(2), then(put(3), put(2)), then(put(3), fail(&rules.Refusal{})), put(3),
			func(ctx context.Context, tx *sql.Tx) error {
				if seen := numbers(t, tx); !slices.Equal(seen, []int{1, 2, 3}) {
					t.Errorf("the last sees %v", seen)
				}
				wantNumbers(t, d) // nothing is there for others before all is done
				return nil
			},
		)
		for _, i := range []int{1, 2, 5, 6} {
			if errs[i] != nil {
				t.Errorf("caller %d: %v", i, errs[i])
			}
		}
		wantError(t, errs[3], rules.Conflict, "error.conflict")
		if errs[0] != mine || !errors.As(errs[4], new(*rules.Refusal)) {
			t.Errorf("errors %v, %v", errs[0], errs[4])
		}
		wantNumbers(t, d, 1, 2, 3)
	})
	t.Run("a commit that fails fails all", func(t *testing.T) {
		d := openTest(t)
		dangling := func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `PRAGMA defer_foreign_keys = ON;
				INSERT INTO children (n) VALUES (99)`)
			return err
		}
		for i, err := range together(t, d, put(1), dangling, put(2), then(put(3), fail(mine))) {
			if err == nil || !strings.Contains(err.Error(), "FOREIGN KEY") {
				t.Errorf("caller %d: %v", i, err)
			}
		}
		wantNumbers(t, d)
		wantFine(t, together(t, d, put(4), put(5)))
		wantNumbers(t, d, 4, 5)
	})
	t.Run("a transaction that SQLite undoes fails all", func(t *testing.T) {
		d := openTest(t)
		undo := func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, "ROLLBACK")
			return err
		}
		for _, err := range together(t, d, put(1), put(2), undo) {
			wantError(t, err, rules.Unavailable, "error.storage")
		}
		wantNumbers(t, d)
		wantFine(t, together(t, d, put(3)))
		wantNumbers(t, d, 3)
	})
	t.Run("a panic is one caller's own", func(t *testing.T) {
		d := openTest(t)
		wrong := func(context.Context, *sql.Tx) error { panic("a mistake of ours") }
		errs := together(t, d, then(put(1), wrong), put(2), then(put(3), wrong), put(4))
		wantInternal(t, errs[0], "a mistake of ours")
		wantInternal(t, errs[2], "tx_test.go") // where it was
		wantFine(t, []error{errs[1], errs[3]})
		wantNumbers(t, d, 2, 4)
	})
	t.Run("a panic outside of a caller's work fails all, and nobody waits for ever", func(t *testing.T) {
		d := openTest(t)
		for _, err := range together(t, d, put(1), fail(deceit{})) {
			wantInternal(t, err, "it is asked what it is")
		}
		wantNumbers(t, d)
		wantFine(t, together(t, d, put(3)))
		wantNumbers(t, d, 3)
	})
	t.Run("no more than so many", func(t *testing.T) {
		d := openTest(t)
		d.jobs = make(chan *job, 2*maxBatch)
		for i := range 2 * maxBatch {
			d.jobs <- &job{ctx: t.Context(), do: put(i)}
		}
		jobs := []*job{<-d.jobs}
		_, err := d.commit(&jobs)
		if err != nil || len(jobs) != maxBatch || len(numbers(t, d.Read)) != maxBatch {
			t.Errorf("a batch of %d stores %v, %v", len(jobs), numbers(t, d.Read), err)
		}
	})
}

// deceit is an error that panics when it is asked whether it is of some kind.
type deceit struct{}

func (deceit) Error() string { return "deceit" }
func (deceit) As(any) bool   { panic("it is asked what it is") }

func wantFine(t testing.TB, errs []error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
}

// lockByAnother lets another program hold SQLite's lock for writing until release is called.
func lockByAnother(t testing.TB, d *SQLite) (release func()) {
	t.Helper()
	other, err := sql.Open("sqlite", dsn(d.path, "_txlock=immediate"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Close() })
	tx, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLockedByAnotherProgram checks that calls fail together when their deadline has passed while
// another program holds the lock for writing, and that later calls succeed once it is released.
func TestLockedByAnotherProgram(t *testing.T) {
	d := openTest(t)
	release := lockByAnother(t, d)
	d.maxWait = 10 * time.Millisecond
	var all sync.WaitGroup
	for n := range 3 {
		all.Go(func() { wantError(t, d.inTx(t.Context(), put(n)), rules.Unavailable, "error.busy") })
	}
	all.Wait()
	if w := d.Writes(); w.Refused != 3 || w.Err == nil {
		t.Errorf("writes are reported as %+v", w)
	}
	release()
	d.maxWait = waitAtMost
	wantFine(t, together(t, d, put(4), put(5)))
	wantNumbers(t, d, 4, 5)
	if w := d.Writes(); w.Refused != 3 || w.Err != nil {
		t.Errorf("afterwards writes are reported as %+v", w)
	}
}

// TestEachWaitsUntilItsOwnDeadline checks that a call whose deadline has passed, while another
// program holds the lock for writing, fails no call that came later.
func TestEachWaitsUntilItsOwnDeadline(t *testing.T) {
	d := openTest(t)
	release := lockByAnother(t, d)
	d.jobs = make(chan *job, 1)
	defer func() { d.jobs = make(chan *job) }()
	late := &job{ctx: t.Context(), until: time.Now(), do: put(1), over: make(chan struct{})}
	fresh := &job{ctx: t.Context(), until: d.Deadline(), do: put(2), over: make(chan struct{})}
	d.jobs <- fresh
	leadOnce(d, late)
	wantError(t, late.err, rules.Unavailable, "error.busy")
	if fresh.err != nil || len(d.jobs) != 1 {
		t.Fatalf("the call that came later fails too: %v", fresh.err)
	}
	release()
	leadOnce(d, <-d.jobs)
	wantFine(t, []error{fresh.err})
	wantNumbers(t, d, 2)
}

// openWatched returns a database that calls do before each statement that sets how long SQLite
// waits for the lock of another program.
func openWatched(t testing.TB, do func(statement string)) *SQLite {
	t.Helper()
	trace := func(query string, _ []driver.NamedValue) {
		if strings.HasPrefix(query, "PRAGMA busy_timeout") {
			do(query)
		}
	}
	d, err := open(WithTrace(t.Context(), trace), filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { wantFine(t, []error{d.Close()}) })
	return d
}

// TestDiscard checks that a connection is not used again after it was discarded.
func TestDiscard(t *testing.T) {
	d := openTest(t)
	conn, err := d.Write.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	wantFine(t, []error{setBusyWait(t.Context(), conn, 0)})
	discard(conn)
	_ = conn.Close()
	wantBusyWait(t, d)
	wantFine(t, []error{d.inTx(t.Context(), put(1))})
	wantNumbers(t, d, 1)
}

// wantBusyWait fails the test unless transactions wait for the lock of another program as long as
// they are to.
func wantBusyWait(t testing.TB, d *SQLite) {
	t.Helper()
	var wait int64
	err := d.Write.QueryRowContext(t.Context(), "PRAGMA busy_timeout").Scan(&wait)
	if err != nil || wait != busyWait.Milliseconds() {
		t.Errorf("later transactions wait %d ms for the lock, %v", wait, err)
	}
}

// TestWaitIsBounded checks that a call fails when its work has not begun in time, and that its work
// is not done later.
func TestWaitIsBounded(t *testing.T) {
	d := openTest(t)
	d.maxWait = time.Millisecond
	err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		wantError(t, d.inTx(ctx, put(1)), rules.Unavailable, "error.busy")
		return put(2)(ctx, tx)
	})
	wantFine(t, []error{err})
	wantNumbers(t, d, 2)
}

// TestWaitsAddUp lets a call use most of its waiting time before it leads, while another program
// holds SQLite's lock. SQLite waits for the lock only for the rest of that time, not for busyWait
// again. In later transactions it waits for busyWait again.
func TestWaitsAddUp(t *testing.T) {
	d := openTest(t)
	release := lockByAnother(t, d)
	d.maxWait = time.Millisecond
	began := time.Now()
	wantError(t, d.inTx(t.Context(), put(1)), rules.Unavailable, "error.busy")
	if waited := time.Since(began); waited >= busyWait {
		t.Errorf("a call with a maximum wait of %s waited for %s", d.maxWait, waited)
	}
	release()
	wantFine(t, []error{d.inTx(t.Context(), put(2))})
	wantNumbers(t, d, 2)
	wantBusyWait(t, d)
}

// TestCancelledJobFailsAlone checks that only the call fails whose caller has given up.
func TestCancelledJobFailsAlone(t *testing.T) {
	d := openTest(t)
	gone, leave := context.WithCancel(t.Context())
	leave()
	d.jobs = make(chan *job, 1)
	defer func() { d.jobs = make(chan *job) }()
	first, second := &job{ctx: gone, do: put(1), over: make(chan struct{})}, &job{ctx: t.Context(), do: put(2), over: make(chan struct{})}
	d.jobs <- second
	leadInTurn(d, first)
	wantError(t, first.err, rules.Unavailable, "error.busy")
	wantFine(t, []error{second.err})
	wantNumbers(t, d, 2)
}

// A caller that gives up before its work begins leaves nothing; work that has begun is finished.
func TestGivingUp(t *testing.T) {
	d := openTest(t)
	gone, leave := context.WithCancel(t.Context())
	leave()
	err := d.inTx(gone, put(1))
	wantError(t, err, rules.Unavailable, "error.busy")

	err = (&job{ctx: gone, do: put(1)}).try(nil) // left while it was taken along
	wantError(t, Classify(err), rules.Unavailable, "error.busy")

	ctx, cancel := context.WithCancel(t.Context())
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		wantError(t, d.inTx(gone, put(1)), rules.Unavailable, "error.busy")
		cancel()
		return put(2)(ctx, tx)
	})
	wantFine(t, []error{err})
	wantNumbers(t, d, 2)
}

// Close waits for running writers; later ones get an error.
func TestCloseFinishes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	d, err := open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan error, 1)
	err = d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		go func() { closed <- d.Close() }()
		for range 1000 { // for Close to do what it would not
			runtime.Gosched()
		}
		if len(closed) > 0 {
			t.Error("closed before what was under way is finished")
		}
		return put(1)(ctx, tx)
	})
	wantFine(t, []error{err, <-closed})
	wantInternal(t, d.inTx(t.Context(), put(2)), "closed")
	wantNumbersAt(t, path, 1)
}

// Many callers add to one row what they read of it, and some of them fail: none
// overwrites another, and what failed does not count.
func TestConcurrentWriters(t *testing.T) {
	const callers, each = 20, 50
	d := openTest(t)
	mustExec(t, d, "INSERT INTO numbers (n) VALUES (0)")
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			for i := range each {
				err := d.inTx(context.Background(), func(ctx context.Context, tx *sql.Tx) error {
					n := numbers(t, tx)[0]
					if _, err := tx.ExecContext(ctx, "UPDATE numbers SET n = $1", n+1); err != nil || i%5 > 0 {
						return err
					}
					return rules.Errorf(rules.Conflict, "error.conflict", "one in five")
				})
				if (err != nil) != (i%5 == 0) {
					t.Errorf("attempt %d: %v", i, err)
				}
			}
		})
	}
	all.Wait()
	wantNumbers(t, d, callers*each*4/5)
}

// TestGoexitInTransaction checks that a job that ends its goroutine fails all calls of its
// transaction, and that later calls succeed.
func TestGoexitInTransaction(t *testing.T) {
	exit := func(context.Context, *sql.Tx) error {
		runtime.Goexit()
		return nil
	}
	d := openTest(t)
	if err := d.inTx(t.Context(), exit); err == nil {
		t.Error("the call has no error")
	}
	d.jobs = make(chan *job, 2)
	defer func() { d.jobs = make(chan *job) }()
	var jobs []*job
	for _, do := range []work{put(1), put(2), exit} {
		jobs = append(jobs, &job{ctx: t.Context(), until: d.Deadline(), do: do, over: make(chan struct{})})
	}
	d.jobs <- jobs[1]
	d.jobs <- jobs[2]
	d.lead <- struct{}{}
	d.doFirst(jobs[0])
	for i, j := range jobs {
		if <-j.over; j.err == nil {
			t.Errorf("call %d has no error", i)
		}
	}
	wantFine(t, []error{d.inTx(t.Context(), put(3))})
	wantNumbers(t, d, 3)
}
