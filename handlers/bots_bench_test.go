package handlers_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/search"
	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
)

// BenchmarkBots lets ten pairs of people play each other as in BenchmarkLive, five turns a second each, while 20
// others, who think for a second at most, each play a bot of the top level, in all five games. For comparison it
// also measures the pairs without bots. It reports the time from before a turn is sent until the bot has
// answered it, and until the opponent's stream has announced it. Targets on two cores: a p95 of 4 s for bots,
// and of 50 ms between people.
func BenchmarkBots(b *testing.B) {
	for _, botGames := range []int{0, 20} {
		b.Run(fmt.Sprintf("games=%d", botGames), func(b *testing.B) {
			for b.Loop() {
				measureBots(b, botGames)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

func measureBots(b *testing.B, botGames int) {
	const pairs = 10
	turnsEach := 60
	if testing.Short() {
		turnsEach = 10
	}
	h := openHall(b)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0)) // restored at the end
	search.AddBackgroundThreads()                   // as the server does
	records := liveRecords(b)
	done := make(chan struct{})
	waits := make([][]time.Duration, botGames)
	var people, bots sync.WaitGroup
	for i := range waits {
		game := games.All()[i%len(games.All())]
		who, _ := h.Person(b)
		bots.Go(func() { waits[i] = h.playsBot(b, who, game, done) })
	}
	tables := make([]*pairOfPlayers, pairs)
	for i := range tables {
		tick := time.NewTicker(200 * time.Millisecond)
		b.Cleanup(tick.Stop)
		tables[i] = h.table(b, records, i, turnsEach, liveCase{htmx: true})
		tables[i].pause = func() { <-tick.C }
		people.Go(tables[i].play)
	}
	people.Wait()
	close(done)
	bots.Wait()
	var between []time.Duration
	for _, t := range tables {
		if t.err != nil {
			b.Fatal(t.err)
		}
		between = append(between, t.waits...)
		t.leave()
	}
	for name, list := range map[string]sitetest.Spread{"bots": slices.Concat(waits...), "people": between} {
		if len(list) > 0 {
			b.ReportMetric(list.Percentile(95), name+"-p95-ms")
			b.ReportMetric(float64(len(list)), name+"-turns")
		}
	}
}

// playsBot plays against bots of the top level, one game after another, until done is closed. It returns how
// long each turn took to be answered.
func (h *hall) playsBot(b *testing.B, who *sitetest.Direct, game rules.Game, done <-chan struct{}) (waits []time.Duration) {
	random, path := rand.New(rand.NewPCG(1, 1)), ""
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return waits
		case <-tick.C:
		}
		if path == "" {
			w := who.Ask(http.MethodPost, "/play-bot", sitetest.FormOf("game", game.Info().Key, "level", fmt.Sprint(bot.MaxLevel)), false)
			if path = w.Header().Get("Location"); path == "" {
				b.Errorf("no game of %s: %d", game.Info().Key, w.Code)
				return waits
			}
		}
		g := h.Until(b, path, sitetest.Answered)
		if g.Status == db.Over {
			path = ""
			continue
		}
		start := time.Now()
		form := sitetest.FormOf("draft", sitetest.ATurn(g.Record, random), "moved", fmt.Sprint(g.Record.Moved()))
		if w := who.Ask(http.MethodPost, path+"/turns", form, false); w.Code != http.StatusSeeOther {
			b.Errorf("a turn in %s: %d", path, w.Code)
			return waits
		}
		if after := h.Until(b, path, sitetest.Answered); len(after.Record.Turns()) > len(g.Record.Turns())+1 {
			waits = append(waits, time.Since(start))
		}
	}
}
