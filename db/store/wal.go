package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"
)

const (
	busyWait     = 5 * time.Second        // of every connection, for another program's lock
	truncateWait = 100 * time.Millisecond // of TruncateLog, for readers; it delays all writes
)

// TruncateLog copies the write-ahead log into the database file and empties it. Before that,
// deleted text can still be read in the log's file. It reports whether the log is empty. If not,
// a transaction has been reading an older state for longer than truncateWait: call it again.
func (d *SQLite) TruncateLog(ctx context.Context) (empty bool, err error) {
	log, err := os.Stat(d.path + "-wal")
	if errors.Is(err, fs.ErrNotExist) || err == nil && log.Size() == 0 {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	select {
	case d.lead <- struct{}{}:
		defer func() { <-d.lead }()
	case <-ctx.Done():
		return false, Classify(ctx.Err())
	}
	if err := d.intact(); err != nil {
		return false, err // nothing is written to a file that was replaced
	}
	empty, err = d.truncateLog(context.WithoutCancel(ctx))
	return empty, errors.Join(err, d.intact()) // which records the checkpoint
}

// truncateLog is the part of TruncateLog that holds the lead.
func (d *SQLite) truncateLog(ctx context.Context) (empty bool, err error) {
	conn, err := d.Write.Conn(ctx)
	if err != nil {
		return false, Classify(err)
	}
	defer func() { _ = conn.Close() }() // back to the pool, unless it is discarded
	if err := setBusyWait(ctx, conn, truncateWait); err != nil {
		discard(conn)
		return false, Classify(err)
	}
	var busy bool
	var frames, moved int
	err = conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved)
	if failed := setBusyWait(ctx, conn, busyWait); failed != nil {
		discard(conn) // all later transactions would wait too briefly
		err = errors.Join(failed, err)
	}
	return err == nil && !busy, Classify(err)
}
