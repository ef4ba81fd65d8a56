package record_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/hexone"
	"hexclub/rules/record"
	"hexclub/rules/six"
)

// A counted game counts the actions played on its states.
type counted struct {
	rules.Game
	plays *int
}

func (c counted) New(setup rules.Setup) (rules.State, error) {
	st, err := c.Game.New(setup)
	return countedState{st, c.plays}, err
}

type countedState struct {
	rules.State
	plays *int
}

func (s countedState) Play(a rules.Action) {
	*s.plays++
	s.State.Play(a)
}

func (s countedState) Clone() rules.State     { return countedState{s.State.Clone(), s.plays} }
func (s countedState) Set(source rules.State) { s.State.Set(source.(countedState).State) }

// A replay plays a bounded number of actions for each event, however many
// turns are taken back in a row.
func TestReplayIsLinear(t *testing.T) {
	for _, deep := range []int{1, 2, 10, 100} {
		t.Run(fmt.Sprint(deep, " in a row"), func(t *testing.T) {
			plays := 0
			game := counted{six.Game{}, &plays}
			events := withTakebacks(t, 300, 3000, deep)
			r, err := record.Replay(game, rules.Setup{}, events)
			if err != nil {
				t.Fatal(err)
			}
			if plays > 3*len(events) {
				t.Errorf("%d events, %d of them actions that stand, take %d plays", len(events), len(r.Played()), plays)
			}
		})
	}
}

// TestRetractedActions checks that a replay does not play an action that the
// next events take back, and plays only the turn of a turn and its answer.
func TestRetractedActions(t *testing.T) {
	const turns, takebacks = 30, 100
	for actions, want := range map[int]int{1: turns, 2: turns + takebacks} {
		t.Run(fmt.Sprint(actions, " actions"), func(t *testing.T) {
			plays := 0
			r, err := record.Replay(counted{six.Game{}, &plays}, rules.Setup{}, withRetractions(t, turns, takebacks, actions, false))
			if err != nil {
				t.Fatal(err)
			}
			if plays != want || len(r.Played()) != turns {
				t.Errorf("%d plays, want %d, for a game of %v", plays, want, r.Played())
			}
		})
	}
}

// TestRetractedFirstTurn takes back the first turn at once. The record and its
// replay are equal.
func TestRetractedFirstTurn(t *testing.T) {
	r := played(t, "", "c2")
	if err := errors.Join(r.AskTakeback(1), r.Accept(2)); err != nil {
		t.Fatal(err)
	}
	wantReplayed(t, r)
}

// TestRetractedIsChecked checks that illegal actions are errors in a replay
// even if the next events take them back.
func TestRetractedIsChecked(t *testing.T) {
	for _, test := range []struct{ events, key string }{
		{"c3 takeback:1 accept:2", "hexone.refuse.ring"},
		{"c2 c2 takeback:1 accept:2", "hexone.refuse.taken"},
		{"z9 takeback:1 accept:2", "error.notation"},
		{"c2 takeback:1 accept:1", "error.offered"},
		{"c2 takeback:2 accept:1", "error.no-turn-back"},
		{"c2 takeback:1 accept:2 accept:2", "error.no-offer"},
		{"c2 d3 takeback:1 accept:2 resign:1 c2 takeback:1 accept:2", "error.over"},
		{"abort:0 c2 takeback:1 accept:2", "error.over"},
	} {
		_, err := record.Replay(hexone.Game{}, rules.Setup{}, strings.Fields(test.events))
		if _, key := kindOf(err); key != test.key {
			t.Errorf("%s: %v, want %s", test.events, err, test.key)
		}
	}
}

// TestTakebackOfASecondTurnInARow takes back the second of two consecutive
// turns of one seat, as at the start of the second phase of Tartan. The first
// of them stands, in a replay as well.
func TestTakebackOfASecondTurnInARow(t *testing.T) {
	game, err := games.Find("tartan")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(1000) {
		random := rules.Random(seed)
		r, err := record.New(game, rules.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for phase := r.Turn().Phase; r.Turn().Phase == phase; {
			actions := r.State().Actions(nil)
			if err := r.Step(actions[random.IntN(len(actions))]); err != nil {
				t.Fatal(err)
			}
		}
		stands, seat := r.Played(), r.Turns()[len(r.Turns())-1].Seat
		if seat != r.Turn().Seat {
			continue
		}
		for number := r.Turn().Number; r.Turn().Number == number; {
			if err := r.Step(r.State().Actions(nil)[0]); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(r.AskTakeback(seat), r.Accept(3-seat)); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(r.Played(), stands) {
			t.Errorf("%v stand, want %v", r.Played(), stands)
		}
		wantReplayed(t, r)
		return
	}
	t.Fatal("no seat has two turns in a row")
}

// A takeback leaves nothing in a record that a replay lacks: a cache of
// records estimates their size from their events.
func TestTakebackKeepsNoSnapshots(t *testing.T) {
	r, err := record.Replay(six.Game{}, rules.Setup{}, withTakebacks(t, 40, 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		seat := r.Turns()[len(r.Turns())-1].Seat
		if err := errors.Join(r.AskTakeback(seat), r.Accept(3-seat)); err != nil {
			t.Fatal(err)
		}
		wantReplayed(t, r)
	}
}

// withTakebacks returns the events of a random game of Six of the given number
// of turns. After that the players repeatedly take back deep turns, one at a
// time, and play on, until they have made the given number of takebacks. In
// Six each turn is one action.
func withTakebacks(tb testing.TB, turns, takebacks, deep int) (events []string) {
	tb.Helper()
	start, err := six.Game{}.New(rules.Setup{})
	if err != nil {
		tb.Fatal(err)
	}
	states := []rules.State{start}
	random := rules.Random(7)
	for granted := 0; ; {
		for len(states) <= turns {
			st := states[len(states)-1]
			actions := st.Actions(nil)
			if a := actions[random.IntN(len(actions))]; !endsGame(st, a) {
				events = append(events, st.Text(a))
				states = append(states, st.Clone())
				states[len(states)-1].Play(a)
			}
		}
		for range deep {
			if granted == takebacks {
				return events
			}
			states = states[:len(states)-1]
			seat := states[len(states)-1].Turn().Seat
			events = append(events, fmt.Sprintf("takeback:%d", seat), fmt.Sprintf("accept:%d", 3-seat))
			granted++
		}
	}
}

// withRetractions returns the events of a random game of Six of the given
// number of turns. After that one player repeatedly plays an action, the other
// answers if two actions are to be taken back, and the first takes them back.
// The actions are always the same, or different each time.
func withRetractions(tb testing.TB, turns, takebacks, actions int, same bool) (events []string) {
	tb.Helper()
	events = withTakebacks(tb, turns, 0, 1)
	r, err := record.Replay(six.Game{}, rules.Setup{}, events)
	if err != nil {
		tb.Fatal(err)
	}
	random := rules.Random(7)
	seat := r.Turn().Seat
	for range takebacks {
		if same {
			random = 7
		}
		for st := r.State().Clone(); st.Turn().Number < r.Turn().Number+actions; {
			legal := st.Actions(nil)
			if a := legal[random.IntN(len(legal))]; !endsGame(st, a) {
				events = append(events, st.Text(a))
				st.Play(a)
			}
		}
		events = append(events, fmt.Sprintf("takeback:%d", seat), fmt.Sprintf("accept:%d", 3-seat))
	}
	return events
}

func endsGame(st rules.State, a rules.Action) bool {
	after := st.Clone()
	after.Play(a)
	_, over := after.Result()
	return over
}

// A record with takebacks equals one that replays from the start at each
// takeback.
func TestTakebacksAsFromTheStart(t *testing.T) {
	options := map[string][]map[string]string{
		"six":         {{}, {"rules": "advanced", "seats": "4"}},
		"hexellation": {{}, {"seats": "6", "sky": "advanced"}, {"seats": "3", "declare": "yes"}},
	}
	for _, game := range games.All() {
		key := game.Info().Key
		for _, chosen := range append(options[key], map[string]string{})[:max(1, len(options[key]))] {
			for i, control := range []string{"", "5+3", "3d"} {
				t.Run(fmt.Sprint(key, chosen, control), func(t *testing.T) {
					playWithTakebacks(t, game, rules.Setup{Options: chosen}, control, rules.Random(i))
				})
			}
		}
	}
}

// playWithTakebacks plays a game at random, with offers, takebacks and
// departures, and compares it with the reference after each step.
func playWithTakebacks(t *testing.T, game rules.Game, setup rules.Setup, control string, random rules.Random) {
	t.Helper()
	clock, err := record.ParseControl(control)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.NewTimed(game, setup, clock)
	if err != nil {
		t.Fatal(err)
	}
	ref := newReference(r)
	granted := 0
	for range 400 {
		if _, over := r.Result(); over {
			break
		}
		before := r.Events()
		err := doAnything(r, &random)
		if err != nil {
			if !slices.Equal(before, r.Events()) {
				t.Fatalf("%v, but it added events: %v", err, r.Events()[len(before):])
			}
			continue
		}
		if ref.follow(r) {
			granted++
		}
		ref.compare(t, r)
		if t.Failed() {
			t.Fatalf("after %s", strings.Join(r.Events(), " "))
		}
	}
	if granted == 0 {
		t.Error("nothing was taken back")
	}
	again, err := record.ReplayTimed(game, setup, clock, r.Events())
	if err != nil {
		t.Fatal(err)
	}
	ref.compare(t, again)
	ref.compareSteps(t, again)
	wantReplayed(t, r)
}

// doAnything plays an action, makes an offer, answers or leaves at random.
func doAnything(r *record.Record, random *rules.Random) error {
	seat := rules.Seat(1 + random.IntN(r.State().Seats()))
	if r.Offer().Kind == record.Takeback && random.IntN(20) > 0 {
		return r.Accept(seat)
	}
	r.Spend(int64(random.IntN(5000)))
	switch random.IntN(80) {
	case 0:
		return r.OfferDraw(seat)
	case 1, 2:
		return r.Decline(seat)
	case 3:
		if random.IntN(4) == 0 {
			return r.Resign(seat)
		}
		return r.OfferDraw(seat)
	case 4:
		if random.IntN(8) == 0 {
			return r.TimeOut(r.Turn().Seat)
		}
		return r.Decline(seat)
	}
	if random.IntN(4) == 0 {
		return r.AskTakeback(seat)
	}
	actions := r.State().Actions(nil)
	return r.Step(actions[random.IntN(len(actions))])
}

// A reference follows the events of a record in the simplest way: at a
// takeback it replays everything that stands from the start.
type reference struct {
	start  rules.State
	events int
	ends   []int // by action that stands, the number of events up to it
	left   []int64
	standing
}

// A standing is the consequence of the actions and departures that stand.
type standing struct {
	state, before rules.State
	played        []string
	turns         []record.Turn
	starts        []int // by turn, index in played
	seen          map[rules.Key]int
}

func newReference(r *record.Record) *reference {
	ref := &reference{start: r.State().Clone(), left: make([]int64, r.State().Seats())}
	for i := range ref.left {
		ref.left[i] = r.Control().Base + r.Control().PerTurn
	}
	ref.standing = replayStanding(ref.start, nil)
	return ref
}

// replayStanding plays actions and departures from a start.
func replayStanding(start rules.State, played []string) standing {
	s := standing{state: start.Clone(), before: start.Clone(), seen: map[rules.Key]int{}}
	s.count()
	for _, event := range played {
		s.add(event)
	}
	return s
}

// add adds an action or a departure.
func (s *standing) add(event string) {
	word, number, _ := strings.Cut(event, ":")
	seat, _ := strconv.Atoi(number)
	switch word {
	case "resign":
		s.state.Retire(rules.Seat(seat), rules.Resignation)
	case "timeout":
		s.state.Retire(rules.Seat(seat), rules.Timeout)
	default:
		action, _ := s.state.Parse(event)
		if turn := s.state.Turn(); turn.Action == 0 || len(s.turns) == 0 {
			s.turns = append(s.turns, record.Turn{Number: len(s.turns) + 1, Seat: turn.Seat})
			s.starts = append(s.starts, len(s.played))
			s.before = s.state.Clone()
		}
		last := &s.turns[len(s.turns)-1]
		last.Actions = append(last.Actions, event)
		s.state.Play(action)
	}
	s.played = append(s.played, event)
	if s.state.Turn().Action == 0 {
		s.count()
	}
}

func (s *standing) count() {
	if s.state.Turn().Seat == 0 {
		return
	}
	key := s.state.Key()
	if s.seen[key]++; s.seen[key] == 3 {
		s.state.Settle(rules.Repetition)
	}
}

// follow applies the new events of the record and reports whether the last of
// them took a turn back.
func (ref *reference) follow(r *record.Record) (takenBack bool) {
	for _, event := range r.Events()[ref.events:] {
		ref.events++
		text, spent, timed := strings.Cut(event, "@")
		acts := ref.state.Turn().Seat
		word, _, _ := strings.Cut(text, ":")
		act := slices.Contains(record.Acts(), record.Act(word))
		switch {
		case !act:
			ref.add(text)
			ref.ends = append(ref.ends, ref.events)
		case word == "resign", word == "timeout":
			ref.add(text)
		default:
			if known := []string{"draw", "takeback", "accept", "decline", "abort"}; !slices.Contains(known, word) {
				panic("the reference does not know the act " + word)
			}
		}
		closed := r.Closed()
		granted := act && closed.How == record.Granted
		switch {
		case granted && closed.Kind == record.Draw:
			ref.state.Settle(rules.Agreement)
		case granted && closed.Kind == record.Takeback:
			ref.takeBack(closed.Turn)
			takenBack = true
		}
		if timed {
			ms, _ := strconv.ParseInt(spent, 10, 64)
			left := &ref.left[acts-1]
			*left -= ms
			if !act {
				*left += r.Control().Increment
			}
			if r.Control().PerTurn > 0 && word != "timeout" {
				*left = r.Control().PerTurn
			}
		}
	}
	return takenBack
}

// takeBack undoes a turn and all that followed.
func (ref *reference) takeBack(number int) {
	ref.standing = replayStanding(ref.start, ref.played[:ref.starts[number-1]])
	actions := 0
	for _, turn := range ref.turns {
		actions += len(turn.Actions)
	}
	ref.ends = ref.ends[:actions]
}

// compare compares the current state of the record with the reference.
func (ref *reference) compare(t *testing.T, r *record.Record) {
	t.Helper()
	type present struct {
		Position, Before string
		Turn             rules.Turn
		Played           []string
		Turns            []string
		Left             []int64
	}
	texts := func(turns []record.Turn) (list []string) {
		for _, turn := range turns {
			list = append(list, fmt.Sprint(turn.Number, turn.Seat, turn.Actions))
		}
		return list
	}
	got := present{
		Position: r.State().Position(), Before: r.Before().Position(), Turn: r.Turn(), Played: r.Played(), Turns: texts(r.Turns()),
	}
	for seat := range ref.left {
		got.Left = append(got.Left, r.Remaining(rules.Seat(seat+1)))
	}
	want := present{
		ref.state.Position(), ref.before.Position(), ref.state.Turn(), append([]string{}, ref.played...), texts(ref.turns), ref.left,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-from the start +record):\n%s", diff)
	}
	if !maps.Equal(ref.seen, r.Seen()) {
		t.Errorf("positions seen: %v, want %v", r.Seen(), ref.seen)
	}
}

// compareSteps compares each past position and the events that led to it.
func (ref *reference) compareSteps(t *testing.T, r *record.Record) {
	t.Helper()
	action := 0
	for _, turn := range r.Turns() {
		for s := range turn.Actions {
			then, err := r.AtStep(t.Context(), turn.Number, s+1)
			if err != nil {
				t.Fatal(err)
			}
			if then.EventCount() != ref.ends[action] {
				t.Errorf("step %d of turn %d stands after %d events, want %d", s+1, turn.Number, then.EventCount(), ref.ends[action])
			}
			action++
		}
	}
	if action != len(ref.ends) {
		t.Errorf("%d actions stand, want %d", action, len(ref.ends))
	}
}

// BenchmarkTakebacks loads a game of Six of 300 turns: without takebacks, with
// 500 and 3,000 of several kinds, and with as many actions as these when none
// is taken back.
func BenchmarkTakebacks(b *testing.B) {
	const turns = 300
	for _, test := range []struct {
		name   string
		events []string
	}{
		{"none", withTakebacks(b, turns, 0, 1)},
		{"500", withTakebacks(b, turns, record.MaxTakebacks, 1)},
		{"3000", withTakebacks(b, turns, 3000, 1)},
		{"3000-of-the-same-action", withRetractions(b, turns, 3000, 1, true)},
		{"3000-after-the-answer", withRetractions(b, turns, 3000, 2, false)},
		{"3000-ten-in-a-row", withTakebacks(b, turns, 3000, 10)},
		{"none-as-many-actions", withTakebacks(b, turns+3000, 0, 1)},
	} {
		b.Run(test.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := record.Replay(six.Game{}, rules.Setup{}, test.events); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(test.events)), "µs/event")
		})
	}
}

// A seat that leaves between a takeback of the first turn and the next
// takeback stays out: the snapshot of that turn predates its departure.
func TestTakebackAfterASeatLeft(t *testing.T) {
	game, err := games.Find("hexellation")
	if err != nil {
		t.Fatal(err)
	}
	setup := rules.Setup{Options: map[string]string{rules.SeatsOption: "3"}}
	r, err := record.New(game, setup)
	if err != nil {
		t.Fatal(err)
	}
	try := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	playTurn := func() {
		t.Helper()
		for number := r.Turn().Number; r.Turn().Number == number; {
			try(r.Step(r.State().Actions(nil)[0]))
		}
	}
	takeBack := func(seat rules.Seat) {
		t.Helper()
		try(r.AskTakeback(seat))
		for other := rules.Seat(1); r.Offer().Kind != record.NoOffer; other++ {
			if other != seat && !r.State().Out(other) {
				try(r.Accept(other))
			}
		}
	}
	playTurn()
	playTurn()
	takeBack(2)
	takeBack(1)
	try(r.Resign(3))
	playTurn()
	playTurn()
	takeBack(2)
	replayed, err := record.Replay(game, setup, r.Events())
	try(err)
	if !r.State().Out(3) || !replayed.State().Out(3) {
		t.Errorf("seat 3 is out: %v when played, %v when replayed", r.State().Out(3), replayed.State().Out(3))
	}
}
