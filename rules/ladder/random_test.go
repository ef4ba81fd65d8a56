package ladder

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/rules/rulestest"
)

// In random seasons the places stay in order, every change has an event,
// refused acts are those that Reach and MayRefuse name, and late ticks change
// nothing.
func TestRandomSeasons(t *testing.T) {
	const acts = 120
	done, refused := map[Kind]int{}, map[string]bool{}
	for seed := range uint64(rulestest.Some(t, 200)) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			s := &season{random: rand.New(rand.NewPCG(seed, 8)), done: done, refused: refused, now: 1000 * day}
			s.state.Settings = randomSettings(s.random)
			if err := s.state.Settings.Check(); err != nil {
				t.Fatal(err)
			}
			for i := range acts {
				s.step(t, i)
				if t.Failed() {
					t.Fatalf("act %d under %+v", i, s.state.Settings)
				}
			}
		})
	}
	for _, kind := range kinds {
		if done[kind] < 20 && !kind.corrects() && !testing.Short() {
			t.Errorf("%s has happened %d times only", kind, done[kind])
		}
	}
}

type season struct {
	random  *rand.Rand
	state   State
	now     int64
	done    map[Kind]int
	refused map[string]bool // keys whose values have been checked
}

func randomSettings(random *rand.Rand) Settings {
	s := Default("hexone")
	pick := func(values ...string) string { return values[random.IntN(len(values))] }
	s.Unit = pairing.Unit(pick(units()...))
	s.Refuse = Refuser(pick(string(Challenged), string(Challenged), string(Nobody)))
	s.Unanswered, s.Unplayed = Resolution(pick(string(Lost), string(Lapses))), Resolution(pick(string(Lost), string(Lapses)))
	s.Leaving = Resolution(pick(string(Lost), string(Lapses)))
	s.Win, s.Loss = Win(pick(string(Insert), string(Swap), string(Half))), Loss(pick(string(Stay), string(Down)))
	s.Entry = Entry(pick(string(Bottom), string(Middle), string(Given)))
	s.Downwards = random.IntN(3) == 0
	for _, bound := range Bounds() {
		if n := bound.Value(&s); random.IntN(2) == 0 {
			*n = bound.Min + random.IntN(min(bound.Max-bound.Min, 9)+1)
		}
	}
	return s
}

// step lets some time pass, performs an act and checks the result.
func (s *season) step(t *testing.T, i int) {
	t.Helper()
	if s.random.IntN(3) == 0 {
		s.pass(t)
	}
	if n := len(s.state.Challenges); n > 0 {
		c := &s.state.Challenges[s.random.IntN(n)]
		c.Awaited = []string{"", c.From, c.To}[s.random.IntN(3)]
	}
	if i%4 == 0 {
		s.checkReach(t)
	}
	before := s.state.clone()
	events, err := s.something(fmt.Sprintf("c%03d", i))
	if err != nil {
		if diff := cmp.Diff(before, s.state); diff != "" {
			t.Errorf("%v has changed (-before +after):\n%s", err, diff)
		}
		var known *rules.Error
		var refused *Refusal
		if !errors.As(err, &known) && !errors.As(err, &refused) {
			t.Errorf("the error is %v", err)
		}
		return
	}
	s.checkEvents(t, before, events)
	s.checkState(t)
	s.state = again(t, s.state)
}

// again returns the state as it comes back from JSON.
func again(t *testing.T, s State) State {
	t.Helper()
	var read State
	if err := json.Unmarshal([]byte(text(t, s)), &read); err != nil {
		t.Fatal(err)
	}
	if got, want := text(t, read), text(t, s); got != want {
		t.Errorf("read back as %s, want %s", got, want)
	}
	return read
}

// pass lets time pass. Two ticks have the same effect as one, and nothing
// happens before the moment of Next.
func (s *season) pass(t *testing.T) {
	t.Helper()
	later := s.now + s.random.Int64N(12*day)
	middle := s.now + s.random.Int64N(later-s.now+1)
	before := s.state.clone()
	late, twice := s.state.clone(), s.state.clone()
	events := late.Tick(later)
	inTwo := append(twice.Tick(middle), twice.Tick(later)...)
	if diff := cmp.Diff(events, inTwo); diff != "" {
		t.Errorf("in two ticks (-one +two):\n%s", diff)
	}
	if diff := cmp.Diff(late, twice); diff != "" {
		t.Errorf("after two ticks (-one +two):\n%s", diff)
	}
	early := s.state.clone()
	if next := early.Next(); next > s.now && next != never {
		if events := append(early.Tick(next-1), early.Reminders(next-1)...); len(events) > 0 {
			t.Errorf("before %d: %+v", next, events)
		}
		if events := append(early.Tick(next), early.Reminders(next)...); len(events) == 0 {
			t.Errorf("nothing happens at %d", next)
		}
	}
	s.state, s.now = late, later
	s.checkEvents(t, before, events)
	s.checkState(t)
}

func (s *season) someone() string { return fmt.Sprintf("p%02d", s.random.IntN(14)) }

// something performs a random act, which may be refused.
func (s *season) something(id string) ([]Event, error) {
	who, open := s.someone(), Challenge{}
	if n := len(s.state.Challenges); n > 0 {
		open = s.state.Challenges[s.random.IntN(n)]
	}
	place := 0
	if s.state.Settings.Entry == Given && s.random.IntN(2) == 0 {
		place = s.random.IntN(len(s.state.Players)+3) - 1
	}
	switch s.random.IntN(32) {
	case 0, 1:
		return s.state.Join(s.now, who, place)
	case 2:
		return s.state.Return(s.now, who, place)
	case 3:
		return s.state.Leave(s.now, who)
	case 21:
		return s.state.Add(s.now, who, s.random.IntN(len(s.state.Players)+3)-1)
	case 4:
		return s.state.Correct(s.now, who, s.random.IntN(len(s.state.Players)+2))
	case 5:
		if s.random.IntN(3) > 0 {
			return s.state.Reopen(s.now), nil
		}
		return s.state.Close(s.now), nil
	case 18:
		if s.random.IntN(4) > 0 {
			return s.state.Tick(s.now), nil
		}
		changed := randomSettings(s.random)
		if s.random.IntN(5) == 0 {
			changed.Play = 0
		}
		changed.Made, changed.Received = s.state.Settings.Made, s.state.Settings.Received
		return s.state.Change(s.now, changed)
	case 6, 7, 8, 9:
		return s.state.Accept(s.now, open.ID, open.To)
	case 10, 11:
		return s.state.Refuse(s.now, open.ID, open.To)
	case 12:
		return s.state.Withdraw(s.now, open.ID, open.From)
	case 13, 14, 15:
		by := []By{ByPlay, ByDefault, ByOrganiser}[s.random.IntN(3)]
		return s.state.Decide(s.now, open.ID, Outcome{[]string{"", open.From, open.To}[s.random.IntN(3)], s.random.IntN(6) == 0, by})
	case 16, 17, 19, 20:
		return s.state.Reminders(s.now), nil
	case 30:
		other := s.someone()
		_, events, err := s.state.Record(s.now, id, who, other, "hexone", []string{"", who, other}[s.random.IntN(3)])
		return events, err
	case 31:
		_, events, err := s.state.Report(s.now, id, who, s.someone(), "hexone")
		return events, err
	}
	if len(s.state.Players) < 6 {
		return s.state.Join(s.now, who, place)
	}
	options := s.state.Reach(s.now, who)
	for range 3 {
		if o := options[s.random.IntN(len(options))]; o.Refusal == nil {
			return s.state.Challenge(s.now, id, who, o.Player, "hexone")
		}
	}
	return s.state.Challenge(s.now, id, who, s.someone(), "hexone")
}

// checkReach checks Reach and MayRefuse against what happens.
func (s *season) checkReach(t *testing.T) {
	t.Helper()
	who := s.someone()
	for _, o := range s.state.Reach(s.now, who) {
		next := s.state.clone()
		events, err := next.Challenge(s.now, "x", who, o.Player, "hexone")
		var refused *Refusal
		switch {
		case o.Refusal == nil && err != nil:
			t.Errorf("%s may challenge %s, but %v", who, o.Player, err)
		case o.Refusal != nil && !errors.As(err, &refused):
			t.Errorf("%s may not challenge %s (%v), but %v", who, o.Player, o.Refusal, err)
		case o.Refusal != nil:
			if diff := cmp.Diff(o.Refusal, refused); diff != "" {
				t.Errorf("%s and %s (-option +act):\n%s", who, o.Player, diff)
			}
		case o.Free != next.Challenges[len(next.Challenges)-1].Free || o.Place != events[len(events)-1].To:
			t.Errorf("%s and %s: %+v and %+v", who, o.Player, o, events)
		}
		if o.Refusal != nil && !s.refused[o.Refusal.Refused.Key] {
			s.refused[o.Refusal.Refused.Key] = true
			checkValues(t, o.Refusal.Refused.Key, o.Refusal.Values)
		}
	}
	for _, c := range s.state.Challenges {
		next := s.state.clone()
		_, err := next.Refuse(s.now, c.ID, c.To)
		if may := s.state.MayRefuse(s.now, c.ID); (may == nil) != (err == nil) {
			t.Errorf("%s may be refused: %v, but %v", c.ID, may, err)
		}
	}
}

// checkEvents replays the events of places and challenges.
func (s *season) checkEvents(t *testing.T, before State, events []Event) {
	t.Helper()
	places, open := map[string]int{}, map[string]bool{}
	for i, p := range before.Players {
		places[p.ID] = i + 1
	}
	for _, c := range before.Challenges {
		open[c.ID] = true
	}
	at := int64(0)
	for _, e := range events {
		s.done[e.Kind]++
		if e.At > s.now || e.At < at && e.Kind != RemindAnswer && e.Kind != RemindPlay {
			t.Errorf("%+v comes after %d", e, at)
		}
		at = e.At
		if !slices.Contains(allRules, e.Why) {
			t.Errorf("%+v has no rule", e)
		}
		switch e.Kind {
		case Made:
			open[e.Challenge] = true
			again := func(r Refused) bool {
				return r.From == e.Player && r.Player == e.Other && e.At < r.At+int64(before.Settings.Rematch)*day
			}
			if before.Closed != 0 || e.Why != OrganisersRule && slices.ContainsFunc(before.Refused, again) {
				t.Errorf("%+v, closed %d, refused before %+v", e, before.Closed, before.Refused)
			}
		case Declined, Withdrawn, Won, Drawn, Lapsed:
			if !open[e.Challenge] {
				t.Errorf("%+v was not open", e)
			}
			delete(open, e.Challenge)
		case Joined, Returned, Added, Ended, Removed, Placed, Dropped, Moved:
			if came := e.Kind == Joined || e.Kind == Returned || e.Kind == Added; came && before.Closed != 0 {
				t.Errorf("%+v while it is closed", e)
			}
			if places[e.Player] != e.From {
				t.Errorf("%+v, but %s was on %d", e, e.Player, places[e.Player])
			}
			places[e.Player] = e.To
		}
	}
	for id, place := range places {
		if got := s.state.Place(id); got != place {
			t.Errorf("%s is on %d, expected %d: %+v", id, got, place, events)
		}
	}
	for _, p := range s.state.Players {
		if places[p.ID] == 0 {
			t.Errorf("no event names %s", p.ID)
		}
	}
	for _, c := range s.state.Challenges {
		if !open[c.ID] {
			t.Errorf("no event names %s", c.ID)
		}
		delete(open, c.ID)
	}
	if len(open) > 0 {
		t.Errorf("reported as open: %v", open)
	}
	s.checkNamed(t, before, events)
}

// checkNamed checks that events name every player and challenge that has
// changed.
func (s *season) checkNamed(t *testing.T, before State, events []Event) {
	t.Helper()
	named, all := map[string]bool{}, false
	for _, e := range events {
		named[e.Player], named[e.Other], named[e.Challenge] = true, true, true
		all = all || e.Kind == Closed || e.Kind == Opened || e.Kind == Set
	}
	for _, p := range s.state.Players {
		if at := before.Place(p.ID); at > 0 && before.Players[at-1] != p && !named[p.ID] && !all {
			t.Errorf("nothing names %+v, which was %+v", p, before.Players[at-1])
		}
	}
	for _, c := range s.state.Challenges {
		if was, _ := before.Find(c.ID); was != c && !named[c.ID] {
			t.Errorf("nothing names %+v, which was %+v", c, was)
		}
	}
}

// checkState checks the invariants.
func (s *season) checkState(t *testing.T) {
	t.Helper()
	seen := map[string]bool{}
	for _, p := range s.state.Players {
		stopped := s.state.Closed != 0 || s.state.busy(p.ID)
		if seen[p.ID] || p.Free < 0 || stopped != (p.Held != 0) || p.Idle > s.now || p.Held > s.now {
			t.Errorf("%+v at %d, busy %v, closed %d", p, s.now, s.state.busy(p.ID), s.state.Closed)
		}
		seen[p.ID] = true
	}
	for _, l := range s.state.Leavers {
		if seen[l.ID] {
			t.Errorf("%s has left and is on the ladder, or has left twice", l.ID)
		}
		seen[l.ID] = true
	}
	made, received, pairs := map[string]int{}, map[string]int{}, map[[2]string]int{}
	for _, c := range s.state.Challenges {
		made[c.From]++
		received[c.To]++
		pairs[[2]string{min(c.From, c.To), max(c.From, c.To)}]++
		due := c.deadline()
		if s.state.Place(c.From) == 0 || s.state.Place(c.To) == 0 || c.From == c.To || due <= s.now {
			t.Errorf("%+v at %d", c, s.now)
		}
		if made[c.From] > s.state.Settings.Made || received[c.To] > s.state.Settings.Received || pairs[[2]string{min(c.From, c.To), max(c.From, c.To)}] > 1 {
			t.Errorf("%+v is one too many", c)
		}
	}
}

// BenchmarkReach measures the page of a ladder of five hundred.
func BenchmarkReach(b *testing.B) {
	s := large(500)
	for b.Loop() {
		s.Reach(3*day, "p0400")
	}
}

// BenchmarkTick measures a year without any act.
func BenchmarkTick(b *testing.B) {
	for b.Loop() {
		s := large(500)
		s.Tick(366 * day)
	}
}

// large returns a ladder of many players who last played at different moments,
// with a challenge for each fourth.
func large(n int) State {
	s := State{Settings: Default("hexone")}
	for i := range n {
		s.Players = append(s.Players, Player{ID: fmt.Sprintf("p%04d", i), Joined: day, Idle: day + int64(i*7919%n)*1000, Free: 1})
		s.Met = append(s.Met, Meeting{"p0400", fmt.Sprintf("p%04d", i), day})
		if i%4 == 1 {
			c := Challenge{ID: strconv.Itoa(i), From: s.Players[i].ID, To: s.Players[i-1].ID, Made: day, AnswerBy: 4 * day}
			s.Challenges = append(s.Challenges, c)
			s.Players[i].Held, s.Players[i-1].Held = day, day
		}
	}
	return s
}
