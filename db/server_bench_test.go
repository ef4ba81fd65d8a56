package db

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// BenchmarkTurnsOnServer plays turns of many games at once on one and on four nodes. It reports the turns a second, the
// statements of a turn, and per turn how often a transaction ran again after a conflict, and how many had to take
// their turn. Without old games all turns are in a few pages of the indexes.
func BenchmarkTurnsOnServer(b *testing.B) {
	for _, nodes := range []int{1, 4} {
		for _, games := range []int{8, 32, 100} {
			for _, old := range []int{0, 50_000} {
				b.Run(fmt.Sprintf("nodes=%d/games=%d/old=%d", nodes, games, old), func(b *testing.B) { benchmarkTurns(b, nodes, games, old) })
			}
		}
	}
}

// turnsOfGame is how many turns of a game are played at most, so that few end: what follows from an end is not measured.
const turnsOfGame = 10

func benchmarkTurns(b *testing.B, nodes, games, old int) {
	var statements atomic.Int64
	open := openNodesAt(b, WithTrace(b.Context(), func(string, []driver.NamedValue) { statements.Add(1) }), templates.Database(b), nodes)
	first := begin(b, open[0], NewGame{Control: control(b, "2d"), Terms: Terms{Rated: true}})
	list := copyAtRandom(b, open[0], first, 2*b.N/turnsOfGame+games, 0)
	copyAtRandom(b, open[0], first, old, 5)
	mustExec(b, open[0], "ANALYZE")
	var nextTurn, nextGame atomic.Int64
	var all sync.WaitGroup
	writes := func() (retried, queued int) {
		for _, d := range open {
			w := d.Writes()
			retried, queued = retried+w.Retried, queued+w.Queued
		}
		return retried, queued
	}
	retriedBefore, queuedBefore := writes()
	statements.Store(0)
	b.ResetTimer()
	for i := range games {
		all.Go(func() {
			random, g := newRandom(uint64(i)), first
			for n := i; nextTurn.Add(1) <= int64(b.N); n++ {
				if g.ID == first.ID || g.Status == Over || len(g.Record.Turns()) == turnsOfGame {
					g = first
					g.ID = list[nextGame.Add(1)-1]
				}
				var err error
				if g, err = open[n%nodes].PlayTurn(b.Context(), g.ID, g.by(g.Record.Turn().Seat), g.Record.Moved(), randomTurn(g.Record, random), noon); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	b.StopTimer()
	retried, queued := writes()
	turns := float64(b.N)
	b.ReportMetric(turns/b.Elapsed().Seconds(), "turns/s")
	b.ReportMetric(float64(statements.Load())/turns, "statements/turn")
	b.ReportMetric(float64(retried-retriedBefore)/turns, "retries/turn")
	b.ReportMetric(float64(queued-queuedBefore)/turns, "queued/turn")
	b.ReportMetric(0, "ns/op")
}

// copyAtRandom stores n more games like g, with so many rows of events that nobody reads, and returns their ids, which are random as those of games are.
func copyAtRandom(b *testing.B, d *DB, g Game, n, events int) []string {
	b.Helper()
	ids := make([]string, n)
	for i := range ids {
		ids[i] = NewID(gameLetters)
	}
	for part := range slices.Chunk(ids, 2000) {
		for _, copying := range []string{
			"INSERT INTO games SELECT (jsonb_populate_record(r, jsonb_build_object('id', i, 'invite', NULL))).* FROM games r, unnest(string_to_array($2, ',')) i WHERE r.id = $1",
			"INSERT INTO seats SELECT (jsonb_populate_record(r, jsonb_build_object('game', i))).* FROM seats r, unnest(string_to_array($2, ',')) i WHERE r.game = $1",
		} {
			mustExec(b, d, copying, g.ID, strings.Join(part, ","))
		}
		mustExec(b, d, "INSERT INTO events (game, ply, event, at) SELECT i, n, '', 0 FROM unnest(string_to_array($1, ',')) i, generate_series(0, $2 - 1) n",
			strings.Join(part, ","), events)
	}
	return ids
}
