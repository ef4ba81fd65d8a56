package rulestest

import (
	"testing"

	"hexclub/rules"
)

// witsGames is how many random games Wits looks at.
const witsGames = 30

// Wits holds what a game of two sides tells bots against what the rules say, in
// random games. What [rules.Evaluator] calls certain, and what [rules.Weigher]
// calls hopeless, must not be refuted by the next two actions; what
// [rules.Suggester] suggests must be legal. None of them allocates. A game may
// have any of the three, but not none.
func Wits(t *testing.T, game rules.Game, setup rules.Setup) {
	t.Helper()
	start, err := game.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	w := witness{t: t, info: game.Info()}
	w.evaluator, _ = start.(rules.Evaluator)
	w.weigher, _ = start.(rules.Weigher)
	w.suggester, _ = start.(rules.Suggester)
	if w.evaluator == nil && w.weigher == nil && w.suggester == nil {
		t.Fatal("it tells bots nothing")
	}
	random := rules.Random(1)
	for range witsGames {
		w.watch(start.Clone(), &random)
	}
}

// A witness watches what a game says.
type witness struct {
	t         *testing.T
	info      rules.Info
	evaluator rules.Evaluator // those that any state of the game is
	weigher   rules.Weigher
	suggester rules.Suggester
}

// watch looks at the positions of a game that goes on at random.
func (w witness) watch(st rules.State, random *rules.Random) {
	for n := range maxActions {
		actions := st.Actions(nil)
		if len(actions) == 0 || w.t.Failed() {
			return
		}
		outcomes := make([]rules.Outcome, len(actions))
		for i, a := range actions {
			outcomes[i] = w.outcome(after(st, a), st.Turn().Seat, 1)
		}
		if w.evaluator != nil {
			w.judge(st, outcomes)
		}
		if w.weigher != nil {
			w.weigh(st, actions, outcomes)
		}
		if w.suggester != nil {
			w.suggest(st, random)
		}
		if n%16 == 0 {
			w.count(st, actions)
		}
		st.Play(actions[random.IntN(len(actions))])
	}
}

// after is a state with one more action.
func after(st rules.State, a rules.Action) rules.State {
	next := st.Clone()
	next.Play(a)
	return next
}

// outcome is what is certain for a seat, looking so many actions ahead; empty
// for nothing.
func (w witness) outcome(st rules.State, seat rules.Seat, ahead int) rules.Outcome {
	if result, over := st.Result(); over {
		return result.Outcome(seat)
	}
	if ahead == 0 {
		return ""
	}
	friend := w.info.Colours[st.Turn().Seat-1] == w.info.Colours[seat-1]
	worst := rules.Won
	if friend {
		worst = rules.Lost
	}
	open := false
	for _, a := range st.Actions(nil) {
		switch got := w.outcome(after(st, a), seat, ahead-1); {
		case friend && got == rules.Won, !friend && got == rules.Lost:
			return got
		case got == "":
			open = true
		case got == rules.Drawn:
			worst = rules.Drawn
		}
	}
	if open {
		return ""
	}
	return worst
}

// judge holds the evaluation of a position against what its actions lead to.
func (w witness) judge(st rules.State, outcomes []rules.Outcome) {
	value := st.(rules.Evaluator).Evaluate()
	won, lost := false, true
	for _, outcome := range outcomes {
		won = won || outcome == rules.Won
		lost = lost && outcome == rules.Lost
	}
	if lost && value >= rules.Sure || won && value <= -rules.Sure || value > rules.Sure || value < -rules.Sure {
		w.t.Errorf("%s is worth %d; lost %t, won %t", st.Position(), value, lost, won)
	}
}

// weigh holds the weights of actions against what they lead to.
func (w witness) weigh(st rules.State, actions []rules.Action, outcomes []rules.Outcome) {
	weights := make([]int32, len(actions))
	st.(rules.Weigher).Weigh(actions, weights)
	hope, won := false, false // of what is not hopeless, whether there is any and one wins
	lost := true              // and whether all of it loses
	for i, weight := range weights {
		if weight > rules.Hopeless {
			hope = true
			won = won || outcomes[i] == rules.Won
			lost = lost && outcomes[i] == rules.Lost
		}
	}
	for i, weight := range weights {
		if weight > rules.Hopeless {
			continue
		}
		if !hope || outcomes[i] == rules.Won && !won || outcomes[i] != rules.Lost && lost {
			w.t.Errorf("in %s %s is called hopeless", st.Position(), st.Text(actions[i]))
		}
	}
}

// suggest plays on from a position as the game suggests, for a while.
func (w witness) suggest(st rules.State, random *rules.Random) {
	a, ok := st.(rules.Suggester).Suggest(random)
	if !ok {
		w.t.Errorf("in %s nothing is suggested", st.Position())
		return
	}
	if refusal := st.Refuse(a); refusal != nil {
		w.t.Errorf("in %s %s is suggested, which rule %s forbids", st.Position(), st.Text(a), refusal.Rule)
	}
}

// count holds that nothing allocates.
func (w witness) count(st rules.State, actions []rules.Action) {
	weights, random := make([]int32, len(actions)), rules.Random(1)
	if n := testing.AllocsPerRun(5, func() {
		if w.evaluator != nil {
			st.(rules.Evaluator).Evaluate()
		}
		if w.weigher != nil {
			st.(rules.Weigher).Weigh(actions, weights)
		}
		if w.suggester != nil {
			st.(rules.Suggester).Suggest(&random)
		}
	}); n > 0 {
		w.t.Errorf("to think about %s takes %v allocations", st.Position(), n)
	}
}
