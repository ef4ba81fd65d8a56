package tourney

import (
	"slices"
	"testing"
)

// Within a group of random rounds the top half meets the bottom half in the
// first order that keeps the rules and costs nothing in seats, and there are
// exchanges between the halves only if no order does.
func TestGroupsFoldInTheFirstOrder(t *testing.T) {
	moved, exchanged := 0, 0
	for i := range 400 {
		s := &trial{random: uint64(i)}
		s.enter(6+i%14, 6)
		for round := 1; round <= 6; round++ {
			r := newSwiss(s.field, s.results, round, s.options)
			pairs, err := Swiss(s.field, s.results, round, s.options)
			if err != nil {
				break
			}
			partner := r.partners(pairs)
			for _, group := range r.groups {
				var within []int
				for _, at := range group {
					if j := partner[at]; j < len(r.players) && r.players[j].group == r.players[at].group {
						within = append(within, at)
					}
				}
				half := len(within) / 2
				if half == 0 || half > 5 {
					continue
				}
				var now [4]int64
				order, crossing := []int{}, false
				for k, at := range within {
					if at < partner[at] {
						r.count(&now, at, partner[at])
					}
					if j := slices.Index(within, partner[at]); k < half {
						order, crossing = append(order, j-half), crossing || j < half
					}
				}
				first, found := r.firstOrder(within, now)
				switch {
				case crossing && found:
					t.Fatalf("trial %d, round %d: %v exchanges halves, and %v would do", i, round, order, first)
				case !crossing && !slices.Equal(order, first):
					t.Fatalf("trial %d, round %d: the order is %v, the first one %v", i, round, order, first)
				case crossing:
					exchanged++
				case !slices.IsSorted(order):
					moved++
				}
			}
			s.play(round, pairs)
		}
	}
	if moved < 100 || exchanged < 20 {
		t.Errorf("%d groups in another order and %d with exchanges are too few", moved, exchanged)
	}
}

// partners returns the partner's place for each place; the place after the
// last is a bye.
func (s *swiss) partners(pairs []Pair) []int {
	place := map[string]int{"": len(s.players)}
	for _, p := range s.players {
		place[p.ID] = p.place
	}
	partner := make([]int, len(s.players)+1)
	for _, p := range pairs {
		partner[place[p.First]], partner[place[p.Second]] = place[p.Second], place[p.First]
	}
	return partner
}

// firstOrder tries the orders of the bottom half, from the first, for one that
// keeps the rules and costs at most the given amount.
func (s *swiss) firstOrder(within []int, most [4]int64) ([]int, bool) {
	half := len(within) / 2
	var try func(order []int) []int
	try = func(order []int) []int {
		if len(order) == half {
			var cost [4]int64
			for k, j := range order {
				if !s.count(&cost, within[k], within[half+j]) {
					return nil
				}
			}
			if slices.Compare(cost[:], most[:]) > 0 {
				return nil
			}
			return order
		}
		for j := range half {
			if !slices.Contains(order, j) {
				if found := try(append(slices.Clone(order), j)); found != nil {
					return found
				}
			}
		}
		return nil
	}
	found := try(nil)
	return found, found != nil
}
