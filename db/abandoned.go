package db

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
	probePrefix   = ".hexclub-probe-" // a file, in the folder of backups
)

// abandoned is after what time a copy that was begun is known to be nobody's any more.
const abandoned = 6 * time.Hour

// clearAbandoned removes what restoring and verifying left beside the database at path that
// were cut short: copies of all that everybody has. What cannot be removed stays.
func clearAbandoned(path string, now time.Time) {
	_ = removeOld(filepath.Dir(path), now, restorePrefix, verifyPrefix)
}

// removeOld removes from a folder what was cut short, as by a power cut, of all whose names
// begin so.
func removeOld(folder string, now time.Time, prefixes ...string) error {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		if !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(entry.Name(), p) }) {
			continue
		}
		info, failed := entry.Info()
		if failed == nil && now.Sub(info.ModTime()) > abandoned {
			err = errors.Join(err, os.RemoveAll(filepath.Join(folder, entry.Name())))
		}
	}
	return err
}
