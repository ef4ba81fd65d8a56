package rulestest

import (
	"testing"

	"hexclub/rules"
)

// FuzzParse fuzzes the parsing of actions, from seeds, at states at some
// positions: every text is either an action that Text writes the same way or
// an error of kind Invalid, and no action breaks Refuse or Picks.
func FuzzParse(f *testing.F, game rules.Game, positions []string, seeds ...string) {
	for _, text := range seeds {
		f.Add(text)
	}
	states := make([]rules.State, len(positions))
	for i, position := range positions {
		states[i] = NewState(f, game, position)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, st := range states {
			action, err := st.Parse(text)
			if err != nil {
				if !isInvalid(err, "error.notation") {
					t.Errorf("%q: %v", text, err)
				}
				continue
			}
			if again := st.Text(action); again != text {
				t.Errorf("%q is read as %+v, which is written %q", text, action, again)
			}
			st.Refuse(action)
			st.Picks(action)
		}
	})
}

// FuzzPosition fuzzes the parsing of positions, from seeds: every text is
// either a position that is stable when written and read, can be played on and
// keeps the invariant, or an error of kind Invalid.
func FuzzPosition(f *testing.F, game rules.Game, invariant func(rules.State) error, seeds ...string) {
	const longest = 60 // actions
	for _, text := range seeds {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		st, err := game.New(rules.Setup{Position: text})
		if err != nil {
			if !isInvalid(err, "error.position") {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		for n := range longest {
			again := NewState(t, game, st.Position())
			if again.Position() != st.Position() || again.Key() != st.Key() || again.Turn() != st.Turn() {
				t.Fatalf("%q leads to %q, which is read as %q", text, st.Position(), again.Position())
			}
			actions := st.Actions(nil)
			if _, over := st.Result(); over != (len(actions) == 0) {
				t.Fatalf("over %v with %d actions at %s", over, len(actions), st.Position())
			}
			if err := invariant(st); err != nil {
				t.Fatalf("%v at %s", err, st.Position())
			}
			if len(actions) == 0 {
				return
			}
			st.Play(actions[(len(text)+n)%len(actions)])
		}
	})
}
