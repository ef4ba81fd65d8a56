package rulestest

import (
	"maps"
	"slices"
	"testing"

	"hexclub/rules"
)

// BenchmarkPlayouts plays random games, cut off after a thousand actions and
// without judging repetition. It plays with listed actions and, if the game
// can draw an action without listing them, also that way.
func BenchmarkPlayouts(b *testing.B, game rules.Game, setup rules.Setup) {
	start, err := game.New(setup)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("listed", func(b *testing.B) {
		playouts(b, start, playListed)
	})
	if _, ok := start.(rules.Sampler); ok {
		b.Run("sampled", func(b *testing.B) {
			playouts(b, start, playSampled)
		})
	}
}

// playouts plays games from the start repeatedly. Play plays one to its end
// and returns the number of actions.
func playouts(b *testing.B, start rules.State, play func(rules.State, *rules.Random, []rules.Action) int) {
	st, random, buf, actions := start.Clone(), rules.Random(1), make([]rules.Action, 0, 4096), 0
	b.ReportAllocs()
	for b.Loop() {
		st.Set(start)
		actions += play(st, &random, buf)
	}
	seconds := b.Elapsed().Seconds()
	b.ReportMetric(float64(b.N)/seconds, "playouts/s")
	b.ReportMetric(float64(actions)/seconds, "actions/s")
}

func playListed(st rules.State, random *rules.Random, buf []rules.Action) int {
	for n := range maxActions {
		buf = st.Actions(buf[:0])
		if len(buf) == 0 {
			return n
		}
		st.Play(buf[random.IntN(len(buf))])
	}
	return maxActions
}

func playSampled(st rules.State, random *rules.Random, _ []rules.Action) int {
	sampler := st.(rules.Sampler)
	for n := range maxActions {
		action, ok := sampler.Sample(random)
		if !ok {
			return n
		}
		st.Play(action)
	}
	return maxActions
}

// BenchmarkPerft counts the action sequences of a depth after some actions.
func BenchmarkPerft(b *testing.B, game rules.Game, setup rules.Setup, depth int, played ...string) {
	start, err := game.New(setup)
	if err != nil {
		b.Fatal(err)
	}
	playAll(b, start, played)
	leaves := uint64(0)
	for b.Loop() {
		leaves += rules.Perft(start, depth)
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
}

// BenchmarkHeuristics calls the heuristics of a game in the positions of three
// consecutive games played as in Heuristics.
func BenchmarkHeuristics(b *testing.B, game rules.Game, setup rules.Setup) {
	start, err := game.New(setup)
	if err != nil {
		b.Fatal(err)
	}
	asks := map[string][]func(){}
	w, random := heuristicsChecker{t: b}, rules.Random(1)
	for n := range 3 {
		w.play(start.Clone(), n, func(st rules.State, actions []rules.Action) {
			weights := make([]int32, len(actions))
			for _, q := range heuristics(st.Clone()) {
				asks[q.name] = append(asks[q.name], func() { q.ask(actions, weights, &random) })
			}
		})
	}
	for _, name := range slices.Sorted(maps.Keys(asks)) {
		list := asks[name]
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i = (i + 1) % len(list) {
				list[i]()
			}
		})
	}
}
