package main

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules/record"
)

// BenchmarkStart starts the program on a file with 20,000 games of 30 events, of which one in
// twenty is running, with clocks. It reports the time until the health check answers, the time
// until the home page is shown (target 200 ms), and the CPU time.
func BenchmarkStart(b *testing.B) {
	const games, events = 20_000, 30
	file := filepath.Join(b.TempDir(), "hexclub.db")
	fillGames(b, file, games, events)
	_ = shipped(b) // so that the build is not counted
	for b.Loop() {
		begun := time.Now()
		s := serve(b, file)
		printed := time.Since(begun)
		var took [2]time.Duration
		for i, path := range []string{"/healthz", "/"} {
			if status := get(b, http.DefaultClient, s.url+path); status != http.StatusOK {
				b.Fatalf("%s answers %d", path, status)
			}
			took[i] = time.Since(begun)
		}
		aim(b, *long, "ms until the front page", inMS(took[1]), 200)
		b.ReportMetric(inMS(printed), "address-ms")
		b.ReportMetric(inMS(took[0]), "healthz-ms")
		b.ReportMetric(inMS(took[1]), "page-ms")
		b.ReportMetric(0, "ns/op")
		s.kill(b)
		b.ReportMetric(inMS(s.command.ProcessState.UserTime()+s.command.ProcessState.SystemTime()), "cpu-ms")
	}
}

func inMS(d time.Duration) float64 { return d.Seconds() * 1000 }

// fillGames creates a database with copies of a game between two people. One in twenty is running.
func fillGames(t testing.TB, file string, games, events int) {
	t.Helper()
	store, err := db.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	ctx, now := t.Context(), time.Now()
	var people [2]db.Person
	for i, name := range []string{"Anna", "Ben"} {
		if people[i], err = store.SignUp(ctx, "", name, "", now); err != nil {
			t.Fatal(err)
		}
	}
	game, err := store.CreateGame(ctx, db.NewGame{
		Key: "hexone", Control: record.Control{PerTurn: (72 * time.Hour).Milliseconds()}, Host: people[0].ID, HostSeat: 1,
	}, now)
	if err == nil {
		_, err = store.TakeSeat(ctx, game.ID, db.Claim{Person: people[1].ID, Invite: game.Invite}, now)
	}
	if err := errors.Join(err, store.Close()); err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open("sqlite", "file:"+file+"?_pragma=journal_mode(MEMORY)&_pragma=synchronous(OFF)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = raw.Close() }()
	copied := map[string]string{
		"id": "'copy-' || n", "game": "'copy-' || n", "invite": "NULL",
		"status": "CASE WHEN n % 20 = 0 THEN 'running' ELSE 'over' END", "deadline": "CASE WHEN n % 20 = 0 THEN deadline END",
	}
	many := fmt.Sprintf("WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < %d) ", games)
	for _, table := range []string{"games", "seats"} {
		var columns, values []string
		rows, err := raw.Query("SELECT name FROM pragma_table_info($1)", table)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				t.Fatal(err)
			}
			value, special := copied[name]
			if !special || table == "games" && name == "game" {
				value = name
			}
			columns, values = append(columns, name), append(values, value)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
		if _, err := raw.Exec(many + "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") SELECT " + strings.Join(values, ", ") + " FROM " + table + ", count"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := raw.Exec(many+`, plies (ply) AS (SELECT 0 UNION ALL SELECT ply + 1 FROM plies WHERE ply + 1 < $2)
		INSERT INTO events (game, ply, event, at) SELECT 'copy-' || n, ply, 'd3', $1 FROM count, plies`, now.UnixMilli(), events); err != nil {
		t.Fatal(err)
	}
}
