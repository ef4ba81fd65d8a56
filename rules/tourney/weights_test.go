package tourney

import "testing"

// However a round is paired, no component of its cost exceeds most: words hold
// that much and not more.
func TestNoRoundCostsMoreThanTheMost(t *testing.T) {
	reached := 0
	for i := range 200 {
		s := &trial{random: uint64(i), options: SwissOptions{Seats: SeatsRelaxed}}
		s.enter(3+i%20, 6)
		for round := 1; round <= 6; round++ {
			pairs, err := Swiss(s.field, s.results, round, s.options)
			if err != nil {
				break
			}
			r := newSwiss(s.field, s.results, round, s.options)
			most := r.weights().most()
			for range 20 {
				for at, cost := range r.total(s.shuffled(r)) {
					if cost > most[at] {
						t.Fatalf("trial %d, round %d: component %d is %d, the most is %d", i, round, at, cost, most[at])
					}
					if cost == most[at] && cost > 0 {
						reached++
					}
				}
			}
			s.play(round, pairs)
		}
	}
	if reached < 1000 {
		t.Errorf("the most was reached %d times, which is too few", reached)
	}
}

// shuffled pairs the players of a round at random, legal or not.
func (s *trial) shuffled(r *swiss) [][2]string {
	var ids []string
	for _, p := range r.players {
		at := s.below(len(ids) + 1)
		ids = append(ids, p.ID)
		ids[at], ids[len(ids)-1] = ids[len(ids)-1], ids[at]
	}
	if len(ids)%2 == 1 {
		ids = append(ids, "")
	}
	var pairs [][2]string
	for i := 0; i < len(ids); i += 2 {
		pairs = append(pairs, [2]string{ids[i], ids[i+1]})
	}
	return pairs
}
