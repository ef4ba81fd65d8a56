package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Report is what was found in a file that was verified.
type Report struct {
	Schema     int            // its version
	Records    map[string]int // read, by the key of their kind
	Damage     []string       // what is wrong with the file itself, a line each: a copy of it is worth nothing
	BadRecords []string       // those that are wrong though the file is whole, a line each
}

// Total returns the number of records read.
func (r Report) Total() (n int) {
	for _, records := range r.Records {
		n += records
	}
	return n
}

// Faults returns all that is wrong, one per line; empty if nothing is.
func (r Report) Faults() []string { return slices.Concat(r.Damage, r.BadRecords) }

// Err returns an error with all that is wrong, nil if nothing is.
func (r Report) Err() error { return faultsErr(r.Faults()) }

// faultsErr returns an error with these faults, nil for none.
func faultsErr(faults []string) error {
	switch n := len(faults); {
	case n == 0:
		return nil
	case n > 3:
		return fmt.Errorf("%s; and %d more faults", strings.Join(faults[:3], "; "), n-3)
	}
	return errors.New(strings.Join(faults, "; "))
}

// MaxFaults is the maximum number of faults of a kind in a report.
const MaxFaults = 100

// Verify goes over the whole database in a file: SQLite's own check of its integrity,
// what refers to nothing, and what VerifyRows goes over. The file
// is only read, and may be in use. It fails when there is no database of this program
// in the file, or one of a newer program.
func (s Schema) Verify(ctx context.Context, path string) (Report, error) {
	return s.verify(ctx, path, 0)
}

// verify is Verify with a pause between steps of VerifyRows.
func (s Schema) verify(ctx context.Context, path string, rest int) (report Report, err error) {
	var found error // so that look looks again at what may have been half written
	err = look(path, func(on *sql.Conn) (err error) {
		found = nil
		if report, err = s.verifyOn(ctx, on, path, rest); err == nil {
			found = report.Err()
		}
		return errors.Join(err, found)
	})
	if found != nil && errors.Is(err, found) {
		err = nil
	}
	return report, err
}

// inUse reports whether programs may be writing to a database, or did not close it.
func inUse(path string) bool {
	_, err := os.Stat(path + "-wal")
	return err == nil
}

// look reads a file without changing it, and leaves no trace if no other program has it open.
func look(path string, do func(*sql.Conn) error) error {
	path, err := realPath(path)
	if err != nil {
		return err
	}
	if err := notReplaced(path); err != nil {
		return err
	}
	alone := !inUse(path)
	err = lookAs(path, alone, do)
	if err != nil && alone && inUse(path) {
		return lookAs(path, false, do) // somebody came to write where nobody was
	}
	return err
}

// lookAs reads a file, by its real path. With alone it takes no locks, and can read from a disk
// that is not writable.
func lookAs(path string, alone bool, do func(*sql.Conn) error) (err error) {
	conn, release, err := openToLook(path, alone)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	return do(conn)
}

// openToLook opens a connection for lookAs. The caller calls release in the end.
func openToLook(path string, alone bool) (conn *sql.Conn, release func() error, err error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, nil, err
	case !info.Mode().IsRegular():
		return nil, nil, fmt.Errorf("%s is not a file", path)
	case info.Size() == 0:
		return nil, nil, errEmpty
	}
	query := "mode=ro&_pragma=busy_timeout(5000)"
	if alone {
		query += "&immutable=1"
	}
	address := url.URL{Scheme: "file", Path: path, RawQuery: query}
	pool, err := sql.Open("sqlite", address.String())
	if err != nil {
		return nil, nil, err
	}
	if conn, err = pool.Conn(context.Background()); err != nil {
		return nil, nil, errors.Join(cmp.Or(unreadable(path), err), pool.Close())
	}
	return conn, func() error { return errors.Join(conn.Close(), pool.Close()) }, nil
}

// unreadable returns the error of the system for a file that cannot be read, which SQLite does not
// report; nil if it can be read.
func unreadable(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return file.Close()
}

// errEmpty is the error about a file of no bytes, which SQLite takes for a database.
var errEmpty = errors.New("it is empty")

// verifyOn verifies what a connection to the file at path shows, all at one moment.
func (s Schema) verifyOn(ctx context.Context, on *sql.Conn, path string, rest int) (report Report, err error) {
	tx, err := on.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return report, err
	}
	defer func() { _ = tx.Rollback() }()
	known, err := s.knownMigrations()
	if err != nil {
		return report, err
	}
	if report.Schema, err = schemaOf(ctx, tx); err != nil {
		return report, err
	}
	if err := checkKnown(report.Schema, known); err != nil {
		return report, err
	}
	if report.Damage, err = integrity(ctx, tx); err != nil || len(report.Damage) > 0 {
		return report, err
	}
	if report.Damage, err = danglers(ctx, tx); err != nil {
		return report, err
	}
	if report.Schema < len(known) {
		if err := tx.Rollback(); err != nil { // nothing is copied within a transaction
			return report, err
		}
		err = s.verifyMigrated(ctx, on, path, known, &report, rest)
	} else {
		err = s.VerifyRows(ctx, tx, &report, rest)
	}
	return report, err
}

// schemaOf returns the version of the schema. It fails for the file of another program, and with ErrUnfinished.
func schemaOf(ctx context.Context, tx *sql.Tx) (int, error) {
	if moving, err := HasTable(ctx, tx, movingTable); err != nil || moving {
		return 0, cmp.Or(err, ErrUnfinished)
	}
	has, err := HasTable(ctx, tx, "schema_version")
	if err != nil {
		return 0, err
	}
	if !has {
		return 0, errors.New("it is another program's database")
	}
	return version(ctx, tx)
}

// integrity returns the faults that SQLite finds in the file.
func integrity(ctx context.Context, tx *sql.Tx) ([]string, error) {
	faults, err := ScanTexts(tx.QueryContext(ctx, fmt.Sprintf("PRAGMA integrity_check(%d)", MaxFaults)))
	if len(faults) == 1 && faults[0] == "ok" {
		return nil, err
	}
	return faults, err
}

// danglers returns the tables that refer to missing rows.
func danglers(ctx context.Context, tx *sql.Tx) ([]string, error) {
	return ScanTexts(tx.QueryContext(ctx, `SELECT CAST(count(*) AS text) || ' rows of ' || "table" || ' refer to ' || parent || ' that do not exist'
		FROM pragma_foreign_key_check GROUP BY "table", parent ORDER BY 1`))
}

// scratchFolder makes a folder for a copy of the database at path: beside it, or for the
// system's temporary files where nothing can be written there.
func scratchFolder(path string) (*workFolder, error) {
	clearAbandoned(path, "", time.Now())
	if work, err := newWorkFolder(filepath.Dir(path), verifyPrefix); err == nil {
		return work, nil
	}
	_ = removeOld(os.TempDir(), time.Now(), verifyPrefix) // what cannot be removed stays
	return newWorkFolder(os.TempDir(), verifyPrefix)
}

// verifyMigrated verifies the rows of a file of an older program, to which there is a
// connection, in a copy that is brought up to date and deleted.
func (s Schema) verifyMigrated(ctx context.Context, on *sql.Conn, path string, known []string, r *Report, rest int) (err error) {
	work, err := scratchFolder(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, work.remove()) }()
	scratch := filepath.Join(work.path, "scratch.db")
	if err := copyTo(ctx, on, scratch, 2); err != nil { // the migrations' log may be as large as the copy
		return err
	}
	d, err := s.newDB(ctx, scratch)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if err := d.applyAll(ctx, known); err != nil {
		r.Damage = append(r.Damage, "it cannot be upgraded: "+err.Error())
		return ctx.Err()
	}
	tx, err := d.Read.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	return s.VerifyRows(ctx, tx, r, rest)
}
