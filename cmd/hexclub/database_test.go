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

// The operator can create the first account before the first start, but not if there are backups of
// a lost database.
func TestCreateOnNewMachine(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "hexclub.db")
	says(t, false, "--db (HEXCLUB_DB): ", "admin", "list", "--db", database)
	says(t, true, "Anna is now admin", "admin", "create", "Anna", "--db", database)
	says(t, false, "This name is taken", "admin", "create", "Anna", "--db", database)
	says(t, true, "no fault", "backup", "--db", database)
	if err := os.Remove(database); err != nil {
		t.Fatal(err)
	}
	says(t, false, "it is missing, but there are backups of it", "admin", "create", "Anna", "--db", database)
	for _, args := range [][]string{{"backup"}, {"admin", "role", "Anna", "admin"}} {
		says(t, false, "--db (HEXCLUB_DB): ", append(args, "--db", database)...)
	}
	if _, err := os.Stat(database); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a database was made: %v", err)
	}
}

// An error about a missing file names the path that the operator gave.
func TestMissingFiles(t *testing.T) {
	t.Parallel()
	database := newDatabase(t, func(*db.DB) error { return nil })
	folder := filepath.Dir(database)
	none := filepath.Join(folder, "no")
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"serve", "--listen", "localhost:0", "--db", filepath.Join(none, "hexclub.db")}, "--db (HEXCLUB_DB): its folder: lstat " + none + ": no such file"},
		{[]string{"backup", "--db", database, filepath.Join(none, "backup.db")}, "no file can be created in " + none + ": no such file"},
		{[]string{"restore", "--db", database, none}, "the backup: stat " + none + ": no such file"},
		{[]string{"restore", "--db", database, folder}, "the backup " + folder + " is not a file"},
	} {
		if output := says(t, false, tt.want, tt.args...); strings.Contains(output, ".lock") || strings.Contains(output, ".part") {
			t.Errorf("%v names an internal file: %s", tt.args, output)
		}
	}
}

// A misspelt URL is an error that does not repeat its password, and not the name of a new file.
func TestMisspeltURLs(t *testing.T) {
	t.Parallel()
	const secret = "s3cr3t"
	for _, source := range []string{
		"postgres:hexclub", "postgres:/anna:" + secret + "@db.example/hexclub", "Postgres://anna:" + secret + "@db.example/hexclub",
		"postgre://anna:" + secret + "@db.example/hexclub", "mysql://anna:" + secret + "@db.example/hexclub", "pgsql:hexclub",
		"host=db.example user=anna password=" + secret,
	} {
		for _, args := range [][]string{{"--listen", "localhost:0", "--db", source}, {"move", "--from", "none.db", "--to", source}, {"verify", source}} {
			if output := says(t, false, "this is no URL like postgres://user:password@host:5432/hexclub", args...); strings.Contains(output, secret) {
				t.Errorf("%v: %s", args, output)
			}
		}
	}
	command := program(t, "verify")
	command.Env = append(command.Env, "HEXCLUB_DB=Postgres://anna:"+secret+"@db.example/hexclub")
	output, ok := printed(t, command)
	if ok || !strings.Contains(output, "this is no URL like postgres://user:password@host:5432/hexclub") ||
		!strings.Contains(output, "(HEXCLUB_DB)") || strings.Contains(output, secret) {
		t.Errorf("a variable: %s", output)
	}
	for _, path := range []string{"club.db", "/srv/pg:1/club.db", "a=b.db", "club: 2.db", "./postgres:hexclub", "hexclub"} {
		if almostURL(path) {
			t.Errorf("%s is not a path", path)
		}
	}
}

// Commands of a newer program do not migrate the file, which an older server may have open. Only
// the server does.
func TestCommandsDoNotMigrate(t *testing.T) {
	t.Parallel()
	database := newDatabase(t, func(*db.DB) error { return nil })
	alter(t, database, "DELETE FROM schema_version WHERE version > 1")
	for _, args := range [][]string{{"admin", "create", "Anna"}, {"sessions", "revoke", "--all"}, {"bans", "list"}, {"admin", "list"}} {
		output := says(t, false, "its schema is version 1, ", append(args, "--db", database)...)
		if !strings.Contains(output, "start the new server first") {
			t.Errorf("%v says %q", args, output)
		}
	}
	if _, err := os.Stat(database + ".backups"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there are backups: %v", err)
	}
}

// A temporary disk error during the check of the whole file does not stop the site.
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

// newDatabase creates the file of a new club and calls do with it.
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

// alter runs a statement on a file without package db. It creates the file if there is none.
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
