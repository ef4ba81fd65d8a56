package handlers_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/gate"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/record"
)

// BenchmarkLive plays random games of Hexone over real connections to a real server with a real file. Each turn
// is a form posted by one player. The next follows when both players' streams have announced it; by then the
// turn is on the disk. Tables play as fast as they can, and share the machine with the site. A turn is answered
// with a redirect to the game's page, or for htmx, as pages with scripts post it, with the table, rendered and
// zipped before others are notified. The fetches of pages after a notification are left out.
//
// It reports turns a second, and the time from before a turn is sent until the opponent's stream has announced
// it. Targets: a p50 of 1.5 ms with one game; 2,000 turns/s and a p95 of 20 ms with 32, and hardly worse with
// streams that no client reads; a p95 of 100 ms with 200 games and 1,000 streams.
func BenchmarkLive(b *testing.B) {
	for _, c := range []liveCase{
		{name: "games=1", tables: 1},
		{name: "games=1,htmx", tables: 1, htmx: true},
		{name: "games=32", tables: 32},
		{name: "games=32,htmx", tables: 32, htmx: true},
		{name: "games=200,streams=1000", tables: 200, spectators: 3},
		{name: "games=200,streams=1000,htmx", tables: 200, spectators: 3, htmx: true},
		{name: "games=32,stuck=64", tables: 32, stuck: 2},
	} {
		b.Run(c.name, func(b *testing.B) {
			h := openHall(b)
			records := liveRecords(b)
			tables := make([]*pairOfPlayers, c.tables)
			for i := range tables {
				turns := b.N / c.tables
				if i < b.N%c.tables {
					turns++
				}
				tables[i] = h.table(b, records, i, turns, c)
			}
			var playing sync.WaitGroup
			b.ResetTimer()
			start := time.Now()
			for _, t := range tables {
				playing.Go(t.play)
			}
			playing.Wait()
			took := time.Since(start)
			b.StopTimer()
			var waits sitetest.Spread
			for _, t := range tables {
				if t.err != nil {
					b.Fatal(t.err)
				}
				waits = append(waits, t.waits...)
				t.leave()
			}
			b.ReportMetric(float64(len(waits))/took.Seconds(), "turns/s")
			b.ReportMetric(waits.Percentile(50), "p50-ms")
			b.ReportMetric(waits.Percentile(95), "p95-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// A liveCase describes the players, spectators and requests.
type liveCase struct {
	name              string
	tables            int
	spectators, stuck int  // additional streams at each table: read and unread
	htmx              bool // turns are posted by a script
}

// stuckPath is the prefix of streams that no client reads.
const stuckPath = "/stuck/"

// A hall is a site with a server like that of the program.
type hall struct {
	*sitetest.Site
	address string
}

func openHall(b *testing.B) *hall {
	b.Helper()
	s := sitetest.OpenSite(b, web.Config{})
	s.Router.GET(stuckPath+":id", func(c echo.Context) error { // so large that a few events fill a connection
		return s.FollowEvents(c, map[string]string{c.Param("id"): strings.Repeat("changed", 10_000)}, 0)
	})
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		b.Fatal(err)
	}
	server := gate.NewServer(s.Router, s.Log)
	ctx, stop := context.WithCancel(context.Background())
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(s.Guard.LimitConnections(listener)) })
	serving.Go(func() { s.Work(ctx) })
	b.Cleanup(func() {
		s.Live.Close()
		stop()
		_ = server.Close()
		serving.Wait()
	})
	return &hall{s, listener.Addr().String()}
}

// liveRecords returns random games without short ones.
func liveRecords(b *testing.B) []*record.Record {
	b.Helper()
	var records []*record.Record
	for seed := uint64(0); len(records) < 20; seed++ {
		if r := sitetest.RandomGame(b, seed); len(r.Turns()) >= 30 {
			records = append(records, r)
		}
	}
	return records
}

// A pairOfPlayers plays one game after another.
type pairOfPlayers struct {
	liveCase
	hall    *hall
	seats   [2]seat
	games   []liveGame
	streams []net.Conn // open streams of others
	reading sync.WaitGroup
	waits   []time.Duration // from each turn to the opponent's event
	pause   func()          // before each turn; nil for none
	err     error
}

// A liveGame is a game to be played as in a record.
type liveGame struct {
	id       string
	revision int
	turns    []record.Turn
}

func (g liveGame) events() string { return fmt.Sprintf("/games/%s/events?since=%d", g.id, g.revision) }

// A seat has a player's connections: one for turns, one for events.
type seat struct {
	cookies     string
	turns, news *sitetest.Wire
}

// table makes two people with games for so many turns.
func (h *hall) table(b *testing.B, records []*record.Record, number, turns int, c liveCase) *pairOfPlayers {
	b.Helper()
	t := &pairOfPlayers{liveCase: c, hall: h}
	var people [2]string
	for i := range t.seats {
		who, game := h.Person(b)
		t.seats[i].cookies = strings.Join(who.Cookies, "; ")
		people[i] = h.GameAt(b, game).Players[0].ID
	}
	for turns > 0 || len(t.games) == 0 {
		r := records[(number+len(t.games))%len(records)]
		game, err := h.DB.CreateGame(b.Context(), db.NewGame{
			Key: "hexone", Control: record.Control{Base: 300_000, Increment: 3000}, Host: people[0], HostSeat: 1,
		}, h.Now())
		if err == nil {
			game, err = h.DB.TakeSeat(b.Context(), game.ID, db.Claim{Person: people[1], Invite: game.Invite}, h.Now())
		}
		if err != nil {
			b.Fatal(err)
		}
		played := r.Turns()[:min(turns, len(r.Turns()))]
		t.games = append(t.games, liveGame{game.ID, game.Revision, played})
		turns -= len(played)
	}
	if err := t.sit(t.games[0]); err != nil {
		b.Fatal(err)
	}
	return t
}

// sit opens the connections for a game.
func (t *pairOfPlayers) sit(game liveGame) (err error) {
	t.leave()
	for i := range t.seats {
		s := &t.seats[i]
		if s.turns == nil {
			if s.turns, err = t.hall.dial(); err != nil {
				return err
			}
		}
		if s.news, err = t.hall.listen(game.events(), s.cookies); err != nil {
			return err
		}
	}
	for range t.spectators {
		w, err := t.hall.listen(game.events(), "")
		if err != nil {
			return err
		}
		t.streams = append(t.streams, w.Conn)
		t.reading.Go(func() {
			for w.Event() == nil {
			}
		})
	}
	for range t.stuck {
		w, err := t.hall.listen(stuckPath+game.id, "")
		if err != nil {
			return err
		}
		t.streams = append(t.streams, w.Conn)
	}
	return nil
}

// leave closes all streams.
func (t *pairOfPlayers) leave() {
	for _, s := range t.seats {
		if s.news != nil {
			_ = s.news.Close()
		}
	}
	for _, conn := range t.streams {
		_ = conn.Close()
	}
	t.streams = nil
	t.reading.Wait()
}

func (t *pairOfPlayers) play() {
	for i, game := range t.games {
		if i > 0 {
			t.err = t.sit(game)
		}
		moved := 0
		for _, turn := range game.turns {
			if t.err != nil {
				return
			}
			if t.pause != nil {
				t.pause()
			}
			t.err = t.turn(game.id, moved, turn)
			moved += len(turn.Actions)
		}
	}
}

// turn plays a turn, and waits for the opponent's event, the player's own, and the answer.
func (t *pairOfPlayers) turn(game string, moved int, turn record.Turn) error {
	mover, opponent := &t.seats[turn.Seat-1], &t.seats[2-turn.Seat]
	form, script, status := sitetest.FormOf("draft", strings.Join(turn.Actions, ","), "moved", fmt.Sprint(moved)), "", http.StatusSeeOther
	if t.htmx {
		script, status = "HX-Request: true\r\nAccept-Encoding: gzip\r\n", http.StatusOK
	}
	start := time.Now()
	_, err := fmt.Fprintf(mover.turns, "POST /games/%s/turns HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\nSec-Fetch-Site: same-origin\r\n%s"+
		"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s", game, t.hall.address, mover.cookies, script, len(form), form)
	if err != nil {
		return err
	}
	if err := opponent.news.Event(); err != nil {
		return err
	}
	t.waits = append(t.waits, time.Since(start))
	if err := mover.news.Event(); err != nil {
		return err
	}
	return mover.turns.Whole(status)
}

func (h *hall) dial() (*sitetest.Wire, error) {
	conn, err := net.Dial("tcp", h.address)
	if err != nil {
		return nil, err
	}
	return &sitetest.Wire{Conn: conn, Reader: bufio.NewReaderSize(conn, 1024)}, nil
}

// listen opens a stream.
func (h *hall) listen(path, cookies string) (*sitetest.Wire, error) {
	w, err := h.dial()
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(w, "GET %s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n", path, h.address, cookies); err != nil {
		return nil, err
	}
	if err := w.Answer("HTTP/1.1 200 "); err != nil {
		return nil, err
	}
	return w, w.Line("retry: ")
}

// BenchmarkIdleStream opens streams of one game, and reports the memory of each while nothing happens, with the
// client's end. Target: 40 KB.
func BenchmarkIdleStream(b *testing.B) {
	h := openHall(b)
	_, game := h.Person(b)
	for b.Loop() {
		const many = 1000
		before := memory()
		conns := make([]net.Conn, many)
		for i := range conns {
			w, err := h.listen(game+"/events?since=1", "")
			if err != nil {
				b.Fatal(err)
			}
			conns[i] = w.Conn
		}
		b.ReportMetric(float64(memory()-before)/many/1024, "KB/stream")
		for _, conn := range conns {
			_ = conn.Close()
		}
		sitetest.Await(b, sitetest.EventTimeout, "do all streams end", func() bool { return h.Streams() == 0 })
	}
}

// memory returns the memory of the process in bytes, without garbage.
func memory() int {
	runtime.GC()
	runtime.GC() // frees what finalizers released
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapInuse + m.StackInuse)
}
