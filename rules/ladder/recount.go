package ladder

import (
	"slices"

	"hexclub/rules"
)

// A History is what has happened on a ladder since it was made.
type History struct {
	Events []Event    // all but reminders, in the order in which they happened
	Rules  []Settings // before the first event of kind Set, and after each of them
}

// Rectify is the organiser's act of r18 that corrects the result of a decided
// or lapsed challenge. The history is that of the ladder so far. The first
// event says what is correct, and the others which players move: to where they
// would be if that result had been recorded at once. A challenge without a
// result is an *rules.Error of kind NotFound (error.ladder-challenge), a
// winner who does not play in it is one of kind Invalid (error.result), the
// result that it has already is one of kind Conflict (error.ladder-same), and
// so are places that cannot be recounted (ErrRecount), for which there is
// Amend.
func (s *State) Rectify(now int64, h History, challenge string, o Outcome) ([]Event, error) {
	next := s.clone()
	events := next.Tick(now)
	h.Events = append(slices.Clip(h.Events), events...)
	is, was, err := h.recount(challenge, o)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(was.order(), next.ids()) {
		return nil, errRecount(was.order(), next.ids())
	}
	event := h.rectified(now, challenge, o)
	event.From, event.To = next.Place(event.Player), next.Place(event.Other)
	moved := next.shift(now, OrganisersRule, Event{Challenge: challenge}, func() {
		players := slices.Clone(next.Players)
		for _, p := range players {
			next.Players[is.place[p.ID]-1] = p
		}
	})
	for i, l := range next.Leavers { // from where they come back (r17)
		next.Leavers[i].Place = is.last[l.ID]
	}
	*s = next
	return append(append(events, event), moved...), nil
}

// Amend records a corrected result like Rectify, and moves nobody.
func (s *State) Amend(now int64, h History, challenge string, o Outcome) []Event {
	events := s.Tick(now)
	h.Events = append(slices.Clip(h.Events), events...)
	event := h.rectified(now, challenge, o)
	event.From, event.To = s.Place(event.Player), s.Place(event.Other)
	return append(events, event)
}

// Recount returns the players in order of place, as they would be if a
// challenge had ended otherwise. It fails as Rectify does.
func (h History) Recount(challenge string, o Outcome) ([]string, error) {
	is, _, err := h.recount(challenge, o)
	return is.order(), err
}

// recount returns the places with a corrected result, and as they were.
func (h History) recount(challenge string, o Outcome) (is, was standing, err error) {
	ended, known := h.ends()[challenge]
	if !known {
		return is, was, errChallenge(challenge)
	}
	e := h.Events[ended]
	if o.Winner != "" && (o.Lapsed || o.Winner != e.Player && o.Winner != e.Other) {
		return is, was, rules.Errorf(rules.Invalid, "error.result", "winner %.40q", o.Winner)
	}
	results, from := h.results(), h.begin(ended)
	if results[challenge].same(o) {
		return is, was, rules.Errorf(rules.Conflict, "error.ladder-same", "challenge %.40q", challenge)
	}
	was = h.replay(from, results)
	if stored := h.places(len(h.Events)).order(); !slices.Equal(was.order(), stored) {
		return is, was, errRecount(was.order(), stored)
	}
	results[challenge] = o
	return h.replay(from, results), was, nil
}

func (o Outcome) same(other Outcome) bool {
	return o.Winner == other.Winner && o.Lapsed == other.Lapsed
}

// ends returns the index of the event that ended each decided or lapsed
// challenge.
func (h History) ends() map[string]int {
	ends := map[string]int{}
	for i, e := range h.Events {
		if e.Kind == Won || e.Kind == Drawn || e.Kind == Lapsed {
			ends[e.Challenge] = i
		}
	}
	return ends
}

// results returns the last result of each decided or lapsed challenge.
func (h History) results() map[string]Outcome {
	results := map[string]Outcome{}
	for _, e := range h.Events {
		switch e.Kind {
		case Won, CorrectedWon:
			results[e.Challenge] = Outcome{Winner: e.Player}
		case Drawn, CorrectedDrawn:
			results[e.Challenge] = Outcome{}
		case Lapsed, CorrectedLapsed:
			results[e.Challenge] = Outcome{Lapsed: true}
		}
	}
	return results
}

// begin returns the first event to recount for a correction of one: the first
// whose result has been or is to be corrected. Places before it are as they
// were recorded.
func (h History) begin(first int) int {
	ends := h.ends()
	for _, e := range h.Events {
		if at, ended := ends[e.Challenge]; ended && e.Kind.corrects() {
			first = min(first, at)
		}
	}
	return first
}

func (k Kind) corrects() bool {
	return k == CorrectedWon || k == CorrectedDrawn || k == CorrectedLapsed
}

// challenger returns the player who made a challenge, empty if it is unknown.
func (h History) challenger(challenge string) string {
	for _, e := range h.Events {
		if e.Kind == Made && e.Challenge == challenge {
			return e.Player
		}
	}
	return ""
}

// rectified returns the event of a correction, without places.
func (h History) rectified(now int64, challenge string, o Outcome) Event {
	ended := h.Events[h.ends()[challenge]]
	e := Event{Kind: CorrectedWon, At: now, Player: o.Winner, Other: ended.Other, Challenge: challenge, By: ByOrganiser, Why: OrganisersRule}
	if o.Winner == ended.Other {
		e.Other = ended.Player
	}
	if o.Winner != "" {
		return e
	}
	if e.Kind = CorrectedDrawn; o.Lapsed {
		e.Kind = CorrectedLapsed
	}
	e.Player, e.Other = ended.Player, ended.Other
	if h.challenger(challenge) == ended.Other {
		e.Player, e.Other = ended.Other, ended.Player
	}
	return e
}

// A standing is the places of players at one moment.
type standing struct {
	place map[string]int
	last  map[string]int // last places of those who have left
}

// places returns the places before an event, as the events state them.
func (h History) places(before int) standing {
	s := standing{map[string]int{}, map[string]int{}}
	for _, e := range h.Events[:before] {
		switch {
		case !e.Kind.moves():
		case e.To == 0:
			delete(s.place, e.Player)
			s.last[e.Player] = e.From
		default:
			s.place[e.Player] = e.To
		}
	}
	return s
}

// moves reports whether an event of the kind changes the place of its player.
func (k Kind) moves() bool {
	switch k {
	case Joined, Returned, Added, Ended, Removed, Placed, Dropped, Moved:
		return true
	}
	return false
}

// order returns the players in order of place.
func (s standing) order() []string {
	var ids []string
	for id := range s.place {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int { return s.place[a] - s.place[b] })
	return ids
}

// A replay repeats events by what they mean, wherever their players are.
type replay struct {
	State
	last        map[string]int
	results     map[string]Outcome
	challengers map[string]string
}

// replay returns the places after all events, those from one on repeated with
// the results given.
func (h History) replay(from int, results map[string]Outcome) standing {
	start := h.places(from)
	r := replay{last: start.last, results: results, challengers: map[string]string{}}
	for _, id := range start.order() {
		r.Players = append(r.Players, Player{ID: id})
	}
	sets := 0
	for i := range h.Events {
		switch e := h.Events[i]; {
		case e.Kind == Set:
			sets++
		case e.Kind == Made:
			r.challengers[e.Challenge] = e.Player
		}
		if i >= from {
			r.Settings = h.Rules[min(sets, len(h.Rules)-1)]
			r.repeat(h.Events, i)
		}
	}
	is := standing{map[string]int{}, r.last}
	for i, p := range r.Players {
		is.place[p.ID] = i + 1
	}
	return is
}

// repeat repeats one event. Players who move because of others follow from it.
func (r *replay) repeat(events []Event, i int) {
	e := events[i]
	place := r.Place(e.Player)
	switch e.Kind {
	case Won, Drawn, Lapsed:
		r.end(e)
	case Joined, Returned, Added:
		r.admit(e)
	case Ended, Removed:
		if place > 0 {
			r.last[e.Player] = place
			r.Players = slices.Delete(r.Players, place-1, place)
		}
	case Placed:
		if place > 0 {
			r.move(place, min(e.To, len(r.Players)))
		}
	case Dropped:
		r.dropAll(events, i)
	}
}

// end repeats the end of a challenge with its result (r11, r12).
func (r *replay) end(e Event) {
	winner := r.results[e.Challenge].Winner
	loser := e.Other
	if loser == winner {
		loser = e.Player
	}
	won := Event{Player: winner, Other: loser, From: r.Place(winner), To: r.Place(loser)}
	if winner != "" && won.From > 0 && won.To > 0 {
		r.reward(e.At, won, r.challengers[e.Challenge])
	}
}

// admit repeats that a player enters (r14, r17).
func (r *replay) admit(e Event) {
	if r.Place(e.Player) > 0 {
		return
	}
	lowest := len(r.Players) + 1
	place := min(e.To, lowest)
	if last, left := r.last[e.Player]; left && e.Kind == Returned && e.Why == ReturningRule {
		place = min(last+r.Settings.ReturnDrop, lowest)
	}
	r.Players = slices.Insert(r.Players, place-1, Player{ID: e.Player})
}

// dropAll repeats that players go down for inactivity (r13), all of a moment
// with the first of them.
func (r *replay) dropAll(events []Event, i int) {
	at := events[i].At
	together := func(e Event) bool { return e.At == at && (e.Kind == Dropped || e.Kind == Moved) }
	if before := i - 1; before >= 0 && together(events[before]) && r.dropped(events, before, together) {
		return
	}
	idle := map[string]bool{}
	for ; i < len(events) && together(events[i]); i++ {
		if events[i].Kind == Dropped {
			idle[events[i].Player] = true
		}
	}
	lowest := len(r.Players)
	for from := len(r.Players); from > 0; from-- {
		if idle[r.Players[from-1].ID] {
			to := min(from+r.Settings.InactiveDrop, lowest)
			lowest = to - 1
			r.move(from, to)
		}
	}
}

// dropped reports whether one of the events before, up to one that is not
// among them, is that a player goes down.
func (r *replay) dropped(events []Event, i int, together func(Event) bool) bool {
	for ; i >= 0 && together(events[i]); i-- {
		if events[i].Kind == Dropped {
			return true
		}
	}
	return false
}

// ids returns the players in order of place.
func (s *State) ids() (list []string) {
	for _, p := range s.Players {
		list = append(list, p.ID)
	}
	return list
}

// ErrRecount is the sentinel error for places that cannot be recounted.
var ErrRecount = &rules.Error{Kind: rules.Conflict, Key: "error.ladder-recount"}

func errRecount(recounted, stored []string) error {
	return ErrRecount.Errorf("recounted %v, stored %v", recounted, stored)
}
