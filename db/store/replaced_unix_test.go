//go:build darwin || freebsd || linux

package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"hexclub/rules"
)

// A replacedDB is a database whose file is replaced while it is open. A backup of it lacks its
// last number, 3.
type replacedDB struct {
	*SQLite
	backup  string // file name
	foreign string // file of another database
}

func newReplacedDB(t *testing.T) replacedDB {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "club.db")
	d, err := open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	r := replacedDB{SQLite: d, foreign: filepath.Join(folder, "foreign.db")}
	add(t, d, 1, 2)
	made, _, err := d.MakeBackup(t.Context(), DefaultBackups(path), noon)
	if err != nil {
		t.Fatal(err)
	}
	r.backup = made.Path
	if _, _, err := d.schema.Backup(t.Context(), path, r.foreign); err != nil {
		t.Fatal(err)
	}
	add(t, d, 3)
	return r
}

// moveOver puts the foreign file in the place of the open database and closes that. It returns
// the name of the rescued copy.
func (r replacedDB) moveOver(t *testing.T) (rescued string) {
	t.Helper()
	if err := os.Rename(r.foreign, r.path); err != nil {
		t.Fatal(err)
	}
	wantError(t, r.inTx(t.Context(), put(4)), rules.Unavailable, "error.replaced")
	if err := r.Close(); !Damaged(err) {
		t.Fatalf("closing: %v", err)
	}
	files, err := filepath.Glob(r.path + ".rescued-*")
	if err != nil || len(files) != 1 {
		t.Fatalf("rescued are %v, %v", files, err)
	}
	return files[0]
}

// TestReadsOfReplaced checks that a database that was moved away can be read while all its connections are in use: no other
// can be opened, so reads wait for one of these.
func TestReadsOfReplaced(t *testing.T) {
	r := newReplacedDB(t)
	if err := os.Rename(r.path, r.path+".moved"); err != nil {
		t.Fatal(err)
	}
	wantError(t, r.inTx(t.Context(), put(4)), rules.Unavailable, "error.replaced")
	conn, err := r.Read.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	read := make(chan error, 1)
	go func() { read <- r.Ping(t.Context()) }()
	for r.Read.Stats().WaitCount == 0 && len(read) == 0 {
		runtime.Gosched()
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
	if err := <-read; err != nil {
		t.Error(err)
	}
}

// TestRescuedFirst checks that the advice after a replacement is to restore the rescued copy,
// which has more in it than any backup.
func TestRescuedFirst(t *testing.T) {
	r := newReplacedDB(t)
	rescued := r.moveOver(t)
	want := "hexclub restore --keep-guests " + rescued + " --db " + r.path
	_, err := open(t.Context(), r.path)
	wantInternal(t, err, want)
	if text := err.Error(); strings.Index(text, r.backup) < strings.Index(text, want) {
		t.Errorf("the backup comes first: %s", text)
	}
	mark, err := os.ReadFile(replacementMark(r.path))
	if err != nil || !strings.Contains(string(mark), want) {
		t.Errorf("the mark is %q, %v; want %q in it", mark, err, want)
	}
	wantInternal(t, r.replaced.Load(), want)

	// A copy that does not verify is not recommended.
	if err := os.Truncate(rescued, 8192); err != nil {
		t.Fatal(err)
	}
	_, err = open(t.Context(), r.path)
	wantInternal(t, err, "hexclub restore "+r.backup)
	if strings.Contains(err.Error(), want) {
		t.Errorf("recommended is a damaged copy: %v", err)
	}
}

// TestRestoreForeign checks that the write-ahead log of a replaced database is not kept as that
// of the file that took its place: the two together are malformed.
func TestRestoreForeign(t *testing.T) {
	for _, removed := range []bool{false, true} {
		r := newReplacedDB(t)
		rescued := r.moveOver(t)
		log, err := os.ReadFile(r.path + "-wal")
		if err != nil || len(log) == 0 {
			t.Fatalf("the log has %d bytes, %v", len(log), err)
		}
		if removed {
			if err := os.Remove(r.path); err != nil {
				t.Fatal(err)
			}
		}
		_, aside, err := restore(t, Restoring{Backup: rescued, Path: r.path})
		if err != nil {
			t.Fatal(err)
		}
		wantNumbersAt(t, r.path, 1, 2, 3)
		kept := r.path + ".before-restore-2026-07-01T120000Z"
		if _, err := os.Stat(kept + "-wal"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the log is kept as that of the foreign file: %v", err)
		}
		if text, err := os.ReadFile(r.path + ".wal.before-restore-2026-07-01T120000Z"); err != nil || !bytes.Equal(text, log) {
			t.Errorf("of the log are kept %d of %d bytes, %v", len(text), len(log), err)
		}
		if removed {
			continue
		}
		if report, err := r.schema.Verify(t.Context(), kept); err != nil || report.Err() != nil || aside != kept {
			t.Errorf("what was there is kept as %s: %v, %v", aside, err, report.Err())
		}
		wantNumbersAt(t, kept, 1, 2)
	}
}

// TestRestorePutBack checks that a log stays with its database when that was put back.
func TestRestorePutBack(t *testing.T) {
	r := newReplacedDB(t)
	moved := r.path + ".moved"
	if err := os.Rename(r.path, moved); err != nil {
		t.Fatal(err)
	}
	rescued := r.moveOver(t)
	if err := os.Rename(moved, r.path); err != nil {
		t.Fatal(err)
	}
	_, aside, err := restore(t, Restoring{Backup: rescued, Path: r.path})
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copied.db") // this process has the file itself still open
	copyFiles(t, aside, copied)
	wantNumbersAt(t, copied, 1, 2, 3)
}

// TestOverwrittenIsNotRead checks that an overwritten database is not read once that is noticed,
// and that one whose file was moved or removed is: its open connections have the old file.
func TestOverwrittenIsNotRead(t *testing.T) {
	for name, replace := range map[string]func(r replacedDB) error{
		"overwritten": func(r replacedDB) error {
			text, err := os.ReadFile(r.foreign)
			return errors.Join(err, os.WriteFile(r.path, text, 0o600))
		},
		"moved":   func(r replacedDB) error { return os.Rename(r.path, r.path+".moved") },
		"removed": func(r replacedDB) error { return os.Remove(r.path) },
	} {
		t.Run(name, func(t *testing.T) {
			r := newReplacedDB(t)
			wantNumbers(t, r.SQLite, 1, 2, 3)
			if err := replace(r); err != nil {
				t.Fatal(err)
			}
			wantError(t, r.inTx(t.Context(), put(4)), rules.Unavailable, "error.replaced")
			for range 2 * readers {
				_, texts := ScanTexts(r.Read.QueryContext(t.Context(), "SELECT n FROM numbers"))
				for _, err := range []error{r.Ping(t.Context()), texts} {
					if name == "overwritten" {
						wantError(t, err, rules.Unavailable, "error.replaced")
					} else if err != nil {
						t.Error(err)
					}
				}
			}
			if err := r.Close(); !Damaged(err) {
				t.Errorf("closing: %v", err)
			}
		})
	}
}
