package store

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func TestBackup(t *testing.T) {
	d := openTest(t)
	add(t, d, 1, 2)

	t.Run("a new file, whole and for nobody else to read", func(t *testing.T) {
		target := filepath.Join(t.TempDir(), "copy.db")
		made, report, err := d.schema.Backup(t.Context(), d.path, target)
		if err != nil || made != target || report.Records["numbers"] != 2 {
			t.Fatalf("made %s, report %+v, %v", made, report, err)
		}
		info, err := os.Stat(target)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("file %v, %v", info, err)
		}
		wantNames(t, filepath.Dir(target), "copy.db")
		wantNumbersAt(t, target, 1, 2)
	})
	t.Run("never in the place of another file", func(t *testing.T) {
		target := filepath.Join(t.TempDir(), "copy.db")
		if err := os.WriteFile(target, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := d.schema.Backup(t.Context(), d.path, target)
		wantInternal(t, err, "already exists")
		if text, _ := os.ReadFile(target); string(text) != "mine" {
			t.Errorf("the file is %q now", text)
		}
	})
	t.Run("nothing is left of one that is cut short", func(t *testing.T) {
		target := filepath.Join(t.TempDir(), "copy.db")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, _, err := d.schema.Backup(ctx, d.path, target); err == nil {
			t.Error("no error")
		}
		wantNames(t, filepath.Dir(target))
	})
	t.Run("nothing is left of one that is damaged, and no older one goes", func(t *testing.T) {
		b := Backups{Dir: filepath.Join(t.TempDir(), "backups"), Keep: 1}
		if _, _, err := d.MakeBackup(t.Context(), b, noon); err != nil {
			t.Fatal(err)
		}
		mustExec(t, d, "PRAGMA foreign_keys(0)")
		mustExec(t, d, "INSERT INTO children (n) VALUES (99)")
		_, _, err := d.MakeBackup(t.Context(), b, noon.Add(time.Hour))
		mustExec(t, d, "DELETE FROM children")
		mustExec(t, d, "PRAGMA foreign_keys(1)")
		wantInternal(t, err, "the copy has faults: 1 rows of children refer to numbers that do not exist")
		wantNames(t, b.Dir, "hexclub-2026-07-01T120000Z.db")
	})
	t.Run("one in which a record is bad is kept under a name that says so", func(t *testing.T) {
		mustExec(t, d, "UPDATE numbers SET n = -2 WHERE n = 2")
		defer mustExec(t, d, "UPDATE numbers SET n = 2 WHERE n = -2")
		target := filepath.Join(t.TempDir(), "copy.db")
		made, report, err := d.schema.Backup(t.Context(), d.path, target)
		if want := filepath.Join(filepath.Dir(target), "copy-faulty.db"); err != nil || made != want {
			t.Errorf("made %s, %v; want %s", made, err, want)
		}
		wantInternal(t, report.Err(), "number -2 is negative")
		_, _, err = d.schema.Backup(t.Context(), d.path, target)
		wantInternal(t, err, "copy-faulty.db already exists")
		wantNames(t, filepath.Dir(target), "copy-faulty.db")
	})
}

// Backups with bad records are made like others, but never cost the newest without.
func TestFaultyBackups(t *testing.T) {
	d := openTest(t)
	add(t, d, 1)
	b := Backups{Dir: filepath.Join(t.TempDir(), "backups"), Keep: 2}
	for i, tt := range []struct {
		n    int // that is stored
		want []string
	}{
		{1, []string{"12.db"}},
		{1, []string{"13.db", "12.db"}},
		{-7, []string{"14-faulty.db", "13.db"}},
		{-7, []string{"15-faulty.db", "14-faulty.db", "13.db"}},
		{-7, []string{"16-faulty.db", "15-faulty.db", "13.db"}},
		{1, []string{"17.db", "16-faulty.db"}},
	} {
		mustExec(t, d, "UPDATE numbers SET n = $1", tt.n)
		made, report, err := d.MakeBackup(t.Context(), b, noon.Add(time.Duration(i)*time.Hour))
		if err != nil || made.Faulty != (tt.n < 0) || made.Faulty != (report.Err() != nil) {
			t.Fatalf("made %+v, %+v, %v", made, report, err)
		}
		list, err := b.List()
		if err != nil || len(list) == 0 || list[0] != made {
			t.Errorf("there are %+v, %v; just made was %+v", list, err, made)
		}
		var got []string
		for _, file := range list {
			_, hour, _ := strings.Cut(strings.Replace(filepath.Base(file.Path), "0000Z", "", 1), "T")
			if got = append(got, hour); file.Faulty != strings.Contains(hour, "faulty") {
				t.Errorf("%+v", file)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("at %v there are %q, want %q", made.At, got, tt.want)
		}
	}
}

func TestBackups(t *testing.T) {
	d := openTest(t)
	b := Backups{Dir: filepath.Join(t.TempDir(), "one", "two"), Keep: 3}
	list := func() (list []string) {
		t.Helper()
		files, err := b.List()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			info, err := os.Stat(f.Path)
			if err != nil || info.Size() != f.Size {
				t.Errorf("%+v is %v, %v", f, info, err)
			}
			list = append(list, f.At.Format("15:04:05"))
		}
		return list
	}
	if got := list(); got != nil {
		t.Errorf("before the first there are %v", got)
	}
	strangers := []string{
		"hexclub-2026-07-01T120000Z.db.old", "hexclub-2026-13-01T120000Z.db", "hexclub.db", "notes.txt", ".hexclub-new.part", "my-hexclub-2026-07-01T110000Z.db",
	}
	if err := os.MkdirAll(filepath.Join(b.Dir, "hexclub-2026-07-01T100000Z.db"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(strangers, ".hexclub-old.part") {
		path := filepath.Join(b.Dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		at := noon
		if strings.HasPrefix(name, ".hexclub-old") {
			at = noon.Add(-24 * time.Hour) // its program is long gone
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []string{
		"[12:00:00]", "[13:00:00 12:00:00]", "[14:00:00 13:00:00 12:00:00]", "[15:00:00 14:00:00 13:00:00]", "[16:00:00 15:00:00 14:00:00]",
	} {
		if _, _, err := d.MakeBackup(t.Context(), b, noon.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
		if got := list(); strings.Join(got, " ") != strings.Trim(want, "[]") {
			t.Errorf("after %d there are %v, want %v", i+1, got, want)
		}
	}
	// Two within a second; the clock is put back: the one just made stays all the same.
	made, _, err := d.MakeBackup(t.Context(), b, noon.Add(4*time.Hour))
	if err != nil || made.At.Format("15:04:05") != "16:00:01" {
		t.Errorf("made %+v, %v", made, err)
	}
	made, _, err = d.MakeBackup(t.Context(), b, noon)
	if err != nil {
		t.Error(err)
	}
	if got := list(); !slices.Contains(got, "12:00:00") {
		t.Errorf("%v went as it was made: there are %v", made, got)
	}
	left := names(t, b.Dir)
	for _, name := range strangers {
		if !slices.Contains(left, name) {
			t.Errorf("%s was removed, of %v", name, left)
		}
	}
	if slices.Contains(left, ".hexclub-old.part") {
		t.Error("what a backup left that was cut short is still there")
	}
}

// What a clock made that was ahead, and was put right, is not taken for new, and goes first.
func TestBackupsOfTheFuture(t *testing.T) {
	d := openTest(t)
	b := Backups{Dir: filepath.Join(t.TempDir(), "backups"), Keep: 2}
	for _, at := range []time.Time{noon.AddDate(1, 0, 0), noon.AddDate(1, 0, 1), noon.Add(-time.Hour), noon} {
		if _, _, err := d.MakeBackup(t.Context(), b, at); err != nil {
			t.Fatal(err)
		}
	}
	list, err := b.List()
	if err != nil || len(list) != 2 {
		t.Fatalf("there are %v, %v", list, err)
	}
	for _, tt := range []struct {
		now  time.Time
		want string // time of the newest; empty: none
	}{{noon.Add(time.Hour), "12:00:00"}, {noon.Add(-30 * time.Second), "12:00:00"}, {noon.Add(-30 * time.Minute), "11:00:00"}, {noon.AddDate(-1, 0, 0), ""}} {
		newest, ok := Newest(list, tt.now)
		if ok != (tt.want != "") || ok && newest.At.Format("15:04:05") != tt.want {
			t.Errorf("at %v the newest is %v, %v; want %q", tt.now, newest, ok, tt.want)
		}
	}
}

// A schema is changed only once a verified backup of the file was made, all of it or
// nothing.
func TestBackupBeforeMigration(t *testing.T) {
	known := len(testSchema().Migrations.(fstest.MapFS))
	t.Run("a file with data", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "test.db")
		oldFile(t, path, "INSERT INTO numbers (n) VALUES (1)")
		openAt(t, path, func(d *SQLite) { wantVersion(t, d, known) })
		list, err := DefaultBackups(path).List()
		if err != nil || len(list) != 1 || !strings.HasSuffix(list[0].Path, "-before-0003.db") {
			t.Fatalf("backups %+v, %v", list, err)
		}
		report, err := testSchema().Verify(t.Context(), list[0].Path)
		if err != nil || report.Schema != 2 || report.Records["numbers"] != 1 || report.Err() != nil {
			t.Errorf("the backup is %+v, %v", report, err)
		}
		if got := names(t, filepath.Dir(list[0].Path)); len(got) != 1 {
			t.Errorf("beside it are %v", got)
		}
	})
	t.Run("a new file, or one that is up to date", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "test.db")
		for range 2 {
			openAt(t, path, func(*SQLite) {})
		}
		wantNames(t, path+".backups")
	})
	t.Run("a file that is damaged stays as it is", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "test.db")
		oldFile(t, path, "PRAGMA foreign_keys(0); INSERT INTO children (n) VALUES (99)")
		_, err := open(t.Context(), path)
		wantInternal(t, err, "its schema stays at version 2, because the backup before migration 3 failed: the copy has faults: ")
		if !Damaged(err) || !strings.Contains(err.Error(), "There are no backups in ") {
			t.Errorf("it says %v", err)
		}
		report, err := testSchema().Verify(t.Context(), path)
		if err != nil || report.Schema != 2 {
			t.Errorf("the file is %+v, %v", report, err)
		}
		wantNames(t, path+".backups")
	})
	t.Run("a file with a bad record", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "test.db")
		oldFile(t, path, "INSERT INTO numbers (n) VALUES (-7)")
		for _, warned := range []bool{true, false} {
			openAt(t, path, func(d *SQLite) {
				wantVersion(t, d, known)
				if warning := d.Warning(); (warning != nil) != warned || warned && !strings.Contains(warning.Error(), "-before-0003-faulty.db, the backup before migration 3, has faults: number -7 is negative") {
					t.Errorf("the warning is %v", warning)
				}
			})
		}
		list, err := DefaultBackups(path).List()
		if err != nil || len(list) != 1 || !list[0].Faulty {
			t.Fatalf("backups %+v, %v", list, err)
		}
		report, err := testSchema().Verify(t.Context(), list[0].Path)
		if err != nil || report.Schema != 2 || len(report.Damage) > 0 || len(report.BadRecords) != 1 {
			t.Errorf("the backup is %+v, %v", report, err)
		}
	})
	t.Run("all migrations or none", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "test.db")
		oldFile(t, path, "CREATE TABLE texts (n bigint)") // in the way of a later one
		_, err := testSchema().Open(t.Context(), path, Backups{}, true)
		wantInternal(t, err, "0003_texts.sql")
		report, err := testSchema().Verify(t.Context(), path)
		if err != nil || report.Schema != 2 || !strings.Contains(report.Err().Error(), "cannot be upgraded") {
			t.Errorf("the file is %+v, %v", report, err)
		}
	})
}
