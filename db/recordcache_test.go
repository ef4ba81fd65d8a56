package db

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
)

// wantStoredRecord fails the test unless a game has the record that its stored events lead
// to, which no cache had a part in.
func wantStoredRecord(t testing.TB, d *DB, g Game) {
	t.Helper()
	stored, err := scanGame(d.read.QueryContext(t.Context(), selectGame+"WHERE g.id = $1 ORDER BY s.seat", g.ID))
	if err != nil {
		t.Fatal(err)
	}
	if stored.Revision != g.Revision || !reflect.DeepEqual(stored.Record, g.Record) {
		t.Fatalf("the game is %+v with %+v, stored is %+v with %+v", g, g.Record, stored, stored.Record)
	}
}

// TestGamesAreReplayedOnce reads a game in every way and plays it, and counts replays.
func TestGamesAreReplayedOnce(t *testing.T) {
	d := openTest(t)
	g := playRandom(t, d, newPair(t, d), 20, 7)
	d.records = recordCache{} // as after a restart
	for range 3 {
		g, err := d.Game(t.Context(), g.ID)
		if err != nil {
			t.Fatal(err)
		}
		wantStoredRecord(t, d, g)
		if list, err := d.Current(t.Context(), 10, noon); err != nil || len(list) != 1 || list[0].Record != g.Record {
			t.Fatalf("current are %+v, %v", list, err)
		}
	}
	if n := d.Replays(); n != 1 {
		t.Errorf("reading a game replays it %d times", n)
	}
	g = playRandom(t, d, g, 22, 8)
	wantStoredRecord(t, d, g)
	if n := d.Replays(); n != 1 {
		t.Errorf("playing it replays it %d times more", n-1)
	}
}

// TestChangesByOthersAreRead plays a game by two open databases of one file, as two
// processes do.
func TestChangesByOthersAreRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	var both [2]*DB
	for i := range both {
		d, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		})
		both[i] = d
	}
	g, random := newPair(t, both[0]), newRandom(1)
	for turn := range 20 {
		d, other := both[turn%2], both[1-turn%2]
		person := g.Players[g.Record.Turn().Seat-1].ID
		var err error
		if g, err = d.PlayTurn(t.Context(), g.ID, person, g.Record.Moved(), randomTurn(g.Record, random), noon); err != nil {
			t.Fatal(err)
		}
		if g, err = other.Game(t.Context(), g.ID); err != nil {
			t.Fatal(err)
		}
		wantStoredRecord(t, d, g)
	}
}

// TestUndoneTurnsAreNotCached plays a turn in a transaction that fails, then another one.
func TestUndoneTurnsAreNotCached(t *testing.T) {
	d := openTest(t)
	g := newPair(t, d)
	undone := errors.New("undone")
	err := d.inTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		for _, turn := range []string{"c2", "d3"} { // the second is played in what the first left
			_, err := d.editIn(ctx, tx, g.ID, noon, func(g *Game, _ bool) error {
				return g.change(noon, func(r *record.Record) error { return r.Play(r.Turn().Seat, turn) })
			})
			if err != nil {
				return err
			}
		}
		return undone
	})
	if !errors.Is(err, undone) {
		t.Fatal(err)
	}
	again, err := d.Game(t.Context(), g.ID)
	if err != nil {
		t.Fatal(err)
	}
	wantStoredRecord(t, d, again)
	if again, err = d.PlayTurn(t.Context(), g.ID, g.Players[0].ID, 0, "b2", noon); err != nil {
		t.Fatal(err)
	}
	wantStoredRecord(t, d, again)
}

// TestLostTurnsAreNotCached plays a turn that the database loses, as a server does whose standby lacks it, and another one
// that gets its revision.
func TestLostTurnsAreNotCached(t *testing.T) {
	d := openTest(t)
	other, err := Open(t.Context(), pathOf(t, d))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { wantFine(t, []error{other.Close()}) }()
	g := newPair(t, d)
	play := func(d *DB, turn string, now time.Time) Game {
		t.Helper()
		g, err := d.PlayTurn(t.Context(), g.ID, g.Players[0].ID, 0, turn, now)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	lost := play(d, "c2", noon)
	mustExec(t, d, "DELETE FROM events WHERE game = $1", g.ID)
	mustExec(t, d, "UPDATE games SET revision = $2, changed = $3, to_act = 1, turn = 1 WHERE id = $1", g.ID, g.Revision, g.Changed.UnixMilli())
	if lost = must(t)(d.Game(t.Context(), g.ID)); lost.Record.EventCount() != 0 {
		t.Errorf("after it is lost, the game has %d events", lost.Record.EventCount())
	}
	stored := play(other, "b2", noon.Add(time.Second))
	for range 2 { // first with the lost one in the cache
		got := must(t)(d.Game(t.Context(), g.ID))
		wantStoredRecord(t, d, got)
		if got.Revision != stored.Revision || !reflect.DeepEqual(got.Record.Events(), stored.Record.Events()) {
			t.Errorf("events %v, stored are %v", got.Record.Events(), stored.Record.Events())
		}
	}
	replays := d.Replays()
	_ = must(t)(d.Game(t.Context(), g.ID))
	if d.Replays() != replays {
		t.Error("the game is not in the cache")
	}
}

// TestRecordCache fills a cache with more than it may hold.
func TestRecordCache(t *testing.T) {
	r, err := record.New(hexone.Game{}, rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	var c recordCache
	weight := cachedRecord{record: r}.weigh()
	for i := range 2 * maxCached / weight {
		c.put(Game{ID: copyID(i), Revision: 1, Record: r})
		c.get(copyID(0)) // is used all the time
		if c.weight > maxCached || c.recent.Len() != len(c.byGame) {
			t.Fatalf("%d records of weight %d, %d in order", len(c.byGame), c.weight, c.recent.Len())
		}
	}
	if c.get(copyID(0)).record == nil || c.get(copyID(1)).record != nil {
		t.Error("the record that is used is dropped, or the oldest kept")
	}
	c.put(Game{ID: copyID(0), Revision: 3, Record: r})
	c.put(Game{ID: copyID(0), Revision: 2, Record: r}) // read before, and put in late
	if got := c.get(copyID(0)); got.revision != 3 {
		t.Errorf("revision %d is kept, 3 is known", got.revision)
	}
}
