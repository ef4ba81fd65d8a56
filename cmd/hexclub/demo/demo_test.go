package demo

import (
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"hexclub/db"
)

// Games on an evening are played concurrently, to the end. The race detector checks that they share
// no data.
func TestEvening(t *testing.T) {
	t.Parallel()
	store, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "demo.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	d := demo{DB: store, now: time.Now(), random: rand.New(rand.NewPCG(1, 0))}
	if err := d.gather(t.Context(), "of nothing", "of nothing"); err != nil {
		t.Fatal(err)
	}
	if err := d.openEvening(t.Context(), d.ago(3)); err != nil {
		t.Fatal(err)
	}
	running, err := store.Current(t.Context(), 50, d.now)
	if err != nil || len(running) > 0 {
		t.Errorf("%d games go on, %v", len(running), err)
	}
	seats := 0
	for _, m := range d.people {
		games, _, err := store.Archive(t.Context(), m.id, db.Filter{}, db.Place{}, 50, d.now)
		if err != nil {
			t.Fatal(err)
		}
		seats += len(games)
	}
	if want := 6*2 + 3 + 1; seats != want { // two players at six tables, three at one, and one against a bot
		t.Errorf("%d seats were taken, want %d", seats, want)
	}
}

// The events of the ladder were stored in the order of time.
func TestLadderEvenings(t *testing.T) {
	t.Parallel()
	store, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "demo.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	d := demo{DB: store, now: time.Now(), random: rand.New(rand.NewPCG(1, 0))}
	if err := d.gather(t.Context(), "of nothing", "of nothing"); err != nil {
		t.Fatal(err)
	}
	if err := d.openSeason(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, days := range []int{40, 33} {
		if err := d.club.evening(t.Context(), d.ago(days)); err != nil {
			t.Fatal(err)
		}
	}
	events, _, err := store.LadderEvents(t.Context(), d.club.id, "", 0, 1000)
	if err != nil || len(events) < 20 {
		t.Fatalf("%d events, %v", len(events), err)
	}
	for i := range len(events) - 1 {
		if events[i].Number < events[i+1].Number {
			t.Errorf("%s was stored after %s", time.UnixMilli(events[i+1].At), time.UnixMilli(events[i].At))
		}
	}
}
