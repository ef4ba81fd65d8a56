package db

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// interleaved stores 20,000 games of 40 events each, as they come to be when they are
// played at the same time.
const interleaved = `
	INSERT INTO people (id, confirm_turns, created) VALUES ('anna', true, 0), ('ben', true, 0);
	WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 19999)
		INSERT INTO games (id, game, rules, options, position, host, revision, created, changed, status, to_act, turn, result, reason)
		SELECT printf('%08x', (n * 2654435761) % 4294967296) || 'abcd', 'hexone', 1, '{}', '', 'anna', 40, 0, 0, 'over', 0, 20, 'win 1', '' FROM n;
	INSERT INTO seats (game, seat, person) SELECT id, 1, 'anna' FROM games UNION ALL SELECT id, 2, 'ben' FROM games;
	WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 39)
		INSERT INTO events (game, ply, event, at) SELECT g.id, n.n, 'd3xE4', 1780000000000 + n.n FROM n, games g ORDER BY n.n, g.rowid`

// BenchmarkWithoutRowid measures the migration that stores the rows of games in the order
// of their keys: the sizes of the file before, after, and when it was backed up and
// restored, in MB.
func BenchmarkWithoutRowid(b *testing.B) {
	const version = 17
	for b.Loop() {
		b.StopTimer()
		path := filepath.Join(b.TempDir(), "test.db")
		oldFile(b, path, version-1, interleaved)
		b.ReportMetric(megabytes(b, path), "MB-before")
		b.StartTimer()
		openAtVersion(b, path, version, func(d *DB) {
			b.StopTimer()
			mustExec(b, d, "VACUUM INTO $1", path+".compact")
			b.ReportMetric(megabytes(b, path+".compact"), "MB-compact")
		})
		b.ReportMetric(megabytes(b, path), "MB-after")
		b.StartTimer()
	}
}

// BenchmarkEvents reads the events of a game among 20,000, before and after.
func BenchmarkEvents(b *testing.B) {
	for name, version := range map[string]int{"rowid": 16, "key": 17} {
		b.Run(name, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "test.db")
			oldFile(b, path, 16, interleaved)
			openAtVersion(b, path, version, func(d *DB) {
				ids, err := scanTexts(d.read.QueryContext(b.Context(), "SELECT id FROM games"))
				if err != nil {
					b.Fatal(err)
				}
				random := rand.New(rand.NewPCG(1, 2))
				for b.Loop() {
					id := ids[random.IntN(len(ids))]
					events, err := scanTexts(d.read.QueryContext(b.Context(), "SELECT event FROM events WHERE game = $1 ORDER BY ply", id))
					if err != nil || len(events) != 40 {
						b.Fatal(len(events), err)
					}
				}
			})
		})
	}
}

func megabytes(b *testing.B, path string) float64 {
	b.Helper()
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	return float64(info.Size()) / 1e6
}
