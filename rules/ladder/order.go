package ladder

import (
	"crypto/sha256"
	"maps"
	"slices"
	"strings"

	"hexclub/rules"
)

// Order is the organiser's act of r18 that puts all players in an order, from
// the top. A list that does not hold each player once is an *rules.Error of
// kind Conflict (error.ladder-order). Those who are Placed, one after the
// other, make that order; the events have the places that players have before
// and after all of it. A Placed player may have the same place before and
// after. Without a change there is no event.
func (s *State) Order(now int64, order []string) ([]Event, error) {
	return s.act(now, func(s *State) ([]Event, error) {
		if !samePlayers(s.ids(), order) {
			return nil, rules.Errorf(rules.Conflict, "error.ladder-order", "%d players, %d in the order", len(s.Players), len(order))
		}
		before, placed := s.clone(), map[string]bool{}
		var events []Event
		moved := s.shift(now, OrganisersRule, Event{}, func() {
			for i, id := range order {
				if from := s.Place(id); from != i+1 {
					s.move(from, i+1)
					placed[id] = true
					events = append(events, Event{Kind: Placed, At: now, Player: id, From: before.Place(id), To: i + 1, Why: OrganisersRule})
				}
			}
		})
		return append(events, slices.DeleteFunc(moved, func(e Event) bool { return placed[e.Player] })...), nil
	})
}

// Draw returns players, given by id with their names, in an order drawn at
// random: that of the SHA-256 sums of the seed, a space and the name. So a
// published seed lets everybody check the draw.
func Draw(seed string, names map[string]string) []string {
	sum := func(id string) string {
		is := sha256.Sum256([]byte(seed + " " + names[id]))
		return string(is[:])
	}
	ids := slices.Sorted(maps.Keys(names))
	slices.SortStableFunc(ids, func(a, b string) int { return strings.Compare(sum(a), sum(b)) })
	return ids
}

// samePlayers reports whether two lists have the same ids, each once.
func samePlayers(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
