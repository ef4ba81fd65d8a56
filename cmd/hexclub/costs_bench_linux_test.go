package main

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/db/pgtest"
	"hexclub/rules/games"
	"hexclub/rules/hexone"
)

// BenchmarkCosts measures what the capacity model takes in: the CPU time that a node and PostgreSQL use for a turn, a page, a chat
// message, a turn of a bot, open streams, notifications and presence, and the memory of a stream.
//
//	go test ./cmd/hexclub -run '^$' -bench Costs -benchtime 1x -long
//
// Without -long, each is done a few times only.
func BenchmarkCosts(b *testing.B) {
	server, database := durableServer(b)
	n := startNode(b, shipped(b), database)
	copyGames(b, server, n)
	ctx := b.Context()
	times := 20
	if *long {
		times = 500
	}
	measure := func(name string, times int, do func(i int) error) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for i := range min(10, times) { // so that statements are prepared
					if err := do(-1 - i); err != nil {
						b.Fatal(err)
					}
				}
				onNode, onServer := n.cpuTime(b), serverCPU(b, server)
				for i := range times {
					if err := do(i); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(inMS(n.cpuTime(b)-onNode)/float64(times), "node-ms")
				b.ReportMetric(inMS(serverCPU(b, server)-onServer)/float64(times), "db-ms")
				b.ReportMetric(0, "ns/op")
			}
		})
	}
	tables := make([]*table, max(4, times/3)) // no person may do much in a short time
	for i := range tables {
		var err error
		if tables[i], err = begin(ctx, hexone.Game{}, n.player(b, 2*i), n.player(b, 2*i+1)); err != nil {
			b.Fatal(err)
		}
	}
	at := func(i int) *table { return tables[(i+10)%len(tables)] }
	measure("turn", times, func(i int) error { // with the board that the opponent fetches
		t := at(i)
		t.players[0].script, t.players[1].script = true, true
		if _, err := t.turn(ctx); err != nil {
			return err
		}
		_, err := t.mover().get(ctx, t.path+"/board")
		return err
	})
	measure("chat", times, func(i int) error {
		return at(i).players[0].send(ctx, at(i).path+"/chat", "text", fmt.Sprint("Well played! ", i))
	})
	if _, err := n.player(b, 3999).post(ctx, "/signup", "name", "Anna", "password", "correct horse battery"); err != nil {
		b.Fatal(err)
	}
	for name, path := range map[string]string{"front": "/", "game": tables[0].path, "lobby": "/lobby", "rules": "/rules/hexone", "games": "/games", "profile": "/people/Anna"} {
		measure("page="+name, times, func(i int) error {
			p := at(i).players[1]
			p.script = false
			_, err := p.get(ctx, path)
			return err
		})
	}
	for _, level := range []string{"", "1", "3", "5"} {
		b.Run("bots="+cmp.Or(level, "none"), func(b *testing.B) {
			for b.Loop() {
				botTurns(b, server, n, level, max(2, times/25))
			}
		})
	}
	b.Run("streams", func(b *testing.B) {
		for b.Loop() {
			idleStreams(b, n, tables[0].path, times)
		}
	})
	for _, listeners := range []int{1, 8} {
		b.Run(fmt.Sprint("notification/listeners=", listeners), func(b *testing.B) {
			for b.Loop() {
				notifications(b, server, database, listeners, 10*times)
			}
		})
	}
	b.Run("presence", func(b *testing.B) {
		for b.Loop() {
			presence(b, server, database, 20*times)
		}
	})
	b.Run("bytes", func(b *testing.B) {
		for b.Loop() {
			rowSizes(b, server.URL("club"))
		}
	})
}

// botTurns begins games with bots of a level, who play first, and reports the CPU time of their beginning and one turn. With no
// level it reports the CPU time of a site where nothing happens, for as long.
func botTurns(b *testing.B, server *pgtest.Server, n *node, level string, many int) {
	b.Helper()
	onNode, onServer := n.cpuTime(b), serverCPU(b, server)
	for i := range many {
		if level == "" {
			break
		}
		game := games.All()[i%len(games.All())].Info().Key
		if _, err := n.player(b, 4000+i).post(b.Context(), "/play-bot", "game", game, "level", level, "starter", "other"); err != nil {
			b.Fatal(err)
		}
	}
	duration := time.Second
	if *long {
		duration = 10 * time.Second // bots wait for a second before they answer
	}
	pause(b.Context(), duration)
	b.ReportMetric(inMS(n.cpuTime(b)-onNode)/float64(many), "node-ms")
	b.ReportMetric(inMS(serverCPU(b, server)-onServer)/float64(many), "db-ms")
	b.ReportMetric(0, "ns/op")
}

// idleStreams opens a number of streams and reports their memory, and the CPU time that they need while nothing happens.
func idleStreams(b *testing.B, n *node, path string, many int) {
	b.Helper()
	before := n.residentMemory(b)
	ctx, stop := context.WithCancel(b.Context())
	defer stop()
	var open atomic.Int64
	for i := range many {
		p := n.player(b, 100+i)
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+path+"/events", nil)
		if err != nil {
			b.Fatal(err)
		}
		answer, err := p.http.Do(request)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = answer.Body.Close() })
		open.Add(1)
	}
	b.ReportMetric(float64(n.residentMemory(b)-before)/float64(open.Load()), "KB/stream")
	duration := 2 * time.Second
	if *long {
		duration = 30 * time.Second
	}
	used := n.cpuTime(b)
	pause(ctx, duration)
	b.ReportMetric(float64((n.cpuTime(b)-used).Microseconds())/duration.Seconds()/float64(many), "µs/s/stream")
	b.ReportMetric(0, "ns/op")
}

// openDBs opens a database several times.
func openDBs(b *testing.B, database string, many int) []*db.DB {
	b.Helper()
	list := make([]*db.DB, many)
	for i := range list {
		var err error
		if list[i], err = db.Open(b.Context(), database); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = list[i].Close() })
	}
	return list
}

// notifications sends notifications to a number of listeners in addition to the node, and reports the CPU time of PostgreSQL for each.
func notifications(b *testing.B, server *pgtest.Server, database string, listeners, many int) {
	b.Helper()
	list := openDBs(b, database, listeners)
	ctx, stop := context.WithCancel(b.Context())
	var listening sync.WaitGroup
	defer listening.Wait()
	defer stop()
	var heard, ready atomic.Int64
	for _, d := range list {
		listening.Go(func() {
			d.Listen(ctx, &db.Listener{Receive: func(string) { heard.Add(1) }, Missed: func() { ready.Add(1) }})
		})
	}
	await(b, time.Minute, "all listen", func() bool { return ready.Load() == int64(listeners) })
	used := serverCPU(b, server)
	for range many {
		if err := list[0].Notify(ctx, "0123456789abcdef g/0123456789ab"); err != nil {
			b.Fatal(err)
		}
	}
	await(b, time.Minute, "all have heard", func() bool { return heard.Load() >= int64(many*listeners) })
	b.ReportMetric(inMS(serverCPU(b, server)-used)/float64(many), "db-ms")
	b.ReportMetric(0, "ns/op")
}

// presence shares which people are present on a node, and reads it on another one. It reports the CPU time of PostgreSQL for each of
// these, per thousand people.
func presence(b *testing.B, server *pgtest.Server, database string, people int) {
	b.Helper()
	list, now := openDBs(b, database, 2), time.Now()
	all := make([]db.Presence, people)
	for i := range all {
		all[i] = db.Presence{Person: fmt.Sprintf("%016d", i), Account: true}
	}
	const rounds = 10
	var shared, read time.Duration
	for round := range rounds {
		for i := range all {
			all[i].Until = now.Add(time.Hour + time.Duration(round)*time.Second)
		}
		used := serverCPU(b, server)
		if err := list[0].SharePresence(b.Context(), all, now); err != nil {
			b.Fatal(err)
		}
		shared += serverCPU(b, server) - used
		used = serverCPU(b, server)
		if found, err := list[1].PresentElsewhere(b.Context(), now); err != nil || len(found) < people {
			b.Fatal(len(found), err)
		}
		read += serverCPU(b, server) - used
	}
	b.ReportMetric(inMS(shared)*1000/float64(rounds*people), "db-ms/1000-shared")
	b.ReportMetric(inMS(read)*1000/float64(rounds*people), "db-ms/1000-read")
	b.ReportMetric(0, "ns/op")
}

// rowSizes reports the size of a game with its seats and events, and of a guest with a session, with their indexes, in the copies of
// copyGames.
func rowSizes(b *testing.B, database string) {
	b.Helper()
	pool, err := sql.Open("pgx", database)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = pool.Close() }()
	var game, person, events float64
	err = pool.QueryRow(`SELECT CAST(pg_total_relation_size('games') + pg_total_relation_size('seats') + pg_total_relation_size('events') AS float8) / (SELECT count(*) FROM games),
		CAST(pg_total_relation_size('people') + pg_total_relation_size('sessions') AS float8) / (SELECT count(*) FROM people),
		CAST((SELECT count(*) FROM events) AS float8) / (SELECT count(*) FROM games)`).Scan(&game, &person, &events)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(game, "B/game")
	b.ReportMetric(events, "events/game")
	b.ReportMetric(person, "B/person")
	b.ReportMetric(0, "ns/op")
}
