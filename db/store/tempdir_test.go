package store

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// stopped returns a database after a crash of its machine: its numbers, 1 and 2, are in its log.
func stopped(t *testing.T) (path string) {
	t.Helper()
	d := openTest(t)
	add(t, d, 1, 2)
	path = filepath.Join(t.TempDir(), "club.db")
	copyFiles(t, d.path, path)
	return path
}

// copyFiles copies a database, which may be in use, and its log, as they are.
func copyFiles(t *testing.T, from, to string) {
	t.Helper()
	for _, end := range []string{"", "-wal"} {
		content, err := os.ReadFile(from + end)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to+end, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// emptyBackup returns a backup of a database without numbers.
func emptyBackup(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "backup.db")
	if _, _, err := testSchema().Backup(t.Context(), openTest(t).path, path); err != nil {
		t.Fatal(err)
	}
	return path
}

// When the machine stopped as the file was put aside and its log was not yet, restoring
// again keeps the log, too.
func TestRestoreAfterStop(t *testing.T) {
	path := stopped(t)
	before := path + ".before-restore-2026-06-30T120000Z"
	if err := os.Rename(path, before); err != nil {
		t.Fatal(err)
	}
	_, aside, err := restore(t, Restoring{Backup: emptyBackup(t), Path: path})
	if want := path + ".before-restore-2026-07-01T120000Z-wal"; err != nil || aside != want {
		t.Fatalf("aside %q, %v; want %q", aside, err, want)
	}
	wantNames(t, filepath.Dir(path), "club.db", filepath.Base(before), filepath.Base(aside), "club.db.lock")
	if err := os.Rename(aside, before+"-wal"); err != nil {
		t.Fatal(err)
	}
	wantNumbersAt(t, before, 1, 2)
}

// If a restore fails late, the error says where the database is.
func TestRestoreFailsLate(t *testing.T) {
	path := stopped(t)
	aside := path + ".before-restore-2026-07-01T120000Z"
	if err := os.WriteFile(aside+"-wal", nil, 0o600); err != nil { // in the way
		t.Fatal(err)
	}
	_, _, err := restore(t, Restoring{Backup: emptyBackup(t), Path: path})
	wantInternal(t, err, "The previous database is now "+aside)
	if _, err := os.Stat(aside); err != nil {
		t.Error(err)
	}
}

// A file is not moved as long as its log holds what it does not.
func TestCloseFolded(t *testing.T) {
	d := openTest(t)
	add(t, d, 1)
	other, err := testSchema().newDB(t.Context(), d.path)
	if err != nil {
		t.Fatal(err)
	}
	add(t, other, 2)
	wantInternal(t, other.closeFolded(), "only its write-ahead log has") // the first one is still there
	path := filepath.Join(t.TempDir(), "club.db")
	if other, err = open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if err := other.closeFolded(); err != nil {
		t.Error(err)
	}
}

// Copies that a program left next to the database, or in the folder of backups, when it was
// killed are removed at once by the next. Files of older versions, which hold no lock, are
// removed when they are old.
func TestAbandonedCopies(t *testing.T) {
	backup, path := emptyBackup(t), filepath.Join(t.TempDir(), "club.db")
	old := filepath.Join(t.TempDir(), "old.db")
	oldFile(t, old, "")
	for name, do := range map[string]func() error{
		"opened": func() error {
			d, err := open(t.Context(), path)
			if err != nil {
				return err
			}
			return d.Close()
		},
		"restored": func() error {
			_, _, err := testSchema().Restore(context.Background(), Restoring{Backup: backup, Path: path, Change: unchanged}, time.Now())
			return err
		},
		"verified": func() error {
			content, err := os.ReadFile(old)
			if err != nil {
				return err
			}
			if err := os.WriteFile(path, content, 0o600); err != nil {
				return err
			}
			_, err = testSchema().Verify(context.Background(), path)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			path = filepath.Join(t.TempDir(), "club.db")
			folder := filepath.Dir(path)
			now := time.Now()
			for left, age := range map[string]time.Duration{
				".hexclub-restore-1": 2 * abandoned, ".hexclub-restore-2": time.Second, ".hexclub-verify-1": time.Second, ".hexclub-mine": 2 * abandoned,
				"club.db.backups/.hexclub-backup-1": time.Second,
			} {
				left = filepath.Join(folder, left)
				if err := os.MkdirAll(left, 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(left, "restored.db"), nil, 0o600); err != nil {
					t.Fatal(err)
				}
				if err := os.Chtimes(left, now, now.Add(-age)); err != nil {
					t.Fatal(err)
				}
			}
			if err := do(); err != nil {
				t.Fatal(err)
			}
			var left []string
			for _, name := range append(names(t, folder), names(t, filepath.Join(folder, "club.db.backups"))...) {
				if strings.HasPrefix(name, ".") {
					left = append(left, name)
				}
			}
			want := ".hexclub-mine"
			if name != "opened" {
				want += " .hexclub-backup-1" // which the server and the next backup remove
			}
			if strings.Join(left, " ") != want {
				t.Errorf("left are %v, want %v", left, want)
			}
		})
	}
}
