package handlers_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/record"
	"hexclub/views/table"
)

// longGame returns a random game of at least so many turns.
func longGame(t testing.TB, turns int) *record.Record {
	t.Helper()
	for seed := range uint64(2000) {
		if r := sitetest.RandomGame(t, seed); len(r.Turns()) >= turns {
			return r
		}
	}
	t.Fatalf("no game of %d turns", turns)
	return nil
}

// BenchmarkGamePage requests the whole page of a game in its middle, through the router, with a session.
func BenchmarkGamePage(b *testing.B) {
	s := sitetest.OpenSite(b, web.Config{})
	who, game := s.Person(b)
	who.Play(b, game, longGame(b, 50), 40)
	b.ReportAllocs()
	for b.Loop() {
		if w := who.Ask(http.MethodGet, game, "", false); w.Code != http.StatusOK {
			b.Fatalf("status %d", w.Code)
		}
	}
}

// BenchmarkBoard requests the fragment only, as htmx does on each click within a turn. Target: 100 KB and 600
// allocations.
func BenchmarkBoard(b *testing.B) {
	s := sitetest.OpenSite(b, web.Config{})
	who, game := s.Person(b)
	r := longGame(b, 50)
	who.Play(b, game, r, 40)
	path := game + "/board?draft=" + r.Turns()[40].Actions[0]
	b.ReportAllocs()
	for b.Loop() {
		if w := who.Ask(http.MethodGet, path, "", true); w.Code != http.StatusOK {
			b.Fatalf("status %d", w.Code)
		}
	}
}

// BenchmarkFragment renders the table of a game in its middle, after some 40 turns, without a server. Target:
// 100 µs and 3 KB zipped.
func BenchmarkFragment(b *testing.B) {
	in := sitetest.TableOf(b, sitetest.LoadTexts(b), longGame(b, 50), 40)
	var buffer bytes.Buffer
	b.Run("whole", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			buffer.Reset()
			if err := table.Fragment(table.New(in)).Render(context.Background(), &buffer); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(buffer.Len()), "bytes")
		b.ReportMetric(float64(sitetest.ZippedSize(b, buffer.Bytes())), "gz-bytes")
	})
	b.Run("model", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			table.New(in)
		}
	})
	b.Run("render", func(b *testing.B) {
		tableNow := table.New(in)
		b.ReportAllocs()
		for b.Loop() {
			buffer.Reset()
			if err := table.Fragment(tableNow).Render(context.Background(), &buffer); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// bareCommits opens a separate database with the site's settings, and returns a function that durably commits
// one row.
func bareCommits(b *testing.B) (commit func()) {
	b.Helper()
	address := "file:" + filepath.Join(b.TempDir(), "bare.db") + "?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)" +
		"&_pragma=foreign_keys(1)&_pragma=synchronous(FULL)&_txlock=immediate"
	file, err := sql.Open("sqlite", address)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = file.Close() })
	file.SetMaxOpenConns(1)
	if _, err := file.Exec("CREATE TABLE bare (n bigint NOT NULL PRIMARY KEY, event text NOT NULL)"); err != nil {
		b.Fatal(err)
	}
	insert, err := file.Prepare("INSERT INTO bare (n, event) VALUES ($1, $2)")
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	return func() {
		if _, err := insert.Exec(n, "d3xE"); err != nil {
			b.Fatal(err)
		}
		n++
	}
}

// BenchmarkPlayTurn posts a turn through the router, and commits one bare row between every two, so that both
// use the same disk in the same state. Target: a ratio of 2, and of 2.5 by htmx.
func BenchmarkPlayTurn(b *testing.B) {
	for name, htmx := range map[string]bool{"form": false, "htmx": true} {
		b.Run(name, func(b *testing.B) {
			s := sitetest.OpenSite(b, web.Config{})
			who, game := s.Person(b)
			commit := bareCommits(b)
			r := longGame(b, 50)
			const from = 20 // turns 20 to 40 are posted repeatedly
			moved := who.Play(b, game, r, from)
			turn := from
			var bare, post time.Duration
			want := map[bool]int{false: http.StatusSeeOther, true: http.StatusOK}[htmx]
			commit()
			b.ResetTimer()
			for range b.N {
				b.StopTimer()
				start := time.Now()
				commit()
				bare += time.Since(start)
				if turn == 2*from {
					who, game = s.Person(b) // a person may have only so many games
					turn = from
					moved = who.Play(b, game, r, from)
				}
				actions := r.Turns()[turn].Actions
				form := sitetest.FormOf("draft", strings.Join(actions, ","), "moved", fmt.Sprint(moved))
				b.StartTimer()

				start = time.Now()
				w := who.Ask(http.MethodPost, game+"/turns", form, htmx)
				post += time.Since(start)
				if w.Code != want {
					b.Fatalf("status %d: %s", w.Code, w.Body)
				}
				turn++
				moved += len(actions)
			}
			b.ReportMetric(float64(bare.Nanoseconds())/float64(b.N), "bare-ns/op")
			b.ReportMetric(float64(post)/float64(bare), "ratio")
		})
	}
}

// BenchmarkBareCommit measures the commit of one row.
func BenchmarkBareCommit(b *testing.B) {
	commit := bareCommits(b)
	for b.Loop() {
		commit()
	}
}
