package hexit

import (
	"slices"
	"testing"

	"hexclub/rules"
	"hexclub/rules/rulestest"
)

func TestHeuristics(t *testing.T) {
	for _, tiles := range []string{"39", "19"} {
		t.Run(tiles, func(t *testing.T) {
			rulestest.Heuristics(t, Game{}, rules.Setup{Options: map[string]string{TilesOption: tiles}}, 50)
		})
	}
}

// eachState plays random games, each to one of the numbers of tiles, and shows
// every position in which a seat acts.
func eachState(tb testing.TB, games int, show func(s *state, random *rules.Random)) {
	tb.Helper()
	for game := range games {
		random := rules.Random(game)
		tiles := []string{"39", "29", "19"}[game%3]
		st, err := Game{}.New(rules.Setup{Options: map[string]string{TilesOption: tiles}})
		if err != nil {
			tb.Fatal(err)
		}
		s := st.(*state)
		for range longest {
			if s.ending == ongoing {
				show(s, &random)
				a, _ := s.Sample(&random)
				s.Play(a)
			}
		}
	}
}

// longest is the largest number of actions of a game in these tests.
// Compulsory distributions can repeat positions for ever.
const longest = 400

// playOn plays a game to its end at random.
func playOn(s *state, random *rules.Random) {
	for range longest {
		a, ok := s.Sample(random)
		if !ok {
			return
		}
		s.Play(a)
	}
	s.Settle(rules.Repetition)
}

// swapped returns the position with the sides exchanged.
func swapped(s *state) *state {
	other := *s
	other.seat = 3 - s.seat
	for side := range seats {
		other.held[side], other.paint[side] = s.held[1-side], s.paint[1-side]
		other.largest[side], other.reserve[side] = s.largest[1-side], s.reserve[1-side]
	}
	for n := range other.piles {
		if height := s.piles[n].height(); height > 0 {
			other.piles[n] ^= 1<<height - 1
		}
	}
	return &other
}

// TestEvaluateSides checks that the value depends on the side to act, not on
// its seat.
func TestEvaluateSides(t *testing.T) {
	eachState(t, 30, func(s *state, _ *rules.Random) {
		if got, want := swapped(s).Evaluate(), s.Evaluate(); got != want {
			t.Fatalf("%s is worth %d, with the sides changed %d", s.Position(), want, got)
		}
	})
}

// TestEvaluateSure checks that a proven result comes about in every random
// continuation, and that most games are proven towards their end.
func TestEvaluateSure(t *testing.T) {
	sure := 0
	eachState(t, 60, func(s *state, random *rules.Random) {
		v := s.Evaluate()
		if v != rules.ProvenWin && v != -rules.ProvenWin {
			return
		}
		sure++
		winner := s.seat
		if v < 0 {
			winner = 3 - winner
		}
		for range 3 {
			end := *s
			playOn(&end, random)
			if result, _ := end.Result(); !slices.Equal(result.Winners(), []rules.Seat{winner}) {
				t.Fatalf("%s is worth %d but may end with %s", s.Position(), v, result)
			}
		}
	})
	if sure < 100 {
		t.Errorf("%d positions were sure", sure)
	}
}

// TestEvaluateFits checks that in random games the side with the higher value
// wins more often than not, and by far in the last quarter.
func TestEvaluateFits(t *testing.T) {
	type prediction struct {
		seat rules.Seat
		late bool
	}
	var right, all [2]int // of all positions, of late ones
	for game := range 60 {
		random := rules.Random(game)
		s := newPosition(t, start)
		var better []prediction
		for range longest {
			if s.ending != ongoing {
				break
			}
			seat := s.seat
			if s.Evaluate() < 0 {
				seat = 3 - seat
			}
			better = append(better, prediction{seat, s.most-s.tiles < 10})
			a, _ := s.Sample(&random)
			s.Play(a)
		}
		s.Settle(rules.Repetition)
		result, _ := s.Result()
		for _, b := range better {
			late := 0
			if b.late {
				late = 1
			}
			all[late]++
			if result.Outcome(b.seat) == rules.Won {
				right[late]++
			}
		}
	}
	if right[0]*100 < 55*all[0] || right[1]*100 < 80*all[1] {
		t.Errorf("right in %d of %d positions, late in %d of %d", right[0], all[0], right[1], all[1])
	}
}

// TestWeigh checks that the weights are the same with the sides exchanged.
func TestWeigh(t *testing.T) {
	eachState(t, 30, func(s *state, _ *rules.Random) {
		actions := s.Actions(nil)
		weights, others := make([]int32, len(actions)), make([]int32, len(actions))
		s.Weigh(actions, weights)
		swapped(s).Weigh(actions, others)
		if !slices.Equal(weights, others) {
			t.Fatalf("%s has weights %v, with the sides changed %v", s.Position(), weights, others)
		}
	})
}

// TestSuggestLast checks that a last tile that wins is laid.
func TestSuggestLast(t *testing.T) {
	last := 0
	eachState(t, 60, func(s *state, random *rules.Random) {
		for _, action := range s.Actions(nil) {
			end := *s
			end.Play(action)
			if result, over := end.Result(); over && end.ending == complete && result.Outcome(s.seat) == rules.Won {
				last++
				a, _ := s.Suggest(random)
				after := *s
				after.Play(a)
				if result, _ := after.Result(); result.Outcome(s.seat) != rules.Won {
					t.Fatalf("%s: %s, where %s wins", s.Position(), s.Text(a), s.Text(action))
				}
				break
			}
		}
	})
	if last == 0 {
		t.Error("no game could be won at once")
	}
}

func newPosition(tb testing.TB, text string) *state {
	tb.Helper()
	st, err := Game{}.New(rules.Setup{Position: text})
	if err != nil {
		tb.Fatal(err)
	}
	return st.(*state)
}
