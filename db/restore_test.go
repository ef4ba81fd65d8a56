package db

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hexclub/rules"
)

// What was backed up while people played is restored on another machine: every game
// replays and is as it was at one moment, and whatever lets somebody in is dead.
func TestRestoreUnderLoad(t *testing.T) {
	d := openTest(t)
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
	made, _, err := backups.Make(t.Context(), d, noon)
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
		if err != nil || aside != "" || report.Games["hexone"] != players {
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
		log, _, err := restored.Log(t.Context(), LogFilter{}, 1)
		if err != nil || len(log) != 1 || log[0].Act != "restored" || log[0].By.ID != "" {
			t.Errorf("log %+v, %v", log, err)
		}
		if err := restored.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestRestore(t *testing.T) {
	d := openTest(t)
	before := playRandom(t, d, newGame(t, d, true), 20, 7)
	backup := filepath.Join(t.TempDir(), "backup.db")
	if _, _, err := Backup(t.Context(), d.path, backup); err != nil {
		t.Fatal(err)
	}
	game := playRandom(t, d, before, before.Record.EventCount()+1, 8)

	t.Run("not while the file is open", func(t *testing.T) {
		folder := filepath.Dir(d.path)
		before := names(t, folder)
		_, _, err := Restore(t.Context(), Restoring{Backup: backup, Path: d.path}, noon)
		wantInternal(t, err, "stop the server first")
		wantNames(t, folder, before...)
	})
	t.Run("nor opened while it is restored", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "club.db")
		release, err := lock(path, ".lock", true)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Open(t.Context(), path)
		wantInternal(t, err, "just being restored")
		if err := release(); err != nil {
			t.Fatal(err)
		}
		openAt(t, path, func(*DB) {})
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
			// Whoever asks too late finds nothing of the restoring.
			if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), restorePrefix+"*")); err != nil || len(left) > 0 {
				t.Errorf("it may be opened beside %v, %v", left, err)
			}
		}}
		if _, _, err := Restore(ctx, Restoring{Backup: backup, Path: path}, noon); err != nil || held.Load() == 0 {
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
		_, aside, err := Restore(t.Context(), Restoring{Backup: backup, Path: path}, noon)
		if err != nil || aside != path+".before-restore-2026-07-01T120000Z" {
			t.Fatalf("aside %q, %v", aside, err)
		}
		wantNames(t, filepath.Dir(path), "club.db", filepath.Base(aside), filepath.Base(aside)+"-wal", "club.db.lock")
		wantPly(t, path, game.ID, before.Record.EventCount())
		wantPly(t, aside, game.ID, game.Record.EventCount())
	})
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
			want := Entry{Number: 2, At: noon, Act: "restored", Detail: map[string]string{"AtTime": strconv.FormatInt(noon.UnixMilli(), 10)}}
			if got := lastEntry(t, d); got.Number != want.Number || got.Act != want.Act || !got.At.Equal(want.At) || !maps.Equal(got.Detail, want.Detail) {
				t.Errorf("the audit log ends in %+v, want %+v", got, want)
			}
			if at, err := d.lastRestored(t.Context()); err != nil || !at.Equal(noon) {
				t.Errorf("restored at %v, %v", at, err)
			}
		})
	})
	t.Run("a backup in which games are bad, for who says so", func(t *testing.T) {
		path, bad := filepath.Join(t.TempDir(), "club.db"), faulty(t, backup)
		_, _, err := Restore(t.Context(), Restoring{Backup: bad, Path: path}, noon)
		wantInternal(t, err, "to restore it as it is, add --with-faults")
		report, _, err := Restore(t.Context(), Restoring{Backup: bad, Path: path, WithFaults: true}, noon)
		if err != nil || len(report.BadGames) != 1 {
			t.Fatalf("report %+v, %v", report, err)
		}
		openAt(t, path, func(*DB) {})
	})
	whole, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	mine := []byte("mine")
	for want, bad := range map[string]string{
		"malformed":                   writeFile(t, whole[:len(whole)-4096]),
		"not a database":              writeFile(t, []byte(strings.Repeat("text\n", 1000))),
		"it is empty":                 writeFile(t, nil),
		"is the database itself":      "",
		"no such file":                filepath.Join(t.TempDir(), "none"),
		"has faults: game " + game.ID: faulty(t, backup),
	} {
		t.Run("nothing is changed by what cannot be: "+want, func(t *testing.T) {
			path := writeFile(t, mine)
			if bad == "" {
				bad = path
			}
			_, _, err := Restore(t.Context(), Restoring{Backup: bad, Path: path, WithFaults: !strings.HasPrefix(want, "has faults: game")}, noon)
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

// An askedContext tells whenever it is asked whether it is done.
type askedContext struct {
	context.Context
	asked func()
}

func (c askedContext) Done() <-chan struct{} {
	c.asked()
	return c.Context.Done()
}

// faulty is a copy of a database in which games are not what is stored of them.
func faulty(t testing.TB, path string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "faulty.db")
	if err := copyOf(t.Context(), path, to); err != nil {
		t.Fatal(err)
	}
	d, err := newDB(t.Context(), to)
	if err != nil {
		t.Fatal(err)
	}
	mustExec(t, d, "UPDATE games SET status = 'over'")
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return to
}
