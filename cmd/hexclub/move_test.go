package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hexclub/db"
)

// A club moves to another file. Package db tests all else of it, with both engines.
func TestMoveCommand(t *testing.T) {
	t.Parallel()
	source := newDatabase(t, func(store *db.DB) error {
		host, err := store.CreateGuest(t.Context(), time.Now())
		if err == nil {
			_, err = store.CreateGame(t.Context(), db.NewGame{Key: "hexone", Host: host.ID, HostSeat: 1, BothSeats: true}, time.Now())
		}
		return err
	})
	target := filepath.Join(t.TempDir(), "moved.db")
	output := says(t, true, target+" has all of "+source+": ", "move", "--from", source, "--to", target)
	if !strings.Contains(output, "  games                1\n") || !strings.Contains(output, "and 1 games, replayed on both sides") {
		t.Errorf("it printed %s", output)
	}
	says(t, true, "no faults", "verify", "--db", target)
	says(t, false, "it has a club in it", "move", "--from", source, "--to", target)
}

// A database to which a move is not finished is a wrong setting of a server, which it does not open.
func TestServeUnfinished(t *testing.T) {
	t.Parallel()
	database := newDatabase(t, func(*db.DB) error { return nil })
	alter(t, database, "CREATE TABLE moving (name text NOT NULL PRIMARY KEY, counted bigint NOT NULL, hash text NOT NULL)")
	wantStatus(t, configStatus, "--db (HEXCLUB_DB): ", "serve", "--listen", "localhost:0", "--db", database)
	wantStatus(t, configStatus, "run hexclub move again", "admin", "list", "--db", database)
	wantStatus(t, configStatus, "no such file", "move", "--from", filepath.Join(t.TempDir(), "none.db"), "--to", database)
	wantStatus(t, 1, "postgres://anna@localhost:1/club", "move", "--from", "postgres://anna:secret@localhost:1/club", "--to", filepath.Join(t.TempDir(), "new.db"))
}

// wantStatus runs the program and checks its exit status, and that its output contains a text, and no password.
func wantStatus(t *testing.T, want int, text string, args ...string) {
	t.Helper()
	output, err := program(t, args...).CombinedOutput()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.ExitCode() != want || !strings.Contains(string(output), text) || strings.Contains(string(output), "secret") {
		t.Errorf("%q ends with %v, want status %d and %q: %s", args, err, want, text, output)
	}
}
