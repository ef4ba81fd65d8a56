package ladder

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hexclub/rules/rulestest"
)

// Recounting a random season changes nothing, whatever its settings were and
// whatever has been corrected.
func TestRecountAsItIs(t *testing.T) {
	for seed := range uint64(rulestest.Some(t, 200)) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			s := &season{random: rand.New(rand.NewPCG(seed, 9)), done: map[Kind]int{}, now: 1000 * day}
			s.state.Settings = randomSettings(s.random)
			h := History{Rules: []Settings{s.state.Settings}}
			add := func(events []Event) {
				for _, e := range events {
					if e.Kind == Set {
						h.Rules = append(h.Rules, s.state.Settings)
					}
					if e.Kind != RemindAnswer && e.Kind != RemindPlay {
						h.Events = append(h.Events, e)
					}
				}
			}
			for i := range 150 {
				if s.random.IntN(3) == 0 {
					s.now += s.random.Int64N(12 * day)
					add(s.state.Tick(s.now))
				}
				if i%20 == 19 {
					s.rectify(t, h, add)
					continue
				}
				events, _ := s.something(fmt.Sprintf("c%03d", i))
				add(events)
			}
			for challenge, at := range h.ends() {
				h.wantAsItIs(t, s.state, challenge, at)
			}
		})
	}
}

// rectify corrects the result of a challenge at random.
func (s *season) rectify(t *testing.T, h History, add func([]Event)) {
	t.Helper()
	var ended []Event
	for _, at := range h.ends() {
		ended = append(ended, h.Events[at])
	}
	if len(ended) == 0 {
		return
	}
	slices.SortFunc(ended, func(a, b Event) int { return int(a.At - b.At) })
	e := ended[s.random.IntN(len(ended))]
	o := []Outcome{{Winner: e.Player}, {Winner: e.Other}, {}, {Lapsed: true}}[s.random.IntN(4)]
	want, err := h.Recount(e.Challenge, o)
	if h.results()[e.Challenge].same(o) {
		if err == nil {
			t.Error("a correction that changes nothing is accepted")
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	before := s.state.clone()
	events, err := s.state.Rectify(s.now, h, e.Challenge, o)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.state.ids(); !slices.Equal(got, want) {
		t.Errorf("corrected %v, want %v", got, want)
	}
	s.checkEvents(t, before, events)
	add(events)
}

// wantAsItIs fails the test if a recount from the end of a challenge on gives
// other places than the ladder has.
func (h History) wantAsItIs(t *testing.T, s State, challenge string, at int) {
	t.Helper()
	if diff := cmp.Diff(s.ids(), h.replay(h.begin(at), h.results()).order()); diff != "" {
		t.Errorf("recounted from %s on (-is +recounted):\n%s", challenge, diff)
	}
}

// A corrected ladder is the one that would have come of the right result.
func TestRectifiedIsRight(t *testing.T) {
	seasons, corrections := rulestest.Some(t, 100), 0
	for seed := range uint64(seasons) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 10))
			settings := randomSettings(random)
			// Places must not decide what is allowed: the same acts happen on both ladders.
			settings.Reach, settings.Downwards, settings.Made, settings.Received, settings.Refuse = 0, true, 10, 10, Nobody
			wrong := &season{random: random, now: 1000 * day, state: State{Settings: settings}}
			right := State{Settings: settings}
			h, corrected, result := History{Rules: []Settings{settings}}, "", Outcome{}
			for i := range 120 {
				if random.IntN(3) == 0 {
					wrong.now += random.Int64N(12 * day)
				}
				id := fmt.Sprintf("c%03d", i)
				if decided := wrong.decision(corrected == "" && i > 40); decided != nil {
					c, o := decided.challenge, decided.is
					events, err := wrong.state.Decide(wrong.now, c.ID, decided.was)
					h.Events = append(h.Events, events...)
					_, alike := right.Decide(wrong.now, c.ID, o)
					if fmt.Sprint(err) != fmt.Sprint(alike) {
						t.Fatalf("act %d: %v and %v", i, err, alike)
					}
					if decided.was != o && err == nil {
						corrected, result = c.ID, Outcome{Winner: o.Winner}
					}
					continue
				}
				act := wrong.act(id)
				events, err := act(&wrong.state)
				h.Events = append(h.Events, events...)
				if _, alike := act(&right); fmt.Sprint(err) != fmt.Sprint(alike) {
					t.Fatalf("act %d: %v and %v", i, err, alike)
				}
			}
			if corrected == "" {
				return
			}
			if _, err := wrong.state.Rectify(wrong.now, h, corrected, result); err != nil {
				t.Fatal(err)
			}
			corrections++
			right.Tick(wrong.now)
			if diff := cmp.Diff(right.ids(), wrong.state.ids()); diff != "" {
				t.Errorf("%s corrected to %q under %+v (-right +corrected):\n%s", corrected, result.Winner, settings, diff)
			}
		})
	}
	if corrections < seasons/2 {
		t.Errorf("%d of %d seasons had a correction", corrections, seasons)
	}
}

// A decision is how a challenge was decided, and how it should have been.
type decision struct {
	challenge Challenge
	was, is   Outcome
}

// decision returns a random decision of an accepted challenge, wrong if that
// is asked for; nil for none.
func (s *season) decision(wrong bool) *decision {
	if len(s.state.Challenges) == 0 || s.random.IntN(3) > 0 {
		return nil
	}
	c := s.state.Challenges[s.random.IntN(len(s.state.Challenges))]
	results := []string{c.From, c.To, ""}
	d := decision{challenge: c}
	d.was = Outcome{Winner: results[s.random.IntN(3)], By: ByPlay}
	if d.is = d.was; wrong {
		d.is.Winner = results[s.random.IntN(3)]
	}
	return &d
}

// act returns a random act that does not depend on places.
func (s *season) act(id string) func(*State) ([]Event, error) {
	now, who, other := s.now, s.someone(), s.someone()
	place := 0
	if s.state.Settings.Entry == Given {
		place = 1
	}
	open := Challenge{}
	if n := len(s.state.Challenges); n > 0 {
		open = s.state.Challenges[s.random.IntN(n)]
	}
	switch s.random.IntN(12) {
	case 0, 1:
		return func(l *State) ([]Event, error) { return l.Join(now, who, place) }
	case 2:
		return func(l *State) ([]Event, error) { return l.Leave(now, who) }
	case 3:
		return func(l *State) ([]Event, error) { return l.Correct(now, who, 1+len(l.Players)/2) }
	case 4:
		return func(l *State) ([]Event, error) { return l.Tick(now), nil }
	case 5, 6, 7:
		return func(l *State) ([]Event, error) { return l.Accept(now, open.ID, open.To) }
	}
	if len(s.state.Players) < 8 {
		return func(l *State) ([]Event, error) { return l.Join(now, who, place) }
	}
	return func(l *State) ([]Event, error) { return l.Challenge(now, id, who, other, "hexone") }
}
