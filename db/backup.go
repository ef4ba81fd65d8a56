package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// restsAfterReplay is for how many times as long as it took to replay some games a
// backup beside the running site rests: most of the time of a machine is for people.
const restsAfterReplay = 3

// Backup writes the database at path to a new file, which must not be there yet, and
// has its name only once it was verified and is on the disk. The database may be in
// use: who writes is not kept waiting. It fails, and leaves nothing, when the copy has a
// fault, which the report tells.
func Backup(ctx context.Context, path, target string) (Report, error) {
	return backUp(ctx, path, target, 0)
}

// backUp is Backup that rests as verify does.
func backUp(ctx context.Context, path, target string, rest int) (report Report, err error) {
	if _, err := os.Lstat(target); !errors.Is(err, fs.ErrNotExist) {
		return report, fmt.Errorf("%s is there already", target)
	}
	if err := roomFor(path, target); err != nil {
		return report, err
	}
	part := partOf(target)
	// Nobody else may read it: it holds password hashes.
	file, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return report, err
	}
	defer func() {
		_ = file.Close()
		if err != nil {
			err = errors.Join(err, os.Remove(part))
		}
	}()
	if err := copyOf(ctx, path, part); err != nil {
		return report, err
	}
	if report, err = verify(ctx, part, rest); err != nil {
		return report, err
	}
	if err := report.Err(); err != nil {
		return report, fmt.Errorf("the copy has faults: %w", err)
	}
	if err := errors.Join(giveTo(part, path), file.Sync(), file.Close()); err != nil {
		return report, err
	}
	if err := os.Rename(part, target); err != nil {
		return report, err
	}
	return report, syncFolder(filepath.Dir(target))
}

// spareSpace is how many bytes a backup leaves on the disk: turns need them.
const spareSpace = 32 << 20

// roomFor refuses to fill the disk with a copy of the database at path.
func roomFor(path, target string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	space, err := freeSpace(filepath.Dir(target))
	if err != nil {
		return err
	}
	if need := info.Size() + spareSpace; space >= 0 && space < need {
		return fmt.Errorf("the disk has %d MB left, and a backup needs %d", space>>20, need>>20)
	}
	return nil
}

// partOf is what a file is called while it is written: a name of its own each time.
func partOf(target string) string {
	return filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+"-"+NewID(4)+".part")
}

// copyOf copies the database at path into a file that is empty or is not there.
func copyOf(ctx context.Context, path, target string) (err error) {
	pool, err := sql.Open("sqlite", dsn(path, ""))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	_, err = pool.ExecContext(ctx, "VACUUM INTO $1", target)
	return err
}

// syncFolder makes sure that the names in a folder are on the disk.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil // which has no such thing
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// MakeNow makes a backup of the database at path, and then removes the oldest ones so
// that no more than Keep are left. What fails removes none.
func (b Backups) MakeNow(ctx context.Context, path string, now time.Time) (BackupFile, Report, error) {
	return b.add(ctx, path, "", 0, now)
}

// Make is MakeNow for an open database, with rests for the sake of who plays.
func (b Backups) Make(ctx context.Context, d *DB, now time.Time) (BackupFile, error) {
	made, _, err := b.add(ctx, d.path, "", restsAfterReplay, now)
	return made, err
}

// beforeMigration makes a backup of a file of an older program, before the migration to
// a version.
func (b Backups) beforeMigration(ctx context.Context, path string, version int, now time.Time) error {
	_, _, err := b.add(ctx, path, fmt.Sprintf("-before-%04d", version), 0, now)
	return err
}

// add makes a backup whose name ends so.
func (b Backups) add(ctx context.Context, path, end string, rest int, now time.Time) (made BackupFile, report Report, err error) {
	if _, err := os.Stat(b.Dir); errors.Is(err, fs.ErrNotExist) {
		if err := errors.Join(os.MkdirAll(b.Dir, 0o700), giveTo(b.Dir, path)); err != nil {
			return made, report, err
		}
	}
	if err := b.clear(now); err != nil {
		return made, report, err
	}
	made.At = now.UTC().Truncate(time.Second)
	for ; ; made.At = made.At.Add(time.Second) {
		made.Path = filepath.Join(b.Dir, "hexclub-"+made.At.Format(backupTime)+end+".db")
		if _, err := os.Lstat(made.Path); err != nil {
			break // nobody made one within the same second
		}
	}
	if report, err = backUp(ctx, path, made.Path, rest); err != nil {
		return made, report, err
	}
	info, err := os.Stat(made.Path)
	if err != nil {
		return made, report, err
	}
	made.Size = info.Size()
	return made, report, b.rotate(made.Path, now)
}

// rotate removes the oldest backups, but never the one that was just made, so that no
// more than Keep are left. Those that a clock made which was ahead go first.
func (b Backups) rotate(made string, now time.Time) error {
	list, err := b.List()
	if err != nil || b.Keep <= 0 {
		return err
	}
	past := slices.IndexFunc(list, func(f BackupFile) bool { return f.At.Sub(now) <= aheadOf })
	if past > 0 {
		list = slices.Concat(list[past:], list[:past])
	}
	for _, old := range list[min(b.Keep, len(list)):] {
		if old.Path != made { // else the clock was put back
			err = errors.Join(err, os.Remove(old.Path))
		}
	}
	return err
}

// abandoned is after what time a backup that was begun is known to be nobody's any more.
const abandoned = 6 * time.Hour

// clear removes what backups left that were cut short, as by a power cut.
func (b Backups) clear(now time.Time) error {
	entries, err := os.ReadDir(b.Dir)
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), ".hexclub-") {
			continue
		}
		info, failed := entry.Info()
		if failed == nil && now.Sub(info.ModTime()) > abandoned {
			err = errors.Join(err, os.RemoveAll(filepath.Join(b.Dir, entry.Name())))
		}
	}
	return err
}
