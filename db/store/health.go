package store

import (
	"context"
	"database/sql"
	"os"
	"sync"
)

// Writes reports how writing to the database goes.
type Writes struct {
	Refused int   // calls since it was opened that failed because no transaction could begin
	Err     error // why the last one could not begin; nil when it could

	// Of a server, since it was opened:
	Retried int // times that a transaction ran again after a conflict with another one
	Queued  int // calls that conflicted so often that they queued
}

// Writes returns how writing goes at this moment, without writing.
func (d *SQLite) Writes() Writes { return d.writes.now() }

// writeCounts is a Writes that is kept up to date.
type writeCounts struct {
	mu sync.Mutex
	Writes
}

func (w *writeCounts) now() Writes {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Writes
}

// began notes that a transaction began.
func (w *writeCounts) began() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Err = nil
}

// retried notes that a transaction runs again, for the first time with the queue if queued is set.
func (w *writeCounts) retried(queued bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Retried++
	if queued {
		w.Queued++
	}
}

// refused notes that so many calls failed because no transaction could begin.
func (w *writeCounts) refused(calls int, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Refused, w.Err = w.Refused+calls, err
}

// Schema returns the version of the file's schema, and the last one that this program knows. They
// differ when another program has migrated the file.
func (d *SQLite) Schema(ctx context.Context) (version, known int, err error) {
	return d.schema.versions(ctx, d.Read)
}

// versions returns the version of the schema in a database, and the last one that is known.
func (s Schema) versions(ctx context.Context, read *sql.DB) (version, known int, err error) {
	if err := read.QueryRowContext(ctx, selectVersion).Scan(&version); err != nil {
		return 0, 0, Classify(err)
	}
	names, err := s.knownMigrations()
	return version, len(names), err
}

// Sizes are the sizes of the database's files, and the free space on their disk, in bytes.
type Sizes struct {
	File int64 // the database
	Log  int64 // the write-ahead log beside it
	Free int64 // what the program may still write; negative if unknown
}

// Sizes measures the database and its disk.
func (d *SQLite) Sizes(context.Context) (s Sizes, err error) {
	file, err := os.Stat(d.path)
	if err != nil {
		return s, err
	}
	s.File = file.Size()
	if log, err := os.Stat(d.path + "-wal"); err == nil { // there is none when nothing was written
		s.Log = log.Size()
	}
	s.Free, err = freeSpace(d.path)
	return s, err
}
