package main

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hexclub/db"
)

// The operator makes the first account before the site was ever started, but no empty
// club where there are backups of one.
func TestCreateOnNewMachine(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "hexclub.db")
	if output, ok := run(t, "admin", "list", "--db", database); ok || !strings.Contains(output, "--db (HEXCLUB_DB): ") {
		t.Errorf("to list admins says %q, ok %v", output, ok)
	}
	for _, want := range []string{"Anna is admin now", "That name is taken"} {
		if output, ok := run(t, "admin", "create", "Anna", "--db", database); ok != strings.HasPrefix(want, "Anna") || !strings.Contains(output, want) {
			t.Errorf("it says %q, ok %v; want %q", output, ok, want)
		}
	}
	if output, ok := run(t, "backup", "--db", database); !ok {
		t.Fatal(output)
	}
	if err := os.Remove(database); err != nil {
		t.Fatal(err)
	}
	if output, ok := run(t, "admin", "create", "Anna", "--db", database); ok || !strings.Contains(output, "it is missing, and there are backups of it") {
		t.Errorf("it says %q, ok %v", output, ok)
	}
	for _, args := range [][]string{{"backup"}, {"admin", "role", "Anna", "admin"}} {
		if output, ok := run(t, append(args, "--db", database)...); ok || !strings.Contains(output, "--db (HEXCLUB_DB): ") {
			t.Errorf("%v says %q, ok %v", args, output, ok)
		}
	}
	if _, err := os.Stat(database); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a database was made: %v", err)
	}
}

// Where a file cannot be made or found, the name is told that whoever is at the machine knows.
func TestNamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	database, none := filepath.Join(folder, "hexclub.db"), filepath.Join(folder, "no")
	if output, ok := run(t, "admin", "create", "Anna", "--db", database); !ok {
		t.Fatal(output)
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"serve", "--listen", "localhost:0", "--db", filepath.Join(none, "hexclub.db")}, "--db (HEXCLUB_DB): its folder: lstat " + none + ": no such file"},
		{[]string{"backup", "--db", database, filepath.Join(none, "backup.db")}, "no file can be made in " + none + ": no such file"},
		{[]string{"restore", "--db", database, none}, "the backup: stat " + none + ": no such file"},
		{[]string{"restore", "--db", database, folder}, "the backup " + folder + " is no file"},
	} {
		if output, ok := run(t, tt.args...); ok || !strings.Contains(output, tt.want) || strings.Contains(output, ".lock") || strings.Contains(output, ".part") {
			t.Errorf("%v says %q, ok %v; want %q", tt.args, output, ok, tt.want)
		}
	}
}

// A command of a newer program leaves the file as it is, which an older server may have
// open: the server alone brings it up to date.
func TestCommandsBringNothingUpToDate(t *testing.T) {
	t.Parallel()
	database := newDatabase(t, func(*db.DB) error { return nil })
	alter(t, database, "DELETE FROM schema_version WHERE version > 1")
	for _, args := range [][]string{{"admin", "create", "Anna"}, {"sessions", "revoke", "--all"}, {"bans", "list"}, {"admin", "list"}} {
		output, ok := run(t, append(args, "--db", database)...)
		if ok || !strings.Contains(output, "its schema is of version 1, ") || !strings.Contains(output, "start the new server first") {
			t.Errorf("%v says %q, ok %v", args, output, ok)
		}
	}
	if _, err := os.Stat(database + ".backups"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there are backups: %v", err)
	}
}

// A passing error of the disk, found by the check of the whole file, does not end the site.
func TestCheckWhole(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("text\n", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, damaged := db.Open(t.Context(), text)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, tt := range []struct {
		ctx    context.Context
		found  error
		ends   bool
		logged bool
	}{
		{t.Context(), nil, false, false},
		{t.Context(), errors.New("disk I/O error"), false, true},
		{stopped, context.Canceled, false, false},
		{t.Context(), damaged, true, false},
	} {
		var log strings.Builder
		err := checkWhole(tt.ctx, func(context.Context) error { return tt.found }, slog.New(slog.NewTextHandler(&log, nil)))
		if tt.ends != (err != nil) || tt.logged != strings.Contains(log.String(), "disk I/O error") {
			t.Errorf("%v ends the site with %v, and the log says %q", tt.found, err, log.String())
		}
	}
}

// newDatabase is the file of a new club, in which something was done.
func newDatabase(t *testing.T, do func(*db.DB) error) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "hexclub.db")
	store, err := db.Open(t.Context(), path)
	if err == nil {
		err = errors.Join(do(store), store.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// alter runs a statement on a file, which is made if there is none, as no program of ours would.
func alter(t *testing.T, path, statement string, args ...any) {
	t.Helper()
	file, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)")
	if err == nil {
		_, err = file.ExecContext(t.Context(), statement, args...)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}
