package tartan_test

import (
	"testing"

	"hexclub/rules"
	"hexclub/rules/rulestest"
	"hexclub/rules/tartan"
)

func TestHeuristics(t *testing.T) {
	rulestest.Heuristics(t, tartan.Game{}, rules.Setup{}, 30)
}

// TestSure plays suggested actions and checks every proven position: a winner
// keeps the win with every action that is not hopeless, a loser loses with
// every action. So a proven result stays proven to the end.
func TestSure(t *testing.T) {
	const longest = 400
	games := rulestest.Some(t, 300)
	random := rules.Random(1)
	won, lost := 0, 0
	for range games {
		st := newState(t, "")
		for range longest {
			switch value := st.(rules.Evaluator).Evaluate(); {
			case value >= rules.ProvenWin:
				won++
				checkSure(t, st, rules.ProvenWin)
			case value <= -rules.ProvenWin:
				lost++
				checkSure(t, st, -rules.ProvenWin)
			}
			action, ok := st.(rules.Suggester).Suggest(&random)
			if !ok || t.Failed() {
				break
			}
			st.Play(action)
		}
	}
	if won < games || lost < games {
		t.Errorf("only %d positions are won, %d lost", won, lost)
	}
}

// checkSure checks the value of a position against the values after its
// actions.
func checkSure(t *testing.T, st rules.State, value int) {
	t.Helper()
	actions := st.Actions(nil)
	weights := make([]int32, len(actions))
	st.(rules.Weigher).Weigh(actions, weights)
	seat := st.Turn().Seat
	for i, a := range actions {
		if value > 0 && weights[i] == rules.Hopeless {
			continue
		}
		next := st.Clone()
		next.Play(a)
		got := 0
		switch result, over := next.Result(); {
		case over && result.Outcome(seat) == rules.Won:
			got = rules.ProvenWin
		case over:
			got = -rules.ProvenWin
		case next.Turn().Seat == seat:
			got = next.(rules.Evaluator).Evaluate()
		default:
			got = -next.(rules.Evaluator).Evaluate()
		}
		if got != value {
			t.Errorf("%s is worth %d, but %d after %s", st.Position(), value, got, st.Text(a))
		}
	}
}

// TestSuggest checks that games with suggested actions end far sooner than
// random ones.
func TestSuggest(t *testing.T) {
	games := rulestest.Some(t, 100)
	random := rules.Random(1)
	actions := 0
	for range games {
		st := newState(t, "")
		for {
			action, ok := st.(rules.Suggester).Suggest(&random)
			if !ok {
				break
			}
			st.Play(action)
			actions++
		}
	}
	if mean := actions / games; mean > 350 {
		t.Errorf("%d actions a game", mean)
	}
}
