package rulestest

import (
	"slices"
	"testing"

	"hexclub/rules"
)

// The numbers of games that Heuristics plays and of actions in each.
const (
	heuristicsGames   = 30
	heuristicsActions = 200
)

// Heuristics checks the heuristics of a game of two sides against its rules. A
// third of its games are random, a third follow the game's suggestions, and a
// third alternate. The next two actions must not refute a proven value of
// [rules.Evaluator], nor must proven values after them; the next two must not
// refute a hopeless weight of [rules.Weigher]. [rules.Suggester] must suggest
// legal actions, and none when the game is over. None of them may allocate. A
// game must have at least one of the three.
//
// Sure is the number of positions that must be proven won, and proven lost, so
// that there is something to refute: 0 for a game that proves nothing.
//
// The calling test must not run in parallel with others, because allocations
// are counted.
func Heuristics(t testing.TB, game rules.Game, setup rules.Setup, sure int) {
	t.Helper()
	start, err := game.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	if len(heuristics(start)) == 0 {
		t.Fatal("it tells bots nothing")
	}
	w := heuristicsChecker{t: t, colours: game.Info().Colours}
	for n := range heuristicsGames {
		w.play(start.Clone(), n, w.watch)
	}
	if w.won < sure || w.lost < sure {
		t.Fatalf("%d positions are called won and %d lost, want %d of each at least", w.won, w.lost, sure)
	}
}

// A heuristicsChecker checks the heuristics of a game in its positions.
type heuristicsChecker struct {
	t         testing.TB
	colours   []string // of the seats
	seen      int      // positions
	won, lost int      // those with proven values
}

// play plays a game and shows the positions in which a seat acts, with their
// legal actions. The number of the game determines how it is played and its
// seed.
func (w *heuristicsChecker) play(st rules.State, game int, show func(rules.State, []rules.Action)) {
	w.t.Helper()
	random := rules.Random(game)
	for n := range heuristicsActions {
		actions := st.Actions(nil)
		action := w.suggest(st, actions, &random)
		if len(actions) == 0 {
			return
		}
		show(st, actions)
		if game%3 == 0 || game%3 == 1 && n%2 == 0 {
			action = actions[random.IntN(len(actions))]
		}
		st.Play(action)
	}
}

// watch checks a position.
func (w *heuristicsChecker) watch(st rules.State, actions []rules.Action) {
	w.t.Helper()
	w.judge(st)
	w.weigh(st, actions)
	if w.seen%16 == 0 {
		w.count(st, actions)
	}
	w.seen++
}

// suggest returns the game's suggestion if it makes any, otherwise a random
// action.
func (w *heuristicsChecker) suggest(st rules.State, actions []rules.Action, random *rules.Random) (a rules.Action) {
	w.t.Helper()
	suggester, can := st.(rules.Suggester)
	if !can {
		if len(actions) > 0 {
			a = actions[random.IntN(len(actions))]
		}
		return a
	}
	a, ok := suggester.Suggest(random)
	switch {
	case ok != (len(actions) > 0):
		w.t.Fatalf("in %s %d actions are legal, and one is suggested: %t", st.Position(), len(actions), ok)
	case ok && !slices.Contains(actions, a):
		w.t.Fatalf("in %s %s is suggested, which is not legal", st.Position(), st.Text(a))
	}
	return a
}

// judge checks the evaluation of a position against the values after its
// actions.
func (w *heuristicsChecker) judge(st rules.State) {
	w.t.Helper()
	evaluator, can := st.(rules.Evaluator)
	if !can {
		return
	}
	value, loser := evaluator.Evaluate(), st.Turn().Seat
	switch {
	case value > rules.ProvenWin || value < -rules.ProvenWin:
		w.t.Fatalf("%s is worth %d", st.Position(), value)
	case value == rules.ProvenWin:
		w.won++
		loser = w.rival(loser)
	case value == -rules.ProvenWin:
		w.lost++
	default:
		return
	}
	if w.secures(st, loser, rules.Drawn, 2, true) {
		w.t.Fatalf("%s is worth %d, though seat %d does not lose", st.Position(), value, loser)
	}
}

// weigh checks the weights of actions against their results: a hopeless action
// wins only if another one does, and if all others lose it loses.
func (w *heuristicsChecker) weigh(st rules.State, actions []rules.Action) {
	w.t.Helper()
	weigher, can := st.(rules.Weigher)
	if !can {
		return
	}
	weights := make([]int32, len(actions))
	weigher.Weigh(actions, weights)
	var hopeless, others []rules.Action
	for i, a := range actions {
		if weights[i] <= rules.Hopeless {
			hopeless = append(hopeless, a)
		} else {
			others = append(others, a)
		}
	}
	if len(hopeless) == 0 {
		return
	}
	seat := st.Turn().Seat
	wins := func(a rules.Action) bool { return w.leads(after(st, a), seat, rules.Won, 1, false) }
	lasts := func(a rules.Action) bool { return !w.leads(after(st, a), w.rival(seat), rules.Won, 1, false) }
	switch {
	case len(others) == 0:
		w.t.Fatalf("in %s all is called hopeless", st.Position())
	case !slices.ContainsFunc(others, wins) && slices.ContainsFunc(hopeless, wins),
		!slices.ContainsFunc(others, lasts) && slices.ContainsFunc(hopeless, lasts):
		w.t.Fatalf("in %s too much is called hopeless: all but %s", st.Position(), texts(st, others))
	}
}

// secures reports whether the side of a seat can reach at least the outcome,
// Drawn or Won, against any play, within the given number of actions and, if
// trusting, by the proven values after each.
func (w *heuristicsChecker) secures(st rules.State, seat rules.Seat, least rules.Outcome, ahead int, trusting bool) bool {
	acts := w.colours[st.Turn().Seat-1] == w.colours[seat-1]
	for _, a := range st.Actions(nil) {
		if w.leads(after(st, a), seat, least, ahead-1, trusting) == acts {
			return acts
		}
	}
	return !acts
}

// leads is secures for a state after an action.
func (w *heuristicsChecker) leads(st rules.State, seat rules.Seat, least rules.Outcome, ahead int, trusting bool) bool {
	if result, over := st.Result(); over {
		outcome := result.Outcome(seat)
		return outcome == rules.Won || outcome == least
	}
	if trusting {
		acts := w.colours[st.Turn().Seat-1] == w.colours[seat-1]
		if value := st.(rules.Evaluator).Evaluate(); value == rules.ProvenWin || value == -rules.ProvenWin {
			return acts == (value == rules.ProvenWin)
		}
	}
	return ahead > 0 && w.secures(st, seat, least, ahead, trusting)
}

// rival returns a seat of the other side.
func (w *heuristicsChecker) rival(seat rules.Seat) rules.Seat {
	return rules.Seat(1 + slices.IndexFunc(w.colours, func(colour string) bool { return colour != w.colours[seat-1] }))
}

// after returns a state with one more action.
func after(st rules.State, a rules.Action) rules.State {
	next := st.Clone()
	next.Play(a)
	return next
}

// count checks that nothing allocates.
func (w *heuristicsChecker) count(st rules.State, actions []rules.Action) {
	w.t.Helper()
	weights, random := make([]int32, len(actions)), rules.Random(1)
	for _, q := range heuristics(st) {
		if n := testing.AllocsPerRun(5, func() { q.ask(actions, weights, &random) }); n > 0 {
			w.t.Fatalf("to %s %s takes %v allocations", q.name, st.Position(), n)
		}
	}
}

// A heuristic is a call that bots make on a state, with its legal actions,
// room for their weights, and random numbers.
type heuristic struct {
	name string
	ask  func(actions []rules.Action, weights []int32, random *rules.Random)
}

// heuristics returns the calls that a state supports.
func heuristics(st rules.State) (list []heuristic) {
	if e, ok := st.(rules.Evaluator); ok {
		list = append(list, heuristic{"evaluate", func([]rules.Action, []int32, *rules.Random) { e.Evaluate() }})
	}
	if w, ok := st.(rules.Weigher); ok {
		list = append(list, heuristic{"weigh", func(actions []rules.Action, weights []int32, _ *rules.Random) {
			w.Weigh(actions, weights)
		}})
	}
	if s, ok := st.(rules.Suggester); ok {
		list = append(list, heuristic{"suggest", func(_ []rules.Action, _ []int32, random *rules.Random) { s.Suggest(random) }})
	}
	return list
}
