package db

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// A turn should cost at most twice a bare commit: compare BenchmarkPlayTurn
// with BenchmarkBareCommit. Both use the connection that writes and a context
// that can end, as a request's can.

// BenchmarkPlayTurn commits the next turn of one after the other of many games
// of about 30 events.
func BenchmarkPlayTurn(b *testing.B) {
	const many = 500
	d := openTest(b)
	game := playRandom(b, d, newGame(b, d, true), 30, 7)
	copyGame(b, d, game, many)
	person, moved := game.Players[0].ID, game.Record.EventCount()
	turns := make([]string, 50)
	for i := range turns {
		turns[i] = randomTurn(game.Record, newRandom(uint64(i)))
	}
	slices.SortFunc(turns, func(s, t string) int { return len(s) - len(t) })
	for _, turn := range []string{turns[0], turns[len(turns)-1]} {
		b.Run(fmt.Sprintf("actions=%d", 1+strings.Count(turn, ",")), func(b *testing.B) {
			ctx, cancel := context.WithCancel(b.Context())
			defer cancel()
			rewind(b, d, game)
			b.ResetTimer()
			for i := range b.N {
				if i > 0 && i%many == 0 {
					b.StopTimer()
					rewind(b, d, game)
					b.StartTimer()
				}
				if _, err := d.PlayTurn(ctx, copyID(i%many), person, moved, turn, noon); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// rewind takes back what was played in the copies of a game.
func rewind(b *testing.B, d *DB, g Game) {
	b.Helper()
	err := d.inTx(b.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := exec(b.Context(), tx, "DELETE FROM events WHERE ply >= $1", g.Record.EventCount())
		if err == nil {
			_, err = exec(b.Context(), tx, "UPDATE games SET revision = revision + 1")
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkBareCommit inserts one row, durably.
func BenchmarkBareCommit(b *testing.B) {
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	d := openTest(b)
	mustExec(b, d, "CREATE TABLE bare (n bigint NOT NULL, event text NOT NULL)")
	insert, err := d.write.PrepareContext(ctx, "INSERT INTO bare (n, event) VALUES ($1, $2)")
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for i := range b.N {
		if _, err := insert.ExecContext(ctx, i, "d3xE"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkParallelCommits inserts rows, each for a caller of its own: what many
// do at once shares commits.
func BenchmarkParallelCommits(b *testing.B) {
	for _, callers := range []int{1, 8, 32, 128} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			d := openTest(b)
			mustExec(b, d, "CREATE TABLE bare (n bigint NOT NULL, event text NOT NULL)")
			var next atomic.Int64
			b.ResetTimer()
			var all sync.WaitGroup
			for range callers {
				all.Go(func() {
					for n := next.Add(1); n <= int64(b.N); n = next.Add(1) {
						if _, err := d.exec(b.Context(), "INSERT INTO bare (n, event) VALUES ($1, $2)", n, "d3xE"); err != nil {
							b.Error(err)
						}
					}
				})
			}
			all.Wait()
		})
	}
}

// BenchmarkGame reads and replays a game of about 30 events.
func BenchmarkGame(b *testing.B) {
	d := openTest(b)
	game := playRandom(b, d, newGame(b, d, true), 30, 7)
	for b.Loop() {
		if _, err := d.Game(b.Context(), game.ID); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDesk reads the desk of a person with a few games.
func BenchmarkDesk(b *testing.B) {
	d := openTest(b)
	var person string
	for range 5 {
		person = begin(b, d, NewGame{}).by(1)
	}
	for b.Loop() {
		if _, err := d.Desk(b.Context(), person, noon); err != nil {
			b.Fatal(err)
		}
	}
}

func copyID(i int) string { return fmt.Sprintf("copy%08d", i) }

// copyGame stores n more games like g, with the ids of copyID.
func copyGame(t testing.TB, d *DB, g Game, n int) {
	t.Helper()
	ctx := t.Context()
	err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for i := range n {
			c := g
			c.ID, c.Invite = copyID(i), ""
			if err := d.insertGame(ctx, tx, c); err != nil {
				return err
			}
			if err := d.addEvents(ctx, tx, c, 0, noon); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// BenchmarkForgetVoid deletes 100 games that were called off, among 100,000 that were
// played.
func BenchmarkForgetVoid(b *testing.B) {
	const many = 100_000
	d := openTest(b)
	old := noon.Add(-VoidStays).UnixMilli()
	host := newGuest(b, d).ID
	add := func(from, to int, result string, taken bool) {
		b.Helper()
		mustExec(b, d, `WITH RECURSIVE n (n) AS (SELECT $1 UNION ALL SELECT n + 1 FROM n WHERE n < $2)
			INSERT INTO games (id, game, rules, options, position, host, revision, created, changed, status, to_act, turn, result, reason)
			SELECT 'g' || n, 'hexone', 1, '{}', '', $3, 1, $4, $4, 'over', 0, 1, $5, '' FROM n`, from, to-1, host, old, result)
		mustExec(b, d, `INSERT INTO seats (game, seat, person, open)
			SELECT g.id, s.seat, CASE WHEN s.seat = 1 OR $1 THEN g.host END, false FROM games g, (SELECT 1 AS seat UNION SELECT 2) s
			WHERE NOT EXISTS (SELECT 1 FROM seats x WHERE x.game = g.id)`, taken)
	}
	add(0, many, "win 1", true)
	mustExec(b, d, "INSERT INTO notices (person, kind, game, mark, letter, at) SELECT host, 'turn', id, 1, '', 0 FROM games")
	b.ResetTimer()
	for b.Loop() {
		b.StopTimer()
		add(many, many+100, "void", false)
		b.StartTimer()
		if err := d.ForgetVoid(b.Context(), noon); err != nil {
			b.Fatal(err)
		}
	}
}
