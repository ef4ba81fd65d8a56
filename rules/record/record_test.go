package record_test

import (
	"encoding/json"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
)

// played returns the record of a game from a position, empty for the start,
// after turns of the seats to act.
func played(t *testing.T, position string, turns ...string) *record.Record {
	t.Helper()
	r, err := record.New(hexone.Game{}, rules.Setup{Position: position})
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range turns {
		if err := r.Play(r.State().Turn().Seat, turn); err != nil {
			t.Fatalf("turn %q: %v", turn, err)
		}
	}
	return r
}

// kindOf returns the kind and the key of an *rules.Error, or the rule of a
// refusal.
func kindOf(err error) (rules.ErrorKind, string) {
	var refusal *rules.Refusal
	if errors.As(err, &refusal) {
		return rules.Invalid, refusal.Key
	}
	var known *rules.Error
	if errors.As(err, &known) {
		return known.Kind, known.Key
	}
	return rules.Internal, ""
}

func TestPlayRefusesAndAddsNothing(t *testing.T) {
	for _, test := range []struct {
		name, position string
		seat           rules.Seat
		actions        string
		kind           rules.ErrorKind
		key            string
	}{
		{"another seat is to act", "", 2, "c2", rules.Conflict, "error.not-your-turn"},
		{"no such seat", "", 0, "c2", rules.Conflict, "error.not-your-turn"},
		{"a rule forbids it", "", 1, "c3", rules.Invalid, "hexone.refuse.ring"},
		{"nothing played", "", 1, "", rules.Invalid, "error.turn-unfinished"},
		{"an explosion is missing", ".../.b2../..r1../..../... 1", 1, "d3", rules.Invalid, "error.turn-unfinished"},
		{"too much", "", 1, "c2 d3", rules.Invalid, "error.turn-over"},
		{"no notation", "", 1, "c2!", rules.Invalid, "error.notation"},
		{"too long to be a turn", "", 1, "c2" + strings.Repeat(",c2", 1<<14), rules.Invalid, "error.notation"},
		{"an act of the platform", "", 1, "resign:1", rules.Invalid, "error.notation"},
		{"the game is over", ".../.b2../...../..../... win1:elimination 9", 1, "d3", rules.Conflict, "error.over"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := played(t, test.position)
			before := r.State().Position()
			kind, key := kindOf(r.Play(test.seat, test.actions))
			if kind != test.kind || key != test.key {
				t.Errorf("kind %d key %q, want %d %q", kind, key, test.kind, test.key)
			}
			if r.EventCount() != 0 || r.State().Position() != before {
				t.Errorf("the record now holds %v", r.Events())
			}
		})
	}
}

func TestTurns(t *testing.T) {
	r := played(t, "", "c2", "d3", "c2", "d2", "c2 c2xW", "c2")
	want := []struct {
		seat    rules.Seat
		actions string
	}{{1, "c2"}, {2, "d3"}, {1, "c2"}, {2, "d2"}, {1, "c2 c2xW"}, {2, "c2"}}
	for i, turn := range r.Turns() {
		if turn.Number != i+1 || turn.Seat != want[i].seat || strings.Join(turn.Actions, " ") != want[i].actions {
			t.Errorf("turn %d is %+v, want %+v", i+1, turn, want[i])
		}
	}
	if len(r.Turns()) != len(want) || r.EventCount() != 7 {
		t.Errorf("%d turns, %d events", len(r.Turns()), r.EventCount())
	}
}

func TestReplayMakesTheSameRecord(t *testing.T) {
	r := played(t, "", "c2", "d3", "c2", "d2", "c2,c2xW", "c2")
	if err := r.Resign(1); err != nil {
		t.Fatal(err)
	}
	again, err := record.Replay(hexone.Game{}, rules.Setup{}, r.Events())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r.Sheet(nil), again.Sheet(nil)); diff != "" {
		t.Errorf("sheets (-was +is):\n%s", diff)
	}
	if r.State().Position() != again.State().Position() {
		t.Errorf("position %s, want %s", again.State().Position(), r.State().Position())
	}
}

func TestReplayRefusesWhatNoRecordHolds(t *testing.T) {
	for name, events := range map[string]string{
		"an illegal action":        "c3",
		"no notation":              "c2 what",
		"a seat that is not there": "resign:3",
		"no seat":                  "resign:",
		"after the end":            "resign:1 c2",
		"resigned twice":           "resign:1 resign:2",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := record.Replay(hexone.Game{}, rules.Setup{}, strings.Fields(events)); err == nil {
				t.Error("no error")
			}
		})
	}
}

func TestAt(t *testing.T) {
	r := played(t, "", "c2", "d3", "c2", "d2", "c2 c2xW")
	if err := r.Resign(2); err != nil {
		t.Fatal(err)
	}
	for n, want := range []string{"", "c2", "c2 d3", "c2 d3 c2", "c2 d3 c2 d2", "c2 d3 c2 d2 c2 c2xW"} {
		then, err := r.At(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(then.Events(), " "); got != want {
			t.Errorf("after %d turns the events are %q, want %q", n, got, want)
		}
	}
	for _, n := range []int{-1, 6} {
		_, err := r.At(t.Context(), n)
		if kind, key := kindOf(err); kind != rules.NotFound || key != "error.turn" {
			t.Errorf("At(%d): %v", n, err)
		}
	}
}

func TestAtStep(t *testing.T) {
	r := played(t, "", "c2", "d3", "c2", "d2", "c2 c2xW")
	if err := r.Resign(2); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[[2]int]string{
		{1, 1}: "c2", {4, 1}: "c2 d3 c2 d2", {5, 1}: "c2 d3 c2 d2 c2", {5, 2}: "c2 d3 c2 d2 c2 c2xW",
	} {
		then, err := r.AtStep(t.Context(), at[0], at[1])
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(then.Events(), " "); got != want {
			t.Errorf("at step %d of turn %d the events are %q, want %q", at[1], at[0], got, want)
		}
	}
	for at, want := range map[[2]int]string{
		{0, 1}: "error.turn", {-1, 1}: "error.turn", {6, 1}: "error.turn", {5, 0}: "error.step", {5, 3}: "error.step", {1, 2}: "error.step",
	} {
		_, err := r.AtStep(t.Context(), at[0], at[1])
		if kind, key := kindOf(err); kind != rules.NotFound || key != want {
			t.Errorf("step %d of turn %d: %v", at[1], at[0], err)
		}
	}
}

func TestBefore(t *testing.T) {
	r := played(t, "")
	if got, want := r.Before().Position(), r.State().Position(); got != want {
		t.Errorf("before the first turn: %s, want %s", got, want)
	}
	r = played(t, "", "c2", "d3", "c2", "d2")
	want := r.State().Position()
	if err := r.Play(1, "c2 c2xW"); err != nil {
		t.Fatal(err)
	}
	if got := r.Before().Position(); got != want {
		t.Errorf("before the last turn: %s, want %s", got, want)
	}
}

func TestDraft(t *testing.T) {
	for _, test := range []struct {
		name, actions string
		texts         string
		done          bool
		key           string
		refused       string
	}{
		{"nothing", "", "", false, "", ""},
		{"a step", "d3", "d3", false, "", ""},
		{"a whole turn by commas", "d3,d3xE", "d3 d3xE", true, "", ""},
		{"a whole turn by spaces", " d3  d3xE ", "d3 d3xE", true, "", ""},
		{"a rule forbids the second", "d3,c3", "d3", false, "hexone.refuse.explode", "c3"},
		{"no notation after a step", "d3,d3xNE", "d3", false, "error.notation", ""},
		{"more than a turn", "d3,d3xE,d3", "d3 d3xE", true, "error.turn-over", ""},
		{"as long as can be", "d3,d3xE" + strings.Repeat(" ", rules.MaxTurn-7), "d3 d3xE", true, "", ""},
		{"too long", "d3,d3xE" + strings.Repeat(" ", rules.MaxTurn-6), "", false, "error.notation", ""},
		{"commas without end", strings.Repeat(",", 1<<16), "", false, "error.notation", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := played(t, ".../.b2../.r1.../..../... 1")
			before := r.State().Position()
			d := r.Draft(test.actions)
			if got := strings.Join(d.Texts, " "); got != test.texts || d.Done != test.done || len(d.Actions) != len(d.Texts) {
				t.Errorf("draft %q done %v, want %q %v", got, d.Done, test.texts, test.done)
			}
			if _, key := kindOf(d.Err); key != test.key || d.Refused != test.refused {
				t.Errorf("stopped by %q at %q, want %q at %q", key, d.Refused, test.key, test.refused)
			}
			if r.State().Position() != before || r.EventCount() != 0 {
				t.Error("the draft changed the record")
			}
		})
	}
}

// A resignation scores the tiles as they lie (hexone, ruling r5), whichever
// seat is to act.
func TestResign(t *testing.T) {
	for seat, want := range map[rules.Seat]string{1: "win 2 points 0 43", 2: "win 1 points 43 0"} {
		r := played(t, "-.../.b1../x.r1../..../... 1")
		if err := r.Resign(seat); err != nil {
			t.Fatal(err)
		}
		result, over := r.Result()
		if !over || result.String() != want || result.Reason != rules.Resignation {
			t.Errorf("seat %d resigns: %v %s, want %s", seat, over, result, want)
		}
		if kind, key := kindOf(r.Resign(1)); kind != rules.Conflict || key != "error.over" {
			t.Errorf("resigning after the end: %s", key)
		}
	}
	if kind, key := kindOf(played(t, "").Resign(3)); kind != rules.Invalid || key != "error.seat" {
		t.Errorf("seat 3 resigns: %s", key)
	}
}

// When all tiles are removed, tokens are lost as fast as they are placed, and
// positions repeat. The third occurrence ends the game in a draw without
// points (platform rule; hexone, ruling r6).
func TestThirdRepetitionDraws(t *testing.T) {
	r := repeated(t)
	result, over := r.Result()
	if !over || result.String() != "draw points 0 0" || result.Reason != rules.Repetition {
		t.Fatalf("%v %s: %s", over, result, result.Reason)
	}
	last, times := r.State().Board().String(), 0
	for n := range len(r.Turns()) + 1 {
		then, err := r.At(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		sameSeat := n%2 == len(r.Turns())%2
		if sameSeat && then.State().Board().String() == last {
			times++
		}
	}
	if times != 3 {
		t.Errorf("the last position stood %d times, want 3", times)
	}
	if before, err := r.At(t.Context(), len(r.Turns())-1); err != nil || before.Seen()[before.State().Key()] != 2 {
		t.Errorf("%v, the position before has been seen %d times, want 2", err, before.Seen()[before.State().Key()])
	}
	if kind, key := kindOf(r.Play(1, "d3")); kind != rules.Conflict || key != "error.over" {
		t.Errorf("playing on: %s", key)
	}
}

// repeated returns a game that repeats positions until it ends.
func repeated(t *testing.T) *record.Record {
	t.Helper()
	const position = "xxx/xb1r1x/x...x/x..x/xxx 1"
	lead, circle := findCircle(played(t, position).State())
	if circle == nil {
		t.Fatal("no position is repeated from here")
	}
	r := played(t, position, lead...)
	for range 2 {
		for _, turn := range circle {
			if err := r.Play(r.State().Turn().Seat, turn); err != nil {
				t.Fatal(err)
			}
		}
	}
	return r
}

// findCircle searches the positions that follow st, depth first, for a
// repeated one. It returns the turns that lead to it and the turns that lead
// back to it.
func findCircle(st rules.State) (lead, circle []string) {
	var path []string
	depth := map[rules.Key]int{} // of the positions on the path
	done := map[rules.Key]bool{} // those that lead to no circle
	var visit func(rules.State) bool
	visit = func(st rules.State) bool {
		key := st.Key()
		if at, ok := depth[key]; ok {
			lead, circle = path[:at], path[at:]
			return true
		}
		if done[key] || st.Turn().Seat == 0 {
			return false
		}
		depth[key] = len(path)
		for turn, after := range turns(st) {
			path = append(path, turn)
			if visit(after) {
				return true
			}
			path = path[:len(path)-1]
		}
		delete(depth, key)
		done[key] = true
		return false
	}
	visit(st)
	return lead, circle
}

// turns yields the whole turns from a position with the positions they lead
// to.
func turns(st rules.State) iter.Seq2[string, rules.State] {
	return func(yield func(string, rules.State) bool) {
		number := st.Turn().Number
		var extend func(rules.State, string) bool
		extend = func(st rules.State, texts string) bool {
			if turn := st.Turn(); turn.Seat == 0 || turn.Number != number {
				return yield(texts, st)
			}
			for _, action := range st.Actions(nil) {
				next := st.Clone()
				next.Play(action)
				if !extend(next, texts+" "+st.Text(action)) {
					return false
				}
			}
			return true
		}
		extend(st, "")
	}
}

func TestSheet(t *testing.T) {
	r := played(t, "", "c2", "d3", "c2", "d2", "c2 c2xW")
	sheet := r.Sheet([]string{"Anna", "Ben"})
	want := `game hexone
rules 2
seat 1 Anna
seat 2 Ben
turn 1 seat 1 c2
turn 2 seat 2 d3
turn 3 seat 1 c2
turn 4 seat 2 d2
turn 5 seat 1 c2 c2xW
result *
`
	if diff := cmp.Diff(want, sheet.String()); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	if err := r.Resign(2); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r.Sheet([]string{"Anna", "Ben"}))
	if err != nil {
		t.Fatal(err)
	}
	var back record.Sheet
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r.Sheet([]string{"Anna", "Ben"}), back); diff != "" {
		t.Errorf("through JSON (-want +got):\n%s", diff)
	}
	if back.Result != "win 1 points 49 0" || back.Reason != "resignation" {
		t.Errorf("result %q by %q", back.Result, back.Reason)
	}
}

// A corrected game is Hexone after a corrected reading that forbids seat 1 to
// open on c2. Games of version 1 are not affected.
type corrected struct{ hexone.Game }

func (c corrected) Info() rules.Info {
	info := c.Game.Info()
	info.Version = 2
	return info
}

func (c corrected) New(setup rules.Setup) (rules.State, error) {
	old := setup
	old.Version = min(setup.Version, 1)
	st, err := c.Game.New(old)
	if err != nil || setup.Version == 1 {
		return st, err
	}
	return notC2{st}, nil
}

type notC2 struct{ rules.State }

func (st notC2) Clone() rules.State     { return notC2{st.State.Clone()} }
func (st notC2) Set(source rules.State) { st.State.Set(source.(notC2).State) }

func (st notC2) Refuse(a rules.Action) *rules.Refusal {
	if st.Turn().Number == 1 && st.Text(a) == "c2" {
		return &rules.Refusal{Key: "hexone.refuse.ring", Rule: "1"}
	}
	return st.State.Refuse(a)
}

// A record uses the version of the rules under which it began.
func TestVersions(t *testing.T) {
	events := []string{"c2", "d3"}
	old, err := record.Replay(corrected{}, rules.Setup{Version: 1}, events)
	if err != nil {
		t.Fatalf("a game of version 1: %v", err)
	}
	if sheet := old.Sheet(nil); sheet.Rules != 1 {
		t.Errorf("the sheet says version %d, want 1", sheet.Rules)
	}
	if then, err := old.At(t.Context(), 1); err != nil || then.Setup().Version != 1 {
		t.Errorf("the record of its first turn: %v", err)
	}
	if _, err := record.Replay(corrected{}, rules.Setup{Version: 2}, events); err == nil {
		t.Error("the corrected rules allow what they forbid")
	}
	latest, err := record.New(corrected{}, rules.Setup{})
	if err != nil || latest.Setup().Version != 2 || latest.Sheet(nil).Rules != 2 {
		t.Errorf("a new game: %+v, %v", latest, err)
	}
	_, err = record.New(hexone.Game{}, rules.Setup{Version: hexone.Version + 1})
	if kind, key := kindOf(err); kind != rules.Invalid || key != "error.version" {
		t.Errorf("a version of the rules that there is not: %v", err)
	}
}
