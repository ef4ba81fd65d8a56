package tourney

import (
	"fmt"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/rulestest"
)

func TestSeeding(t *testing.T) {
	for n, want := range map[int]string{
		1:  "[1]",
		2:  "[1 2]",
		3:  "[1 0 3 2]",
		8:  "[1 8 5 4 3 6 7 2]",
		16: "[1 16 9 8 5 12 13 4 3 14 11 6 7 10 15 2]",
		11: "[1 0 9 8 5 0 0 4 3 0 11 6 7 10 0 2]",
	} {
		if got := fmt.Sprint(Seeding(n)); got != want {
			t.Errorf("for %d: got %s, want %s", n, got, want)
		}
	}
}

// In every bracket, while the higher seed wins, the remaining seeds are the
// highest, and the highest of them meets the lowest.
func TestSeedsMeetLate(t *testing.T) {
	for n := 2; n <= 200; n++ {
		s := knockoutOf(n)
		for round := 1; round <= KnockoutRounds(n); round++ {
			left := 1 << (KnockoutRounds(n) - round + 1)
			for _, p := range s.pair(t, round, KnockoutOptions{}) {
				a, b := rank(p.First), rank(p.Second)
				if p.Bye() {
					b = left + 1 - a
					if round > 1 || b <= n {
						t.Fatalf("%d players, round %d: %v", n, round, p)
					}
				}
				if a+b != left+1 {
					t.Fatalf("%d players, round %d: %v, want the sum %d", n, round, p, left+1)
				}
				s.win(round, p, fmt.Sprint("p", min(a, b)))
			}
		}
	}
}

// knockoutOf returns a knockout of n players without results.
func knockoutOf(n int) *trial {
	s := &trial{}
	for i := range n {
		s.field = append(s.field, Entrant{ID: fmt.Sprint("p", i+1), Rank: i + 1})
	}
	return s
}

// pair pairs a round.
func (s *trial) pair(t *testing.T, round int, o KnockoutOptions) []Pair {
	t.Helper()
	pairs, err := Knockout(s.field, s.results, round, o)
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

// win sets the winner of a pair; empty means that both forfeit.
func (s *trial) win(round int, p Pair, id string) {
	r := Result{Round: round, Board: p.Board, First: p.First, Second: p.Second, Over: true, Halves: [2]int{Win, Loss}}
	if id == "" {
		r.Forfeit, r.Halves = [2]bool{true, true}, [2]int{}
	} else if id == p.Second {
		r.Halves = [2]int{Loss, Win}
	}
	s.results = append(s.results, r)
}

// rank returns the number in p12; 0 without one.
func rank(id string) int {
	n := 0
	_, _ = fmt.Sscan(strings.TrimPrefix(id, "p"), &n)
	return n
}

func TestKnockoutOfSix(t *testing.T) {
	o := KnockoutOptions{Third: true}
	s := knockoutOf(6)
	first := s.pair(t, 1, o)
	if got, want := line(first), "1- 5-4 3-6 2-"; got != want {
		t.Fatalf("round 1: got %s, want %s", got, want)
	}
	if _, err := Knockout(s.field, s.results, 2, o); !rules.IsKind(err, rules.Conflict) {
		t.Errorf("round 2 before round 1: %v", err)
	}
	s.win(1, first[1], "p5")
	s.win(1, first[2], "p3")
	second := s.pair(t, 2, o)
	if got, want := line(second), "1-5 2-3"; got != want {
		t.Fatalf("round 2: got %s, want %s", got, want)
	}
	s.win(2, second[0], "p5")
	s.win(2, second[1], "p2")
	third := s.pair(t, 3, o)
	if got, want := line(third), "5-2 3-1"; got != want { // 5 and 3 had both seats, 2 and 1 the first one
		t.Fatalf("round 3: got %s, want %s", got, want)
	}
	s.win(3, third[0], "p5")
	s.win(3, third[1], "p1")
	checkPlaces(t, s, o, "p5:1 p2:2 p1:3 p3:4 p4:5= p6:5=")
	checkPlaces(t, s, KnockoutOptions{}, "p5:1 p2:2 p1:3= p3:3= p4:5= p6:5=")
	if _, err := Knockout(s.field, s.results, 4, o); !rules.IsKind(err, rules.NotFound) {
		t.Errorf("a fourth round: %v", err)
	}
}

// checkPlaces compares places, written as p5:1 p2:3=.
func checkPlaces(t *testing.T, s *trial, o KnockoutOptions, want string) {
	t.Helper()
	all, err := KnockoutPlaces(s.field, s.results, o)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range all {
		got = append(got, fmt.Sprintf("%s:%d%s", f.ID, f.Place, strings.Repeat("=", boolean(f.Shared))))
	}
	if strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
}

func TestWhoWithdrawsFromAKnockout(t *testing.T) {
	s := knockoutOf(8)
	for _, p := range s.pair(t, 1, KnockoutOptions{}) {
		s.win(1, p, fmt.Sprint("p", min(rank(p.First), rank(p.Second))))
	}
	s.field[0].To, s.field[1].To, s.field[2].To = 1, 1, 1 // 2 and 3 were to meet
	if got, want := line(s.pair(t, 2, KnockoutOptions{})), "4-"; got != want {
		t.Errorf("round 2: got %s, want %s", got, want)
	}
	if got, want := line(s.pair(t, 3, KnockoutOptions{})), "4-"; got != want {
		t.Errorf("round 3: got %s, want %s", got, want)
	}
	checkPlaces(t, s, KnockoutOptions{}, "p4:1 p1:2= p2:2= p3:2= p5:5= p6:5= p7:5= p8:5=")
}

func TestBothForfeit(t *testing.T) {
	s := knockoutOf(4)
	first := s.pair(t, 1, KnockoutOptions{})
	s.win(1, first[0], "")
	checkPlaces(t, s, KnockoutOptions{}, "p2:0 p3:0 p1:3= p4:3=")
	s.win(1, first[1], "p3")
	if got, want := line(s.pair(t, 2, KnockoutOptions{})), "3-"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestNoWinner(t *testing.T) {
	s := knockoutOf(2)
	s.results = []Result{{Round: 1, Board: 1, First: "p1", Second: "p2", Over: true, Halves: [2]int{Draw, Draw}}}
	s.field = append(s.field, Entrant{ID: "p3", Rank: 3}, Entrant{ID: "p4", Rank: 4})
	s.results[0].Second = "p4"
	_, err := Knockout(s.field, s.results, 2, KnockoutOptions{})
	if known, ok := err.(*rules.Error); !ok || known.Key != "error.no-winner" || fmt.Sprint(known.Args) != "[1 1]" {
		t.Errorf("after a draw: %v", err)
	}
}

// When a result is corrected after the next round was played, that round has a
// result of a player who should not have been there. It is ignored.
func TestResultsThatDoNotFollow(t *testing.T) {
	for name, correct := range map[string]func(*Result){
		"the other has won": func(r *Result) { r.Halves[0], r.Halves[1] = r.Halves[1], r.Halves[0] },
		"nobody has":        func(r *Result) { r.Halves, r.Forfeit = [2]int{}, [2]bool{true, true} },
	} {
		s, o := knockoutOf(8), KnockoutOptions{Third: true}
		for round := 1; round <= 2; round++ {
			for _, p := range s.pair(t, round, o) {
				s.win(round, p, fmt.Sprint("p", min(rank(p.First), rank(p.Second))))
			}
		}
		correct(&s.results[1]) // 4 and 5, of whom 4 went on to 1
		_, err := Knockout(s.field, s.results, 3, o)
		if known, ok := err.(*rules.Error); !ok || known.Key != "error.bracket-mixed" || fmt.Sprint(known.Args) != "[2 1]" {
			t.Errorf("%s: the next round: %v", name, err)
		}
		_, err = KnockoutPlaces(s.field, s.results, o)
		if known, ok := err.(*rules.Error); !ok || known.Key != "error.bracket-mixed" {
			t.Errorf("%s: the places: %v", name, err)
		}
	}
}

// In random knockouts no player plays after losing or withdrawing, and the
// places include every player.
func TestRandomKnockouts(t *testing.T) {
	for i := range rulestest.Some(t, 300) {
		s := knockoutOf(2 + i%40)
		s.random = uint64(i)
		o := KnockoutOptions{Third: i%2 == 0}
		lost := map[string]bool{}
		rounds := KnockoutRounds(len(s.field))
		for round := 1; round <= rounds; round++ {
			pairs := s.pair(t, round, o)
			seen := map[string]bool{"": true}
			for _, p := range pairs {
				for _, id := range []string{p.First, p.Second} {
					if id == "" {
						continue
					}
					if e := s.field[rank(id)-1]; seen[id] || e.WithdrawnBefore(round) || lost[id] && (round < rounds || p.Board != 2 || !o.Third) {
						t.Fatalf("knockout %d, round %d: %v in %v", i, round, p, pairs)
					}
					seen[id] = true
				}
			}
			for _, p := range pairs {
				if p.Bye() {
					continue
				}
				winner := []string{p.First, p.Second, p.First, p.Second, p.First, p.Second, ""}[s.below(7)]
				s.win(round, p, winner)
				for _, id := range []string{p.First, p.Second} {
					lost[id] = lost[id] || id != winner
				}
			}
			if e := &s.field[s.below(len(s.field))]; e.To == 0 && s.below(2) == 0 {
				e.To = round
			}
		}
		all, err := KnockoutPlaces(s.field, s.results, o)
		if err != nil || len(all) != len(s.field) {
			t.Fatalf("knockout %d: %d places and %v", i, len(all), err)
		}
		for k, f := range all {
			shared := k > 0 && all[k-1].Place == f.Place || k+1 < len(all) && all[k+1].Place == f.Place
			if first := f.Round == 0; first && f.Place > 1 || !first && f.Place == 0 || f.Place > k+1 || f.Shared != (shared && f.Place > 0) {
				t.Fatalf("knockout %d: place %d is %+v", i, k, f)
			}
			if k > 0 && all[k-1].Place < f.Place && f.Place != k+1 {
				t.Fatalf("knockout %d: %+v comes after %+v", i, f, all[k-1])
			}
		}
	}
}
