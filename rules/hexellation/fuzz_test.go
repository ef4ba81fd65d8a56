package hexellation_test

import (
	"errors"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexellation"
)

// FuzzParse: every text is an action that is written as that very text, or an
// error of kind Invalid; and no action upsets Refuse.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"d4", "m:b2", "x:b2", "end", "pass", "!m:e4/e5/d4/d5", "!x:e4/d4/c4", "!x:d4", "!m:g4/g5/g6/g7/f3/f4", "",
		"m:d4", "h8", "!", "!m:", "!m:d4/e4", "!x:d4/d4", "!y:d4", "!m:g4/g5/g6/g7/f3/f4/f5", "d4 ", "End",
	} {
		f.Add(text)
	}
	st := newState(f, "declare=yes "+made+".../.**./...**/..../... 1 7")
	f.Fuzz(func(t *testing.T, text string) {
		action, err := st.Parse(text)
		if err != nil {
			checkInvalid(t, err, "error.notation")
			return
		}
		if again := st.Text(action); again != text {
			t.Errorf("%q is read as %+v, which is written %q", text, action, again)
		}
		st.Refuse(action)
	})
}

// FuzzPosition: every text is a position that writes and reads the same from
// then on and can be played to its end, or an error of kind Invalid.
func FuzzPosition(f *testing.F) {
	for _, text := range []string{
		"../.../.. - - 1",
		"**/.**/.. *./.../.. - 2",
		"seats=4 **/.**/.. *./.../.. - 4 4 0 out:13",
		made + ".../.**./...**/..../... 1",
		"seats=3 " + made + ".../.**./..***/*.../... 1 9 out:2",
		"seats=4 " + made + "***/****/*****/****/*** draw34:full 21 out:12",
		"declare=yes " + made + ".../.**./..***/..../... 1 7 1",
		"declare=yes seats=3 " + made + "***/****/*****/****/*** 1 24 out:3 passed:2",
		"declare=yes " + made + ".**/..**/...../..../... win1:claim-model 7 by:!m:f5/f6/e5/e6",
		"sky=advanced planet=yes " + made + "*.*./...../....../......./....../...../.... 1 5",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		st, err := hexellation.Game{}.New(rules.Setup{Position: text})
		if err != nil {
			checkInvalid(t, err, "error.position")
			return
		}
		again := newState(t, st.Position())
		if again.Position() != st.Position() || again.Key() != st.Key() || again.Turn() != st.Turn() {
			t.Errorf("%q is read as %q, then as %q", text, st.Position(), again.Position())
		}
		for range 100 {
			actions := st.Actions(nil)
			if _, over := st.Result(); over != (len(actions) == 0) {
				t.Fatalf("over %v with %d actions at %s", over, len(actions), st.Position())
			}
			if err := promises(st); err != nil {
				t.Fatalf("%v at %s", err, st.Position())
			}
			if len(actions) == 0 {
				return
			}
			st.Play(actions[len(text)%len(actions)])
			newState(t, st.Position())
		}
	})
}

func checkInvalid(t *testing.T, err error, key string) {
	t.Helper()
	var known *rules.Error
	if !errors.As(err, &known) || known.Kind != rules.Invalid || known.Key != key {
		t.Errorf("want an error of kind Invalid with the key %s: %v", key, err)
	}
}
