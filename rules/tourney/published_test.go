package tourney

import (
	"os"
	"testing"
)

func TestMeasure(t *testing.T) {
	for _, name := range []string{"autotest-1001", "autotest-1002", "autotest-1006", ""} {
		table := exercise
		if name != "" {
			b, err := os.ReadFile("testdata/" + name + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			table = string(b)
		}
		field, results := published(t, table)
		rounds := 0
		for _, r := range results {
			rounds = max(rounds, r.Round)
		}
		for round := 1; round <= rounds; round++ {
			var before []Result
			var want []Pair
			topSecond := false
			for _, r := range results {
				if r.Round == 1 && r.Second == "p1" {
					topSecond = true
				}
				if r.Round < round || r.Round == round && r.Asked {
					before = append(before, r)
				} else if r.Round == round {
					want = append(want, Pair{First: r.First, Second: r.Second})
				}
			}
			got, err := Swiss(field, before, round, SwissOptions{Rematch: true, TopSecond: topSecond})
			if err != nil {
				t.Fatal(err)
			}
			missing := ""
			for _, w := range want {
				found := false
				for _, g := range got {
					found = found || g.First == w.First && g.Second == w.Second
				}
				if !found {
					missing += line([]Pair{w}) + " "
				}
			}
			t.Logf("%s round %d: %s; not: %s", name, round, line(got), missing)
		}
	}
}
