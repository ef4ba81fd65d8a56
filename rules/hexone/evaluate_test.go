package hexone

import (
	"slices"
	"testing"

	"hexclub/rules"
	"hexclub/rules/rulestest"
)

// TestHeuristics expects no position to be proven before the game is over.
func TestHeuristics(t *testing.T) {
	rulestest.Heuristics(t, Game{}, rules.Setup{}, 0)
}

// longest is the largest number of actions of a game in these tests.
const longest = 400

// eachState plays random games and shows every position in which a seat acts.
func eachState(tb testing.TB, games int, show func(s *state, random *rules.Random)) {
	tb.Helper()
	for game := range rulestest.Some(tb, games) {
		random := rules.Random(game)
		st, err := Game{}.New(rules.Setup{})
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

// changed returns the position with the sides exchanged, turned by a third
// about the centre.
func changed(s *state) *state {
	turned := func(set cells) (to cells) {
		for ; set != 0; set &= set - 1 {
			to |= 1 << turnedCell(set.first())
		}
		return to
	}
	other := *s
	other.seat = 3 - s.seat
	other.held = [seats]cells{turned(s.held[1]), turned(s.held[0])}
	other.tall, other.grey, other.removed = turned(s.tall), turned(s.grey), turned(s.removed)
	for i, height := range s.height {
		other.height[turnedCell(i)] = height
	}
	return &other
}

func turnedCell(i int) int {
	c := cellAt[i]
	c.Q, c.R = -c.Q-c.R, c.Q
	to, _ := index(c)
	return to
}

// TestEvaluateSides checks that the value depends on the side to act, but
// neither on its seat nor on the third of the board.
func TestEvaluateSides(t *testing.T) {
	eachState(t, 100, func(s *state, _ *rules.Random) {
		v, other := s.Evaluate(), changed(s).Evaluate()
		if v != other {
			t.Fatalf("%s is worth %d, with the sides changed %d", s.Position(), v, other)
		}
		if v <= -rules.ProvenWin || v >= rules.ProvenWin {
			t.Fatalf("%s is worth %d, which is not proven", s.Position(), v)
		}
	})
}

// TestEvaluateFits checks that in random games the side with the higher value
// wins more often than not.
func TestEvaluateFits(t *testing.T) {
	right, all := 0, 0
	var better []rules.Seat
	for game := range rulestest.Some(t, 200) {
		random := rules.Random(game)
		s := &state{seat: 1, turn: 1}
		better = better[:0]
		for range longest {
			if s.ending != ongoing {
				break
			}
			seat := s.seat
			if s.Evaluate() < 0 {
				seat = 3 - seat
			}
			better = append(better, seat)
			a, _ := s.Sample(&random)
			s.Play(a)
		}
		result, over := s.Result()
		if !over {
			continue
		}
		for _, seat := range better {
			all++
			if result.Outcome(seat) == rules.Won {
				right++
			}
		}
	}
	if right*100 < 55*all {
		t.Errorf("right in %d of %d positions", right, all)
	}
}

// TestWeigh checks that there is a weight for each action, the same for both
// sides, and that an action that wins at once has the largest.
func TestWeigh(t *testing.T) {
	won := 0
	eachState(t, 100, func(s *state, _ *rules.Random) {
		actions := s.Actions(nil)
		weights, others := make([]int32, len(actions)), make([]int32, len(actions))
		s.Weigh(actions, weights)
		if slices.Min(weights) <= rules.Hopeless {
			t.Fatalf("%s: weights %v", s.Position(), weights)
		}
		other := changed(s)
		turned := other.Actions(nil)
		other.Weigh(turned, others)
		for i, a := range actions {
			place, _ := index(a.From)
			a.From = cellAt[turnedCell(place)]
			if a.Kind == Pass {
				a = rules.Action{Kind: Pass}
			}
			if j := slices.Index(turned, a); others[j] != weights[i] {
				t.Fatalf("%s: %s weighs %d, with the sides changed %d", s.Position(), s.Text(actions[i]), weights[i], others[j])
			}
			end := *s
			end.Play(actions[i])
			if _, over := end.Result(); over {
				won++
				if top := actions[slices.Index(weights, slices.Max(weights))]; !winsAtOnce(s, top) {
					t.Fatalf("%s: %s looks best, %s wins", s.Position(), s.Text(top), s.Text(actions[i]))
				}
			}
		}
	})
	if won == 0 {
		t.Error("no game could be won at once")
	}
}

func winsAtOnce(s *state, a rules.Action) bool {
	end := *s
	end.Play(a)
	_, over := end.Result()
	return over || a.Kind == Place && end.tall != 0 && slices.ContainsFunc(end.Actions(nil), func(a rules.Action) bool {
		return winsAtOnce(&end, a)
	})
}
