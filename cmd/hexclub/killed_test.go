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

// Four people play 20 turns a second while the program is killed at random moments, and
// started again. Every turn that was acknowledged is there, of others all or nothing,
// people stay logged in, and the file has no fault. What a power cut takes besides is what
// the system had not written yet, and TestTurnsAreDurable is about.
func TestKilled(t *testing.T) {
	t.Parallel()
	const people = 4
	database := filepath.Join(t.TempDir(), "hexclub.db")
	s := serve(t, database, "--backup-every", "0")
	tables := make([]*table, people)
	next := time.NewTicker(time.Second / 20) // they take turns
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
						return // whether the turn counts is seen later
					}
					acknowledged.Add(1)
				}
			})
		}
		<-time.After(200*time.Millisecond + rand.N(800*time.Millisecond)) // any moment
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

// wantWhole fails unless a database has no fault.
func wantWhole(t testing.TB, database string) {
	t.Helper()
	if report, err := db.Verify(t.Context(), database); err != nil || report.Err() != nil {
		t.Fatalf("the file is %+v, %v", report, err)
	}
}
