package tourney

import (
	"fmt"
	"strings"
	"testing"
)

// printed holds the Berger tables of FIDE's Handbook (C.05, Annex 1), by the
// number of players, one round a line. With one player less, the opponent of
// the highest number has a bye.
var printed = map[int]string{
	4: `
1-4 2-3
4-3 1-2
2-4 3-1`,
	6: `
1-6 2-5 3-4
6-4 5-3 1-2
2-6 3-1 4-5
6-5 1-4 2-3
3-6 4-2 5-1`,
	8: `
1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1`,
	10: `
1-10 2-9 3-8 4-7 5-6
10-6 7-5 8-4 9-3 1-2
2-10 3-1 4-9 5-8 6-7
10-7 8-6 9-5 1-4 2-3
3-10 4-2 5-1 6-9 7-8
10-8 9-7 1-6 2-5 3-4
4-10 5-3 6-2 7-1 8-9
10-9 1-8 2-7 3-6 4-5
5-10 6-4 7-3 8-2 9-1`,
	12: `
1-12 2-11 3-10 4-9 5-8 6-7
12-7 8-6 9-5 10-4 11-3 1-2
2-12 3-1 4-11 5-10 6-9 7-8
12-8 9-7 10-6 11-5 1-4 2-3
3-12 4-2 5-1 6-11 7-10 8-9
12-9 10-8 11-7 1-6 2-5 3-4
4-12 5-3 6-2 7-1 8-11 9-10
12-10 11-9 1-8 2-7 3-6 4-5
5-12 6-4 7-3 8-2 9-1 10-11
12-11 1-10 2-9 3-8 4-7 5-6
6-12 7-5 8-4 9-3 10-2 11-1`,
	14: `
1-14 2-13 3-12 4-11 5-10 6-9 7-8
14-8 9-7 10-6 11-5 12-4 13-3 1-2
2-14 3-1 4-13 5-12 6-11 7-10 8-9
14-9 10-8 11-7 12-6 13-5 1-4 2-3
3-14 4-2 5-1 6-13 7-12 8-11 9-10
14-10 11-9 12-8 13-7 1-6 2-5 3-4
4-14 5-3 6-2 7-1 8-13 9-12 10-11
14-11 12-10 13-9 1-8 2-7 3-6 4-5
5-14 6-4 7-3 8-2 9-1 10-13 11-12
14-12 13-11 1-10 2-9 3-8 4-7 5-6
6-14 7-5 8-4 9-3 10-2 11-1 12-13
14-13 1-12 2-11 3-10 4-9 5-8 6-7
7-14 8-6 9-5 10-4 11-3 12-2 13-1`,
}

func TestBergerTablesAsPrinted(t *testing.T) {
	for n, table := range printed {
		var lines []string
		for _, round := range Berger(n, false) {
			lines = append(lines, words(round))
		}
		if got := "\n" + strings.Join(lines, "\n"); got != table {
			t.Errorf("for %d players: got %s\nwant %s", n, got, table)
		}
		for i, round := range Berger(n-1, false) {
			all := strings.Fields(strings.Split(strings.TrimSpace(table), "\n")[i])
			bye := strings.Trim(strings.Replace(all[0], fmt.Sprint(n), "", 1), "-")
			want := strings.Join(append(all[1:], bye+"-0"), " ")
			if got := words(round); got != want {
				t.Errorf("for %d players, round %d: got %s, want %s", n-1, i+1, got, want)
			}
		}
	}
}

// In a double round robin the last two rounds of the first cycle are swapped,
// and those of the second are not (Annex 1).
func TestDoubleBergerOfSix(t *testing.T) {
	want := strings.Fields(`
1-6,2-5,3-4 6-4,5-3,1-2 2-6,3-1,4-5 3-6,4-2,5-1 6-5,1-4,2-3
6-1,5-2,4-3 4-6,3-5,2-1 6-2,1-3,5-4 5-6,4-1,3-2 6-3,2-4,1-5`)
	for i, round := range Berger(6, true) {
		if got := strings.ReplaceAll(words(round), " ", ","); got != want[i] {
			t.Errorf("round %d: got %s, want %s", i+1, got, want[i])
		}
	}
}

// words returns a round in the printed form.
func words(round [][2]int) string {
	var all []string
	for _, p := range round {
		all = append(all, fmt.Sprintf("%d-%d", p[0], p[1]))
	}
	return strings.Join(all, " ")
}

// Every round robin is complete and balanced, and no player has the same seat
// three times in a row.
func TestRoundRobinsAreCompleteAndBalanced(t *testing.T) {
	for n := 2; n <= 200; n++ {
		for cycles := 1; cycles <= 2; cycles++ {
			rounds := Berger(n, cycles == 2)
			if want := cycles * (n + n%2 - 1); len(rounds) != want {
				t.Fatalf("%d players have %d rounds, want %d", n, len(rounds), want)
			}
			met, difference, byes := map[[2]int]int{}, make([]int, n+1), make([]int, n+1)
			last, row := make([]int, n+1), make([]int, n+1)
			for r, round := range rounds {
				seen := make([]bool, n+1)
				for _, p := range round {
					for seat, number := range p {
						if number == 0 {
							byes[p[0]]++
							continue
						}
						if seen[number] {
							t.Fatalf("%d players, round %d: %d is there twice", n, r+1, number)
						}
						seen[number] = true
						if p[1] == 0 {
							continue
						}
						difference[number] += 1 - 2*seat
						if last[number] != seat+1 {
							last[number], row[number] = seat+1, 0
						}
						if row[number]++; row[number] > 2 {
							t.Errorf("%d players, %d cycles, round %d: %d has seat %d three times in a row", n, cycles, r+1, number, seat+1)
						}
					}
					met[p]++
				}
			}
			for a := 1; a <= n; a++ {
				if d := abs(difference[a]); d > 1 || cycles == 2 && d != 0 {
					t.Errorf("%d players, %d cycles: the seats of %d differ by %d", n, cycles, a, d)
				}
				if byes[a] != cycles*(n%2) {
					t.Errorf("%d players: %d has %d byes", n, a, byes[a])
				}
				for b := 1; b < a; b++ {
					one, two := met[[2]int{a, b}], met[[2]int{b, a}]
					if one+two != cycles || cycles == 2 && one != 1 {
						t.Errorf("%d players: %d and %d meet %d times one way and %d the other", n, a, b, one, two)
					}
				}
			}
		}
	}
	if got := Berger(1, true); got != nil {
		t.Errorf("one player has rounds %v", got)
	}
}

func TestRoundRobinByRank(t *testing.T) {
	rounds := RoundRobin([]Entrant{{ID: "c", Rank: 9}, {ID: "a", Rank: 2}, {ID: "b", Rank: 4}}, false)
	want := "[[{1 b c} {2 a }] [{1 a b} {2 c }] [{1 c a} {2 b }]]"
	if got := fmt.Sprint(rounds); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
