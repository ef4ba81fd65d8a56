package match_test

import (
	"context"
	"testing"
	"time"

	"hexclub/rules/bot/match"
	"hexclub/rules/games"
)

// BenchmarkMethods justifies the search methods of the games: the points of a
// hundred that level 5's method, on a small budget, wins against others on
// budgets that take about as long, and their time for an action. Run it with
// -benchtime 50x or more; each round is two games with the same opening.
func BenchmarkMethods(b *testing.B) {
	budget := map[string]string{
		"hexone": "20000", "hexit": "10000", "six": "4000", "tartan": "25000", "hexellation": "10000",
	}
	playouts := map[string]map[string]string{
		"uct":                             {"hexone": "2500", "hexit": "300", "six": "100", "tartan": "150", "hexellation": "3000"},
		"mcts":                            {"hexone": "1000", "hexit": "150", "six": "80", "tartan": "150", "hexellation": "1000"},
		"mcts,cut=1,expand=1,explore=0.7": {"hexone": "3000", "hexit": "1500", "six": "800", "tartan": "3000", "hexellation": "1500"},
		"alphabeta,late=0,margin=0":       budget,
		"alphabeta,whole=true,late=0.7":   budget,
		"alphabeta,late=0.7":              budget,
		"alphabeta,late=0.7,margin=600":   budget,
	}
	for _, game := range games.All() {
		key := game.Info().Key
		for rival, nodes := range playouts {
			b.Run(key+"/"+rival, func(b *testing.B) {
				contenders := [2]match.Contender{contender(b, "5,nodes="+budget[key]), contender(b, rival+",nodes="+nodes[key])}
				m := match.Match{Game: game, Games: 2, Opening: match.OpeningTurns(key), Turns: 300, Workers: 1, Now: func() int64 { return time.Now().UnixNano() }}
				var sides [2]match.Standing
				points, rounds := 0.0, 0.0
				for b.Loop() {
					m.Seed++
					table, err := match.Run(context.Background(), m, contenders, nil)
					if err != nil {
						b.Fatal(err)
					}
					points, rounds = points+table.Sides[0].Score().Share(), rounds+1
					for i := range sides {
						sides[i].Actions += table.Sides[i].Actions
						sides[i].Time += table.Sides[i].Time
					}
				}
				own, other := sides[0], sides[1]
				b.ReportMetric(100*points/rounds, "points-%")
				b.ReportMetric(float64(own.Time)/float64(own.Actions)/(float64(other.Time)/float64(other.Actions)), "of-its-time")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

func contender(b *testing.B, text string) match.Contender {
	b.Helper()
	c, err := match.Parse(text)
	if err != nil {
		b.Fatal(err)
	}
	return c
}
