package ladder

import (
	"slices"

	"hexclub/rules"
)

// Join puts a person on the ladder while it is open: a newcomer by r14, or a
// player who has left by r17. If the organiser chooses the places of
// newcomers, the place is from 1 to one more than the number of players;
// otherwise it is 0. Any other place is an *rules.Error of kind Invalid
// (error.ladder-place).
func (s *State) Join(now int64, player string, place int) ([]Event, error) {
	return s.act(now, func(s *State) ([]Event, error) {
		if err := s.mayEnter(player); err != nil {
			return nil, err
		}
		if i := s.leaverIndex(player); i >= 0 {
			return s.readmit(now, i, place)
		}
		place, err := s.entry(place)
		if err != nil {
			return nil, err
		}
		return s.enter(now, Player{ID: player, Free: s.Settings.Free}, place, Joined, NewcomersRule), nil
	})
}

// mayEnter returns nil if a person may enter the ladder at some place.
func (s *State) mayEnter(player string) error {
	switch {
	case s.Closed != 0:
		return refusal(OpenRule, "ladder.refuse.closed")
	case s.Place(player) > 0:
		return refusal(PlayersRule, "ladder.refuse.joined", playerValue(player))
	case player == "":
		return errPlayer(player)
	}
	return nil
}

// Return puts a player who has left back on the ladder (r17). The place is
// that of Join, and is needed only for a player who comes back as a newcomer.
// A person who never was on the ladder is an *rules.Error of kind NotFound
// (error.ladder-player).
func (s *State) Return(now int64, player string, place int) ([]Event, error) {
	if s.leaverIndex(player) < 0 && s.Place(player) == 0 {
		return nil, errPlayer(player)
	}
	return s.Join(now, player, place)
}

// PreviewEntry returns how a person who is not on the open ladder would enter
// it at a moment: the place, 0 if the organiser has to choose it, and the
// rule.
func (s *State) PreviewEntry(now int64, player string) (place int, why Rule) {
	next := s.clone()
	next.Tick(now)
	if i := next.leaverIndex(player); i >= 0 {
		if back, ok := next.returnPlace(now, next.Leavers[i]); ok {
			return back, ReturningRule
		}
	}
	if next.Settings.Entry == Given {
		return 0, NewcomersRule
	}
	place, _ = next.entry(0)
	return place, NewcomersRule
}

func (s *State) readmit(now int64, i, given int) ([]Event, error) {
	gone := s.Leavers[i]
	place, ok := s.returnPlace(now, gone)
	why := ReturningRule
	if !ok {
		var err error
		if place, err = s.entry(given); err != nil {
			return nil, err
		}
		why = NewcomersRule
	} else if given != 0 {
		return nil, errPlace(given)
	}
	s.Leavers = slices.Delete(s.Leavers, i, i+1)
	return s.enter(now, Player{ID: gone.ID}, place, Returned, why), nil
}

// returnPlace returns the place for a player who comes back, or false if it is
// too late.
func (s *State) returnPlace(now int64, gone Leaver) (place int, ok bool) {
	if now >= gone.At+int64(s.Settings.ReturnDays)*day {
		return 0, false
	}
	return min(gone.Place+s.Settings.ReturnDrop, len(s.Players)+1), true
}

// entry returns the place of a newcomer (r14).
func (s *State) entry(given int) (int, error) {
	last := len(s.Players) + 1
	switch {
	case s.Settings.Entry == Given && given == 0:
		return 0, refusal(NewcomersRule, "ladder.refuse.entry")
	case s.Settings.Entry == Given && (given < 0 || given > last), s.Settings.Entry != Given && given != 0:
		return 0, errPlace(given)
	case s.Settings.Entry == Given:
		return given, nil
	case s.Settings.Entry == Middle:
		return last/2 + 1, nil
	}
	return last, nil
}

// enter puts a player on a place.
func (s *State) enter(now int64, p Player, place int, kind Kind, why Rule) []Event {
	p.Joined, p.Idle = now, now
	event := Event{Kind: kind, At: now, Player: p.ID, To: place, Why: why}
	return s.relocate(event, func() { s.Players = slices.Insert(s.Players, place-1, p) })
}

// Leave removes a player from the ladder, after giving up all open challenges
// (r16). It returns a refusal if the player is not on the ladder.
func (s *State) Leave(now int64, player string) ([]Event, error) {
	return s.act(now, func(s *State) ([]Event, error) {
		if s.Place(player) == 0 {
			return nil, refusal(LeavingRule, "ladder.refuse.gone")
		}
		return s.remove(now, player, Ended, LeavingRule)
	})
}

func (s *State) remove(now int64, player string, kind Kind, why Rule) ([]Event, error) {
	if s.Place(player) == 0 {
		return nil, errPlayer(player)
	}
	events := s.endChallengesOf(now, player, kind == Removed)
	place := s.Place(player)
	s.Leavers = append(s.Leavers, Leaver{player, place, now})
	event := Event{Kind: kind, At: now, Player: player, From: place, Why: why}
	return append(events, s.relocate(event, func() { s.Players = slices.Delete(s.Players, place-1, place) })...), nil
}

// endChallengesOf ends the open challenges of a player who leaves or is removed
// (r16).
func (s *State) endChallengesOf(now int64, player string, removed bool) []Event {
	var events []Event
	open := slices.Clone(s.Challenges)
	slices.SortFunc(open, inOrder)
	for _, c := range open {
		i, other := s.index(c.ID), c.From
		if c.From == player {
			other = c.To
		}
		switch {
		case c.From != player && c.To != player:
		case c.Accepted != 0 && c.Entered.Counts(player, removed) && c.Entered.Winner == "":
			events = append(events, s.decide(now, i, "", ByPlay, LosingRule)...)
		case c.Accepted != 0 && c.Entered.Counts(player, removed):
			events = append(events, s.decide(now, i, c.Entered.Winner, ByPlay, WinningRule)...)
		case c.From == player && c.Accepted == 0:
			events = append(events, s.endUndecided(now, i, Event{Kind: Withdrawn, Player: player, Other: other, Why: LeavingRule})...)
		case s.Settings.Leaving == Lapses:
			events = append(events, s.endUndecided(now, i, Event{Kind: Lapsed, Player: c.From, Other: c.To, Why: LeavingRule})...)
		default:
			events = append(events, s.decide(now, i, other, ByDefault, LeavingRule)...)
		}
	}
	return events
}

// Correct is an organiser's act of r18: it moves a player to a place, or
// removes the player from the ladder if the place is 0. A place that does not
// exist is an *rules.Error of kind Invalid (error.ladder-place).
func (s *State) Correct(now int64, player string, place int) ([]Event, error) {
	return s.act(now, func(s *State) ([]Event, error) {
		from := s.Place(player)
		switch {
		case from == 0:
			return nil, errPlayer(player)
		case place == 0:
			return s.remove(now, player, Removed, OrganisersRule)
		case place < 0 || place > len(s.Players):
			return nil, errPlace(place)
		}
		event := Event{Kind: Placed, At: now, Player: player, From: from, To: place, Why: OrganisersRule}
		return s.relocate(event, func() { s.move(from, place) }), nil
	})
}

// Add is the organiser's act of r18 that puts a person on the open ladder: on
// a place, from 1 to one more than the number of players, or, for 0, on that
// of PreviewEntry, which is the lowest if the organiser has to choose it. Any
// other place is an *rules.Error of kind Invalid (error.ladder-place).
func (s *State) Add(now int64, player string, place int) ([]Event, error) {
	return s.act(now, func(s *State) ([]Event, error) {
		p, place, err := s.admit(now, player, place)
		if err != nil {
			return nil, err
		}
		return s.enter(now, p, place, Added, OrganisersRule), nil
	})
}

// AddAll is Add for several people, each on the place of PreviewEntry, in
// their order. All enter or none. The events have the places that they and the
// other players have afterwards, from the top.
func (s *State) AddAll(now int64, people []string) ([]Event, error) {
	return s.addAll(now, people, OrganisersRule)
}

// AddNew is AddAll for new members of the club, by r14. It passes over people
// who are, or were, on the ladder.
func (s *State) AddNew(now int64, people []string) ([]Event, error) {
	people = slices.DeleteFunc(slices.Clone(people), func(id string) bool { return s.Place(id) > 0 || s.leaverIndex(id) >= 0 })
	return s.addAll(now, people, NewcomersRule)
}

// addAll is AddAll by a rule.
func (s *State) addAll(now int64, people []string, why Rule) ([]Event, error) {
	return s.act(now, func(s *State) ([]Event, error) {
		added := map[string]bool{}
		var failed error
		moved := s.shift(now, why, Event{}, func() {
			for _, person := range people {
				p, place, err := s.admit(now, person, 0)
				if err != nil {
					failed = err
					return
				}
				p.Joined, p.Idle, added[p.ID] = now, now, true
				s.Players = slices.Insert(s.Players, place-1, p)
			}
		})
		if failed != nil {
			return nil, failed
		}
		var events []Event
		for i, p := range s.Players {
			if added[p.ID] {
				events = append(events, Event{Kind: Added, At: now, Player: p.ID, To: i + 1, Why: why})
			}
		}
		return append(events, moved...), nil
	})
}

// admit returns the player as whom a person enters by an organiser's act, and
// the place, as Add says. A player who has left is no longer among the leavers.
func (s *State) admit(now int64, person string, place int) (Player, int, error) {
	lowest := len(s.Players) + 1
	if err := s.mayEnter(person); err != nil {
		return Player{}, 0, err
	}
	if place < 0 || place > lowest {
		return Player{}, 0, errPlace(place)
	}
	if place == 0 {
		if place, _ = s.PreviewEntry(now, person); place == 0 {
			place = lowest
		}
	}
	p := Player{ID: person, Free: s.Settings.Free}
	if i := s.leaverIndex(person); i >= 0 {
		p.Free, s.Leavers = 0, slices.Delete(s.Leavers, i, i+1) // r17
	}
	return p, place, nil
}

// Close closes the ladder (r1). If it is closed already there is no event for
// it.
func (s *State) Close(now int64) []Event {
	events := s.Tick(now)
	if s.Closed != 0 {
		return events
	}
	s.Closed = now
	s.holdAll(now)
	return append(events, Event{Kind: Closed, At: now, Why: OpenRule})
}

// Reopen opens a closed ladder. If it is open there is no event for it.
func (s *State) Reopen(now int64) []Event {
	events := s.Tick(now)
	if s.Closed == 0 {
		return events
	}
	s.Closed = 0
	s.holdAll(now)
	return append(events, Event{Kind: Opened, At: now, Why: OpenRule})
}

// Change sets the rules for what happens from now on; running deadlines do not
// change. It fails like Settings.Check.
func (s *State) Change(now int64, settings Settings) ([]Event, error) {
	return s.act(now, func(s *State) ([]Event, error) {
		if err := settings.Check(); err != nil {
			return nil, err
		}
		if settings.InactiveDays != s.Settings.InactiveDays {
			for _, p := range s.Players {
				s.played(now, p.ID) // r13: earlier days do not become inactivity
			}
		}
		s.Settings = settings
		return []Event{{Kind: Set, At: now, Why: OrganisersRule}}, nil
	})
}

func (s *State) holdAll(now int64) {
	for _, p := range s.Players {
		s.hold(now, p.ID)
	}
}

func (s *State) leaverIndex(id string) int {
	return slices.IndexFunc(s.Leavers, func(l Leaver) bool { return l.ID == id })
}

func errPlace(place int) error {
	return rules.Errorf(rules.Invalid, "error.ladder-place", "place %d", place)
}
