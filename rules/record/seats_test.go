package record_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/record"
)

// A round is a game of three seats. A turn is "a" then "b", which change
// nothing, or "c", which ends the turn at once. A seat that leaves is skipped,
// and the others play on.
type round struct{ rules.Game }

func (round) Info() rules.Info                     { return rules.Info{Key: "round", Version: 1, Draws: true} }
func (round) New(rules.Setup) (rules.State, error) { return &roundState{seat: 1, turn: 1}, nil }

type roundState struct {
	rules.State
	seat         rules.Seat
	turn, action int
	out          [4]bool // by seat
	why          rules.Reason
}

func (s *roundState) Turn() rules.Turn {
	return rules.Turn{Seat: s.seat, Number: s.turn, Action: s.action}
}
func (s *roundState) Seats() int                         { return 3 }
func (s *roundState) Out(seat rules.Seat) bool           { return s.out[seat] }
func (s *roundState) Clone() rules.State                 { clone := *s; return &clone }
func (s *roundState) Set(source rules.State)             { *s = *source.(*roundState) }
func (s *roundState) Text(a rules.Action) string         { return string(rune('a' + a.Kind)) }
func (s *roundState) Result() (r rules.Result, ok bool)  { return rules.Draw(3, s.why), s.seat == 0 }
func (s *roundState) Settle(why rules.Reason)            { s.seat, s.action, s.why = 0, 0, why }
func (s *roundState) Refuse(rules.Action) *rules.Refusal { return nil }

func (s *roundState) Parse(text string) (rules.Action, error) {
	if i := strings.Index("abc", text); i >= 0 && len(text) == 1 {
		return rules.Action{Kind: rules.Kind(i)}, nil
	}
	return rules.Action{}, rules.Errorf(rules.Invalid, "error.notation", "%q", text)
}

func (s *roundState) Play(a rules.Action) {
	if s.action++; a.Kind != 0 {
		s.pass()
	}
}

func (s *roundState) pass() {
	for s.turn, s.action = s.turn+1, 0; ; {
		if s.seat = s.seat%3 + 1; !s.out[s.seat] {
			return
		}
	}
}

func (s *roundState) Retire(seat rules.Seat, _ rules.Reason) {
	if s.out[seat] = true; s.seat == seat {
		s.pass()
	}
}

func (s *roundState) Key() rules.Key {
	key := rules.Key{Lo: uint64(s.seat)}
	for seat, out := range s.out {
		if out {
			key.Hi |= 1 << seat
		}
	}
	return key
}

func replayRound(t *testing.T, events string) *record.Record {
	t.Helper()
	r, err := record.Replay(round{}, rules.Setup{}, strings.Fields(events))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// When a seat leaves and others play on, the new position counts among those
// at the start of a turn, and only once.
func TestRepetitionAfterLeaving(t *testing.T) {
	for _, test := range []struct{ name, events string }{
		{"the start counts", "c c c c c c"},
		{"the seat to act leaves", "resign:1 c c c c"},
		{"another leaves", "resign:3 c c c c"},
		{"two leave", "c resign:1 resign:2 c c"},
		{"within a turn another leaves", "a resign:3 b c c c c"},
		{"after the end of a turn", "c resign:1 c c c c"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := replayRound(t, test.events)
			if result, over := r.Result(); !over || result.Reason != rules.Repetition {
				t.Errorf("over %v by %q", over, result.Reason)
			}
			events := strings.Fields(test.events)
			if _, over := replayRound(t, strings.Join(events[:len(events)-1], " ")).Result(); over {
				t.Error("it was over before")
			}
		})
	}
}

// Acts within a turn keep their place, and the positions do not change.
func TestAtWithLeavingInside(t *testing.T) {
	r := replayRound(t, "a resign:3 b a b resign:2")
	for n, want := range []string{"", "a resign:3 b", "a resign:3 b a b"} {
		then, err := r.At(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(then.Events(), " "); got != want {
			t.Errorf("after %d turns the events are %q, want %q", n, got, want)
		}
	}
	turns := []int{}
	for turn, st := range r.Positions() {
		turns = append(turns, turn)
		if out := st.Out(3); out != (len(turns) > 2) {
			t.Errorf("seat 3 is out %v in position %d", out, len(turns))
		}
	}
	if diff := cmp.Diff([]int{0, 1, 1, 2, 2}, turns); diff != "" {
		t.Errorf("turns of the positions (-want +got):\n%s", diff)
	}
}
