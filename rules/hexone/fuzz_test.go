package hexone_test

import (
	"errors"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexone"
)

// FuzzParse: every text is an action that is written as that very text, or an
// error of kind Invalid; and no action upsets Refuse.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"d3", "d3xE", "d3xW", "pass", "", "d9", "d3x", "d3xNE", "Pass", "d3 "} {
		f.Add(text)
	}
	st := newState(f, ".../.b3b4./.b2.../..r1./... 1 7 1")
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
		".../..../...../..../... 1 1",
		".../.b1../...../..../... 2",
		"-r1-r1r2/-r1b1r1-./-b2r2b2r1./-b2b1r2./r1b2r2 1 29",
		".../.b3b4./.b2.../..r1./... 1 7 2",
		"xxx/xr3.x/x.r1r1x/x.r2x/xxx win2:elimination 76",
		"xx./.b3r1./-...../-..../-... win2:timeout 9",
		".../.b1../...../..r1./... draw:agreement 3",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		st, err := hexone.Game{}.New(rules.Setup{Position: text})
		if err != nil {
			checkInvalid(t, err, "error.position")
			return
		}
		again := newState(t, st.Position())
		if again.Position() != st.Position() || again.Key() != st.Key() || again.Turn() != st.Turn() {
			t.Errorf("%q is read as %q, then as %q", text, st.Position(), again.Position())
		}
		for range 60 {
			actions := st.Actions(nil)
			if _, over := st.Result(); over != (len(actions) == 0) {
				t.Fatalf("over %v with %d actions at %s", over, len(actions), st.Position())
			}
			if err := tokensFit(st); err != nil {
				t.Fatalf("%v at %s", err, st.Position())
			}
			if len(actions) == 0 {
				return
			}
			st.Play(actions[len(text)%len(actions)])
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
