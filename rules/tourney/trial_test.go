package tourney

import "fmt"

// A trial is a random tournament that plays itself.
type trial struct {
	random  uint64
	field   []Entrant
	results []Result
	options SwissOptions
}

// below draws a number.
func (t *trial) below(n int) int {
	t.random = t.random*6364136223846793005 + 1442695040888963407
	return int(t.random>>33) % n
}

// enter sets a field of n players: one in eight enters late, one in eight
// withdraws.
func (t *trial) enter(n, rounds int) {
	for i := range n {
		e := Entrant{ID: fmt.Sprint("p", i+1), Rank: i + 1}
		if t.below(8) == 0 {
			e.From = 1 + t.below(rounds)
		}
		if t.below(8) == 0 {
			e.To = 1 + t.below(rounds)
		}
		t.field = append(t.field, e)
	}
}

// play gives the pairs of a round random results; one in thirty is forfeited,
// some of these by both.
func (t *trial) play(round int, pairs []Pair) {
	for _, p := range pairs {
		r := Result{Round: round, Board: p.Board, First: p.First, Second: p.Second, Over: true}
		switch {
		case p.Bye():
			r.Halves[0] = Win
		case t.below(30) == 0:
			r.Forfeit = [2]bool{t.below(2) == 0, true}
			if !r.Forfeit[0] {
				r.Halves[0] = Win
			}
		default:
			r.Halves[0] = []int{Win, Win, Draw, Loss, Loss}[t.below(5)]
			r.Halves[1] = Win - r.Halves[0]
		}
		t.results = append(t.results, r)
	}
}

// difference returns a player's first seats less second seats.
func (s *trial) difference(id string) int {
	d := 0
	for _, r := range s.results {
		switch {
		case r.bye() || r.forfeited():
		case r.First == id:
			d++
		case r.Second == id:
			d--
		}
	}
	return d
}

// score returns a player's halves of points.
func (s *trial) score(id string) int {
	sum := 0
	for _, r := range s.results {
		if r.First == id {
			sum += r.Halves[0]
		}
		if r.Second == id {
			sum += r.Halves[1]
		}
	}
	return sum
}

// seats returns the seats that a player had.
func (s *trial) seats(id string) []int {
	var all []int
	for _, r := range s.results {
		if !r.bye() && !r.forfeited() && r.First == id {
			all = append(all, 1)
		} else if !r.bye() && !r.forfeited() && r.Second == id {
			all = append(all, 2)
		}
	}
	return all
}

// thirds returns 1 if a seat is the third of its kind in a row.
func (s *trial) thirds(id string, seat int) int {
	had := s.seats(id)
	if n := len(had); n >= 2 && had[n-1] == seat && had[n-2] == seat {
		return 1
	}
	return 0
}

// may reports whether a pair, or a bye, breaks no rule.
func (s *trial) may(a, b string) bool {
	for _, r := range s.results {
		if b == "" && (r.First == a && (r.bye() || r.Forfeit[1] && !r.Forfeit[0]) || r.Second == a && r.Forfeit[0] && !r.Forfeit[1]) {
			return false
		}
		met := b != "" && (r.First == a && r.Second == b || r.First == b && r.Second == a)
		if met && (!r.forfeited() || !s.options.Rematch) {
			return false
		}
	}
	return b == "" || s.options.Seats != SeatsStrict || abs(s.difference(a)+s.difference(b)) < 4
}
