package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A Restoring says what to put in whose place.
type Restoring struct {
	Backup     string // file
	Path       string // of the database; there need not be one
	WithFaults bool   // also when records in it are bad, but never when it is damaged

	// Change changes the copy of the backup before it takes the place of the database. The copy
	// may have an older schema.
	Change func(ctx context.Context, tx *sql.Tx) error
}

// Restore puts a backup in the place of a database, once it was verified there. What was
// there is kept under the name aside, empty when there was nothing; nothing is changed
// when Restore fails before, and an error after that names it. It fails while a program has
// the database open.
func (s Schema) Restore(ctx context.Context, r Restoring, now time.Time) (report Report, aside string, err error) {
	if r.Path, err = realPath(r.Path); err != nil {
		return report, "", err
	}
	if info, err := os.Stat(r.Backup); err != nil {
		return report, "", fmt.Errorf("the backup: %w", err)
	} else if !info.Mode().IsRegular() {
		return report, "", fmt.Errorf("the backup %s is not a file", r.Backup)
	} else if there, err := os.Stat(r.Path); err == nil && os.SameFile(info, there) {
		return report, "", fmt.Errorf("%s is the database itself", r.Backup)
	}
	release, err := lock(r.Path, ".lock", true)
	if err != nil {
		return report, "", err
	}
	defer func() { err = errors.Join(err, release()) }()
	clearAbandoned(r.Path, "", now)
	work, err := newWorkFolder(filepath.Dir(r.Path), restorePrefix)
	if err != nil {
		return report, "", err
	}
	defer func() { err = errors.Join(err, work.remove()) }()
	fresh := filepath.Join(work.path, "restored.db")
	if report, err = s.prepare(ctx, r, fresh); err != nil {
		return report, "", err
	}
	aside, err = r.swap(fresh, now)
	if err != nil && aside != "" {
		err = fmt.Errorf("%w\nThe previous database is now %s", err, aside)
	}
	return report, aside, err
}

// prepare makes the file that is to be the database.
func (s Schema) prepare(ctx context.Context, r Restoring, fresh string) (report Report, err error) {
	if err := touch(fresh); err != nil {
		return report, err
	}
	err = look(r.Backup, func(on *sql.Conn) error { return copyTo(ctx, on, fresh, 1) })
	if err != nil {
		return report, fmt.Errorf("copy %s: %w", r.Backup, err)
	}
	if report, err = s.Verify(ctx, fresh); err != nil {
		return report, fmt.Errorf("verify %s: %w", r.Backup, err)
	}
	if err := report.Err(); err != nil && (len(report.Damage) > 0 || !r.WithFaults) {
		err = fmt.Errorf("%s has faults: %w", r.Backup, err)
		if len(report.Damage) == 0 {
			err = fmt.Errorf("%w\nThe rest is whole. To restore it anyway, add --with-faults", err)
		}
		return report, err
	}
	d, err := s.newDB(ctx, fresh)
	if err != nil {
		return report, err
	}
	if err := errors.Join(d.inTx(ctx, r.Change), d.closeFolded()); err != nil {
		return report, err
	}
	return report, handOver(fresh, r.Path)
}

// closeFolded closes a database whose file is to be moved, which must hold all of it: that
// its log could not be folded into the file is no error of SQLite's.
func (d *SQLite) closeFolded() error {
	if err := d.Close(); err != nil {
		return err
	}
	if inUse(d.path) {
		return fmt.Errorf("changes to %s could not be written to it; only its write-ahead log has them", d.path)
	}
	return nil
}

// swap puts a file in the place of the database. At no moment is there a database that
// would take the write-ahead log of another for its own: when the machine stops half-way
// the database is missing, and restoring may begin again. Then the log alone is kept, which
// is of the file that was kept before.
func (r Restoring) swap(fresh string, now time.Time) (aside string, err error) {
	folder := filepath.Dir(r.Path)
	moment := ".before-restore-" + now.UTC().Format(backupTime)
	kept := r.Path + moment
	log := kept + "-wal" // what the log holds is not in the file yet
	if another, err := foreign(r.Path); err != nil {
		return "", err
	} else if another { // with a log that is not its own, SQLite takes the file for damaged
		log = r.Path + ".wal" + moment
	}
	for _, move := range []struct{ from, to string }{{r.Path, kept}, {r.Path + "-wal", log}} {
		if _, err := os.Lstat(move.from); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if _, err := os.Lstat(move.to); !errors.Is(err, fs.ErrNotExist) {
			return aside, fmt.Errorf("%s already exists", move.to)
		}
		if err := os.Rename(move.from, move.to); err != nil {
			return aside, err
		}
		if aside == "" {
			aside = move.to
		}
	}
	for _, stale := range []string{r.Path + "-shm", r.Path + "-journal", markOf(r.Path), replacementMark(r.Path)} {
		if err := os.Remove(stale); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return aside, err
		}
	}
	if err := syncFolder(folder); err != nil {
		return aside, err
	}
	if err := os.Rename(fresh, r.Path); err != nil {
		return aside, err
	}
	return aside, syncFolder(folder)
}

// handOver gives a file, as giveTo does, to whose another is, and makes sure that it is on
// the disk.
func handOver(path, like string) error {
	file, err := os.OpenFile(path, os.O_RDWR|noFollow, 0)
	if err != nil {
		return err
	}
	return errors.Join(giveTo(file, like), file.Sync(), file.Close())
}
