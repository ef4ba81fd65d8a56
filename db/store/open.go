package store

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

// readers is the number of connections that can read at the same time.
const readers = 4

// keptLog is the maximum size of the write-ahead log in bytes after a long reader has finished.
const keptLog = 16 << 20

// A Schema is what the store needs to know of the tables in a file.
type Schema struct {
	// Migrations has the scripts migrations/NNNN_*.sql. The first makes version 1.
	Migrations fs.FS
	// AfterMigrations runs in a transaction of its own once a file is up to date.
	AfterMigrations func(ctx context.Context, tx *sql.Tx) error
	// VerifyRows checks the rows of a file of the latest version, and adds what it finds to the
	// report. After each part of the work it sleeps for rest times as long as that took.
	VerifyRows func(ctx context.Context, tx *sql.Tx, report *Report, rest int) error
}

// An SQLite is an open database in a file. Its methods may be called from any goroutine.
type SQLite struct {
	Read  *sql.DB // for reading alone
	Write *sql.DB // one connection, for [SQLite.InTx] and for preparing statements

	path    string
	schema  Schema
	backups Backups
	release func() error // of the lock on the file
	checked bool         // all of the file was checked when it was opened
	warning error        // a warning for the caller of Open; nil for none

	identity *identity                   // of its files; nil until it is open
	replaced atomic.Pointer[replacement] // of its files while it is open; nil for none
	closed   bool                        // guarded by lead

	rehearse bool          // see WithRehearsal
	maxWait  time.Duration // how long a call waits for its transaction to begin: waitAtMost
	writes   writeCounts

	lead chan struct{} // holds one token while somebody writes
	jobs chan *job     // of the waiting writers
}

// Open opens the database in the file at path, makes it when there is none, and brings its
// schema up to date. A file that is no database, is damaged or was written by a newer program
// is an error. Before the schema of what is there already is changed, a backup is made. An error about a file that is damaged,
// or is missing where there are backups of it, names the newest that can be restored.
// When ctx ends meanwhile, which a long change of the schema may outlast, the file is as
// it was. Unless upgrade is set, a file of an older program is not changed, and is an error.
func (s Schema) Open(ctx context.Context, path string, b Backups, upgrade bool) (*SQLite, error) {
	d, err := s.open(ctx, path, b, upgrade)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, s.advise(ctx, b, path, err))
	}
	return d, nil
}

func (s Schema) open(ctx context.Context, path string, b Backups, upgrade bool) (d *SQLite, err error) {
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
	if d, err = s.newDB(ctx, path); err != nil {
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

// Warning returns a warning for the caller of Open, nil for none: the backup before the migration
// of the schema has bad games.
func (d *SQLite) Warning() error { return d.warning }

// newDB returns an SQLite with both pools, without connections yet.
func (s Schema) newDB(ctx context.Context, path string) (*SQLite, error) {
	rehearse := ctx.Value(rehearsalKey{}) != nil
	d := &SQLite{path: path, schema: s, rehearse: rehearse, maxWait: waitAtMost, lead: make(chan struct{}, 1), jobs: make(chan *job)}
	write, err := newConnector(ctx, dsn(path, "_txlock=immediate"))
	if err != nil {
		return nil, err
	}
	read, err := newConnector(ctx, dsn(path, "_pragma=query_only(1)"))
	if err != nil {
		return nil, err
	}
	d.Write, d.Read = sql.OpenDB(guard{write, d}), sql.OpenDB(guard{read, d})
	d.Write.SetMaxOpenConns(1)
	d.Write.SetMaxIdleConns(1)
	d.Read.SetMaxOpenConns(readers)
	d.Read.SetMaxIdleConns(readers)
	return d, nil
}

// realPath returns the absolute path of a file, with links resolved. The file need not exist.
// SQLite keeps the write-ahead log next to the real file.
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

// notMade returns the error for a file of the program that could not be opened. If it does not
// exist, the error names its folder instead, because users do not know the file.
func notMade(path string, err error) error {
	var failed *fs.PathError
	if _, none := os.Lstat(path); errors.Is(none, fs.ErrNotExist) && errors.As(err, &failed) {
		return fmt.Errorf("no file can be created in %s: %w", filepath.Dir(path), failed.Err)
	}
	return err
}

// touch creates the file, if there is none, readable only by its owner: it holds password hashes.
// It fails if the file cannot be written.
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

// dsn returns the file with the pragmas of every connection. They belong here because a pragma
// sent by Exec reaches only one pooled connection.
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

func (d *SQLite) start(ctx context.Context, backups Backups, upgrade bool) error {
	if err := d.connect(ctx, time.Now().Add(5*time.Second)); err != nil {
		return err
	}
	if err := d.migrate(ctx, backups, upgrade); err != nil {
		return err
	}
	return d.Ping(ctx) // this reader stays open: with the last connection SQLite removes the log
}

// connect makes the connection that writes, until the deadline. busy_timeout
// does not cover the moment when another program makes the same file or is the
// last to leave it.
func (d *SQLite) connect(ctx context.Context, deadline time.Time) error {
	for {
		err := Classify(d.Write.PingContext(ctx))
		if !errors.Is(err, errBusy) || time.Now().After(deadline) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// Close ends all use of the database, after the write that is under way. It fails when the files
// were replaced while the database was open, and then it changes none of them.
func (d *SQLite) Close() error {
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
func (d *SQLite) closePools() error {
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
	err := errors.Join(d.Read.Close(), d.Write.Close())
	if d.identity != nil {
		err = errors.Join(err, d.identity.close())
	}
	d.closed = true
	return err
}

// Ping reads one row. It fails when the database cannot be read.
func (d *SQLite) Ping(ctx context.Context) error {
	var version int
	return Classify(d.Read.QueryRowContext(ctx, selectVersion).Scan(&version))
}
