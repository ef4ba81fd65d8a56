package tourney

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hexclub/rules/rulestest"
)

// exercise is the Swiss of FIDE's "Exercises in tie-breaking" (IA Mario Held,
// for the Technical Commission, revision of 22 March 2024, section 2.1): 16
// players, 5 rounds, by player the rounds as w or b, the opponent, and the
// result. Further: H a requested bye of half a point, P the pairing's bye, +
// and - a pairing won or lost by forfeit, Z absent.
const exercise = `
1: w9=1 b13== w2== b15=1 w4==
2: b10=1 w7=1 b1== w16=1 b3==
3: w11== b6=1 w8=1 b4== w2==
4: b12=1 H w13=1 w3== b1==
5: w13=0 b15=0 w11=1 b7== w10=1
6: b14=0 w3=0 P w10=1 b8=1
7: w15=1 b2=0 b16=0 w5== b11=0
8: b16== w14=1 b3=0 w13=1 w6=0
9: b1=0 w10=0 H -11 P
10: w2=0 b9=1 w15=0 b6=0 b5=0
11: b3== w16=0 b5=0 +9 w7=1
12: w4=0 P +14 Z Z
13: b5=1 w1== b4=0 b8=0 w14=0
14: w6=1 b8=0 -12 Z b13=1
15: b7=0 w5=1 b10=1 w1=0 b16=0
16: w8== b11=1 w7=1 b2=0 w15=1
`

// published parses a table in the form of exercise.
func published(t *testing.T, table string) ([]Entrant, []Result) {
	t.Helper()
	var field []Entrant
	var results []Result
	for row := range strings.Lines(strings.TrimSpace(table)) {
		number, rounds, _ := strings.Cut(strings.TrimSpace(row), ":")
		rank, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		me := "p" + number
		field = append(field, Entrant{ID: me, Rank: rank})
		for i, word := range strings.Fields(rounds) {
			r := Result{Round: i + 1, First: me, Over: true}
			switch word[0] {
			case 'Z':
				r.Asked = true
				r.Halves[0] = Loss
			case 'H':
				r.Asked = true
				r.Halves[0] = Draw
			case 'P':
				r.Halves[0] = Win
			case '+':
				r.Second, r.Forfeit, r.Halves = "p"+word[1:], [2]bool{false, true}, [2]int{Win, Loss}
				r.Board = -1 // the seats are not known
			case 'w':
				opponent, result, _ := strings.Cut(word[1:], "=")
				r.Second = "p" + opponent
				r.Halves[0] = map[string]int{"1": Win, "=": Draw, "+": Win}[result]
				r.Halves[1] = Win - r.Halves[0]
				r.Forfeit = [2]bool{result == "-", result == "+"}
			default: // in the row of the other
				continue
			}
			results = append(results, r)
		}
	}
	return field, results
}

// The published answers of exercises 1 to 8, 11, 12 and 28, by player. They
// follow the regulations of 2023, in which a dummy has all of the player's
// points; those of 2026 cap it (16.4), which affects players with a bye of
// more than two and a half points in five rounds, or a forfeit against an
// opponent with less.
func TestPublishedTieBreaks(t *testing.T) {
	want := map[TieBreak][]float64{
		Buchholz:        {12.5, 13, 15.5, 15, 8.5, 12, 14.5, 13.5, 9, 13, 13.5, 11.5, 14, 11, 12, 12.5},
		BuchholzCut1:    {11, 12, 13, 11.5, 7.5, 11, 12.5, 12, 7.5, 11.5, 12, 9.5, 12, 9, 11, 11},
		SonnebornBerger: {8, 9.5, 10.5, 9.75, 4.25, 6.5, 3.25, 5.25, 2.25, 1.5, 5.75, 4, 4.25, 4.5, 3.5, 7.25},
		Wins:            {2, 3, 2, 2, 2, 2, 1, 2, 0, 1, 1, 0, 1, 2, 2, 3},
	}
	capped := map[TieBreak]map[int]float64{
		Buchholz:        {4: 14, 6: 11.5, 11: 12.5},
		BuchholzCut1:    {6: 10.5, 11: 11},
		SonnebornBerger: {4: 9.25, 6: 6, 11: 4.75},
	}
	score := []float64{3.5, 4, 3.5, 3.5, 2.5, 3, 1.5, 2.5, 1.5, 1, 2.5, 2, 1.5, 2, 2, 3.5}
	field, results := published(t, exercise)
	all, err := Standings(t.Context(), field, results, Rules{TieBreaks: TieBreaks()})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if got := float64(s.Halves) / 2; got != score[s.Rank-1] {
			t.Errorf("the score of %d is %v, want %v", s.Rank, got, score[s.Rank-1])
		}
		for _, tie := range s.Ties {
			values, ok := want[tie.By]
			if !ok {
				continue
			}
			expect := values[s.Rank-1]
			if value, ok := capped[tie.By][s.Rank]; ok {
				expect = value
			}
			if got := float64(tie.Value) / 4; got != expect {
				t.Errorf("%s of %d is %v of %+v, want %v", tie.By, s.Rank, got, tie.Parts, expect)
			}
		}
	}
}

// Exercises 23 and 24: the direct encounter leaves them tied, because not all
// have met and no player would be first in every case.
func TestPublishedDirectEncounter(t *testing.T) {
	field, results := published(t, exercise)
	all, err := Standings(t.Context(), field, results, Rules{TieBreaks: []TieBreak{DirectEncounter}})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if slices.Contains([]int{1, 3, 4, 16}, s.Rank) && (s.Place != 2 || !s.Shared) {
			t.Errorf("%d has place %d, want 2 and shared", s.Rank, s.Place)
		}
		if slices.Contains([]int{5, 8, 11}, s.Rank) && (s.Place != 7 || !s.Shared) {
			t.Errorf("%d has place %d, want 7 and shared", s.Rank, s.Place)
		}
	}
}

// played returns results of a round robin from lines "a b 2" (the first's
// halves).
func played(lines ...string) []Result {
	var all []Result
	for i, l := range lines {
		r := Result{Round: i + 1, Board: 1, Over: true}
		if n, _ := fmt.Sscan(l, &r.First, &r.Second, &r.Halves[0]); n < 3 {
			r.Over = false
		} else {
			r.Halves[1] = Win - r.Halves[0]
		}
		all = append(all, r)
	}
	return all
}

// fieldOf returns entrants with ranks in their order.
func fieldOf(ids ...string) []Entrant {
	var field []Entrant
	for i, id := range ids {
		field = append(field, Entrant{ID: id, Rank: i + 1})
	}
	return field
}

// places returns standings as "a1 b2= c2=".
func places(all []Standing) string {
	var words []string
	for _, s := range all {
		words = append(words, fmt.Sprint(s.ID, s.Place)+strings.Repeat("=", boolean(s.Shared)))
	}
	return strings.Join(words, " ")
}

func TestDirectEncounter(t *testing.T) {
	for _, test := range []struct {
		name    string
		results []Result
		want    string
	}{
		{"who won between two", played("a c 2", "b d 1", "b a 2", "a d 2", "c b 1", "d c 2"), "b1 a2 d3 c4 e5"},
		{"a circle stays level", played("a b 2", "b c 2", "c a 2", "d e 1"), "a1= b1= c1= d4= e4="},
		{"who won of a circle", played("a b 2", "b c 2", "c a 1", "d a 2", "c d 2", "b d 2", "b e 1", "a e 2"), "a1 b2 c3 d4 e5"},
		{"not all have met, and it may yet change", played("a b 2", "c d 2"), "a1= c1= b3= d3= e3="},
		{"not all have met, yet one is in front in any case", played("a b 2", "a c 2", "d a 2", "b d 2", "b e 2", "c d 2", "c e 2"), "a1 b2= c2= d4 e5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			all, err := Standings(t.Context(), fieldOf("a", "b", "c", "d", "e"), test.results, Rules{RoundRobin: true, TieBreaks: []TieBreak{DirectEncounter}})
			if err != nil {
				t.Fatal(err)
			}
			if got := places(all); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// A page prints the parts of a tie-break.
func TestTieBreaksAreExplained(t *testing.T) {
	field, results := published(t, exercise)
	all, err := Standings(t.Context(), field, results, Rules{TieBreaks: []TieBreak{BuchholzCut1, SonnebornBerger}})
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(all, func(s Standing) bool { return s.ID == "p9" })
	want := []Part{
		{Round: 1, Opponent: "p1", Kind: Played, Score: 7, Amount: 14},
		{Round: 2, Opponent: "p10", Kind: Played, Score: 2, Amount: 4},
		{Round: 3, Kind: AskedBye, Score: 3, Most: 5, Halves: Draw, Amount: 6, Cut: true}, // a round not played goes before the lowest
		{Round: 4, Opponent: "p11", Kind: ForfeitLost, Score: 3, Most: 5, Amount: 6},
		{Round: 5, Kind: Bye, Score: 3, Most: 5, Halves: Win, Amount: 6},
	}
	if got := all[at].Ties[0].Parts; !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	for _, s := range all {
		for _, tie := range s.Ties {
			sum := 0
			for _, p := range tie.Parts {
				if !p.Cut {
					sum += p.Amount
				}
			}
			if sum != tie.Value {
				t.Errorf("%s of %s is %d, its parts are %d", tie.By, s.ID, tie.Value, sum)
			}
		}
	}
}

func TestGamesAndPointsBreakTies(t *testing.T) {
	results := []Result{
		{Round: 1, First: "a", Second: "c", Over: true, Halves: [2]int{Win, Loss}, Games: [2]int{2, 2}, Points: [2]int{60, 40}},
		{Round: 1, First: "b", Second: "d", Over: true, Halves: [2]int{Win, Loss}, Games: [2]int{4, 0}, Points: [2]int{50, 0}},
	}
	for by, want := range map[TieBreak]string{HexonePoints: "a1 b2 c3 d4", GameScore: "b1 a2 c3 d4"} {
		all, err := Standings(t.Context(), fieldOf("a", "b", "c", "d"), results, Rules{TieBreaks: []TieBreak{by}})
		if err != nil {
			t.Fatal(err)
		}
		if got := places(all); got != want {
			t.Errorf("by %s: got %s, want %s", by, got, want)
		}
	}
	all, _ := Standings(t.Context(), fieldOf("a", "b", "c", "d"), results, Rules{TieBreaks: []TieBreak{Wins, HexonePoints}})
	if got := all[0].Ties[1]; got.Value != 120 || got.Place != 1 {
		t.Errorf("30 points are %+v, want 120 quarters", got)
	}
}

// What was not played has no games and no points: a forfeited pair, a pair
// whose opponent had withdrawn before it was made, and a bye.
func TestWhatWasNotPlayedHasNoPoints(t *testing.T) {
	given := Result{
		Round: 2, First: "a", Second: "c", Over: true, Halves: [2]int{Win, Loss}, Games: [2]int{2, 0}, Points: [2]int{98, 0}, Forfeit: [2]bool{false, true},
	}
	open := Result{Round: 2, First: "a", Second: "c"}
	for name, second := range map[string]Result{"forfeited": given, "withdrawn before it": open} {
		results := []Result{
			{Round: 1, First: "b", Second: "c", Over: true, Halves: [2]int{Loss, Win}, Games: [2]int{0, 2}, Points: [2]int{30, 50}},
			{Round: 3, First: "a", Second: "b", Over: true, Halves: [2]int{Win, Loss}, Games: [2]int{2, 0}, Points: [2]int{40, 20}},
			second,
		}
		field := fieldOf("a", "b", "c")
		field[2].To = 1
		all, err := Standings(t.Context(), field, results, Rules{RoundRobin: true, TieBreaks: []TieBreak{HexonePoints, GameScore}})
		if err != nil || all[0].ID != "a" || all[0].Halves != 2*Win {
			t.Fatalf("%s: %+v, %v", name, all, err)
		}
		if ties := all[0].Ties; ties[0].Value != 80 || ties[1].Value != 4 {
			t.Errorf("%s: %d and %d quarters, want 80 and 4", name, ties[0].Value, ties[1].Value)
		}
	}
}

// If one game of a pair was forfeited only the others have games and points.
func TestForfeitedGamesHaveNoPoints(t *testing.T) {
	results := []Result{{
		Round: 1, First: "a", Second: "b", Over: true, Halves: [2]int{Win, Loss}, Games: [2]int{4, 0}, Points: [2]int{142, 0},
		Forfeits: Forfeits{By: [2]bool{false, true}, Games: [2]int{2, 0}, Points: [2]int{98, 0}},
	}}
	all, err := Standings(t.Context(), fieldOf("a", "b"), results, Rules{TieBreaks: []TieBreak{HexonePoints, GameScore, Wins}})
	if err != nil {
		t.Fatal(err)
	}
	if ties := all[0].Ties; ties[0].Value != 88 || ties[1].Value != 4 || ties[2].Value != 4 || all[0].Played != 1 {
		t.Errorf("%+v, want 88 quarters of points, one game and one win", ties)
	}
}

// Withdrawals from a round robin of five, whose rounds are all paired.
func TestWithdrawalFromARoundRobin(t *testing.T) {
	lines := []string{"a b 0", "a c 2", "b c 2", "c d 2", "e b 2", "d e 1", "b d 2", "c e 1"}
	open := []string{"a d", "a e"}
	t.Run("after half of the pairings the rest are forfeited", func(t *testing.T) {
		field := fieldOf("a", "b", "c", "d", "e")
		field[0].To = 2
		all, err := Standings(t.Context(), field, played(append(lines, open...)...), Rules{RoundRobin: true})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := places(all), "b1= e1= c3= d3= a5"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		rows, _ := CrossTable(field, played(append(lines, open...)...), true)
		if c := rows[3].Cells[len(rows[3].Cells)-1]; c.Kind != ForfeitWon || c.Halves != Win || c.Void {
			t.Errorf("d has %+v for the withdrawn player", c)
		}
	})
	t.Run("before it they do not count, and stay in the table", func(t *testing.T) {
		field := fieldOf("a", "b", "c", "d", "e")
		field[0].To = 1
		results := played(append(lines[:1:1], append(lines[2:], append(open, "a c")...)...)...)
		all, err := Standings(t.Context(), field, results, Rules{RoundRobin: true, TieBreaks: []TieBreak{SonnebornBerger}})
		if err != nil {
			t.Fatal(err)
		}
		last := all[4]
		if last.ID != "a" || !last.Struck || last.Place != 0 || last.Halves != 0 {
			t.Errorf("the withdrawn player is at %+v", last)
		}
		for _, s := range all[:4] {
			if want := map[string]int{"b": 4, "c": 3, "d": 1, "e": 4}[s.ID]; s.Halves != want || s.Played != 3 {
				t.Errorf("%s has %d halves of %d pairings, want %d of 3", s.ID, s.Halves, s.Played, want)
			}
		}
		rows, _ := CrossTable(field, results, true)
		if c := rows[1].Cells[0]; c.Opponent != "a" || c.Halves != Win || !c.Void {
			t.Errorf("b has %+v for the withdrawn player", c)
		}
	})
}

func TestFaultsAreErrors(t *testing.T) {
	for name, test := range map[string]struct {
		field   []Entrant
		results []Result
	}{
		"the same player twice": {[]Entrant{{ID: "a", Rank: 1}, {ID: "a", Rank: 2}}, nil},
		"the same rank twice":   {[]Entrant{{ID: "a", Rank: 1}, {ID: "b", Rank: 1}}, nil},
		"nobody's result":       {fieldOf("a", "b"), []Result{{Round: 1, First: "a", Second: "c"}}},
		"two in a round":        {fieldOf("a", "b", "c"), []Result{{Round: 1, First: "a", Second: "b"}, {Round: 1, First: "c", Second: "a"}}},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Standings(t.Context(), test.field, test.results, Rules{}); err == nil {
				t.Error("no error")
			}
			if _, err := Swiss(test.field, test.results, 2, SwissOptions{}); err == nil {
				t.Error("no error of Swiss")
			}
		})
	}
}

// In random Swiss tournaments places follow the score and then the tie-breaks,
// and every point belongs to a player.
func TestStandingsOfRandomTournaments(t *testing.T) {
	for i := range rulestest.Some(t, 60) {
		s := &trial{random: uint64(i)}
		s.enter(4+i%30, 5)
		points := 0
		for round := 1; round <= 5; round++ {
			pairs, err := Swiss(s.field, s.results, round, s.options)
			if err != nil {
				break
			}
			s.play(round, pairs)
		}
		for _, r := range s.results {
			points += r.Halves[0] + r.Halves[1]
		}
		all, err := Standings(t.Context(), s.field, s.results, Rules{TieBreaks: TieBreaks()})
		if err != nil {
			t.Fatal(err)
		}
		key := func(s Standing) []int {
			keys := []int{-s.Halves}
			for _, tie := range s.Ties {
				keys = append(keys, tie.Place)
			}
			return keys
		}
		for k, now := range all {
			points -= now.Halves
			if k == 0 {
				continue
			}
			before := all[k-1]
			order := slices.Compare(key(before), key(now))
			if order > 0 || (order == 0) != (before.Place == now.Place) || order < 0 && now.Place != k+1 {
				t.Fatalf("tournament %d: %+v is before %+v", i, before, now)
			}
		}
		if points != 0 {
			t.Errorf("tournament %d: %d halves have no owner", i, points)
		}
	}
}
