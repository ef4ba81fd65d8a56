package hexit

import (
	"slices"
	"testing"

	"hexclub/rules"
)

// eachState plays games at random, each of which ends with so many tiles, and
// shows every position in which somebody acts.
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
			if s.ending == goesOn {
				show(s, &random)
				a, _ := s.Sample(&random)
				s.Play(a)
			}
		}
	}
}

// longest is how many actions of a game are played here. Distributions that are
// compulsory can go round in a circle.
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

// swapped is the position with the sides changed.
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

// TestEvaluateSides: nothing is judged by whose it is but by who acts.
func TestEvaluateSides(t *testing.T) {
	eachState(t, 30, func(s *state, _ *rules.Random) {
		if got, want := swapped(s).Evaluate(), s.Evaluate(); got != want {
			t.Fatalf("%s is worth %d, with the sides changed %d", s.Position(), want, got)
		}
	})
}

// TestEvaluateSure: what is said to be sure comes about in every game that is
// played on at random, and as a game ends most of it has become sure.
func TestEvaluateSure(t *testing.T) {
	sure := 0
	eachState(t, 60, func(s *state, random *rules.Random) {
		v := s.Evaluate()
		if v < -rules.Sure || v > rules.Sure {
			t.Fatalf("%s is worth %d", s.Position(), v)
		}
		if v != rules.Sure && v != -rules.Sure {
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

// TestEvaluateFits: in games at random the side that is said to stand better
// wins more often than not, and by far in the last quarter.
func TestEvaluateFits(t *testing.T) {
	type told struct {
		seat rules.Seat
		late bool
	}
	var right, all [2]int // of all positions, of late ones
	for game := range 60 {
		random := rules.Random(game)
		s := newPosition(t, start)
		var better []told
		for range longest {
			if s.ending != goesOn {
				break
			}
			seat := s.seat
			if s.Evaluate() < 0 {
				seat = 3 - seat
			}
			better = append(better, told{seat, s.most-s.tiles < 10})
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

// TestWeigh: there is a weight for each action, and always one that is not
// hopeless; with the sides changed they are the same.
func TestWeigh(t *testing.T) {
	eachState(t, 30, func(s *state, _ *rules.Random) {
		actions := s.Actions(nil)
		weights, others := make([]int32, len(actions)), make([]int32, len(actions))
		s.Weigh(actions, weights)
		if slices.Max(weights) <= rules.Hopeless {
			t.Fatalf("%s is hopeless", s.Position())
		}
		swapped(s).Weigh(actions, others)
		if !slices.Equal(weights, others) {
			t.Fatalf("%s has weights %v, with the sides changed %v", s.Position(), weights, others)
		}
	})
}

// TestSuggest: what is suggested is legal, and a last tile that wins is laid.
func TestSuggest(t *testing.T) {
	last := 0
	eachState(t, 60, func(s *state, random *rules.Random) {
		a, ok := s.Suggest(random)
		if !ok || s.Refuse(a) != nil {
			t.Fatalf("%s: %s, %v", s.Position(), s.Text(a), ok)
		}
		for _, action := range s.Actions(nil) {
			end := *s
			end.Play(action)
			if result, over := end.Result(); over && end.ending == complete && result.Outcome(s.seat) == rules.Won {
				last++
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
	over := newPosition(t, "1,-1:B/0,0:WW/0,1:B win1:resignation")
	if a, ok := over.Suggest(new(rules.Random)); ok {
		t.Errorf("%s is suggested when the game is over", over.Text(a))
	}
}

// TestWitsAllocate: nothing.
func TestWitsAllocate(t *testing.T) {
	buf, weights, random := make([]rules.Action, 0, mostActions), make([]int32, mostActions), rules.Random(1)
	eachState(t, 3, func(s *state, _ *rules.Random) {
		buf = s.Actions(buf[:0])
		if n := testing.AllocsPerRun(2, func() {
			s.Evaluate()
			s.Weigh(buf, weights[:len(buf)])
			s.Suggest(&random)
		}); n > 0 {
			t.Fatalf("%s: %v allocations", s.Position(), n)
		}
	})
}

func newPosition(tb testing.TB, text string) *state {
	tb.Helper()
	st, err := Game{}.New(rules.Setup{Position: text})
	if err != nil {
		tb.Fatal(err)
	}
	return st.(*state)
}

func BenchmarkEvaluate(b *testing.B) {
	benchmarkWits(b, func(s *state, _ []rules.Action, _ []int32, _ *rules.Random) { s.Evaluate() })
}

func BenchmarkWeigh(b *testing.B) {
	benchmarkWits(b, func(s *state, actions []rules.Action, weights []int32, _ *rules.Random) { s.Weigh(actions, weights) })
}

func BenchmarkSuggest(b *testing.B) {
	benchmarkWits(b, func(s *state, _ []rules.Action, _ []int32, random *rules.Random) { s.Suggest(random) })
}

// benchmarkWits asks for something in the positions of some games, one after
// the other.
func benchmarkWits(b *testing.B, ask func(*state, []rules.Action, []int32, *rules.Random)) {
	var states []state
	var actions [][]rules.Action
	eachState(b, 6, func(s *state, _ *rules.Random) {
		states = append(states, *s)
		actions = append(actions, s.Actions(nil))
	})
	weights, random := make([]int32, mostActions), rules.Random(1)
	b.ReportAllocs()
	for i := 0; b.Loop(); i = (i + 1) % len(states) {
		ask(&states[i], actions[i], weights[:len(actions[i])], &random)
	}
}
