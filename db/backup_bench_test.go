package db

import (
	"flag"
	"os"
	"slices"
	"testing"
	"time"
)

var backupGames = flag.Int("backup.games", 500, "games in BenchmarkTurnsBesideBackup")

// BenchmarkTurnsBesideBackup measures turns at 20 a second, first alone and then during a backup.
// The flags -backup.games 20000 -cpu 1 measure a large club on a small machine.
func BenchmarkTurnsBesideBackup(b *testing.B) {
	d := openTest(b)
	game := playRandom(b, d, newGame(b, d, true), 30, 7)
	copyGame(b, d, game, *backupGames)
	var played int // games, each by one turn
	turn := randomTurn(game.Record, newRandom(1))
	backups := Backups{Dir: b.TempDir(), Keep: 1}
	// Turns are timed from when they were due, so that none is left out that had to wait.
	play := func(until <-chan struct{}) (took []time.Duration, log int64) {
		next := time.NewTicker(50 * time.Millisecond)
		defer next.Stop()
		for {
			select {
			case <-until:
				return took, log
			case due := <-next.C:
				if played == *backupGames {
					continue
				}
				if _, err := d.PlayTurn(b.Context(), copyID(played), game.Players[0].ID, game.Record.EventCount(), turn, noon); err != nil {
					b.Error(err)
					return took, log
				}
				took = append(took, time.Since(due))
				played++
				if info, err := os.Stat(pathOf(b, d) + "-wal"); err == nil {
					log = max(log, info.Size())
				}
			}
		}
	}
	for i := range b.N {
		alone := make(chan struct{})
		time.AfterFunc(2*time.Second, func() { close(alone) })
		took, _ := play(alone)
		report(b, took, "alone")
		made := make(chan struct{})
		began := time.Now()
		go func() {
			defer close(made)
			if _, _, err := d.MakeBackup(b.Context(), backups, noon.Add(time.Duration(i)*time.Second)); err != nil {
				b.Error(err)
			}
		}()
		took, log := play(made)
		report(b, took, "beside")
		b.ReportMetric(time.Since(began).Seconds(), "s/backup")
		b.ReportMetric(float64(log)/(1<<20), "MiB-WAL")
	}
}

// report reports the median and the 95th percentile of durations.
func report(b *testing.B, took []time.Duration, unit string) {
	if len(took) == 0 {
		return
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median-"+unit)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "ms-p95-"+unit)
}
