package handlers_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
)

// BenchmarkBots lets 20 people, who never think, each play a bot of the top
// level, in all five games, while ten pairs of people play each other as in
// BenchmarkLive, five turns a second each. It reports how long it took from
// before a turn is sent until the bot has answered it, and until the other
// person is told. Aims on two cores: a p95 of 4 s for bots, and of 50 ms between
// people.
func BenchmarkBots(b *testing.B) {
	const botGames, pairs, turnsEach = 20, 10, 6
	for b.Loop() {
		h := openHall(b)
		records := liveRecords(b)
		stop := make(chan struct{})
		var people, bots sync.WaitGroup
		tables := make([]*table, pairs)
		for i := range tables {
			tick := time.NewTicker(200 * time.Millisecond)
			b.Cleanup(tick.Stop)
			tables[i] = h.table(b, records, i, 2000, liveCase{htmx: true})
			tables[i].pause = func() bool {
				select {
				case <-tick.C:
					return true
				case <-stop:
					return false
				}
			}
			people.Go(tables[i].play)
		}
		waits := make([][]time.Duration, botGames)
		for i := range waits {
			game := games.All()[i%len(games.All())]
			who, _ := h.person(b)
			bots.Go(func() { waits[i] = h.playsBot(b, who, game, turnsEach) })
		}
		bots.Wait()
		close(stop)
		people.Wait()
		var between []time.Duration
		for _, t := range tables {
			if t.err != nil {
				b.Fatal(t.err)
			}
			between = append(between, t.waits...)
			t.leave()
		}
		for name, list := range map[string][]time.Duration{"bots": slices.Concat(waits...), "people": between} {
			slices.Sort(list)
			b.ReportMetric(list[len(list)*95/100].Seconds()*1000, name+"-p95-ms")
			b.ReportMetric(float64(len(list)), name+"-turns")
		}
	}
	b.ReportMetric(0, "ns/op")
}

// playsBot plays so many turns against bots of the top level, in one game after
// the other, and tells how long each took to be answered.
func (h *hall) playsBot(b *testing.B, who *direct, game rules.Game, turns int) (waits []time.Duration) {
	random, path := rand.New(rand.NewPCG(1, 1)), ""
	for len(waits) < turns {
		if path == "" {
			w := who.ask(http.MethodPost, "/play-bot", formOf("game", game.Info().Key, "level", fmt.Sprint(bot.MaxLevel)), false)
			if path = w.Header().Get("Location"); path == "" {
				b.Errorf("no game of %s: %d", game.Info().Key, w.Code)
				return waits
			}
		}
		g := h.until(b, path, answered)
		if g.Status == db.Over {
			path = ""
			continue
		}
		start := time.Now()
		form := formOf("draft", strings.TrimSpace(aTurn(g.Record, random)), "ply", fmt.Sprint(g.Record.Moved()))
		if w := who.ask(http.MethodPost, path+"/turns", form, false); w.Code != http.StatusSeeOther {
			b.Errorf("a turn in %s: %d", path, w.Code)
			return waits
		}
		if after := h.until(b, path, answered); len(after.Record.Turns()) > len(g.Record.Turns())+1 {
			waits = append(waits, time.Since(start))
		}
	}
	return waits
}
