package rulestest

import (
	"slices"
	"testing"

	"hexclub/rules"
)

// How many games Heuristics looks at, and how many actions of each.
const (
	heuristicsGames   = 30
	heuristicsActions = 200
)

// Heuristics holds what a game of two sides tells bots against what the rules say, in
// games of which a third is played at random, a third as the game suggests, and
// a third by turns. What [rules.Evaluator] calls certain must not be refuted by
// the next two actions, nor by what it calls certain after them; what
// [rules.Weigher] calls hopeless not by the next two. What [rules.Suggester]
// suggests must be legal, and nothing when the game is over. None of them
// allocates. A game may have any of the three, but not none.
//
// Sure is how many positions have to be called won, and how many lost, so that
// there is something to refute: 0 for a game that is never certain.
//
// The calling test must not run in parallel with others: allocations are
// counted.
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

// A witness watches what a game says.
type heuristicsChecker struct {
	t         testing.TB
	colours   []string // of the seats
	seen      int      // positions
	won, lost int      // those that were called so
}

// play plays a game and shows the positions in which somebody acts, with their
// legal actions. The game's number says how it is played and what chance draws.
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

// watch looks at a position.
func (w *heuristicsChecker) watch(st rules.State, actions []rules.Action) {
	w.t.Helper()
	w.judge(st)
	w.weigh(st, actions)
	if w.seen%16 == 0 {
		w.count(st, actions)
	}
	w.seen++
}

// suggest returns what the game suggests, if it does, else an action at
// random.
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

// judge holds the evaluation of a position against what its actions lead to.
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

// weigh holds the weights of actions against what they lead to: what is called
// hopeless wins only if something else does, and if all else loses it loses.
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

// secures reports whether the side of a seat comes off at least so well, Drawn
// or Won, whatever is played against it, as far as so many actions tell and,
// where that is trusted, what is called certain after each.
func (w *heuristicsChecker) secures(st rules.State, seat rules.Seat, least rules.Outcome, ahead int, trusting bool) bool {
	acts := w.colours[st.Turn().Seat-1] == w.colours[seat-1]
	for _, a := range st.Actions(nil) {
		if w.leads(after(st, a), seat, least, ahead-1, trusting) == acts {
			return acts
		}
	}
	return !acts
}

// leads is secures for a state that an action has led to.
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

// count holds that nothing allocates.
func (w *heuristicsChecker) count(st rules.State, actions []rules.Action) {
	w.t.Helper()
	weights, random := make([]int32, len(actions)), rules.Random(1)
	for _, q := range heuristics(st) {
		if n := testing.AllocsPerRun(5, func() { q.ask(actions, weights, &random) }); n > 0 {
			w.t.Fatalf("to %s %s takes %v allocations", q.name, st.Position(), n)
		}
	}
}

// A question is what bots ask of a state: with its legal actions, room for as
// many weights, and chance.
type heuristic struct {
	name string
	ask  func(actions []rules.Action, weights []int32, random *rules.Random)
}

// questions are those that a state answers.
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
