package record_test

import (
	"slices"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
)

func TestControls(t *testing.T) {
	for text, want := range map[string]record.Control{
		"":        {},
		"1+0":     {Base: 60_000},
		"5+3":     {Base: 300_000, Increment: 3_000},
		"180+180": {Base: 10_800_000, Increment: 180_000},
		"1d":      {PerTurn: 86_400_000},
		"30d":     {PerTurn: 2_592_000_000},
	} {
		if got, err := record.ParseControl(text); err != nil || got != want || got.String() != text {
			t.Errorf("%q is %+v %v, written %q", text, got, err, got.String())
		}
	}
	for _, text := range []string{"0+1", "181+0", "5+181", "5+-1", "5", "+", "05+3", "5+03", "0d", "31d", "d", "01d", "x", " ", "5+3 ", "99999999999999999999d"} {
		if got, err := record.ParseControl(text); !rules.IsKind(err, rules.Invalid) || !got.None() {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// timed returns the record of a game of Hexone with a clock.
func timed(t *testing.T, control string) *record.Record {
	t.Helper()
	c, err := record.ParseControl(control)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.NewTimed(hexone.Game{}, rules.Setup{}, c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// think plays a turn of the seat to act after the given number of
// milliseconds.
func think(t *testing.T, r *record.Record, ms int64, turn string) {
	t.Helper()
	r.Spend(ms)
	if err := r.Play(r.Turn().Seat, turn); err != nil {
		t.Fatal(err)
	}
}

// wantLeft fails unless the seats have the given remaining milliseconds, both
// in the record and in a replay of its events.
func wantLeft(t *testing.T, r *record.Record, left ...int64) {
	t.Helper()
	again, err := record.ReplayTimed(r.Game(), r.Setup(), r.Control(), r.Events())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range left {
		seat := rules.Seat(i + 1)
		if r.Remaining(seat) != want || again.Remaining(seat) != want {
			t.Errorf("seat %d has %d ms left, replayed %d, want %d", seat, r.Remaining(seat), again.Remaining(seat), want)
		}
	}
}

func wantEvents(t *testing.T, r *record.Record, want string) {
	t.Helper()
	if got := strings.Join(r.Events(), " "); got != want {
		t.Errorf("events %q, want %q", got, want)
	}
}

// A turn is charged once, to the seat that played it, and then the increment
// is added.
func TestFischer(t *testing.T) {
	r := timed(t, "1+2")
	wantLeft(t, r, 60_000, 60_000)
	think(t, r, 1_500, "c2")
	think(t, r, 0, "d3")
	wantLeft(t, r, 60_500, 62_000)
	think(t, r, 500, "c2")
	think(t, r, 500, "d2")
	think(t, r, 3_000, "c2 c2xW")
	wantEvents(t, r, "c2@1500 d3@0 c2@500 d2@500 c2 c2xW@3000")
	wantLeft(t, r, 61_000, 63_500)
	if turn := r.Turns()[4]; !slices.Equal(turn.Actions, []string{"c2", "c2xW"}) {
		t.Errorf("the turn is %q", turn.Actions)
	}
}

// A clock runs from the start of the game.
func TestClockAtTheStart(t *testing.T) {
	r := timed(t, "1+2")
	think(t, r, 1_500, "c2")
	for n, left := range []int64{60_000, 60_500} {
		then, err := r.At(t.Context(), n)
		if err != nil || then.Control() != r.Control() || then.Remaining(1) != left {
			t.Errorf("after %d turns seat 1 has %d ms left by %q, want %d: %v", n, then.Remaining(1), then.Control(), left, err)
		}
	}
}

// A seat is charged neither more than its remaining time nor less than 0.
func TestSpendWithinBounds(t *testing.T) {
	r := timed(t, "1+0")
	think(t, r, -5, "c2")
	think(t, r, 70_000, "d3")
	wantEvents(t, r, "c2@0 d3@60000")
	wantLeft(t, r, 60_000, 0)
}

func TestDaysATurn(t *testing.T) {
	r := timed(t, "2d")
	const twoDays = 2 * 86_400_000
	think(t, r, twoDays-1, "c2")
	think(t, r, 5, "d3")
	wantLeft(t, r, twoDays, twoDays)
	wantEvents(t, r, "c2@172799999 d3@5")
}

func TestFlagTakesAllTime(t *testing.T) {
	r := timed(t, "1+5")
	think(t, r, 10_000, "c2")
	if err := r.TimeOut(2); err != nil {
		t.Fatal(err)
	}
	wantEvents(t, r, "c2@10000 timeout:2@60000")
	wantLeft(t, r, 55_000, 0)
	if result, over := r.Result(); !over || result.Reason != rules.Timeout {
		t.Errorf("%v %v", result, over)
	}
}

// A takeback gives no time back. Offers and answers neither stop a clock nor
// make a turn stale.
func TestOffersAndClocks(t *testing.T) {
	r := timed(t, "1+2")
	think(t, r, 1_000, "c2")
	moved := r.Moved()
	for _, act := range []func() error{
		func() error { return r.OfferDraw(1) }, func() error { return r.Decline(2) },
		func() error { return r.AskTakeback(1) },
	} {
		r.Spend(4_000)
		if err := act(); err != nil {
			t.Fatal(err)
		}
	}
	if r.Moved() != moved || r.EventCount() != moved+3 {
		t.Errorf("moved at %d of %d, want %d", r.Moved(), r.EventCount(), moved)
	}
	r.Spend(5_000)
	if err := r.Accept(2); err != nil {
		t.Fatal(err)
	}
	wantEvents(t, r, "c2@1000 draw:1 decline:2 takeback:1 accept:2@5000")
	wantLeft(t, r, 61_000, 55_000)
	if turn := r.Turn(); turn.Seat != 1 || turn.Number != 1 || r.Moved() != r.EventCount() {
		t.Errorf("after the takeback %+v, moved at %d of %d", turn, r.Moved(), r.EventCount())
	}
}

// clocksOfActs holds, for each act, a game with the clock 1+2 that ends with
// it, and the remaining times after that. An act that ends the turn of the seat
// to act stops its clock, without an increment.
var clocksOfActs = map[record.Act]struct {
	events string
	left   [2]int64
}{
	"resign":   {"c2@1000 resign:2@5000", [2]int64{61_000, 55_000}},
	"timeout":  {"c2@1000 timeout:2@60000", [2]int64{61_000, 0}},
	"draw":     {"c2@1000 draw:2", [2]int64{61_000, 60_000}},
	"takeback": {"c2@1000 takeback:1", [2]int64{61_000, 60_000}},
	"accept":   {"c2@1000 takeback:1 accept:2@5000", [2]int64{61_000, 55_000}},
	"decline":  {"c2@1000 takeback:1 decline:2", [2]int64{61_000, 60_000}},
	"abort":    {"c2@1000 abort:2", [2]int64{61_000, 60_000}},
}

func TestActsAndClocks(t *testing.T) {
	for _, act := range record.Acts() {
		game, ok := clocksOfActs[act]
		if !ok {
			t.Errorf("say in clocksOfActs what %s does to a clock", act)
			continue
		}
		r, err := record.ReplayTimed(hexone.Game{}, rules.Setup{}, timed(t, "1+2").Control(), strings.Fields(game.events))
		if err != nil {
			t.Errorf("%s: %v", act, err)
			continue
		}
		wantLeft(t, r, game.left[:]...)
	}
}

func TestReplayRefusesTimesThatNoRecordHolds(t *testing.T) {
	control := record.Control{Base: 60_000}
	for name, events := range map[string]string{
		"no time":                   "c2",
		"no number":                 "c2@x",
		"twice":                     "c2@1@2",
		"below nothing":             "c2@-1",
		"more than there was":       "c2@60001",
		"within a turn":             "c2@0 draw:1@3",
		"a flag that did not fall":  "timeout:1@59999",
		"called off in no time":     "abort:1@0",
		"played after the flag":     "timeout:1@60000 c2@0",
		"played after called off":   "abort:2 c2@0",
		"called off by nobody here": "abort:3",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := record.ReplayTimed(hexone.Game{}, rules.Setup{}, control, strings.Fields(events)); err == nil {
				t.Error("no error")
			}
		})
	}
	if _, err := record.Replay(hexone.Game{}, rules.Setup{}, []string{"c2@5"}); err == nil {
		t.Error("a time without a clock is no error")
	}
}

// A game can be called off until every seat has played once. It then does not
// count and cannot continue.
func TestAbort(t *testing.T) {
	for name, turns := range map[string][]string{"at the start": nil, "after one turn": {"c2"}} {
		for seat := rules.Seat(0); seat <= 2; seat++ {
			r := played(t, "", turns...)
			if err := r.Abort(seat); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			result, over := r.Result()
			if r.CalledOffBy() != seat {
				t.Errorf("%s: called off by seat %d, want %d", name, r.CalledOffBy(), seat)
			}
			if !over || !result.Void() || result.String() != "void" || result.Reason != rules.CalledOff || result.Winners() != nil || r.Turn().Seat != 0 {
				t.Errorf("%s: %+v %v", name, result, over)
			}
			for what, err := range map[string]error{
				"abort": r.Abort(1), "play": r.Play(1, "d3"), "resign": r.Resign(1), "time out": r.TimeOut(1), "draw": r.OfferDraw(1),
			} {
				if kind, key := kindOf(err); kind != rules.Conflict || key != "error.over" {
					t.Errorf("%s, then %s: %s", name, what, key)
				}
			}
			again, err := record.Replay(r.Game(), r.Setup(), r.Events())
			if err != nil || again.Turn().Seat != 0 {
				t.Errorf("%s: replayed %v", name, err)
			}
		}
	}
	r := played(t, "", "c2", "d3")
	if kind, key := kindOf(r.Abort(1)); kind != rules.Conflict || key != "error.abort-late" || r.Turn().Seat != 1 {
		t.Errorf("after two turns: %s", key)
	}
	if kind, key := kindOf(played(t, "").Abort(3)); kind != rules.Invalid || key != "error.seat" {
		t.Errorf("seat 3: %s", key)
	}
}

func TestSimilarControls(t *testing.T) {
	for _, test := range []struct {
		one, other string
		want       bool
	}{
		{"", "", true},
		{"5+3", "5+3", true},
		{"5+3", "3+2", true},
		{"10+0", "5+0", true},
		{"1d", "2d", true},
		{"5+3", "1+0", false},
		{"10+5", "180+180", false},
		{"1d", "3d", false},
		{"", "5+3", false},
		{"1d", "180+180", false},
	} {
		one, _ := record.ParseControl(test.one)
		other, _ := record.ParseControl(test.other)
		if one.Similar(other) != test.want || other.Similar(one) != test.want {
			t.Errorf("%q and %q: %v", test.one, test.other, !test.want)
		}
	}
}
