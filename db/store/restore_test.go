package store

import (
	"bytes"
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

func TestRestore(t *testing.T) {
	d := openTest(t)
	add(t, d, 1, 2)
	backup := filepath.Join(t.TempDir(), "backup.db")
	if _, _, err := d.schema.Backup(t.Context(), d.path, backup); err != nil {
		t.Fatal(err)
	}
	add(t, d, 3)

	t.Run("not while the file is open", func(t *testing.T) {
		folder := filepath.Dir(d.path)
		before := names(t, folder)
		_, _, err := restore(t, Restoring{Backup: backup, Path: d.path})
		wantInternal(t, err, "stop the server first")
		wantNames(t, folder, before...)
	})
	t.Run("nor opened while it is restored", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "club.db")
		release, err := lock(path, ".lock", true)
		if err != nil {
			t.Fatal(err)
		}
		_, err = open(t.Context(), path)
		wantInternal(t, err, "being restored")
		if err := release(); err != nil {
			t.Fatal(err)
		}
		openAt(t, path, func(*SQLite) {})
	})
	t.Run("nor before all of it was", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "club.db")
		var held atomic.Int32
		ctx := askedContext{t.Context(), func() {
			release, err := lock(path, ".lock", false)
			if err != nil {
				held.Add(1)
				return
			}
			if err := release(); err != nil {
				t.Error(err)
			}
			// A cancellation that comes too late leaves no file of the restore.
			if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), restorePrefix+"*")); err != nil || len(left) > 0 {
				t.Errorf("it may be opened beside %v, %v", left, err)
			}
		}}
		if _, _, err := testSchema().Restore(ctx, Restoring{Backup: backup, Path: path, Change: unchanged}, noon); err != nil || held.Load() == 0 {
			t.Errorf("%v; it was held %d times", err, held.Load())
		}
	})
	t.Run("what was there is kept, with what was in its log alone", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "club.db")
		copyFiles(t, d.path, path) // as if the machine had stopped
		for _, end := range []string{"-shm", ".damaged"} {
			if err := os.WriteFile(path+end, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, aside, err := restore(t, Restoring{Backup: backup, Path: path})
		if err != nil || aside != path+".before-restore-2026-07-01T120000Z" {
			t.Fatalf("aside %q, %v", aside, err)
		}
		wantNames(t, filepath.Dir(path), "club.db", filepath.Base(aside), filepath.Base(aside)+"-wal", "club.db.lock")
		wantNumbersAt(t, path, 1, 2)
		wantNumbersAt(t, aside, 1, 2, 3)
	})
	t.Run("a backup of an older program", func(t *testing.T) {
		old, path := filepath.Join(t.TempDir(), "old.db"), filepath.Join(t.TempDir(), "club.db")
		oldFile(t, old, "INSERT INTO numbers (n) VALUES (1)")
		report, _, err := restore(t, Restoring{Backup: old, Path: path, Change: put(2)})
		if err != nil || report.Schema != 2 {
			t.Fatalf("report %+v, %v", report, err)
		}
		wantNumbersAt(t, path, 1, 2)
	})
	t.Run("a backup in which records are bad, for who says so", func(t *testing.T) {
		path, bad := filepath.Join(t.TempDir(), "club.db"), faulty(t, backup)
		_, _, err := restore(t, Restoring{Backup: bad, Path: path})
		wantInternal(t, err, "To restore it anyway, add --with-faults")
		report, _, err := restore(t, Restoring{Backup: bad, Path: path, WithFaults: true})
		if err != nil || len(report.BadRecords) != 1 {
			t.Fatalf("report %+v, %v", report, err)
		}
		openAt(t, path, func(*SQLite) {})
	})
	whole, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	mine := []byte("mine")
	for want, bad := range map[string]string{
		"malformed":                         writeFile(t, whole[:len(whole)-4096]),
		"not a database":                    writeFile(t, []byte(strings.Repeat("text\n", 1000))),
		"it is empty":                       writeFile(t, nil),
		"is the database itself":            "",
		"no such file":                      filepath.Join(t.TempDir(), "none"),
		"has faults: number -2 is negative": faulty(t, backup),
	} {
		t.Run("nothing is changed by what cannot be: "+want, func(t *testing.T) {
			path := writeFile(t, mine)
			if bad == "" {
				bad = path
			}
			_, _, err := restore(t, Restoring{Backup: bad, Path: path, WithFaults: !strings.HasPrefix(want, "has faults: number")})
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, want one about %q", err, want)
			}
			if content, _ := os.ReadFile(path); !bytes.Equal(content, mine) {
				t.Error("the file was changed")
			}
			if got := names(t, filepath.Dir(path)); len(got) > 2 { // it, and its lock
				t.Errorf("left are %v", got)
			}
		})
	}
}

// restore restores a backup at noon, without a change unless there is one.
func restore(t testing.TB, r Restoring) (report Report, aside string, err error) {
	t.Helper()
	if r.Change == nil {
		r.Change = unchanged
	}
	return testSchema().Restore(t.Context(), r, noon)
}

func unchanged(context.Context, *sql.Tx) error { return nil }

// An askedContext calls asked whenever its Done is called.
type askedContext struct {
	context.Context
	asked func()
}

func (c askedContext) Done() <-chan struct{} {
	c.asked()
	return c.Context.Done()
}

// faulty returns a copy of a database with one bad record.
func faulty(t testing.TB, path string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "faulty.db")
	if err := copyOf(t.Context(), path, to); err != nil {
		t.Fatal(err)
	}
	d, err := testSchema().newDB(t.Context(), to)
	if err != nil {
		t.Fatal(err)
	}
	mustExec(t, d, "UPDATE numbers SET n = -2 WHERE n = 2")
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return to
}
