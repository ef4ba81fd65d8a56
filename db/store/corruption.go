package store

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

// checkedFirst is the maximum size in bytes of a file that is checked completely before it is
// opened, which takes a few hundredths of a second. A larger one is checked after opening, by
// [SQLite.CheckWhole], unless that found damage the last time.
const checkedFirst = 8 << 20

// markOf returns the file next to a database that records that damage was found while it was open.
// While it exists, the whole database is checked before it is opened.
func markOf(path string) string { return path + ".damaged" }

// A damage is what is wrong with the file itself, so that only a backup helps.
type damage struct {
	what    string
	lost    bool   // there is nothing in it that could be lost
	rescued string // copy of all that was in it, which a server saved; empty for none
}

// Error says what is wrong.
func (d *damage) Error() string { return d.what }

// Damaged reports whether an error of [Schema.Open], [SQLite.CheckWhole] or [SQLite.Close] is that the file is
// damaged, lost or replaced, so that trying again does not help.
func Damaged(err error) bool {
	var found *damage
	var failed *sqlite.Error
	if errors.As(err, &failed) {
		code := failed.Code() & 0xff
		return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
	}
	return errors.As(err, &found) || errors.As(err, new(*replacement))
}

// mayOpen rejects a damaged file, and a missing or empty one where there are backups, which means
// that there was one. It changes nothing. Whole reports whether all of the file was checked.
func (b Backups) mayOpen(ctx context.Context, path string) (whole bool, err error) {
	info, err := os.Stat(path)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return false, err
	}
	if missing || info.Size() == 0 {
		return true, b.mayBegin(path, missing)
	}
	_, err = os.Lstat(markOf(path))
	whole = info.Size() <= checkedFirst || err == nil
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
		return &damage{what: "it is missing, but there are backups of it", lost: true}
	case missing && lost(path):
		return &damage{what: "it is missing, but its write-ahead log exists", lost: true}
	case len(list) > 0:
		return &damage{what: "it is empty, but there are backups of it", lost: true}
	}
	return nil
}

// lost reports whether a database is missing whose write-ahead log is there. It looks for the
// log first: another program may be making both, and makes the log last.
func lost(path string) bool {
	if !inUse(path) {
		return false
	}
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// sqliteCheck is SQLite's check of everything but that indexes agree with their tables.
const sqliteCheck = "PRAGMA quick_check(1)"

// quickCheck returns an error if it finds damage.
func quickCheck(rows *sql.Rows, err error) error {
	faults, err := ScanTexts(rows, err)
	if err != nil || len(faults) == 1 && faults[0] == "ok" {
		return err
	}
	return &damage{what: "it is damaged: " + strings.Join(faults, "; ")}
}

// CheckWhole checks what [Schema.Open] had no time for. It fails when the file is damaged, and
// leaves a mark that it is, so that it is not opened again as it is.
func (d *SQLite) CheckWhole(ctx context.Context) error {
	if d.checked {
		return nil
	}
	err := quickCheck(d.Read.QueryContext(ctx, sqliteCheck))
	if Damaged(err) {
		_ = os.WriteFile(markOf(d.path), []byte(err.Error()+"\n"), 0o600) // on a disk that takes nothing it is found again
	}
	if err != nil {
		return fmt.Errorf("database %s: %w", d.path, d.schema.advise(ctx, d.backups, d.path, err))
	}
	return nil
}

// advise adds to an error about a damaged file which backup to restore. It changes no
// other error.
func (s Schema) advise(ctx context.Context, b Backups, path string, err error) error {
	if !Damaged(err) {
		return err
	}
	list, failed := b.List()
	if failed != nil {
		return errors.Join(err, failed)
	}
	advice := s.advice(ctx, b, path, list)
	var found *damage
	if errors.As(err, &found) && found.rescued != "" {
		advice = s.adviceOnRescued(ctx, path, found.rescued, advice)
	}
	if found != nil && found.lost && len(list) > 0 {
		advice += fmt.Sprintf("\nTo start an empty club instead, move the folder %s away.", b.Dir)
	}
	return fmt.Errorf("%w\n%s", err, advice)
}

// adviceOnRescued returns the advice to restore a rescued copy. The advice on backups comes second:
// they lack what was played after they were made.
func (s Schema) adviceOnRescued(ctx context.Context, path, rescued, onBackups string) string {
	report, err := s.Verify(ctx, rescued)
	if err == nil && len(report.Damage) > 0 {
		err = report.Err()
	}
	if err != nil {
		return fmt.Sprintf("The rescued copy %s cannot be restored: %v\n%s", rescued, err, onBackups)
	}
	state, flags := "verifies", ""
	if len(report.BadRecords) > 0 {
		state, flags = "is whole except for games that cannot be replayed", "--with-faults "
	}
	return fmt.Sprintf("The rescued copy %s %s. %s\nIf that fails: %s", rescued, state, restoreRescued(path, rescued, flags), onBackups)
}

// advice names the backup to restore: the newest without faults, or else the newest that is not
// damaged.
func (s Schema) advice(ctx context.Context, b Backups, path string, list []BackupFile) string {
	if len(list) == 0 {
		return fmt.Sprintf("There are no backups in %s.", b.Dir)
	}
	const moment = "2 January 2006, 15:04 MST"
	var second *BackupFile
	for _, file := range list {
		report, err := s.Verify(ctx, file.Path)
		switch {
		case err != nil, len(report.Damage) > 0:
		case len(report.BadRecords) == 0:
			return fmt.Sprintf("The newest backup that verifies is %s, of %s. To restore it: hexclub restore %s --db %s",
				file.Path, file.At.Format(moment), file.Path, path)
		case second == nil:
			second = &file
		}
	}
	if second != nil {
		return fmt.Sprintf("No backup in %s is without faults. The newest in which only games have faults is %s, of %s. To restore it: hexclub restore --with-faults %s --db %s",
			b.Dir, second.Path, second.At.Format(moment), second.Path, path)
	}
	return fmt.Sprintf("None of the %d backups in %s verifies.", len(list), b.Dir)
}
