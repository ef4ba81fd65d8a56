package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"hexclub/rules"
)

// maxBatch is the maximum number of jobs in a transaction.
const maxBatch = 64

// A job is what a caller of InTx wants done, and how it went.
type job struct {
	ctx   context.Context
	until time.Time // when its transaction has to have begun
	do    func(context.Context, *sql.Tx) error
	err   error         // set before over is closed
	over  chan struct{} // closed when err will not change
}

// waitAtMost is the longest time that a caller of InTx waits for its work to begin, in all: for
// others that write, for the lock of another program, and for a pulse.
const waitAtMost = busyWait

// InTx runs f in an immediate transaction. When InTx returns nil, the changes of f are on the
// disk. When it returns an error, none of them remains.
//
// A call stops waiting when ctx is done. Once f has begun, it runs to its end: the driver starts
// a goroutine for each statement whose context can be cancelled. So f gets a context for its
// statements that cannot. If f has not begun before the deadline until, InTx returns an error of kind
// Unavailable (error.busy).
//
// A commit takes longer than most jobs. So calls that come while others write share a
// transaction: one of them leads, and runs the jobs of the others after its own. A job that
// fails is undone alone. The first job needs no savepoint for that, because the transaction ends
// when it fails. A failed commit fails all jobs, and so does a job that ends its goroutine by
// runtime.Goexit. While another program holds SQLite's lock for writing, each call waits until
// its own deadline.
func (d *SQLite) InTx(ctx context.Context, until time.Time, f func(context.Context, *sql.Tx) error) error {
	j := &job{ctx: ctx, until: until, do: rehearsed(d.rehearse, f), over: make(chan struct{})}
	select {
	case d.lead <- struct{}{}:
		d.doFirst(j)
		return j.err
	default:
	}
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case d.lead <- struct{}{}:
		d.doFirst(j)
	case d.jobs <- j:
		<-j.over
	case <-timer.C:
		err := Busy(errors.New("other writes took too long"))
		d.writes.refused(1, err)
		return err
	case <-ctx.Done():
		return Classify(ctx.Err())
	}
	return j.err
}

// Deadline returns the moment until which a call of InTx that comes now waits.
func (d *SQLite) Deadline() time.Time { return time.Now().Add(d.maxWait) }

// inTx is InTx with the usual deadline.
func (d *SQLite) inTx(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	return d.InTx(ctx, d.Deadline(), f)
}

// errGoexit is the error of jobs that share a transaction when one of them ends its goroutine, as
// t.Fatal of a test does.
var errGoexit = errors.New("a job of the transaction called runtime.Goexit")

// doFirst does a job of the caller that leads, and the jobs that wait, and gives up the lead. The
// caller's thread may have a low priority, so all of this runs on another one.
func (d *SQLite) doFirst(j *job) {
	go func() {
		jobs, err := []*job{j}, errGoexit
		defer func() {
			<-d.lead
			complete(jobs, err)
		}()
		err = d.doAll(&jobs)
	}()
	<-j.over
}

// doAll does the first job and the jobs that wait, which it appends. It returns the error that
// they share.
func (d *SQLite) doAll(jobs *[]*job) error {
	begun, err := d.commit(jobs)
	if replaced := d.rescued(); replaced != nil {
		begun, err = false, replaced
	}
	if begun {
		d.writes.began()
	} else {
		d.writes.refused(len(*jobs), err) // the jobs that wait lead next, each until its own deadline
	}
	return err
}

// complete lets the callers of jobs go on. An error that the jobs share replaces their own.
func complete(jobs []*job, err error) {
	for _, j := range jobs {
		if err != nil {
			j.err = err // what it did, or saw, did not come to be
		}
		close(j.over)
	}
}

// rescued returns why nothing may be written after the file was replaced, once its former content
// is saved.
func (d *SQLite) rescued() (err error) {
	defer rules.RecoverPanic(&err)
	if d.rescue(time.Now()); d.replaced.Load() != nil {
		return d.intact() // which now says where the content is saved
	}
	return nil
}

// commit does the first job and those that wait, which it appends, in one transaction. It reports
// whether the transaction began. All jobs share the error. A panic outside of a job is such an
// error.
func (d *SQLite) commit(jobs *[]*job) (begun bool, err error) {
	defer rules.RecoverPanic(&err) // last, when the connection is back
	if err := d.intact(); err != nil {
		return false, err
	}
	first := (*jobs)[0]
	ctx := context.WithoutCancel(first.ctx) // a caller who gives up fails no other
	conn, err := d.Write.Conn(ctx)
	if err != nil {
		return false, Classify(err)
	}
	defer func() { _ = conn.Close() }() // back to the pool
	tx, err := beginTx(ctx, conn, first.until)
	if err != nil {
		return false, Classify(err)
	}
	begun = true
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	if first.err = Classify(first.try(tx)); first.err != nil {
		return begun, nil // those that wait have the next transaction
	}
	for err == nil && len(*jobs) < maxBatch {
		j := d.waiting()
		if j == nil {
			break
		}
		*jobs = append(*jobs, j)
		err = j.in(ctx, tx)
	}
	if err == nil {
		err = d.intact()
	}
	if err == nil {
		err = Classify(tx.Commit())
	}
	if err == nil {
		err = d.intact() // which also records a checkpoint of our own
	}
	return true, err
}

// waitSlack is how much longer than its limit a call can wait. It saves two statements for each
// transaction that others delay only shortly.
const waitSlack = 100 * time.Millisecond

// beginTx begins a transaction. SQLite waits until a moment for the lock of another program.
func beginTx(ctx context.Context, conn *sql.Conn, until time.Time) (*sql.Tx, error) {
	left := time.Until(until)
	if left > busyWait-waitSlack {
		return conn.BeginTx(ctx, nil)
	}
	if err := setBusyWait(ctx, conn, max(0, left)); err != nil {
		discard(conn)
		return nil, err
	}
	tx, err := conn.BeginTx(ctx, nil)
	if failed := setBusyWait(ctx, conn, busyWait); failed != nil {
		if err == nil {
			err = tx.Rollback()
		}
		discard(conn) // it would wait too briefly for all transactions to come
		return nil, errors.Join(failed, err)
	}
	return tx, err
}

// discard closes a connection instead of giving it back to its pool.
func discard(conn *sql.Conn) {
	_ = conn.Raw(func(any) error { return driver.ErrBadConn })
}

// setBusyWait sets for how long statements of a connection wait for the lock of another program.
func setBusyWait(ctx context.Context, conn *sql.Conn, wait time.Duration) error {
	_, err := conn.ExecContext(ctx, waitStatement(wait))
	return err
}

func waitStatement(wait time.Duration) string {
	return fmt.Sprintf("PRAGMA busy_timeout(%d)", wait.Milliseconds())
}

// waiting returns a waiting job, nil if there is none.
func (d *SQLite) waiting() *job {
	select {
	case j := <-d.jobs:
		return j
	default:
		return nil
	}
}

// in does a job so that its failure undoes it alone. The error that it returns
// is one of the whole transaction.
func (j *job) in(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, "SAVEPOINT job"); err != nil {
		return Classify(err)
	}
	end := "RELEASE job"
	if j.err = Classify(j.try(tx)); j.err != nil {
		end = "ROLLBACK TO job; RELEASE job"
	}
	if _, err := tx.ExecContext(ctx, end); err != nil {
		// A disk that is full or fails makes SQLite undo the whole transaction.
		return failure(rules.Unavailable, "error.storage", fmt.Errorf("%s: %w, after %v", end, err, j.err))
	}
	return nil
}

// try does a job. A panic is an error of this job.
func (j *job) try(tx *sql.Tx) (err error) {
	defer rules.RecoverPanic(&err)
	if err := j.ctx.Err(); err != nil {
		return err
	}
	return j.do(context.WithoutCancel(j.ctx), tx)
}
