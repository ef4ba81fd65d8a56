package bot_test

import (
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
)

// BenchmarkUCT measures the playouts a second of a tree search without
// knowledge of the game, after three random turns, and those without a tree.
func BenchmarkUCT(b *testing.B) {
	const playouts = 20_000
	how := bot.Search{Method: bot.UCT, Nodes: playouts, Explore: 1.4, Expand: 16}
	for _, game := range games.All() {
		b.Run(game.Info().Key, func(b *testing.B) {
			start := midgame(b, game, rules.Setup{}, 3, 1)
			raw := time.Duration(0)
			for seed := uint64(0); b.Loop(); seed++ {
				choose(b, bot.Task{Game: game, State: start, Search: how, Seed: seed})
				b.StopTimer()
				begin := time.Now()
				playOut(start, playouts, rules.Random(seed))
				raw += time.Since(begin)
				b.StartTimer()
			}
			done := float64(playouts * b.N)
			b.ReportMetric(done/b.Elapsed().Seconds(), "playouts/s")
			b.ReportMetric(done/raw.Seconds(), "without-tree/s")
			b.ReportMetric(raw.Seconds()/b.Elapsed().Seconds(), "of-those")
		})
	}
}

// playOut plays random games from a state to the end.
func playOut(start rules.State, playouts int, random rules.Random) {
	st := start.Clone()
	sampler := st.(rules.Sampler)
	for range playouts {
		st.Set(start)
		for n := 0; n < 1000; n++ {
			a, ok := sampler.Sample(&random)
			if !ok {
				break
			}
			st.Play(a)
		}
		outcome, _ = st.Result()
	}
}

// outcome receives the result of the last playout, so that a benchmark without
// a tree reads it too.
var outcome rules.Result

// BenchmarkLevels measures the time of the levels for a turn in the middle of
// a game, at most ten turns after the start, and their nodes a second.
func BenchmarkLevels(b *testing.B) {
	for _, game := range games.All() {
		for _, level := range []bot.Level{3, 5, bot.MaxLevel} {
			b.Run(game.Info().Key+"/"+string('0'+rune(level)), func(b *testing.B) {
				nodes := 0
				for i := 0; b.Loop(); i++ {
					st := midgame(b, game, rules.Setup{}, i%10, uint64(i))
					nodes += choose(b, bot.Task{Game: game, State: st, Level: level, Seed: uint64(i)}).Nodes
				}
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			})
		}
	}
}
