package hexit_test

import (
	"errors"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexit"
)

// FuzzParse: every text is an action that is written as that very text, or an
// error of kind Invalid; and no action upsets Refuse.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"0,1", "0,1>NE", "+-1,2", "end", "pass", "", "+0,1>E", "0,1>", "0,1>N", "++0,1", "+0,+1", "100,-100", "101,0"} {
		f.Add(text)
	}
	st := newState(f, "1,-1:BW/0,0:WWw.b/0,1:B 1 9 +2,-1")
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
		st.Picks(action)
	})
}

// FuzzPosition: every text is a position that writes and reads the same from
// then on and can be played on, or an error of kind Invalid.
func FuzzPosition(f *testing.F) {
	for _, text := range []string{
		"1,-1:B/0,0:WW/0,1:B 1 1",
		"tiles=19 1,-1:Bwb/0,0:WbW/0,1:B 2",
		"1,-1:BW/0,0:WWw.b/0,1:B 1 9 +2,-1",
		"1,-1:Bw/0,0:WwWw/0,1:Bw 1 9 passed",
		"-1,-1:WWBWWW.ww/-2,0:WWWWWWW.b/0,1:B.b..wb.b 2 10",
		"1,-1:Bw/0,0:WwWw/0,1:Bw win1:passes 9",
		"1,-1:B/0,0:WW/0,1:B draw:agreement",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		st, err := hexit.Game{}.New(rules.Setup{Position: text})
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
			if err := errors.Join(piecesFit(st), tilesFit(st)); err != nil {
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
