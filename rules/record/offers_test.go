package record_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/hexellation"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
)

// replayed returns the record of a game of Hexone with the events.
func replayed(t *testing.T, events string) *record.Record {
	t.Helper()
	r, err := record.Replay(hexone.Game{}, rules.Setup{}, strings.Fields(events))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestDraw(t *testing.T) {
	for _, test := range []struct {
		name, events string
		drawn        bool
		open         record.OfferKind
	}{
		{"offered", "c2 draw:1", false, record.Draw},
		{"offered and accepted", "c2 draw:1 accept:2", true, record.NoOffer},
		{"offered by both", "draw:2 draw:1", true, record.NoOffer},
		{"declined", "draw:1 decline:2", false, record.NoOffer},
		{"withdrawn", "draw:1 decline:1", false, record.NoOffer},
		{"who offers plays on", "draw:1 c2", false, record.Draw},
		{"who is asked plays on", "draw:1 c2 d3", false, record.NoOffer},
		{"accepted after a turn", "draw:1 c2 accept:2", true, record.NoOffer},
		{"offered by the other", "draw:1 decline:2 draw:2 accept:1", true, record.NoOffer},
		{"offered again at the next turn", "draw:1 decline:2 c2 draw:1 accept:2", true, record.NoOffer},
		{"who offers resigns", "draw:1 resign:1", false, record.NoOffer},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := replayed(t, test.events)
			result, over := r.Result()
			if drawn := over && result.Drawn && result.Reason == rules.Agreement; drawn != test.drawn || r.Offer().Kind != test.open {
				t.Errorf("%v %v, the offer is %+v", over, result, r.Offer())
			}
			if got := strings.Join(r.Events(), " "); got != test.events {
				t.Errorf("the events are %q", got)
			}
		})
	}
}

// The closed offer is reported until the next event.
func TestClosed(t *testing.T) {
	none := record.Closed{}
	closed := func(kind record.OfferKind, seat rules.Seat, how record.Closing, by rules.Seat) record.Closed {
		return record.Closed{Offer: record.Offer{Kind: kind, Seat: seat}, How: how, By: by}
	}
	for events, want := range map[string]record.Closed{
		"":                             none,
		"c2 draw:1":                    none,
		"c2 draw:1 decline:2":          closed(record.Draw, 1, record.Declined, 2),
		"c2 draw:1 decline:1":          closed(record.Draw, 1, record.Declined, 1),
		"c2 takeback:1 decline:2":      closed(record.Takeback, 1, record.Declined, 2),
		"c2 draw:2 decline:1 d3":       none,
		"c2 draw:2 decline:1 draw:1":   none,
		"c2 draw:2 decline:1 resign:1": none,
		"c2 draw:1 d3":                 closed(record.Draw, 1, record.Lapsed, 2),
		"c2 draw:1 d3 c2":              none,
		"c2 draw:2 d3":                 none, // it stays open
		"c2 takeback:1 d3":             closed(record.Takeback, 1, record.Lapsed, 2),
		"c2 d3 takeback:2 c2":          closed(record.Takeback, 2, record.Lapsed, 1),
		"c2 d3 takeback:1 c2":          closed(record.Takeback, 1, record.Lapsed, 1),
		"c2 takeback:1 accept:2":       closed(record.Takeback, 1, record.Granted, 2),
		"c2 takeback:1 accept:2 c2":    none,
		"c2 d3 c2 d3 draw:2 c2 c2xE":   closed(record.Draw, 2, record.Lapsed, 1), // one turn
	} {
		got := replayed(t, events).Closed()
		if got.Kind != want.Kind || got.Seat != want.Seat || got.How != want.How || got.By != want.By {
			t.Errorf("%q: %+v, want %+v", events, got, want)
		}
	}
}

// A seat makes the same proposal only once at a turn.
func TestProposed(t *testing.T) {
	for events, want := range map[string]bool{
		"c2":                     false,
		"c2 draw:1":              true,
		"c2 draw:1 decline:2":    true,
		"c2 draw:1 decline:2 d3": false,
		"c2 draw:2 decline:1":    false,
		"c2 takeback:1":          false,
	} {
		if got := replayed(t, events).Proposed(record.Draw, 1); got != want {
			t.Errorf("%q: %v, want %v", events, got, want)
		}
	}
}

func TestOffersThatCannotBe(t *testing.T) {
	for _, test := range []struct {
		name, events string
		do           func(*record.Record) error
		kind         rules.ErrorKind
		key          string
	}{
		{"accept nothing", "c2", accept(2), rules.Conflict, "error.no-offer"},
		{"decline nothing", "c2", decline(2), rules.Conflict, "error.no-offer"},
		{"accept one's own", "draw:1", accept(1), rules.Conflict, "error.offered"},
		{"offer twice", "draw:1", offerDraw(1), rules.Conflict, "error.offered"},
		{"offer beside another", "c2 takeback:1", offerDraw(2), rules.Conflict, "error.offer-open"},
		{"ask beside another", "c2 draw:2", askTakeback(1), rules.Conflict, "error.offer-open"},
		{"no seat offers", "", offerDraw(3), rules.Invalid, "error.seat"},
		{"no seat accepts", "draw:1", accept(0), rules.Invalid, "error.seat"},
		{"no seat asks", "c2", askTakeback(0), rules.Invalid, "error.seat"},
		{"accept a takeback when somebody has played", "c2 takeback:1 d3", accept(2), rules.Conflict, "error.no-offer"},
		{"accept a takeback after playing on", "c2 d3 takeback:1 c2", accept(2), rules.Conflict, "error.no-offer"},
		{"take back nothing", "c2", askTakeback(2), rules.Conflict, "error.no-turn-back"},
		{"offer when over", "resign:1", offerDraw(1), rules.Conflict, "error.over"},
		{"accept when over", "resign:1", accept(1), rules.Conflict, "error.over"},
		{"decline when over", "resign:1", decline(1), rules.Conflict, "error.over"},
		{"ask when over", "c2 resign:2", askTakeback(1), rules.Conflict, "error.over"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := replayed(t, test.events)
			if kind, key := kindOf(test.do(r)); kind != test.kind || key != test.key {
				t.Errorf("kind %d key %q, want %d %q", kind, key, test.kind, test.key)
			}
			if got := strings.Join(r.Events(), " "); got != test.events {
				t.Errorf("the events are now %q", got)
			}
		})
	}
}

func offerDraw(seat rules.Seat) func(*record.Record) error {
	return func(r *record.Record) error { return r.OfferDraw(seat) }
}

func askTakeback(seat rules.Seat) func(*record.Record) error {
	return func(r *record.Record) error { return r.AskTakeback(seat) }
}

func accept(seat rules.Seat) func(*record.Record) error {
	return func(r *record.Record) error { return r.Accept(seat) }
}

func decline(seat rules.Seat) func(*record.Record) error {
	return func(r *record.Record) error { return r.Decline(seat) }
}

// Some games cannot be drawn by agreement (rules, platform).
func TestNoDraws(t *testing.T) {
	r, err := record.New(decided{}, rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if kind, key := kindOf(r.OfferDraw(1)); kind != rules.Invalid || key != "error.no-draws" {
		t.Errorf("%d %q", kind, key)
	}
}

type decided struct{ hexone.Game }

func (d decided) Info() rules.Info {
	info := d.Game.Info()
	info.Draws = false
	return info
}

// A takeback restores the position before the last turn of the seat that
// asked, with or without an answer to that turn; the record continues from
// there.
func TestTakeback(t *testing.T) {
	for _, test := range []struct{ name, events, stands string }{
		{"asked", "c2 takeback:1", "c2"},
		{"one's own turn", "c2 takeback:1 accept:2", ""},
		{"after the reply", "c2 d3 takeback:1 accept:2", ""},
		{"the reply", "c2 d3 takeback:2 accept:1", "c2"},
		{"in the middle", "c2 d3 c2 d2 takeback:1 accept:2", "c2 d3"},
		{"with a chain", "c2 d3 c2 d2 c2 c2xW takeback:1 accept:2", "c2 d3 c2 d2"},
		{"and played on", "c2 d3 takeback:2 accept:1 b2 c2", "c2 b2 c2"},
		{"twice", "c2 d3 takeback:2 accept:1 b2 takeback:1 accept:2 d4", "d4"},
		{"declined", "c2 d3 takeback:1 decline:2", "c2 d3"},
		{"withdrawn", "c2 d3 takeback:1 decline:1", "c2 d3"},
		{"who asks plays on", "c2 d3 takeback:1 c2", "c2 d3 c2"},
		{"who is asked plays on", "c2 d3 c2 takeback:1 d2", "c2 d3 c2 d2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, stands := replayed(t, test.events), replayed(t, test.stands)
			sameGame(t, r, stands)
			if got := strings.Join(r.Events(), " "); got != test.events {
				t.Errorf("the events are %q", got)
			}
			for n := range len(r.Turns()) + 1 {
				then, err := r.At(t.Context(), n)
				if err != nil {
					t.Fatal(err)
				}
				want, err := stands.At(t.Context(), n)
				if err != nil {
					t.Fatal(err)
				}
				if got := then.State().Position(); got != want.State().Position() {
					t.Errorf("after turn %d the position is %s, want %s", n, got, want.State().Position())
				}
			}
			samePositions(t, r)
		})
	}
}

// samePositions checks that the positions of a record are those at its steps,
// each once.
func samePositions(t *testing.T, r *record.Record) {
	t.Helper()
	start, err := r.At(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"0 " + start.State().Position()}
	for _, turn := range r.Turns() {
		for s := range turn.Actions {
			then, err := r.AtStep(t.Context(), turn.Number, s+1)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, fmt.Sprint(turn.Number, " ", then.State().Position()))
		}
	}
	var got []string
	for turn, st := range r.Positions() {
		got = append(got, fmt.Sprint(turn, " ", st.Position()))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("positions (-want +got):\n%s", diff)
	}
}

// sameGame checks that two records have the same state, whatever their events.
func sameGame(t *testing.T, r, stands *record.Record) {
	t.Helper()
	texts := func(r *record.Record) (list []string) {
		for _, turn := range r.Turns() {
			list = append(list, strings.Join(turn.Actions, " "))
		}
		return append(list, r.State().Position(), r.Before().Position())
	}
	if diff := cmp.Diff(texts(stands), texts(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Occurrences that were taken back do not count as repetitions.
func TestTakebackAndRepetition(t *testing.T) {
	r := repeated(t)
	events := r.Events()
	last := r.Turns()[len(r.Turns())-1]
	before := events[:len(events)-len(last.Actions)]
	asked := []string{"takeback:1", "accept:2"}
	if r.Turns()[len(r.Turns())-2].Seat == 2 {
		asked = []string{"takeback:2", "accept:1"}
	}
	again, err := record.Replay(hexone.Game{}, r.Setup(), slices.Concat(before, asked))
	if err != nil {
		t.Fatal(err)
	}
	redo := r.Turns()[len(again.Turns()):]
	for i, turn := range redo {
		if _, over := again.Result(); over {
			t.Fatalf("over before turn %d of %d", i, len(redo))
		}
		if err := again.Play(turn.Seat, strings.Join(turn.Actions, " ")); err != nil {
			t.Fatal(err)
		}
	}
	if result, over := again.Result(); !over || result.Reason != rules.Repetition {
		t.Errorf("played again to the same end: %v %v", over, result)
	}
}

// A takeback does not bring back a seat that has left.
func TestNoTakebackPastLeaving(t *testing.T) {
	r := replayRound(t, "a b a b resign:3")
	for seat, key := range map[rules.Seat]string{1: "error.left-since", 2: "error.left-since", 3: "error.out"} {
		if kind, got := kindOf(r.AskTakeback(seat)); kind != rules.Conflict || got != key {
			t.Errorf("seat %d: %d %q, want %q", seat, kind, got, key)
		}
	}
	r = replayRound(t, "a b resign:3 a b takeback:2 accept:1 a b")
	if got := len(r.Turns()); got != 2 {
		t.Errorf("%d turns stand", got)
	}
	if !r.State().Out(3) {
		t.Error("seat 3 is back")
	}
}

// A takeback does not open the way to a turn before a departure.
func TestNoTakebackPastLeavingTwice(t *testing.T) {
	r := replayRound(t, "a b resign:3 a b takeback:2 accept:1")
	if _, key := kindOf(r.AskTakeback(1)); key != "error.left-since" {
		t.Errorf("seat 1: %q", key)
	}
}

// A takeback does not bring back a seat that the rules have eliminated.
func TestNoTakebackPastAvoid(t *testing.T) {
	setup := rules.Setup{Options: map[string]string{"seats": "3"}}
	events := "m:a2 m:b2 m:b1 m:c3 end x:a1 x:c2 x:c3 d5 d2 f4 c4 b3 d3" // d3 eliminates seat 3
	r, err := record.Replay(hexellation.Game{}, setup, strings.Fields(events))
	if err != nil {
		t.Fatal(err)
	}
	for seat, want := range map[rules.Seat]string{1: "error.left-since", 2: "error.left-since", 3: "error.out"} {
		if kind, key := kindOf(r.AskTakeback(seat)); kind != rules.Conflict || key != want {
			t.Errorf("seat %d: %d %q, want %q", seat, kind, key, want)
		}
	}
	r, err = record.Replay(hexellation.Game{}, setup, strings.Fields(events+" e3 takeback:1 accept:2"))
	if err != nil {
		t.Fatal(err)
	}
	if turn := r.State().Turn(); turn.Seat != 1 || !r.State().Out(3) {
		t.Errorf("a later turn was taken back to %+v, seat 3 is out: %v", turn, r.State().Out(3))
	}
}

// A record can start within a turn; the rest of that turn counts as a turn.
func TestStartWithinATurn(t *testing.T) {
	r := played(t, ".../.b3../..b2../..r1./... 1 5 1", "d3xE")
	if len(r.Turns()) != 1 || strings.Join(r.Turns()[0].Actions, " ") != "d3xE" {
		t.Errorf("the turns are %+v", r.Turns())
	}
	then, err := r.At(t.Context(), 1)
	if err != nil || then.State().Position() != r.State().Position() {
		t.Errorf("after the turn: %v", err)
	}
}

// With three seats all seats that are still in must agree.
func TestOffersOfMany(t *testing.T) {
	for events, want := range map[string]bool{
		"draw:1 accept:2":                   false,
		"draw:1 accept:2 accept:3":          true,
		"draw:1 draw:3 accept:2":            true,
		"resign:3 draw:1 accept:2":          true,
		"draw:1 accept:2 resign:3":          false,
		"draw:1 accept:2 a b":               false,
		"draw:1 accept:2 a b a b accept:3":  true,
		"draw:2 accept:3 a b":               false,
		"a b takeback:1 accept:3":           false,
		"draw:1 accept:2 decline:3":         false,
		"draw:1 accept:2 decline:2":         false,
		"draw:3 accept:2 resign:3 resign:2": false,
	} {
		result, over := replayRound(t, events).Result()
		if drawn := over && result.Reason == rules.Agreement; drawn != want {
			t.Errorf("%s: drawn %v", events, drawn)
		}
	}
}

func TestTimeOut(t *testing.T) {
	r := played(t, "", "c2")
	if kind, key := kindOf(r.TimeOut(1)); kind != rules.Conflict || key != "error.not-your-turn" {
		t.Errorf("the seat that is not to act: %q", key)
	}
	if err := r.TimeOut(2); err != nil {
		t.Fatal(err)
	}
	if result, over := r.Result(); !over || result.String() != "win 1 points 49 0" || result.Reason != rules.Timeout {
		t.Errorf("%v %v by %s", over, result, result.Reason)
	}
	if kind, key := kindOf(r.TimeOut(2)); kind != rules.Conflict || key != "error.over" {
		t.Errorf("when over: %q", key)
	}
	if got := r.Events()[r.EventCount()-1]; got != "timeout:2" {
		t.Errorf("the event is %q", got)
	}
	round := replayRound(t, "timeout:1")
	if kind, key := kindOf(round.Resign(1)); kind != rules.Conflict || key != "error.out" {
		t.Errorf("a seat that is out resigns: %q", key)
	}
}

// Single actions make the same record as whole turns.
func TestStep(t *testing.T) {
	whole, steps := played(t, "", "c2", "d3", "c2", "d2", "c2 c2xW"), played(t, "")
	for _, text := range whole.Events() {
		action, err := steps.State().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := steps.Step(action); err != nil {
			t.Fatal(err)
		}
	}
	sameGame(t, steps, whole)
	action, _ := steps.State().Parse("c3")
	if _, key := kindOf(steps.Step(action)); key != "hexone.refuse.centre" {
		t.Errorf("an illegal step: %q", key)
	}
	if err := steps.Resign(1); err != nil {
		t.Fatal(err)
	}
	if kind, key := kindOf(steps.Step(action)); kind != rules.Conflict || key != "error.over" {
		t.Errorf("a step when over: %q", key)
	}
}

// FuzzReplay checks that any list of events is either an error or a record
// that lists the same events and is equal when replayed.
func FuzzReplay(f *testing.F) {
	for _, events := range []string{
		"c2 d3 takeback:2 accept:1 b2", "draw:1 c2 draw:2", "c2 resign:1", "timeout:1", "c2 d3 c2 d2 c2 c2xW takeback:1 accept:2",
		"draw:", "draw:3", "resign:01", "accept:-1", "c2 c2",
	} {
		f.Add(events)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var kept []string
		r, err := record.New(hexone.Game{}, rules.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for _, event := range strings.Fields(text) {
			next, err := record.Replay(hexone.Game{}, rules.Setup{}, append(slices.Clone(kept), event))
			if err != nil {
				continue
			}
			r, kept = next, append(kept, event)
		}
		if !slices.Equal(r.Events(), kept) {
			t.Fatalf("%v is recorded as %v", kept, r.Events())
		}
		for n := range len(r.Turns()) + 1 {
			if _, err := r.At(t.Context(), n); err != nil {
				t.Fatalf("turn %d of %v: %v", n, kept, err)
			}
		}
	})
}
