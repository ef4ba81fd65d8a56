package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"hexclub/db/store"
	"hexclub/rules"
)

func TestMigrate(t *testing.T) {
	known := knownMigrations(t)
	path := filepath.Join(t.TempDir(), "test.db")
	var guest Person

	t.Run("a new file", func(t *testing.T) {
		openAt(t, path, func(d *DB) {
			wantVersion(t, d, len(known))
			guest = newGuest(t, d)
		})
	})
	t.Run("a file of this version", func(t *testing.T) {
		openAt(t, path, func(d *DB) {
			wantVersion(t, d, len(known))
			if got, err := d.Person(t.Context(), guest.ID); err != nil || got != guest {
				t.Errorf("person %+v, %v; want %+v", got, err, guest)
			}
		})
	})
	t.Run("a file from before games could forbid exploring", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "test.db")
		oldFile(t, path, 1, `
			INSERT INTO people (id, confirm_turns, created) VALUES ('anna', true, 0), ('ben', true, 0);
			INSERT INTO games (id, game, rules, options, position, host, invite, revision, created, changed, status, to_act, turn, result, reason)
				VALUES ('old', 'hexone', 1, '{}', '', 'anna', 'secret', 4, 5, 6, 'running', 1, 3, '', '');
			INSERT INTO seats (game, seat, person) VALUES ('old', 1, 'anna'), ('old', 2, 'ben');
			INSERT INTO events (game, ply, event, at) VALUES ('old', 0, 'd3', 0), ('old', 1, 'c2', 0)`)
		d, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = d.Close() }()
		wantVersion(t, d, len(known))
		g, err := d.Game(t.Context(), "old")
		if err != nil {
			t.Fatal(err)
		}
		if !g.Explore || g.Host != "anna" || g.Revision != 4 || g.Record.EventCount() != 2 || g.Players[1].ID != "ben" {
			t.Errorf("game %+v", g)
		}
		if g, err = d.PlayTurn(t.Context(), "old", "anna", 2, "d4", noon); err != nil || g.Record.EventCount() != 3 || !g.Explore {
			t.Errorf("game %+v, %v", g, err)
		}
	})
	t.Run("a file with more takebacks than a game allows", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "test.db")
		oldFile(t, path, 1, `
			INSERT INTO people (id, confirm_turns, created) VALUES ('anna', true, 0), ('ben', true, 0);
			INSERT INTO games (id, game, rules, options, position, host, invite, revision, created, changed, status, to_act, turn, result, reason)
				VALUES ('old', 'hexone', 1, '{}', '', 'anna', 'secret', 4, 5, 6, 'running', 1, 1, '', '');
			INSERT INTO seats (game, seat, person) VALUES ('old', 1, 'anna'), ('old', 2, 'ben');
			WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 8999)
				INSERT INTO events (game, ply, event, at)
				SELECT 'old', n, CASE n % 3 WHEN 0 THEN 'c2' WHEN 1 THEN 'takeback:1' ELSE 'accept:2' END, 0 FROM n`)
		openAt(t, path, func(d *DB) {
			g, err := d.Game(t.Context(), "old")
			if err != nil || g.Record.EventCount() != 9000 || len(g.Record.Turns()) != 0 || g.Record.Setup().Version != 1 {
				t.Fatalf("game %+v, %v", g, err)
			}
			_, err = d.PlayTurn(t.Context(), "old", "anna", 9000, "c2", noon)
			wantError(t, err, rules.Conflict, "error.long-game")
			if g, err = d.Resign(t.Context(), "old", "anna", noon); err != nil || g.Status != Over {
				t.Errorf("game %+v, %v", g, err)
			}
		})
	})
}

// openAtVersion brings the database in the file at path, or at a URL, to a version of the schema and does something.
func openAtVersion(t testing.TB, path string, version int, do func(*DB)) {
	t.Helper()
	scripts := fstest.MapFS{}
	for _, name := range knownMigrations(t)[:version] {
		script, err := migrations.ReadFile(name)
		if store.IsURL(path) {
			script = []byte(serverMigration(t, name))
		}
		if err != nil {
			t.Fatal(err)
		}
		scripts[name] = &fstest.MapFile{Data: script}
	}
	old := store.Schema{Migrations: scripts, AfterMigrations: func(context.Context, *sql.Tx) error { return nil }}
	var d *DB
	if store.IsURL(path) {
		server, err := old.OpenURL(t.Context(), path, true)
		if err != nil {
			t.Fatal(fmt.Errorf("to version %d: %w", version, err))
		}
		d = &DB{engine: server, read: server.Read, write: server.Write}
	} else {
		file, err := old.Open(t.Context(), path, Backups{}, true)
		if err != nil {
			t.Fatal(fmt.Errorf("to version %d: %w", version, err))
		}
		d = &DB{engine: file, file: file, read: file.Read, write: file.Write}
	}
	do(d)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

// knownMigrations returns the files of all migrations, in order.
func knownMigrations(t testing.TB) []string {
	t.Helper()
	known, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil || len(known) == 0 {
		t.Fatalf("migrations %v, %v", known, err)
	}
	return slices.DeleteFunc(known, func(name string) bool { return strings.Contains(name, ".postgres.") })
}

// serverMigration returns the text of a migration as a server gets it.
func serverMigration(t testing.TB, name string) string {
	t.Helper()
	text, err := migrations.ReadFile(strings.TrimSuffix(name, ".sql") + ".postgres.sql")
	if errors.Is(err, fs.ErrNotExist) {
		text, err = migrations.ReadFile(name)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// oldFile makes a file, or the database at a URL, as a program left it that knew as many migrations, with what the
// script puts there.
func oldFile(t testing.TB, path string, version int, script string) {
	t.Helper()
	openAtVersion(t, path, version, func(d *DB) { mustExec(t, d, script) })
}

func wantVersion(t testing.TB, d *DB, want int) {
	t.Helper()
	if got, _, err := d.Schema(t.Context()); err != nil || got != want {
		t.Errorf("schema version %d (%v), want %d", got, err, want)
	}
}
