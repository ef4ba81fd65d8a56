package rulestest_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/rulestest"
)

// A broken game is Hexone with something wrong in its states.
type broken struct {
	hexone.Game
	wrap func(rules.State) rules.State
}

func (b broken) New(setup rules.Setup) (rules.State, error) {
	st, err := b.Game.New(setup)
	if err != nil {
		return nil, err
	}
	return b.wrap(st), nil
}

// A shell forwards all calls and keeps copies wrapped.
type shell struct {
	rules.State
	wrap func(rules.State) rules.State
}

func (s shell) Clone() rules.State           { return s.wrap(s.State.Clone()) }
func (s shell) Set(from rules.State)         { s.State.Set(from.(interface{ inner() rules.State }).inner()) }
func (s shell) inner() rules.State           { return s.State }
func wrapNothing(st rules.State) rules.State { return shell{st, wrapNothing} }

type sharedClone struct{ shell }

func wrapSharedClone(st rules.State) rules.State { return sharedClone{shell{st, wrapSharedClone}} }
func (s sharedClone) Clone() rules.State         { return s }

type oneKey struct{ shell }

func wrapOneKey(st rules.State) rules.State { return oneKey{shell{st, wrapOneKey}} }
func (oneKey) Key() rules.Key               { return rules.Key{} }

type noRefusal struct{ shell }

func wrapNoRefusal(st rules.State) rules.State       { return noRefusal{shell{st, wrapNoRefusal}} }
func (noRefusal) Refuse(rules.Action) *rules.Refusal { return nil }

type unlisted struct{ shell }

func wrapUnlisted(st rules.State) rules.State { return unlisted{shell{st, wrapUnlisted}} }
func (s unlisted) Refuse(a rules.Action) *rules.Refusal {
	refusal := s.State.Refuse(a)
	if refusal != nil {
		refusal.Key += "-more"
	}
	return refusal
}

type otherReason struct{ shell }

func wrapOtherReason(st rules.State) rules.State { return otherReason{shell{st, wrapOtherReason}} }
func (s otherReason) Result() (rules.Result, bool) {
	result, over := s.State.Result()
	if over {
		result.Reason = "no-such-reason"
	}
	return result, over
}

type longWords struct{ shell }

func wrapLongWords(st rules.State) rules.State { return longWords{shell{st, wrapLongWords}} }
func (s longWords) Text(a rules.Action) string {
	return s.State.Text(a) + strings.Repeat("!", rules.MaxNotation)
}

type allocating struct{ shell }

func wrapAllocating(st rules.State) rules.State { return allocating{shell{st, wrapAllocating}} }
func (s allocating) Actions(buf []rules.Action) []rules.Action {
	return append(buf, s.State.Actions(nil)...)
}

type twice struct{ shell }

func wrapTwice(st rules.State) rules.State { return twice{shell{st, wrapTwice}} }
func (s twice) Actions(buf []rules.Action) []rules.Action {
	buf = s.State.Actions(buf)
	if len(buf) > 0 {
		buf = append(buf, buf[len(buf)-1])
	}
	return buf
}

type bareErrors struct{ shell }

func wrapBareErrors(st rules.State) rules.State { return bareErrors{shell{st, wrapBareErrors}} }
func (s bareErrors) Parse(text string) (rules.Action, error) {
	action, err := s.State.Parse(text)
	if err != nil {
		err = fmt.Errorf("bare: %s", text)
	}
	return action, err
}

// TestConformanceFinds checks that every kind of breach fails the test.
func TestConformanceFinds(t *testing.T) {
	for _, tt := range []struct {
		name string
		wrap func(rules.State) rules.State
		want string // in the message; empty for none
	}{
		{"nothing wrong", wrapNothing, ""},
		{"a clone that shares", wrapSharedClone, "does not read back"},
		{"one key for all", wrapOneKey, "two positions have one key"},
		{"nothing refused", wrapNoRefusal, "refusal <nil>"},
		{"a refusal without a text", wrapUnlisted, "Info.Refusals does not list"},
		{"a reason without a text", wrapOtherReason, "Info.Reasons does not list"},
		{"notation without end", wrapLongWords, "is written"},
		{"actions that allocate", wrapAllocating, "Actions allocates"},
		{"an action twice", wrapTwice, "is written"},
		{"errors without a kind", wrapBareErrors, "bare:"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			message := failure(t, func(spy testing.TB) {
				rulestest.Conformance(spy, broken{wrap: tt.wrap}, rules.Setup{}, 3, 1)
			})
			if (message == "") != (tt.want == "") || !strings.Contains(message, tt.want) {
				t.Errorf("the message is %q, want %q in it", message, tt.want)
			}
		})
	}
}

func TestConformanceAsksInvariants(t *testing.T) {
	never := func(rules.State) error { return fmt.Errorf("never true") }
	message := failure(t, func(spy testing.TB) {
		rulestest.Conformance(spy, hexone.Game{}, rules.Setup{}, 1, 1, never)
	})
	if !strings.Contains(message, "never true") {
		t.Errorf("the message is %q", message)
	}
}

func TestPerft(t *testing.T) {
	st, err := hexone.Game{}.New(rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	before := st.Position()
	for depth, want := range []uint64{1, 6, 30, 168} {
		if got := rules.Perft(st, depth); got != want {
			t.Errorf("perft(%d) = %d, want %d", depth, got, want)
		}
	}
	if st.Position() != before {
		t.Error("counting changed the state")
	}
}

// A spy keeps the message of a test that fails.
type spy struct {
	testing.TB
	message string
}

func (s *spy) Helper() {}

func (s *spy) Fatalf(format string, args ...any) {
	s.message = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func (s *spy) Fatal(args ...any) { s.Fatalf("%s", fmt.Sprint(args...)) }

// failure returns the message with which a test fails, empty if it passes.
func failure(t *testing.T, test func(testing.TB)) string {
	t.Helper()
	s := &spy{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		test(s)
	}()
	<-done
	return s.message
}
