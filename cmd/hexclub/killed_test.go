package main

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules/games"
)

var kills = flag.Int("kills", 5, "how often TestKilled kills the program")

// Four players play 20 turns a second while the program is killed at random moments and restarted.
// Afterwards every acknowledged turn is stored, every other turn is stored as a whole or not at
// all, players are still logged in, and the file has no faults. Power failures may also lose data
// that the system has not written yet; see TestTurnsAreDurable.
func TestKilled(t *testing.T) {
	t.Parallel()
	const people = 4
	database := filepath.Join(t.TempDir(), "hexclub.db")
	s := serve(t, database, "--backup-every", "0")
	tables := make([]*table, people)
	next := time.NewTicker(time.Second / 20) // shared by the players
	defer next.Stop()
	for i := range tables {
		var err error
		if tables[i], err = begin(t.Context(), games.All()[i], s.player(t, i)); err != nil {
			t.Fatal(err)
		}
	}
	var acknowledged atomic.Int64
	others := 0
	for range *kills {
		dead := make(chan struct{})
		var playing sync.WaitGroup
		for _, table := range tables {
			playing.Go(func() {
				for {
					select {
					case <-dead:
						return
					case <-next.C:
					}
					_, err := table.turn(t.Context())
					if statusOf(err) != 0 {
						t.Error(err)
					}
					if err != nil {
						return // reconcile finds out whether the turn counts
					}
					acknowledged.Add(1)
				}
			})
		}
		<-time.After(200*time.Millisecond + rand.N(800*time.Millisecond)) // at a random moment
		s.kill(t)
		close(dead)
		playing.Wait()
		wantWhole(t, database)
		s = serve(t, database, "--backup-every", "0")
		for _, table := range tables {
			table.players[0].url = s.url
			more, err := table.reconcile(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if more {
				others++
			}
		}
	}
	t.Logf("%d kills, %d turns acknowledged, %d others stored", *kills, acknowledged.Load(), others)
	if acknowledged.Load() < int64(*kills) {
		t.Errorf("only %d turns were acknowledged", acknowledged.Load())
	}
}

// wantWhole fails the test if a database has faults.
func wantWhole(t testing.TB, database string) {
	t.Helper()
	if report, err := db.Verify(t.Context(), database); err != nil || report.Err() != nil {
		t.Fatalf("the file is %+v, %v", report, err)
	}
}
