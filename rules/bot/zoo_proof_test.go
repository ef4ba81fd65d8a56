package bot_test

import (
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/rulestest"
)

// The zoo lists exactly the right turns where a turn wins, or must stop a win:
// the test tries every turn and, for a block, every answer.
func TestZooIsRight(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			t.Parallel()
			animals := zoo(t, game)
			for _, a := range animals[:rulestest.Some(t, len(animals))] {
				me := a.st.Turn().Seat
				var right func(after rules.State) bool
				switch a.kind {
				case "win":
					right = func(after rules.State) bool { return wonBy(after, me) }
				case "block":
					right = func(after rules.State) bool { return !lostBy(after, me) && !winsAtOnce(after) }
				default:
					continue
				}
				if wrong := a.misjudged(a.st, nil, right); wrong != "" {
					t.Errorf("%s: wrong about %s", a.name, wrong)
				}
			}
		})
	}
}

// misjudged returns a turn that is right and not among the best, or the
// reverse; empty when there is none. Of the turns that start like one of the
// best at least one must be right. Played is the start of the turn.
func (a animal) misjudged(st rules.State, played []rules.Action, right func(after rules.State) bool) string {
	best := slices.ContainsFunc(a.best, func(turn []rules.Action) bool { return slices.Equal(turn, played) })
	if len(played) > 0 && (best || newTurn(a.st, st)) {
		if best != someTurn(st, a.st.Turn().Number, right) {
			return strings.Join(rules.Texts(a.st, played), " ")
		}
		return ""
	}
	for _, action := range st.Actions(nil) {
		after := st.Clone()
		after.Play(action)
		if wrong := a.misjudged(after, append(slices.Clone(played), action), right); wrong != "" {
			return wrong
		}
	}
	return ""
}

// winsAtOnce reports whether the side to act can win in this turn.
func winsAtOnce(st rules.State) bool {
	who := st.Turn()
	return someTurn(st, who.Number, func(after rules.State) bool { return wonBy(after, who.Seat) })
}

// someTurn reports whether a condition holds at the end of some continuation
// of the numbered turn.
func someTurn(st rules.State, number int, holds func(after rules.State) bool) bool {
	if who := st.Turn(); who.Seat == 0 || who.Number != number {
		return holds(st)
	}
	return slices.ContainsFunc(st.Actions(nil), func(action rules.Action) bool {
		after := st.Clone()
		after.Play(action)
		return someTurn(after, number, holds)
	})
}

// newTurn reports whether the turn that began at a state is over.
func newTurn(before, st rules.State) bool {
	who := st.Turn()
	return who.Seat == 0 || who.Number != before.Turn().Number
}

// wonBy reports whether a seat has won.
func wonBy(st rules.State, seat rules.Seat) bool {
	result, over := st.Result()
	return over && slices.Contains(result.Winners(), seat)
}

// lostBy reports whether a seat has lost.
func lostBy(st rules.State, seat rules.Seat) bool {
	result, over := st.Result()
	return over && !slices.Contains(result.Winners(), seat) && len(result.Winners()) > 0
}
