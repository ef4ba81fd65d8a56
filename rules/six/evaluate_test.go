package six_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/rulestest"
	"hexclub/rules/six"
)

func TestHeuristics(t *testing.T) {
	for _, setup := range rulestest.Few(t, []rules.Setup{
		{},
		options("rules", "advanced"),
		options("declare", "yes"),
		options("declare", "yes", "seats", "4", "rules", "advanced"),
	}, 0) {
		t.Run(fmt.Sprint(setup.Options), func(t *testing.T) {
			rulestest.Heuristics(t, six.Game{}, setup, 10)
		})
	}
}

// TestSure plays games in which half of the actions are good ones, and checks
// the proven values of all positions against what follows.
func TestSure(t *testing.T) {
	for _, tt := range conformance {
		t.Run(tt.name, func(t *testing.T) {
			random, sure := rules.Random(7), map[int]int{}
			for range rulestest.Some(t, 12) {
				st, err := six.Game{}.New(tt.setup)
				if err != nil {
					t.Fatal(err)
				}
				for range 100 {
					actions := st.Actions(nil)
					if len(actions) == 0 {
						break
					}
					sure[checkValue(t, st)]++
					checkWeights(t, st, actions)
					st.Play(decent(st, actions, &random))
				}
			}
			if sure[rules.ProvenWin] < rulestest.Some(t, 10) || sure[-rules.ProvenWin] < 1 {
				t.Errorf("%d positions are won and %d lost, which is too few", sure[rules.ProvenWin], sure[-rules.ProvenWin])
			}
		})
	}
}

// TestLastPlacements checks that a threat counts as proven only while there
// are hexagons to place for it.
func TestLastPlacements(t *testing.T) {
	for _, tt := range []struct {
		name, position string
		sure           int
		compelled      bool // most actions are hopeless
	}{
		{"a fork, and three to place", "-10,-3:.......r/......r/......brbrr/.......brbrbr.b/...brbr.bbrr.b/rrb...b.b..br/....rrb.....r/...b.......br/..........bb 2 38", rules.ProvenWin, true},
		{"a fork, and two to place", "-6,-6:...........r/..........r/.........b/.rbr...brr/r..b..b...rbrbb/...r.rbb.b/...b.rrbr/...bb..bbr/...rb...r/........brr/.........rb 1 39", 0, false},
		{"two last cells, and two to place", "-2,-6:.....bbr/.......brr/........b/.......r/......b/..rb.r/..rb.rbrbr/bb.rrr.rrr/bb.b/rb.r.b/b..rb/....br/.....b 1 39", -rules.ProvenWin, true},
		{"two last cells, and one to place", "-6,-6:...........r/..........r/.........b/.rbr...brr/r..b..bb..rbrbb/...r.rbb.b/...b.rrbr/...bb..bbr/...rb...r/........brr/.........rb 2 40", 0, false},
		{"two forks apart, and four to place", "-4,-2:....rr/...rr/....rbbrbr/rbbb.br..r/b.r..b..b/........r/........b/......br/......brbr/.........br/..........b/.........b/.........rb/..........r/..........b/..........r 1 37", -rules.ProvenWin, false},
		{"two forks apart, and three to place", "-5,-6:....rr/.....r/.....b/.rrrbr.r/....rr.rb/...b.bbrb/..b.brbb/....rbb/...br.b/..b/..r/.b.b/.rrr/b/b 2 38", 0, false},
		{"a fork of the other side, and four to place", "-9,-3:..........b/.........b.r/.........br/.......rbrbr/.....bb..rbr/....b...r.rr/......bb/.....r/.....bb/.....r/....brb/brbrr/...br/....r/....br 1 37", 0, true},
		{"a fork of the other side, and three to place", "-5,-6:..........r/.........r/........b/rbr...brr/..b..b...rbrbb/..r.rbb.b/..b.rrbr/..bb..bbr/..rb...r/.......brr/........rb 2 38", 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			st := newState(t, tt.position)
			if got := checkValue(t, st); got != tt.sure {
				t.Errorf("the value is %d, want %d", got, tt.sure)
			}
			actions := st.Actions(nil)
			weights := make([]int32, len(actions))
			st.(rules.Weigher).Weigh(actions, weights)
			checkWeights(t, st, actions)
			slices.Sort(weights)
			if compelled := weights[len(weights)/2] == rules.Hopeless; compelled != tt.compelled {
				t.Errorf("it is compelled: %t, want %t", compelled, tt.compelled)
			}
		})
	}
}

// decent returns now and then any action, often one of the best, and otherwise
// a suggested one.
func decent(st rules.State, actions []rules.Action, random *rules.Random) rules.Action {
	suggested, _ := st.(rules.Suggester).Suggest(random)
	weights := make([]int32, len(actions))
	st.(rules.Weigher).Weigh(actions, weights)
	best := slices.Index(weights, slices.Max(weights))
	switch random.IntN(4) {
	case 0:
		return actions[best]
	case 1:
		return suggested
	case 2:
		return actions[random.IntN(len(actions))]
	}
	weights[best] = -32000
	return actions[slices.Index(weights, slices.Max(weights))]
}

// checkValue checks Evaluate against the possible actions and returns its
// value if that is proven, else 0. A proven value must still be proven one
// turn later, and in the end there is a win at once. So each value is as good
// as those that it rests on, which are checked as well.
func checkValue(t *testing.T, st rules.State) int {
	t.Helper()
	value := st.(rules.Evaluator).Evaluate()
	side := st.Turn().Seat % 2
	holds := func(next rules.State) bool { return !won(next, 1-side) }
	wins := func(next rules.State) bool { return won(next, side) }
	switch atOnce := winsAtOnce(st); {
	case value > rules.ProvenWin || value < -rules.ProvenWin:
		t.Fatalf("%d is said of %s", value, st.Position())
	case value != rules.ProvenWin && atOnce && !strings.Contains(st.Position(), "advanced"):
		t.Fatalf("%d is said of %s, which is won", value, st.Position())
	case value == rules.ProvenWin && !atOnce && (st.Turn().Number > 40 || !slices.ContainsFunc(after(st), wins)):
		t.Fatalf("%s is no win", st.Position())
	case value == -rules.ProvenWin && slices.ContainsFunc(after(st), holds):
		t.Fatalf("%s is not lost", st.Position())
	case value == rules.ProvenWin || value == -rules.ProvenWin:
		return value
	}
	return 0
}

// after returns the states after each of the actions.
func after(st rules.State) (list []rules.State) {
	for _, action := range st.Actions(nil) {
		next := st.Clone()
		next.Play(action)
		list = append(list, next)
	}
	return list
}

// won reports whether a side (the remainder of its seats by two) wins
// according to the evaluation, at the latest at the start of its next turn.
func won(st rules.State, side rules.Seat) bool {
	turn := st.Turn()
	if turn.Seat == 0 {
		result, _ := st.Result()
		return len(result.Winners()) == st.Seats()/2 && result.Winners()[0]%2 == side
	}
	value := st.(rules.Evaluator).Evaluate()
	wins := func(next rules.State) bool { return won(next, side) }
	if turn.Seat%2 == side {
		return value == rules.ProvenWin || turn.Action > 0 && slices.ContainsFunc(after(st), wins)
	}
	return value == -rules.ProvenWin || !slices.ContainsFunc(after(st), func(next rules.State) bool { return !wins(next) })
}

// winsAtOnce reports whether the side to act wins in this turn.
func winsAtOnce(st rules.State) bool {
	turn := st.Turn()
	return slices.ContainsFunc(after(st), func(next rules.State) bool {
		over := next.Turn().Seat == 0
		return over && won(next, turn.Seat%2) || !over && next.Turn().Number == turn.Number && winsAtOnce(next)
	})
}

// checkWeights checks that a hopeless action loses, or that an action that is
// not hopeless wins.
func checkWeights(t *testing.T, st rules.State, actions []rules.Action) {
	t.Helper()
	weights := make([]int32, len(actions))
	st.(rules.Weigher).Weigh(actions, weights)
	if slices.Max(weights) == rules.Hopeless {
		t.Fatalf("all is hopeless at %s", st.Position())
	}
	if !slices.Contains(weights, rules.Hopeless) {
		return
	}
	side, list := st.Turn().Seat%2, after(st)
	for i, next := range list {
		if weights[i] != rules.Hopeless && won(next, side) {
			return
		}
	}
	for i, next := range list {
		if weights[i] == rules.Hopeless && !won(next, 1-side) {
			t.Fatalf("%s is hopeless at %s", st.Text(actions[i]), st.Position())
		}
	}
}

// TestEvaluationIgnoresDirection checks that a position of the second phase
// has the same value and its actions the same weights when it is turned,
// mirrored, moved and its colours are exchanged.
func TestEvaluationIgnoresDirection(t *testing.T) {
	random, placed := rules.Random(3), newState(t, "")
	for _, text := range strings.Fields(allPlaced) {
		action, err := placed.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		placed.Play(action)
	}
	for range rulestest.Some(t, 30) {
		st := placed.Clone()
		for range 2 * random.IntN(20) {
			if action, ok := st.(rules.Suggester).Suggest(&random); ok {
				st.Play(action)
			}
		}
		if st.Turn().Seat == 0 {
			continue
		}
		want := worthOf(st)
		for turn := range 6 {
			for _, mirror := range []bool{false, true} {
				for swap := range rules.Seat(2) {
					if got := worthOf(turned(t, st, turn, mirror, swap)); got != want {
						t.Fatalf("%s is worth %s, turned by %d, mirrored %t, swapped %d %s", st.Position(), want, turn, mirror, swap, got)
					}
				}
			}
		}
	}
}

// turned returns a position turned, mirrored and with the colours exchanged,
// somewhere on the table.
func turned(t *testing.T, st rules.State, turn int, mirror bool, swap rules.Seat) rules.State {
	t.Helper()
	cells := st.Board().Cells
	for i, cell := range cells {
		c := cell.Cell
		if mirror {
			c.Q, c.R = c.R, c.Q
		}
		for range turn {
			c.Q, c.R = c.Q+c.R, -c.Q
		}
		c.Q, c.R = c.Q+int8(11*turn), c.R-int8(17*turn)
		cells[i].Cell = c
		if len(cell.Stack) > 0 && swap > 0 {
			cell.Stack[0].Seat = 3 - cell.Stack[0].Seat
		}
	}
	seat := st.Turn().Seat
	if swap > 0 {
		seat = 3 - seat
	}
	other, err := six.Game{}.New(rules.Setup{Position: st.Arrange(cells, seat)})
	if err != nil {
		t.Fatal(err)
	}
	return other
}

// worthOf returns the value of a position and the weights of its actions as
// text.
func worthOf(st rules.State) string {
	actions := st.Actions(nil)
	weights := make([]int32, len(actions))
	st.(rules.Weigher).Weigh(actions, weights)
	slices.Sort(weights)
	return fmt.Sprint(st.(rules.Evaluator).Evaluate(), len(weights), weights[0], weights[len(weights)/2], weights[max(0, len(weights)-9):])
}
