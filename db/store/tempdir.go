package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// What folders beside a database begin with in which copies of it are made.
const (
	restorePrefix = ".hexclub-restore-"
	verifyPrefix  = ".hexclub-verify-"
	backupPrefix  = ".hexclub-backup-" // in the folder of the backup
	probePrefix   = ".hexclub-probe-"  // a file, in the folder of backups
)

// abandoned is the age from which a copy without a lock counts as abandoned. Older versions made
// such copies as plain files, and some file systems have no locks.
const abandoned = 6 * time.Hour

// A workFolder is a hidden folder in which a copy of a database is made. The program that
// makes the copy holds a lock on it, so that other programs notice when it was killed.
type workFolder struct {
	path    string
	release func() error
}

// newWorkFolder makes a folder in another. Its name begins with a prefix.
func newWorkFolder(parent, prefix string) (*workFolder, error) {
	path, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return nil, err
	}
	release, err := holdFolder(path)
	if errors.Is(err, errors.ErrUnsupported) {
		release, err = func() error { return nil }, nil
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(path))
	}
	return &workFolder{path, release}, nil
}

// remove removes the folder and all that is in it.
func (w *workFolder) remove() error { return errors.Join(os.RemoveAll(w.path), w.release()) }

// clearAbandoned removes the copies that killed programs left next to the database at path and
// in its folder of backups. They hold everybody's data. It skips what it cannot remove.
func clearAbandoned(path, backups string, now time.Time) {
	_ = removeOld(filepath.Dir(path), now, restorePrefix, verifyPrefix, backupPrefix)
	if backups != "" {
		_ = removeOld(backups, now, ".hexclub-")
	}
}

// removeOld removes the abandoned copies in a folder whose names begin with a prefix. It keeps
// the copies of running programs. It keeps an empty folder for a while too, because its program
// may not have locked it yet.
func removeOld(folder string, now time.Time, prefixes ...string) error {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		if !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(entry.Name(), p) }) {
			continue
		}
		info, failed := entry.Info()
		if failed != nil {
			continue // another program has just removed it
		}
		old := now.Sub(info.ModTime()) > abandoned
		err = errors.Join(err, removeAbandoned(filepath.Join(folder, entry.Name()), entry.IsDir(), old))
	}
	return err
}

// removeAbandoned removes an old file, or a folder that no running program has locked.
func removeAbandoned(path string, folder, old bool) error {
	if folder {
		release, err := holdFolder(path)
		switch {
		case err == nil:
			defer func() { _ = release() }()
			old = old || !isEmpty(path)
		case !errors.Is(err, errors.ErrUnsupported):
			return nil
		}
	}
	if !old {
		return nil
	}
	return os.RemoveAll(path)
}

func isEmpty(folder string) bool {
	entries, err := os.ReadDir(folder)
	return err == nil && len(entries) == 0
}
