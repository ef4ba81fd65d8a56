package ladder

import "slices"

// move moves a player from one place to another and closes the gap.
func (s *State) move(from, to int) {
	p := s.Players[from-1]
	s.Players = slices.Insert(slices.Delete(s.Players, from-1, from), to-1, p)
}

// shift changes places because of an event and returns the events of the
// players who moved, in order of their new places.
func (s *State) shift(now int64, why Rule, cause Event, change func()) []Event {
	before := make(map[string]int, len(s.Players))
	for i, p := range s.Players {
		before[p.ID] = i + 1
	}
	change()
	var events []Event
	for i, p := range s.Players {
		was, on := before[p.ID]
		if !on || was == i+1 {
			continue
		}
		moved := Event{
			Kind: Moved, At: now, Player: p.ID, Other: cause.Player, From: was, To: i + 1, Challenge: cause.Challenge, Why: why,
		}
		if p.ID == cause.Player {
			moved.Other = cause.Other
		}
		events = append(events, moved)
	}
	return events
}

// relocate is shift for an event that itself names the new place of its
// player.
func (s *State) relocate(event Event, change func()) []Event {
	events := []Event{event}
	for _, moved := range s.shift(event.At, event.Why, event, change) {
		if moved.Player != event.Player {
			events = append(events, moved)
		}
	}
	return events
}
