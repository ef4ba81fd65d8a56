package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// checkedFirst is how many bytes of a file are checked before it is opened, which takes
// a few hundredths of a second. A larger one is checked while it is open already, by
// [DB.CheckWhole].
const checkedFirst = 8 << 20

// A damage is what is wrong with the file itself, so that only a backup helps.
type damage struct {
	what string
	lost bool // there is nothing in it that could be lost
}

// Error says what is wrong.
func (d *damage) Error() string { return d.what }

// damaged tells whether an error is that the file is damaged.
func damaged(err error) bool {
	var found *damage
	var failed *sqlite.Error
	if errors.As(err, &failed) {
		code := failed.Code() & 0xff
		return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
	}
	return errors.As(err, &found)
}

// mayOpen refuses a file that is damaged, and one that is missing or empty where there
// are backups: it was not always so. It changes nothing. Whole tells that all of it was
// checked.
func (b Backups) mayOpen(ctx context.Context, path string) (whole bool, err error) {
	info, err := os.Stat(path)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return false, err
	}
	if missing || info.Size() == 0 {
		return true, b.mayBegin(path, missing)
	}
	whole = info.Size() <= checkedFirst
	err = look(path, func(on *sql.Conn) error {
		tx, err := on.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }()
		var tables int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&tables); err != nil {
			return err
		}
		if tables == 0 {
			return b.mayBegin(path, false)
		}
		if _, err := schemaOf(ctx, tx); err != nil || !whole {
			return err
		}
		return quickCheck(tx.QueryContext(ctx, sqliteCheck))
	})
	return whole, err
}

// mayBegin refuses to begin an empty club where there are backups of one.
func (b Backups) mayBegin(path string, missing bool) error {
	list, err := b.List()
	switch {
	case err != nil:
		return err
	case missing && len(list) > 0:
		return &damage{"it is missing, and there are backups of it", true}
	case missing && inUse(path):
		return &damage{"it is missing, and its write-ahead log is there", true}
	case len(list) > 0:
		return &damage{"it is empty, and there are backups of it", true}
	}
	return nil
}

// sqliteCheck is SQLite's check of everything but that indexes agree with their tables.
const sqliteCheck = "PRAGMA quick_check(1)"

// quickCheck is an error if that found something.
func quickCheck(rows *sql.Rows, err error) error {
	faults, err := scanTexts(rows, err)
	if err != nil || len(faults) == 1 && faults[0] == "ok" {
		return err
	}
	return &damage{"it is damaged: " + strings.Join(faults, "; "), false}
}

// CheckWhole checks what [Open] had no time for. It fails when the file is damaged.
func (d *DB) CheckWhole(ctx context.Context) error {
	if d.checked {
		return nil
	}
	if err := quickCheck(d.read.QueryContext(ctx, sqliteCheck)); err != nil {
		return d.backups.advise(ctx, d.path, err)
	}
	return nil
}

// advise adds to an error about a damaged file which backup to restore. It changes no
// other error.
func (b Backups) advise(ctx context.Context, path string, err error) error {
	if !damaged(err) {
		return err
	}
	list, failed := b.List()
	if failed != nil {
		return errors.Join(err, failed)
	}
	advice := fmt.Sprintf("There are no backups in %s.", b.Dir)
	for i, file := range list {
		report, failed := Verify(ctx, file.Path)
		if failed == nil && report.Err() == nil {
			advice = fmt.Sprintf("The newest backup that verifies is %s, of %s. To restore it: hexclub restore %s --db %s",
				file.Path, file.At.Format("2 January 2006, 15:04 MST"), file.Path, path)
			break
		}
		advice = fmt.Sprintf("None of the %d backups in %s verifies.", i+1, b.Dir)
	}
	var found *damage
	if errors.As(err, &found) && found.lost && len(list) > 0 {
		advice += fmt.Sprintf("\nTo begin an empty club instead, move the folder %s away.", b.Dir)
	}
	return fmt.Errorf("%w\n%s", err, advice)
}
