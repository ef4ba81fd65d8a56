package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// Backups are the backups of one database, in a folder of their own.
type Backups struct {
	Dir   string        // empty: none are made, and none are looked for
	Every time.Duration // how old the newest may become; 0: none are made by the clock
	Keep  int           // how many stay; 0: all
}

// DefaultBackups returns backups next to a database, without messages about them.
func DefaultBackups(path string) Backups { return Backups{Dir: path + ".backups"} }

// Probe makes the folder where there is none, for the backups of the database at path, and
// writes a file in it. It fails where no backups can be made.
func (b Backups) Probe(path string) error {
	if err := b.makeDir(path); err != nil {
		return err
	}
	file, err := os.CreateTemp(b.Dir, probePrefix+"*")
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// A BackupFile is a backup whose file was whole when it was made.
type BackupFile struct {
	Path   string
	At     time.Time // when it was made, to the second
	Size   int64     // bytes
	Faulty bool      // games in it cannot be replayed, or are not what is stored of them
}

const backupTime = "2006-01-02T150405Z"

// backupName matches the names of backups: the time, the number of the migration for one made
// before it, and whether games in it are bad.
var backupName = regexp.MustCompile(`^hexclub-(\d{4}-\d\d-\d\dT\d{6}Z)(-before-\d{4})?(-faulty)?\.db$`)

// List returns the backups, the newest first. They were verified before they got their names; other
// files in the folder are ignored.
func (b Backups) List() ([]BackupFile, error) {
	if b.Dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(b.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []BackupFile
	for _, entry := range entries {
		name := backupName.FindStringSubmatch(entry.Name())
		if name == nil || !entry.Type().IsRegular() {
			continue
		}
		at, err := time.Parse(backupTime, name[1])
		if err != nil {
			continue // 99 o'clock: not ours
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // just rotated away
		}
		if err != nil {
			return nil, err
		}
		list = append(list, BackupFile{Path: filepath.Join(b.Dir, entry.Name()), At: at, Size: info.Size(), Faulty: name[3] != ""})
	}
	slices.SortFunc(list, func(x, y BackupFile) int { return y.At.Compare(x.At) })
	return list, nil
}

// aheadOf is how far the time of a backup can be in the future: clocks are sometimes adjusted.
const aheadOf = time.Minute

// Newest returns the newest backup. It ignores backups with a time in the future, which a wrong
// clock gave them. ok is false if there is none.
func Newest(list []BackupFile, now time.Time) (newest BackupFile, ok bool) {
	i := slices.IndexFunc(list, func(f BackupFile) bool { return f.At.Sub(now) <= aheadOf })
	if i < 0 {
		return newest, false
	}
	return list[i], true
}
