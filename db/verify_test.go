package db

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever is wrong in a file is found, and named.
func TestVerify(t *testing.T) {
	d := openFile(t)
	over := playRandom(t, d, newGame(t, d, true), 30, 7)
	over, err := d.Resign(t.Context(), over.ID, over.Host, noon)
	if err != nil {
		t.Fatal(err)
	}
	running := playRandom(t, d, newGame(t, d, true), 5, 3)
	waiting := newGame(t, d, false)
	if over.Status != Over || running.Status != Running || waiting.Status != Waiting {
		t.Fatalf("games %s, %s, %s", over.Status, running.Status, waiting.Status)
	}
	copyGame(t, d, running, 2*replayAtOnce+1) // so that they are not all read at once
	sound := filepath.Join(t.TempDir(), "sound.db")
	if _, _, err := Backup(t.Context(), pathOf(t, d), sound); err != nil {
		t.Fatal(err)
	}
	// altered is a file in which a statement was run.
	altered := func(t *testing.T, statement string, args ...any) string {
		t.Helper()
		path := filepath.Join(t.TempDir(), "test.db")
		content, err := os.ReadFile(sound)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		pool, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		conn, err := pool.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.ExecContext(t.Context(), "PRAGMA foreign_keys(0); PRAGMA writable_schema(1)"); err != nil {
			t.Fatal(err)
		}
		if _, err := conn.ExecContext(t.Context(), statement, args...); err != nil {
			t.Fatal(err)
		}
		if err := conn.Close(); err != nil {
			t.Fatal(err)
		}
		if err := pool.Close(); err != nil {
			t.Fatal(err)
		}
		return path
	}

	t.Run("nothing", func(t *testing.T) {
		report, err := Verify(t.Context(), sound)
		if want := 3 + 2*replayAtOnce + 1; err != nil || report.Err() != nil || report.Total() != want || report.Records["hexone"] != want {
			t.Errorf("report %+v, %v; want %d games and no fault", report, err, want)
		}
		wantNames(t, filepath.Dir(sound), "sound.db")
	})
	t.Run("nothing in a file in use", func(t *testing.T) {
		if report, err := Verify(t.Context(), pathOf(t, d)); err != nil || report.Err() != nil {
			t.Errorf("report %+v, %v", report, err)
		}
	})
	for name, tt := range map[string]struct {
		statement string
		args      []any
		want      string
	}{
		"a status":                        {"UPDATE games SET status = 'running' WHERE id = $1", []any{over.ID}, "game " + over.ID + " of hexone is stored as running"},
		"a seat to act":                   {"UPDATE games SET to_act = 0 WHERE id = $1", []any{running.ID}, "game " + running.ID + " of hexone is stored as running, seat 0 to act"},
		"who won":                         {"UPDATE games SET result = 'draw' WHERE id = $1", []any{over.ID}, "and replayed it is over (" + result(over)},
		"how it ended":                    {"UPDATE games SET reason = 'time' WHERE id = $1", []any{over.ID}, "is stored as over (" + result(over) + ", time)"},
		"a turn too few":                  {"DELETE FROM events WHERE game = $1 AND ply = (SELECT max(ply) FROM events WHERE game = $1)", []any{over.ID}, "is stored as over"},
		"a turn in the middle":            {"UPDATE events SET event = 'a1' WHERE game = $1 AND ply = 3", []any{copyID(replayAtOnce)}, "game " + copyID(replayAtOnce) + " of hexone cannot be replayed"},
		"a game without seats":            {"DELETE FROM seats WHERE game = $1", []any{waiting.ID}, "game " + waiting.ID + " of hexone has no seats"},
		"a game that is gone":             {"DELETE FROM games WHERE id = $1", []any{running.ID}, "rows of events refer to games that do not exist"},
		"a person who is gone":            {"DELETE FROM people WHERE id = $1", []any{waiting.Host}, "1 rows of games refer to people that do not exist"},
		"an index with a wrong root page": {"UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'seats_person') WHERE name = 'seats_reserved'", nil, "seats_reserved"},
		"an index of other rows":          {"UPDATE sqlite_master SET sql = 'CREATE INDEX games_host ON games (changed)' WHERE name = 'games_host'", nil, "missing from index games_host"},
		"a table with no pages":           {"UPDATE sqlite_master SET rootpage = 2000000 WHERE name = 'messages'", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			report, err := Verify(t.Context(), altered(t, tt.statement, tt.args...))
			if err == nil {
				err = report.Err()
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("found %v, want %q", err, tt.want)
			}
		})
	}
	t.Run("a backup of an older program stays as it is", func(t *testing.T) {
		old, backup := filepath.Join(t.TempDir(), "old.db"), filepath.Join(t.TempDir(), "backup.db")
		oldFile(t, old, 3, "")
		if _, _, err := Backup(t.Context(), old, backup); err != nil {
			t.Fatal(err)
		}
		before, err := os.ReadFile(backup)
		if err != nil {
			t.Fatal(err)
		}
		if report, err := Verify(t.Context(), backup); err != nil || report.Schema != 3 || report.Err() != nil {
			t.Errorf("report %+v, %v", report, err)
		}
		if after, err := os.ReadFile(backup); err != nil || !bytes.Equal(before, after) {
			t.Errorf("it was changed: %v", err)
		}
		wantNames(t, filepath.Dir(backup), "backup.db")
	})
	t.Run("what is no database of this program", func(t *testing.T) {
		none := filepath.Join(t.TempDir(), "none")
		for want, path := range map[string]string{
			"no such file":        none,
			"is not a file":       t.TempDir(),
			"it is empty":         writeFile(t, nil),
			"not a database":      writeFile(t, []byte(strings.Repeat("text\n", 1000))),
			"newer program":       altered(t, "INSERT INTO schema_version (version) VALUES (9999)"),
			"another program's":   altered(t, "DROP TABLE schema_version"),
			"database disk image": truncated(t, sound, 20_000),
		} {
			report, err := Verify(t.Context(), path)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%+v, %v; want an error about %q", report, err, want)
			}
		}
		if _, err := os.Stat(none); err == nil {
			t.Error("a file was made")
		}
	})
}

func result(g Game) string {
	r, _ := g.Record.Result()
	return r.String()
}

// writeFile makes a file with this content.
func writeFile(t testing.TB, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// truncated returns a file with the first bytes of another.
func truncated(t testing.TB, path string, size int) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return writeFile(t, content[:size])
}
