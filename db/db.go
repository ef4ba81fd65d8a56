package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// readers is how many connections read at the same time.
const readers = 4

// keptLog is how large the write-ahead log stays at most, in bytes, when nobody reads for
// long any more.
const keptLog = 16 << 20

// A DB is an open database. Its methods may be called from any goroutine.
type DB struct {
	write *sql.DB // one connection
	read  *sql.DB

	path    string
	backups Backups
	release func() error // of the lock on the file
	checked bool         // all of the file was checked when it was opened
	warning error        // what whoever opened it is to know; nil for nothing

	identity *identity                   // of its files; nil until it is open
	replaced atomic.Pointer[replacement] // of its files while it is open; nil for none
	closed   bool                        // guarded by lead

	patience time.Duration // how long a call waits for its transaction to begin: waitAtMost
	writes   writeCounts
	resumed  gameIDs

	lead chan struct{} // holds one token while somebody writes
	jobs chan *job     // of those who wait to write

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
	return DefaultBackups(path).Open(ctx, path)
}

// Open is the package's Open for a database with these backups. Before the schema of
// what is there already is changed, one is made. An error about a file that is damaged,
// or is missing where there are backups of it, names the newest that can be restored.
// When ctx ends meanwhile, which a long change of the schema may outlast, the file is as
// it was.
func (b Backups) Open(ctx context.Context, path string) (*DB, error) {
	return b.openAs(ctx, path, true)
}

// OpenBeside is Open for what runs beside a server, maybe an older one: of a file of an
// older program it changes nothing, and fails.
func (b Backups) OpenBeside(ctx context.Context, path string) (*DB, error) {
	return b.openAs(ctx, path, false)
}

func (b Backups) openAs(ctx context.Context, path string, upgrade bool) (*DB, error) {
	d, err := b.open(ctx, path, upgrade)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, b.advise(ctx, path, err))
	}
	return d, nil
}

func (b Backups) open(ctx context.Context, path string, upgrade bool) (d *DB, err error) {
	if path, err = realPath(path); err != nil {
		return nil, err
	}
	release, err := lock(path, ".lock", false)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, release())
		}
	}()
	clearAbandoned(path, b.Dir, time.Now())
	if err := notReplaced(path); err != nil {
		return nil, err
	}
	checked, err := b.mayOpen(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := touch(path); err != nil {
		return nil, err
	}
	if d, err = newDB(ctx, path); err != nil {
		return nil, err
	}
	if err := d.start(ctx, b, upgrade); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	if d.identity, err = identify(path); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	d.backups, d.checked, d.release = b, checked, release
	if checked {
		_ = os.Remove(markOf(path)) // there seldom is one; if it stays, all is checked once more
	}
	return d, nil
}

// Warning is what whoever opened the database is to be told, though it is open: that the
// backup before its schema was changed has bad games. It is nil when there is nothing.
func (d *DB) Warning() error { return d.warning }

// newDB has both pools, of connections that are not made yet.
func newDB(ctx context.Context, path string) (*DB, error) {
	d := &DB{path: path, patience: waitAtMost, lead: make(chan struct{}, 1), jobs: make(chan *job)}
	write, err := newConnector(ctx, dsn(path, "_txlock=immediate"))
	if err != nil {
		return nil, err
	}
	read, err := newConnector(ctx, dsn(path, "_pragma=query_only(1)"))
	if err != nil {
		return nil, err
	}
	d.write, d.read = sql.OpenDB(guard{write, d}), sql.OpenDB(guard{read, d})
	d.write.SetMaxOpenConns(1)
	d.write.SetMaxIdleConns(1)
	d.read.SetMaxOpenConns(readers)
	d.read.SetMaxIdleConns(readers)
	return d, nil
}

// realPath is the absolute path of a file, which need not be there, without links: SQLite
// keeps the write-ahead log beside the file itself, wherever it is called from.
func realPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	found, err := filepath.EvalSymlinks(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return found, err
	}
	if target, err := os.Readlink(path); err == nil { // to where the file is to be
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		return realPath(target)
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return "", fmt.Errorf("its folder: %w", err)
	}
	return filepath.Join(folder, filepath.Base(path)), nil
}

// notMade is the error that a file could not be opened that the program itself names. Where
// it is not there its name would tell nobody anything, but its folder does.
func notMade(path string, err error) error {
	var failed *fs.PathError
	if _, none := os.Lstat(path); errors.Is(none, fs.ErrNotExist) && errors.As(err, &failed) {
		return fmt.Errorf("no file can be made in %s: %w", filepath.Dir(path), failed.Err)
	}
	return err
}

// touch makes the file, where there is none, readable by nobody else: it holds password
// hashes. It fails where the file cannot be written.
func touch(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		if file, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
			return err
		}
		return file.Close()
	case err != nil:
		return err
	}
	return errors.Join(giveTo(file, filepath.Dir(path)), file.Close())
}

// dsn is the file with the pragmas of every connection. They stand here
// because a pragma sent by Exec reaches one pooled connection only.
func dsn(path, more string) string {
	query := strings.Join([]string{
		"_pragma=busy_timeout(" + strconv.FormatInt(busyWait.Milliseconds(), 10) + ")",
		"_pragma=journal_mode(WAL)",
		"_pragma=foreign_keys(1)",
		"_pragma=synchronous(FULL)", // a power cut takes nothing that was answered
		"_pragma=secure_delete(1)",  // what somebody has deleted is not left in the file's unused bytes
		// The write-ahead log is folded back each 4 MB, but grows while somebody reads for long,
		// as a backup does; after that it is cut to this.
		"_pragma=journal_size_limit(" + strconv.Itoa(keptLog) + ")",
		more,
	}, "&")
	address := url.URL{Scheme: "file", Path: path, RawQuery: query}
	return address.String()
}

func (d *DB) start(ctx context.Context, backups Backups, upgrade bool) error {
	if err := d.connect(ctx, time.Now().Add(5*time.Second)); err != nil {
		return err
	}
	if err := d.migrate(ctx, backups, upgrade); err != nil {
		return err
	}
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

// connect makes the connection that writes, until the deadline. busy_timeout
// does not cover the moment when another program makes the same file or is the
// last to leave it.
func (d *DB) connect(ctx context.Context, deadline time.Time) error {
	for {
		err := kind(d.write.PingContext(ctx))
		if !errors.Is(err, errBusy) || time.Now().After(deadline) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// Close ends all use of the database, after the write that is under way. It fails when the files
// were replaced while the database was open, and then it changes none of them.
func (d *DB) Close() error {
	d.lead <- struct{}{}
	defer func() { <-d.lead }() // who still waits finds the database closed
	err := d.closePools()
	if d.release != nil {
		err = errors.Join(err, d.release())
		d.release = nil // who closes twice finds it closed
	}
	return err
}

// closePools closes all connections, unless the files were replaced: see [replacement].
func (d *DB) closePools() error {
	if d.closed {
		return nil
	}
	_ = d.intact() // where it fails otherwise, closing does no harm
	if d.replaced.Load() != nil {
		d.rescue(time.Now())
		return d.replaced.Load()
	}
	// The writer closes last: the last connection copies the write-ahead log back into the
	// file, and readers may not.
	err := errors.Join(d.read.Close(), d.write.Close())
	if d.identity != nil {
		err = errors.Join(err, d.identity.close())
	}
	d.closed = true
	return err
}

// Ping reads one row. It fails when the database cannot be read.
func (d *DB) Ping(ctx context.Context) error {
	var version int
	return kind(d.read.QueryRowContext(ctx, selectVersion).Scan(&version))
}

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
