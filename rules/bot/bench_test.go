package bot_test

import (
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
)

// BenchmarkUCT measures how many playouts a second tree search does that knows
// nothing of the game, after three turns at random, and how many it would do
// without a tree.
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

// playOut plays from a state to the end at random, so often.
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

// outcome is what came of the last game played out: a playout is for nothing else, so
// one without a tree reads it too.
var outcome rules.Result

// BenchmarkLevels measures how long the levels think about a turn in the middle
// of a game, at most ten turns after the start, and how many nodes a second
// that is.
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
