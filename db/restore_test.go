package db

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"hexclub/rules"
)

// What was backed up while people played is restored on another machine: every game
// replays and is as it was at one moment, and whatever lets somebody in is dead.
func TestRestoreUnderLoad(t *testing.T) {
	d := openFile(t)
	anna, guest := newAccount(t, d), newGuest(t, d)
	session := func(d *DB, person Person, hash string) {
		t.Helper()
		if err := d.SaveSession(t.Context(), Session{Hash: hash, Person: person, Created: noon, Expires: noon.Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	session(d, anna, "kept")
	session(d, anna, "revoked")
	session(d, guest, "guest")
	session(d, Person{}, "nobody")
	mustExec(t, d, "INSERT INTO invitations (id, hash, maker, note, made, expires, uses, used) VALUES ('i', 'hash', $1, '', $2, $3, 5, 1)",
		anna.ID, noon.UnixMilli(), noon.Add(time.Hour).UnixMilli())
	later := noon.Add(time.Hour).UnixMilli()
	mustExec(t, d, "INSERT INTO mail_links (hash, person, address, expires) VALUES ('link', $1, 'anna@hex.example', $2)", anna.ID, later)
	mustExec(t, d, "INSERT INTO resets (hash, person, expires) VALUES ('link', $1, $2)", anna.ID, later)
	mustExec(t, d, "INSERT INTO first_admin (hash, expires) VALUES ('link', $1)", later)
	mustExec(t, d, "INSERT INTO letters (id, person, kind, created, due, tries, unsure) VALUES ('waits', $1, 'turn', $2, $3, 0, 0), ('sent', $1, 'turn', $2, NULL, 1, 0)",
		anna.ID, noon.UnixMilli(), later)

	const players = 4
	started, stop := make(chan struct{}, players), make(chan struct{})
	games := make([]string, players)
	var playing sync.WaitGroup
	for i := range players {
		game := newGame(t, d, true)
		games[i] = game.ID
		random := newRandom(uint64(i))
		playing.Go(func() {
			for turn := 1; ; turn++ {
				g, err := d.PlayTurn(t.Context(), game.ID, game.Host, game.Record.EventCount(), randomTurn(game.Record, random), noon)
				if err != nil {
					t.Error(err)
					return
				}
				if game = g; game.Status == Over {
					return
				}
				if turn == 3 {
					started <- struct{}{}
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	for range players {
		<-started
	}
	backups := Backups{Dir: filepath.Join(t.TempDir(), "backups")}
	made, _, err := d.MakeBackup(t.Context(), backups, noon)
	close(stop)
	playing.Wait()
	if err != nil {
		t.Fatal(err)
	}
	if err := d.DeleteSession(t.Context(), "revoked"); err != nil {
		t.Fatal(err)
	}

	for _, guests := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "club.db")
		report, aside, err := Restore(t.Context(), Restoring{Backup: made.Path, Path: path, Guests: guests}, noon.Add(time.Minute))
		if err != nil || aside != "" || report.Records["hexone"] != players {
			t.Fatalf("report %+v, aside %q, %v", report, aside, err)
		}
		wantNames(t, filepath.Dir(path), "club.db", "club.db.lock")
		restored, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range games {
			live, err := d.Game(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			kept, err := restored.Game(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			all, part := live.Record.Events(), kept.Record.Events()
			if len(part) < 3 || len(part) > len(all) || !slices.Equal(all[:len(part)], part) {
				t.Errorf("game %s is restored as %v, was %v", id, part, all)
			}
		}
		for hash, lives := range map[string]bool{"kept": false, "revoked": false, "nobody": false, "guest": guests} {
			if _, err := restored.Session(t.Context(), hash, noon); lives != (err == nil) || err != nil && !rules.IsKind(err, rules.NotFound) {
				t.Errorf("session %s: %v; want it alive: %v", hash, err, lives)
			}
		}
		for rows, want := range map[string]int{
			"invitations WHERE revoked IS NULL": 0, "mail_links": 0, "resets": 0, "first_admin": 0,
			"letters WHERE due IS NOT NULL": 0, "letters": 1,
		} {
			if n := countRows(t, restored, rows); n != want {
				t.Errorf("%s: %d, want %d", rows, n, want)
			}
		}
		log, _, err := restored.AuditLog(t.Context(), AuditFilter{}, 1)
		if err != nil || len(log) != 1 || log[0].Act != "restored" || log[0].By.ID != "" {
			t.Errorf("log %+v, %v", log, err)
		}
		if err := restored.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestRestoreOldBackup(t *testing.T) {
	t.Run("a backup of an older program", func(t *testing.T) {
		old, path := filepath.Join(t.TempDir(), "old.db"), filepath.Join(t.TempDir(), "club.db")
		oldFile(t, old, 3, "INSERT INTO people (id, confirm_turns, created) VALUES ('anna', true, 0); INSERT INTO sessions (hash, person, created, expires) VALUES ('h', 'anna', 0, 1)")
		report, _, err := Restore(t.Context(), Restoring{Backup: old, Path: path}, noon)
		if err != nil || report.Schema != 3 {
			t.Fatalf("report %+v, %v", report, err)
		}
		openAt(t, path, func(d *DB) {
			if n := countRows(t, d, "sessions"); n != 0 {
				t.Errorf("sessions: %d", n)
			}
		})
	})
	t.Run("a backup of a program that had another audit log", func(t *testing.T) {
		old, path := filepath.Join(t.TempDir(), "old.db"), filepath.Join(t.TempDir(), "club.db")
		oldFile(t, old, 21, "INSERT INTO log (number, at, act, href, detail) VALUES (1, 0, 'club-welcome', '/club', '{}')")
		if _, _, err := Restore(t.Context(), Restoring{Backup: old, Path: path}, noon); err != nil {
			t.Fatal(err)
		}
		openAt(t, path, func(d *DB) {
			want := AuditEntry{Number: 2, At: noon, Act: "restored", Detail: map[string]string{"AtTime": strconv.FormatInt(noon.UnixMilli(), 10)}}
			if got := lastEntry(t, d); got.Number != want.Number || got.Act != want.Act || !got.At.Equal(want.At) || !maps.Equal(got.Detail, want.Detail) {
				t.Errorf("the audit log ends in %+v, want %+v", got, want)
			}
			if at, err := d.lastRestored(t.Context()); err != nil || !at.Equal(noon) {
				t.Errorf("restored at %v, %v", at, err)
			}
		})
	})
}
