package six_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/six"
)

// TestWits plays games in which half of the actions are good ones and holds
// what is said of every position against what comes of it.
func TestWits(t *testing.T) {
	for _, tt := range conformance {
		t.Run(tt.name, func(t *testing.T) {
			random, sure := rules.Random(7), map[int]int{}
			for range 12 {
				st, err := six.Game{}.New(tt.setup)
				if err != nil {
					t.Fatal(err)
				}
				for range 140 {
					actions := st.Actions(nil)
					if len(actions) == 0 {
						break
					}
					sure[checkValue(t, st)]++
					checkWeights(t, st, actions)
					st.Play(decent(t, st, actions, &random))
				}
			}
			if sure[rules.Sure] < 10 || sure[-rules.Sure] < 1 {
				t.Errorf("%d positions are won and %d lost, which is too few to tell", sure[rules.Sure], sure[-rules.Sure])
			}
		})
	}
}

// decent is now and then any action, often one of the best, and else what is
// suggested, which has to be legal.
func decent(t *testing.T, st rules.State, actions []rules.Action, random *rules.Random) rules.Action {
	t.Helper()
	suggested, ok := st.(rules.Suggester).Suggest(random)
	if refusal := st.Refuse(suggested); !ok || refusal != nil {
		t.Fatalf("%s is suggested at %s and refused: %v", st.Text(suggested), st.Position(), refusal)
	}
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

// checkValue holds Evaluate against a search and returns its answer where it
// is sure, else 0.
func checkValue(t *testing.T, st rules.State) int {
	t.Helper()
	value := st.(rules.Evaluator).Evaluate()
	side, more := st.Turn().Seat%2, 2*min(1, st.Turn().Action) // at the end of a turn it is about the next one
	switch {
	case value > rules.Sure || value < -rules.Sure:
		t.Fatalf("%d is said of %s", value, st.Position())
	case value == rules.Sure && !winsWithin(st, side, 3+more):
		t.Fatalf("%s is no win in two turns", st.Position())
	case value == -rules.Sure && !winsWithin(st, 1-side, 4):
		t.Fatalf("%s is not lost in two turns", st.Position())
	case value != rules.Sure && winsWithin(st, side, 1) && !strings.Contains(st.Position(), "advanced"):
		t.Fatalf("%d is said of %s, which is won", value, st.Position())
	case value == rules.Sure || value == -rules.Sure:
		return value
	}
	return 0
}

// checkWeights: what is hopeless loses within two turns while something else is
// left, or something else wins.
func checkWeights(t *testing.T, st rules.State, actions []rules.Action) {
	t.Helper()
	weights := make([]int32, len(actions))
	st.(rules.Weigher).Weigh(actions, weights)
	hopeless, others := -1, 0
	for i := range actions {
		switch {
		case weights[i] != rules.Hopeless:
			others++
		case hopeless < 0 || (i*7+len(actions))%11 == 0:
			hopeless = i
		}
	}
	if others == 0 {
		t.Fatalf("all is hopeless at %s", st.Position())
	}
	if hopeless < 0 {
		return
	}
	side := st.Turn().Seat % 2
	if winsWithin(st, side, 3) {
		for i, action := range actions {
			if weights[i] != rules.Hopeless {
				next := st.Clone()
				next.Play(action)
				if winsWithin(next, side, 2+within(st, next)) || winner(next) == int(side) {
					return
				}
			}
		}
		t.Fatalf("what wins is hopeless at %s", st.Position())
	}
	next := st.Clone()
	next.Play(actions[hopeless])
	if !winsWithin(next, 1-side, 3+within(st, next)) {
		t.Fatalf("%s is hopeless at %s", st.Text(actions[hopeless]), st.Position())
	}
}

// within is 1 if a turn is still the same one, which may go on, else 0.
func within(st, next rules.State) int {
	return max(0, st.Turn().Number-next.Turn().Number+1)
}

// winner is the remainder of the winning seats by two, -1 for none.
func winner(st rules.State) int {
	if result, over := st.Result(); over && len(result.Winners()) > 0 {
		return int(result.Winners()[0] % 2)
	}
	return -1
}

// winsWithin tells whether a side wins in so many turns from now on, whatever
// the other side does, as the rules have it. To be quick it looks first at what
// seems best.
func winsWithin(st rules.State, side rules.Seat, turns int) bool {
	turn := st.Turn()
	if turn.Seat == 0 {
		return winner(st) == int(side)
	}
	if turns <= 0 || turns == 1 && turn.Seat%2 != side {
		return false
	}
	if turns > 2 && turn.Seat%2 == side && winsWithin(st, side, turns-2) {
		return true
	}
	actions := st.Actions(nil)
	if turns > 1 {
		weights := make([]int32, len(actions))
		st.(rules.Weigher).Weigh(actions, weights)
		order := make([]int, len(actions))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return int(weights[b]) - int(weights[a]) })
		sorted := make([]rules.Action, len(actions))
		for i, n := range order {
			sorted[i] = actions[n]
		}
		actions = sorted
	}
	next := st.Clone()
	for _, action := range actions {
		next.Set(st)
		next.Play(action)
		left := turns
		if next.Turn().Number != turn.Number {
			left--
		}
		if winsWithin(next, side, left) == (turn.Seat%2 == side) {
			return turn.Seat%2 == side
		}
	}
	return turn.Seat%2 != side
}

// TestWitsAreBlindToDirection: turned, mirrored, moved and with the colours
// exchanged a position of the second phase is as good, and its actions are.
func TestWitsAreBlindToDirection(t *testing.T) {
	random := rules.Random(3)
	for range 30 {
		st := wise(t)["moving"]
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

// turned is a position turned, mirrored and with the colours exchanged,
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

// worthOf is the value of a position and the weights of its actions.
func worthOf(st rules.State) string {
	actions := st.Actions(nil)
	weights := make([]int32, len(actions))
	st.(rules.Weigher).Weigh(actions, weights)
	slices.Sort(weights)
	return fmt.Sprint(st.(rules.Evaluator).Evaluate(), len(weights), weights[0], weights[len(weights)/2], weights[max(0, len(weights)-9):])
}

func TestWitsAllocateNothing(t *testing.T) {
	for name, st := range wise(t) {
		actions := st.Actions(nil)
		weights, random := make([]int32, len(actions)), rules.Random(1)
		if n := testing.AllocsPerRun(20, func() {
			st.(rules.Evaluator).Evaluate()
			st.(rules.Weigher).Weigh(actions, weights)
			st.(rules.Suggester).Suggest(&random)
		}); n != 0 {
			t.Errorf("%v allocations at %s", n, name)
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	for name, st := range wise(b) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				st.(rules.Evaluator).Evaluate()
			}
		})
	}
}

func BenchmarkWeigh(b *testing.B) {
	for name, st := range wise(b) {
		b.Run(name, func(b *testing.B) {
			actions := st.Actions(nil)
			weights := make([]int32, len(actions))
			for b.Loop() {
				st.(rules.Weigher).Weigh(actions, weights)
			}
		})
	}
}

func BenchmarkSuggest(b *testing.B) {
	for name, st := range wise(b) {
		b.Run(name, func(b *testing.B) {
			random := rules.Random(1)
			for b.Loop() {
				st.(rules.Suggester).Suggest(&random)
			}
		})
	}
}

// wise is positions of both phases.
func wise(tb testing.TB) map[string]rules.State {
	tb.Helper()
	placing, moving := newState(tb, ""), newState(tb, "")
	all := strings.Fields(allPlaced)
	playAll(tb, placing, all[:20])
	playAll(tb, moving, all)
	advanced := newState(tb, "rules=advanced "+moving.Position())
	return map[string]rules.State{"placing": placing, "moving": moving, "advanced": advanced}
}

// playAll plays actions.
func playAll(tb testing.TB, st rules.State, texts []string) {
	tb.Helper()
	for _, text := range texts {
		action, err := st.Parse(text)
		if err != nil {
			tb.Fatal(err)
		}
		st.Play(action)
	}
}
