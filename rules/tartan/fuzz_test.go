package tartan_test

import (
	"errors"
	"testing"

	"hexclub/rules"
	"hexclub/rules/tartan"
)

// FuzzParse: every text is an action that is written as that very text, or an
// error of kind Invalid; and no action upsets Refuse.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"d3", "d3>d4", "d3>d3", "^e5>d4", "d3/", "+d3", "end",
		"", "pass", "a1", "a1>a2", "d3>", ">d3", "^d3", "^^d3>d4", "+^d3", "+d3/", "/", "End", "d3 ",
	} {
		f.Add(text)
	}
	st := newState(f, later+" 1")
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
		empty + " 1 1",
		later + " 1",
		later + " 2 40",
		later + " 1>d5 9 2",
		later + " 1+ 9",
		"b1./...x./.x...../.....x./...xBR.../.x...../.....x./.x.../b1. 1+17 9",
		"r1b1/b2r2.xb1/.x.b1r2../b3.r3..x./..b2xBR.r1./.xb1r1.../b4..r2.x./.x.b2r4/.r1 1 40",
		"../...x./.x...../.....x./...xR.../.x.b4B.../...r2.x./.x.../.. win1:hat",
		"../...x./.x...../.....x./...xR.../.x.r1B.../...r3.x./.x.../.. draw:shortage",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		st, err := tartan.Game{}.New(rules.Setup{Position: text})
		if err != nil {
			checkInvalid(t, err, "error.position")
			return
		}
		again := newState(t, st.Position())
		if again.Position() != st.Position() || again.Key() != st.Key() || again.Turn() != st.Turn() {
			t.Errorf("%q is read as %q, then as %q", text, st.Position(), again.Position())
		}
		for n := range 60 {
			actions := st.Actions(nil)
			if _, over := st.Result(); over != (len(actions) == 0) {
				t.Fatalf("over %v with %d actions at %s", over, len(actions), st.Position())
			}
			if err := errors.Join(pieces(st), sameActions(st)); err != nil {
				t.Fatalf("%v at %s", err, st.Position())
			}
			if len(actions) == 0 {
				return
			}
			st.Play(actions[(len(text)+n)%len(actions)])
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
