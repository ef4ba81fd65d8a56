package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hexclub/db/store"
)

// A DB is an open database. Its methods may be called from any goroutine.
type DB struct {
	file        *store.DB
	read, write *sql.DB // the pools of file

	resumed gameIDs
	records recordCache

	// Statements of the ways that every click takes, prepared once.
	readGame     *sql.Stmt
	readRevision *sql.Stmt
	readPerson   *sql.Stmt
	readSession  *sql.Stmt
	readAwaiting *sql.Stmt
	readDesk     *sql.Stmt
	readClub     *sql.Stmt
	turnGame     *sql.Stmt // readGame's text, on the connection that writes
	addEvent     *sql.Stmt
	updateGame   *sql.Stmt
}

// Open opens the database in the file at path, makes it when there is none,
// and brings its schema up to date. A file that is no database, is damaged or
// was written by a newer program is an error. Its backups are those beside it.
func Open(ctx context.Context, path string) (*DB, error) {
	return OpenWith(ctx, path, DefaultBackups(path))
}

// OpenWith is Open for a database with these backups. Before the schema of
// what is there already is changed, one is made. An error about a file that is damaged,
// or is missing where there are backups of it, names the newest that can be restored.
// When ctx ends meanwhile, which a long change of the schema may outlast, the file is as
// it was.
func OpenWith(ctx context.Context, path string, b Backups) (*DB, error) {
	return open(ctx, path, b, true)
}

// OpenBeside is OpenWith for what runs beside a server, maybe an older one: of a file of an
// older program it changes nothing, and fails.
func OpenBeside(ctx context.Context, path string, b Backups) (*DB, error) {
	return open(ctx, path, b, false)
}

func open(ctx context.Context, path string, b Backups, upgrade bool) (*DB, error) {
	file, err := schema().Open(ctx, path, b, upgrade)
	if err != nil {
		return nil, err
	}
	d := &DB{file: file, read: file.Read, write: file.Write}
	if err := d.prepare(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open database %s: %w", path, err), d.Close())
	}
	return d, nil
}

// prepare prepares the statements that every click takes.
func (d *DB) prepare(ctx context.Context) error {
	for _, hot := range []struct {
		stmt **sql.Stmt
		pool *sql.DB
		text string
	}{
		{&d.readGame, d.read, selectUnlessCached},
		{&d.readRevision, d.read, "SELECT revision FROM games WHERE id = $1"},
		{&d.readPerson, d.read, selectPerson + "WHERE id = $1"},
		{&d.readSession, d.read, selectSession},
		{&d.readAwaiting, d.read, countAwaiting},
		{&d.readDesk, d.read, selectDesk},
		{&d.readClub, d.read, selectClub},
		{&d.turnGame, d.write, selectUnlessCached},
		{&d.addEvent, d.write, insertEvent},
		{&d.updateGame, d.write, updateGame},
	} {
		stmt, err := hot.pool.PrepareContext(ctx, hot.text)
		if err != nil {
			return err
		}
		*hot.stmt = stmt
	}
	return nil
}

// inTx runs f in a transaction that has to begin by the usual deadline: see [store.DB.InTx].
func (d *DB) inTx(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	return d.inTxUntil(ctx, d.file.Deadline(), f)
}

// inTxUntil is inTx with another deadline. If f finds the last pulse too old, its changes are
// undone and it is called again after a pulse.
func (d *DB) inTxUntil(ctx context.Context, until time.Time, f func(context.Context, *sql.Tx) error) error {
	err := d.file.InTx(ctx, until, f)
	var found stall
	if errors.As(err, &found) {
		if err = d.pulse(ctx, found.now, stalling, until); err == nil {
			err = d.file.InTx(ctx, until, f)
		}
	}
	return err
}

// exec runs one statement in a transaction and counts the rows it changed.
func (d *DB) exec(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		n, err = exec(ctx, tx, query, args...)
		return err
	})
	return n, err
}

// kind returns an error of the driver as one of the kinds of rules.Error.
func kind(err error) error { return store.Classify(err) }

// scanTexts reads rows of one text each.
func scanTexts(rows *sql.Rows, err error) ([]string, error) { return store.ScanTexts(rows, err) }

// An asker reads: a pool or a transaction.
type asker interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// An execer runs statements: a pool or a transaction.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// exec runs a statement and counts the rows it changed.
func exec(ctx context.Context, on execer, query string, args ...any) (int64, error) {
	result, err := on.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, kind(err)
	}
	n, err := result.RowsAffected()
	return n, kind(err)
}

// inList returns the right side of IN for values, and the values as arguments. The statement
// must not have others.
func inList(values []string) (list string, args []any) {
	if len(values) == 0 {
		return "(NULL)", nil // PostgreSQL has no empty lists
	}
	marks := make([]string, len(values))
	for i, value := range values {
		marks[i], args = "$"+strconv.Itoa(i+1), append(args, value)
	}
	return "(" + strings.Join(marks, ", ") + ")", args
}

// null is a text as stored where it may be missing.
func null(text string) sql.NullString { return sql.NullString{String: text, Valid: text != ""} }

// fromMS is a stored time.
func fromMS(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// sinceMS is a stored time that may be missing: then it is the zero Time.
func sinceMS(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return fromMS(ms)
}
