package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"hexclub/rules"
)

// Deadline returns the moment until which a call of InTx that comes now waits.
func (d *Postgres) Deadline() time.Time { return time.Now().Add(d.limits.begin) }

// pgFree is how many times a transaction is tried without the queue.
//
// Unrelated transactions conflict, too, if they read and write the same leaf page of an index: the server locks the pages
// of a B-tree that were read. Each turn of a game reads games_pkey, and adds an entry to it, because it updates indexed
// columns; the same is true of events_pkey if the game is not cached. This matters only in a database with few games: with
// 32 games at once on four nodes, and no others, 0.4 retries a turn; with 50,000 others, 0.005 (BenchmarkTurnsOnServer).
const pgFree = 2

// pgUniqueTries is how many times a transaction is tried that finds an existing key. Transactions without the queue may
// store one even while this one has it.
const pgUniqueTries = pgFree + 4

// lockQueue makes a transaction wait for the others in the queue, of all programs. It must be the first statement: unlike a
// SELECT with an advisory lock, it does not yet fix what the transaction sees. The lock ends with the transaction, also
// when the server loses the program. It conflicts only with itself and maintenance of the table.
const lockQueue = "LOCK TABLE schema_version IN SHARE UPDATE EXCLUSIVE MODE"

// InTx runs f in a serializable transaction. When InTx returns nil, the changes of f are durable, as far as the server is
// configured so. When it returns an error, none of them remains, with two exceptions. If the connection was lost during the
// commit, they may remain. If a synchronous standby did not confirm them, they remain, but may be lost with the server.
//
// If a conflict with another transaction prevents the commit, the transaction is undone and f runs again. So f changes
// nothing outside of the transaction but what it sets anew each time. After some conflicts the transaction queues: those in
// the queue run one after the other, over all programs. Of each program, only the first one waits on the server.
//
// A call stops waiting when ctx is done, unless f runs. If f has not begun before the deadline until, or conflicted with
// others up to then, InTx returns an error of kind Unavailable (error.busy).
func (d *Postgres) InTx(ctx context.Context, until time.Time, f func(context.Context, *sql.Tx) error) error {
	waiting, stop := context.WithDeadline(ctx, until)
	defer stop()
	f = rehearsed(d.rehearse, f)
	for try := 0; ; try++ {
		if try == pgFree {
			select {
			case d.queue <- struct{}{}:
				defer func() { <-d.queue }()
			case <-waiting.Done():
				return Classify(waiting.Err())
			}
		}
		begun, err := d.try(waiting, try >= pgFree, f)
		switch {
		case !begun && try > 0: // which had begun
			return Classify(err)
		case !begun:
			return d.refused(ctx, err)
		}
		d.writes.began()
		if !repeatable(err, try) {
			return Classify(err)
		}
		if waiting.Err() != nil {
			return Busy(err)
		}
		d.writes.retried(try+1 == pgFree)
	}
}

// refused notes that a transaction could not begin, unless its caller gave up.
func (d *Postgres) refused(ctx context.Context, err error) error {
	err = Classify(err)
	if ctx.Err() == nil {
		d.writes.refused(1, err)
	}
	return err
}

// try runs f in a transaction once, with the queue if that is asked for. It reports whether the transaction began.
func (d *Postgres) try(waiting context.Context, queued bool, f func(context.Context, *sql.Tx) error) (begun bool, err error) {
	defer rules.RecoverPanic(&err) // last, when the connection is back
	ctx, cancel := context.WithTimeout(context.WithoutCancel(waiting), d.limits.begin+d.limits.tx)
	defer cancel()
	stop := context.AfterFunc(waiting, cancel)
	conn, tx, err := d.begin(waiting, ctx)
	if err != nil {
		return false, err
	}
	defer func() {
		if readOnly(err) || errors.Is(err, errUnreplicated) {
			discard(conn)
		}
		_ = conn.Close() // back to the pool
	}()
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	if queued {
		if _, err := tx.ExecContext(waiting, lockQueue); err != nil {
			return false, err
		}
	}
	if !stop() { // ctx has ended, too
		return false, waiting.Err()
	}
	begun = true
	if err = f(ctx, tx); err == nil {
		err = commit(conn, tx)
	}
	if errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil {
		err = ctx.Err() // which undid the transaction
	}
	return begun, err
}

// begin begins a transaction, which ends with ctx at the latest. The server may have closed connections of the pool:
// then begin takes another one.
func (d *Postgres) begin(waiting, ctx context.Context) (*sql.Conn, *sql.Tx, error) {
	for left := pgWriters; ; left-- {
		conn, err := d.Write.Conn(waiting)
		if err != nil {
			return nil, nil, err
		}
		tx, err := conn.BeginTx(ctx, nil)
		if err == nil {
			d.begun.Add(1)
			return conn, tx, nil
		}
		discard(conn)
		_ = conn.Close() // it is out of order
		if left == 0 || waiting.Err() != nil {
			return nil, nil, err
		}
	}
}

// commit commits a transaction.
func commit(conn *sql.Conn, tx *sql.Tx) error {
	err := tx.Commit()
	if err == nil && isUnreplicated(conn) {
		return failure(rules.Unavailable, "error.storage", errUnreplicated)
	}
	return err
}

// errUnreplicated is the error of a commit whose wait for a synchronous standby was cancelled at the server. The
// server calls it a success, with a warning.
var errUnreplicated = errors.New("no synchronous standby has confirmed the commit")

// noteUnreplicated notes on a connection the warning that the server did not wait for a synchronous standby.
func noteUnreplicated(conn *pgconn.PgConn, notice *pgconn.Notice) {
	if notice.Routine == "SyncRepWaitForLSN" { // its code is that of all warnings, and its text depends on the language
		conn.CustomData()["unreplicated"] = true
	}
}

// isUnreplicated reports whether a connection has had this warning.
func isUnreplicated(conn *sql.Conn) (is bool) {
	_ = conn.Raw(func(driver any) error { // does not fail
		if conn, ok := driver.(*stdlib.Conn); ok {
			is = conn.Conn().PgConn().CustomData()["unreplicated"] != nil
		}
		return nil
	})
	return is
}

// repeatable reports whether a failed transaction is to run again, because it conflicted with others. An existing key may
// be of a transaction that this one could not see. When it runs again, it sees the key, and refuses or uses it.
func repeatable(err error, try int) bool {
	var failed *pgconn.PgError
	if errors.Is(err, pgx.ErrTxCommitRollback) { // f went on after a statement had failed
		return true
	}
	if !errors.As(err, &failed) {
		return false
	}
	switch failed.Code {
	case pgSerialization, pgDeadlock:
		return true
	case pgUnique:
		return try+1 < pgUniqueTries
	}
	return false
}

// readOnly reports whether a server that took writes no longer does so.
func readOnly(err error) bool {
	var failed *pgconn.PgError
	return errors.As(err, &failed) && failed.Code == pgReadOnly
}
