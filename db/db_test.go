package db

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"hexclub/db/pgtest"
	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
)

// noon is when everything in these tests happens.
var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

// copyEmpty copies an empty database: its migrations take longer than most tests.
var copyEmpty = rulestest.Copies(func(path string) error {
	d, err := Open(context.Background(), path)
	if err != nil {
		return err
	}
	return d.Close()
})

// templates are copies of an empty database on a server.
var templates = pgtest.New(func(url string) error {
	d, err := Open(context.Background(), url)
	if err != nil {
		return err
	}
	return d.Close()
})

// openTest returns an empty database of the engine that is tested.
func openTest(t testing.TB) *DB {
	t.Helper()
	if pgtest.On() {
		return openAny(t, t.Context(), templates.Database(t))
	}
	return openFile(t)
}

// openFile returns an empty database in a file, for tests of what only files have.
func openFile(t testing.TB) *DB {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	copyEmpty(t, path)
	return openAny(t, statements.traced(t.Context()), path)
}

// opened is the number of databases that tests have opened.
var opened atomic.Int64

// openAny opens a database. For each fourth, and for all in the check's full mode, the functions of transactions run twice; for
// none in a benchmark.
func openAny(t testing.TB, ctx context.Context, source string) *DB {
	t.Helper()
	if _, benchmark := t.(*testing.B); !benchmark && (rulestest.Full() || opened.Add(1)%4 == 0) {
		ctx = WithRehearsal(ctx)
	}
	d, err := Open(ctx, source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		wantPlans(t, d)
		wantOpponents(t, d)
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// pathOf returns the path of a database's file, or its URL.
func pathOf(t testing.TB, d *DB) (path string) {
	t.Helper()
	if d.file == nil {
		if err := d.read.QueryRowContext(t.Context(), "SELECT current_database()").Scan(&path); err != nil {
			t.Fatal(err)
		}
		return templates.URL(path)
	}
	if err := d.read.QueryRowContext(t.Context(), "SELECT file FROM pragma_database_list WHERE name = 'main'").Scan(&path); err != nil {
		t.Fatal(err)
	}
	return path
}

// openAt opens the database in the file at path, or at a URL, does something, and closes it.
func openAt(t testing.TB, path string, do func(*DB)) {
	t.Helper()
	ctx := t.Context()
	if !OnServer(path) {
		ctx = statements.traced(ctx)
	}
	d, err := Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	do(d)
	wantPlans(t, d)
	wantOpponents(t, d)
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}

// refuseRows makes the database refuse new rows in a table. The function that it returns ends that.
func refuseRows(t testing.TB, d *DB, table string) (end func()) {
	t.Helper()
	if d.file != nil {
		mustExec(t, d, "CREATE TRIGGER no BEFORE INSERT ON "+table+" BEGIN SELECT RAISE(ABORT, 'no'); END")
		return func() { mustExec(t, d, "DROP TRIGGER no") }
	}
	return refuseOnServer(t, d, "INSERT ON "+table, "P0001")
}

// refuseWrites makes every write fail, as on a full disk. On a server these are writes of the table pulse. The function
// that it returns ends that.
func refuseWrites(t testing.TB, d *DB) (end func()) {
	t.Helper()
	if d.file != nil {
		mustExec(t, d, "PRAGMA query_only = 1")
		return func() { mustExec(t, d, "PRAGMA query_only = 0") }
	}
	return refuseOnServer(t, d, "UPDATE ON pulse", "53100")
}

func refuseOnServer(t testing.TB, d *DB, what, code string) (end func()) {
	t.Helper()
	mustExec(t, d, `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '`+code+`'; END $$;
		CREATE TRIGGER no BEFORE `+what+` EXECUTE FUNCTION refuse()`)
	return func() { mustExec(t, d, "DROP FUNCTION refuse CASCADE") }
}

func mustExec(t testing.TB, d *DB, query string, args ...any) {
	t.Helper()
	if _, err := d.write.ExecContext(t.Context(), query, args...); err != nil {
		t.Fatal(err)
	}
}

func newGuest(t testing.TB, d *DB) Person {
	t.Helper()
	p, err := d.CreateGuest(t.Context(), noon)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// newGame returns a game of Hexone that a new guest hosts in seat 1 or plays alone.
func newGame(t testing.TB, d *DB, both bool) Game {
	t.Helper()
	g, err := d.CreateGame(t.Context(), NewGame{Key: "hexone", Host: newGuest(t, d).ID, HostSeat: 1, BothSeats: both}, noon)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// newPair returns a running game of two new guests.
func newPair(t testing.TB, d *DB) Game {
	t.Helper()
	g, err := d.joinGame(t.Context(), newGame(t, d, false).Invite, newGuest(t, d).ID, noon)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// randomTurn returns a random legal turn.
func randomTurn(r *record.Record, random *rand.Rand) string {
	state := r.State().Clone()
	number := state.Turn().Number
	var texts []string
	for state.Turn().Seat != 0 && state.Turn().Number == number {
		actions := state.Actions(nil)
		action := actions[random.IntN(len(actions))]
		texts = append(texts, state.Text(action))
		state.Play(action)
	}
	return strings.Join(texts, ",")
}

// playRandom plays turns until the game has the given number of events.
func playRandom(t testing.TB, d *DB, g Game, events int, seed uint64) Game {
	t.Helper()
	random := newRandom(seed)
	for g.Record.EventCount() < events {
		person := g.Players[g.Record.State().Turn().Seat-1].ID
		var err error
		if g, err = d.PlayTurn(t.Context(), g.ID, person, g.Record.EventCount(), randomTurn(g.Record, random), noon); err != nil {
			t.Fatal(err)
		}
		if g.Status == Over {
			t.Fatalf("game %d is over after %d events: take another seed", seed, g.Record.EventCount())
		}
	}
	return g
}

// wantError checks the kind and key of an error.
func wantError(t testing.TB, err error, kind rules.ErrorKind, key string) {
	t.Helper()
	var known *rules.Error
	if !errors.As(err, &known) || known.Kind != kind || known.Key != key {
		t.Errorf("error %v, want kind %d and key %s", err, kind, key)
	}
}

// wantInternal checks that an error is internal, so users do not see its text.
func wantInternal(t testing.TB, err error, part string) {
	t.Helper()
	if err == nil || errors.As(err, new(*rules.Error)) || errors.As(err, new(*rules.Refusal)) || !strings.Contains(err.Error(), part) {
		t.Errorf("error %v, want an internal one about %q", err, part)
	}
}

func TestStorageErrors(t *testing.T) {
	t.Run("a full disk", func(t *testing.T) {
		d := openFile(t)
		game := newGame(t, d, true)
		mustExec(t, d, "PRAGMA max_page_count = 1") // no page more than there are
		random := newRandom(1)
		for n := range 10_000 {
			_, err := d.CreateGame(t.Context(), NewGame{Key: "hexone", Host: game.Players[0].ID, BothSeats: true}, noon)
			if err != nil {
				wantError(t, err, rules.Unavailable, "error.storage")
				break
			}
			if n == 9_999 {
				t.Fatal("the disk is never full")
			}
		}
		mustExec(t, d, "PRAGMA max_page_count = 1000000")
		if _, err := d.PlayTurn(t.Context(), game.ID, game.Players[0].ID, 0, randomTurn(game.Record, random), noon); err != nil {
			t.Errorf("with room again: %v", err)
		}
	})
	t.Run("a database that cannot be written", func(t *testing.T) {
		d := openFile(t)
		game := newGame(t, d, true)
		mustExec(t, d, "PRAGMA query_only(1)")
		after, err := d.PlayTurn(t.Context(), game.ID, game.Players[0].ID, 0, randomTurn(game.Record, newRandom(1)), noon)
		wantError(t, err, rules.Unavailable, "error.storage")
		if after.Record != nil {
			t.Error("a turn that was not stored is shown")
		}
		if after, err = d.Game(t.Context(), game.ID); err != nil || after.Revision != game.Revision || after.Record.EventCount() != 0 {
			t.Errorf("game %+v, %v", after, err)
		}
	})
	t.Run("a request that ended", func(t *testing.T) {
		d := openFile(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := d.Person(ctx, "nobody")
		wantError(t, err, rules.Unavailable, "error.busy")
	})
	t.Run("a mistake of ours", func(t *testing.T) {
		d := openFile(t)
		_, err := exec(t.Context(), d.write, "SELEKT 1")
		wantInternal(t, err, "syntax")
	})
}

// TestLogIsFoldedBack holds that the write-ahead log does not grow with the
// number of commits.
func TestLogIsFoldedBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	d, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	s := Session{Hash: "one", Data: make([]byte, 1000), Created: noon, Expires: noon.Add(time.Hour)}
	for range 3000 {
		if err := d.SaveSession(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Session(t.Context(), s.Hash, noon); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 8<<20 { // 1000 pages of 4 KiB start a checkpoint
		t.Errorf("the log has %d bytes", info.Size())
	}
}

// joinGame seats a person in the game that the secret invites to, as its page does.
func (d *DB) joinGame(ctx context.Context, invite, person string, now time.Time) (Game, error) {
	g, err := d.GameByInvite(ctx, invite)
	if err != nil {
		return Game{}, err
	}
	return d.TakeSeat(ctx, g.ID, Claim{Person: person, Invite: invite}, now)
}

// wantNames checks the names of the files in a folder.
func wantNames(t testing.TB, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, entry := range entries {
		got = append(got, entry.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("in the folder are %q, want %q", got, want)
	}
}

func TestNewID(t *testing.T) {
	seen := map[string]bool{}
	letters := map[rune]bool{}
	for range 2000 {
		id := NewID(inviteLetters)
		if len(id) != inviteLetters || seen[id] {
			t.Fatalf("id %q", id)
		}
		seen[id] = true
		for _, letter := range id {
			letters[letter] = true
			if !strings.ContainsRune(alphabet, letter) {
				t.Fatalf("id %q", id)
			}
		}
	}
	if len(letters) != 32 {
		t.Errorf("%d different letters", len(letters))
	}
}
