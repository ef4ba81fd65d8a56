package store

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

// Backup writes the database at path to a new file target, which must not exist. The file gets its
// name only once it is verified and on disk. The database may be in use, and writers are not
// blocked. If the copy is damaged, Backup fails and leaves no file. If only games are bad, which
// the report shows, the copy is kept for the others' sake, with "-faulty" in its name; made is the
// name of the file.
func (s Schema) Backup(ctx context.Context, path, target string) (made string, report Report, err error) {
	return s.backUp(ctx, path, target, 0)
}

// faultyName returns the name of a backup with bad games.
func faultyName(target string) string {
	end := filepath.Ext(target)
	return strings.TrimSuffix(target, end) + "-faulty" + end
}

// taken returns the file in the place of a new backup, sound or not; empty if there is none.
func taken(target string) string {
	for _, name := range []string{target, faultyName(target)} {
		if _, err := os.Lstat(name); err == nil {
			return name
		}
	}
	return ""
}

// backUp is Backup with the pauses of verify.
func (s Schema) backUp(ctx context.Context, path, target string, rest int) (made string, report Report, err error) {
	if there := taken(target); there != "" {
		return "", report, fmt.Errorf("%s already exists", there)
	}
	folder := filepath.Dir(target)
	_ = removeOld(folder, time.Now(), backupPrefix) // what cannot be removed stays
	work, err := newWorkFolder(folder, backupPrefix)
	if err != nil {
		return "", report, notMade(filepath.Join(folder, backupPrefix), err)
	}
	defer func() { err = errors.Join(err, work.remove()) }()
	part := filepath.Join(work.path, "copy.part")
	// It contains password hashes, so only its owner may read it.
	file, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", report, err
	}
	defer func() { _ = file.Close() }()
	if err := copyOf(ctx, path, part); err != nil {
		return "", report, err
	}
	if report, err = s.verify(ctx, part, rest); err != nil {
		return "", report, err
	}
	if err := faultsErr(report.Damage); err != nil {
		return "", report, &damage{what: "the copy has faults: " + err.Error()}
	}
	if err := errors.Join(giveTo(file, path), file.Sync(), file.Close()); err != nil {
		return "", report, err
	}
	if len(report.BadRecords) > 0 {
		target = faultyName(target)
	}
	if err := os.Rename(part, target); err != nil {
		return "", report, err
	}
	return target, report, syncFolder(filepath.Dir(target))
}

// copyOf copies the database at path into a file that is empty or is not there.
func copyOf(ctx context.Context, path, target string) (err error) {
	if err := notReplaced(path); err != nil {
		return err
	}
	pool, err := sql.Open("sqlite", dsn(path, "mode=rw"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	return errors.Join(copyTo(ctx, conn, target, 1), conn.Close())
}

// spareSpace is the minimum free space in bytes that a copy leaves on the disk, for turns.
const spareSpace = 32 << 20

// copyTo copies the database that a connection shows into a file that is empty or is not
// there. It refuses where so many times the size of it would fill the disk.
func copyTo(ctx context.Context, on *sql.Conn, target string, times int64) error {
	var size int64
	if err := on.QueryRowContext(ctx, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&size); err != nil {
		return err
	}
	space, err := freeSpace(filepath.Dir(target))
	if err != nil {
		return err
	}
	if need := size*times + spareSpace; space >= 0 && space < need {
		return fmt.Errorf("the disk has %d MB left, and a copy of the database needs %d", space>>20, need>>20)
	}
	_, err = on.ExecContext(ctx, "VACUUM INTO $1", target)
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

// MakeBackup makes a backup of the database at path, and then removes the oldest ones so
// that no more than Keep are left, and beside them the newest without faults. What fails
// removes none.
func (s Schema) MakeBackup(ctx context.Context, b Backups, path string, now time.Time) (BackupFile, Report, error) {
	return s.addBackup(ctx, b, path, "", 0, now)
}

// MakeBackup is Schema.MakeBackup for an open database, with rests for the sake of who plays.
func (d *SQLite) MakeBackup(ctx context.Context, b Backups, now time.Time) (BackupFile, Report, error) {
	return d.schema.addBackup(ctx, b, d.path, "", restsAfterReplay, now)
}

// backUpBeforeMigration makes a backup of a file of an older program, before the migration to
// a version.
func (s Schema) backUpBeforeMigration(ctx context.Context, b Backups, path string, version int, now time.Time) (BackupFile, Report, error) {
	return s.addBackup(ctx, b, path, fmt.Sprintf("-before-%04d", version), 0, now)
}

// addBackup makes a backup whose name ends so.
func (s Schema) addBackup(ctx context.Context, b Backups, path, end string, rest int, now time.Time) (made BackupFile, report Report, err error) {
	if _, err := os.Stat(b.Dir); errors.Is(err, fs.ErrNotExist) {
		if err := b.makeDir(path); err != nil {
			return made, report, err
		}
	}
	if err := removeOld(b.Dir, now, ".hexclub-"); err != nil {
		return made, report, err
	}
	made.At = now.UTC().Truncate(time.Second)
	var target string
	for ; ; made.At = made.At.Add(time.Second) {
		target = filepath.Join(b.Dir, "hexclub-"+made.At.Format(backupTime)+end+".db")
		if taken(target) == "" {
			break // nobody made one within the same second
		}
	}
	if made.Path, report, err = s.backUp(ctx, path, target, rest); err != nil {
		return made, report, err
	}
	info, err := os.Stat(made.Path)
	if err != nil {
		return made, report, err
	}
	made.Size, made.Faulty = info.Size(), len(report.BadRecords) > 0
	return made, report, b.rotate(made.Path, now)
}

// makeDir makes the folder, for the backups of the database at path, where there is none.
func (b Backups) makeDir(path string) error {
	if info, err := os.Stat(b.Dir); err == nil && info.IsDir() {
		return nil // maybe on another disk, by a link, and whose it is to be
	}
	if err := os.MkdirAll(b.Dir, 0o700); err != nil {
		return err
	}
	folder, err := os.OpenFile(b.Dir, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return err
	}
	return errors.Join(giveTo(folder, path), folder.Close())
}

// rotate removes the oldest backups, but never the one that was just made nor the newest
// without faults, so that no more than Keep others are left. Those that a clock made which
// was ahead go first.
func (b Backups) rotate(made string, now time.Time) error {
	list, err := b.List()
	if err != nil || b.Keep <= 0 {
		return err
	}
	past := slices.IndexFunc(list, func(f BackupFile) bool { return f.At.Sub(now) <= aheadOf })
	if past > 0 {
		list = slices.Concat(list[past:], list[:past])
	}
	sound := slices.IndexFunc(list, func(f BackupFile) bool { return !f.Faulty })
	for i, old := range list {
		if i >= b.Keep && i != sound && old.Path != made { // made is so late if the clock was put back
			err = errors.Join(err, os.Remove(old.Path))
		}
	}
	return err
}
