package six_test

import (
	"errors"
	"testing"

	"hexclub/rules"
	"hexclub/rules/six"
)

// FuzzParse: every text is an action that is written as that very text, or an
// error of kind Invalid; and no action upsets Refuse or Picks.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"0,1", "-100,100", "101,0", "0,1>2,3", "0,1>", "keep:0,0", "keep:", "!0,0/1,0/2,0/3,0/4,0/5,0", "!1,0/0,0/2,0/3,0/4,0/5,0",
		"!0,0/1,0/2,0/3,0/4,0", "!", "end", "pass", "", "keep:0,0>1,1", "0,1 ", "0,01",
	} {
		f.Add(text)
	}
	placing := newState(f, "declare=yes 0,0:rbbbbb/rrrr 1 9")
	moving := newState(f, "0,0:brbr 1 41")
	keeping := newState(f, "rules=advanced 0,0:brbrbrb/rbrbr//rbrbrbr/brbrb 1 41 1")
	f.Fuzz(func(t *testing.T, text string) {
		for _, st := range []rules.State{placing, moving, keeping} {
			action, err := st.Parse(text)
			if err != nil {
				checkInvalid(t, err, "error.notation")
				return
			}
			if again := st.Text(action); again != text {
				t.Errorf("%q is read as %+v, which is written %q", text, action, again)
			}
			st.Refuse(action)
			st.Picks(action)
		}
	})
}

// FuzzPosition: every text is a position that writes and reads the same from
// then on and can be played on from, or an error of kind Invalid.
func FuzzPosition(f *testing.F) {
	for _, text := range []string{
		"0,0:rb 1 1",
		"-1,0:.rb/b 2",
		"rules=advanced 0,0:brbrbrb/rbrbr//rbrbrbr/brbrb 1 41 1",
		"rules=advanced declare=yes -1,0:bbbbbbr/.rrbrrr 1 41 2",
		"seats=4 0,0:rbbbbbb/rrrr win13:line 9",
		"99,100:br 1 41",
		"-100,-100:brb/rbr/brb 2 42",
		"0,0:b 2 42 0 1",
		"rules=advanced 0,-1:b/brbrb/rrbr draw:few 41",
		"0,0:brb draw:agreement 41",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		st, err := six.Game{}.New(rules.Setup{Position: text})
		if err != nil {
			checkInvalid(t, err, "error.position")
			return
		}
		again := newState(t, st.Position())
		if again.Position() != st.Position() || again.Key() != st.Key() || again.Turn() != st.Turn() {
			t.Errorf("%q is read as %q, then as %q", text, st.Position(), again.Position())
		}
		for range 20 {
			actions := st.Actions(nil)
			if _, over := st.Result(); over != (len(actions) == 0) {
				t.Fatalf("over %v with %d actions at %s", over, len(actions), st.Position())
			}
			if err := hexagonsFit(st); err != nil {
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
