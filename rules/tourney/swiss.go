package tourney

import (
	"cmp"
	"slices"
)

// A SeatRule says how seats restrict the pairs of a Swiss.
type SeatRule uint8

// The seat rules.
const (
	SeatsStrict  SeatRule = iota // the numbers of first and second seats of a player never differ by more than two
	SeatsRelaxed                 // they may, if there is no other way, and as seldom as possible
	SeatsFree                    // seats are ignored, because the unit of a pairing balances them
)

// SwissOptions are an organiser's settings of a Swiss.
type SwissOptions struct {
	Seats     SeatRule
	TopSecond bool // the seat drawn for the top player in the first round is the second, and then alternately by rank
	Rematch   bool // a forfeited pair may be paired again, as in FIDE's rules; only the tests of published tournaments set it
}

// first returns the seat drawn for odd numbers.
func (o SwissOptions) first() int8 {
	if o.TopSecond {
		return 2
	}
	return 1
}

// Swiss pairs a round, from 1, of a Swiss: all entrants who take part in it
// and have no result in it yet. A requested bye must be a result before. The
// pairing depends on the results of the rounds before; one that is not over
// counts as played, for no points. The pairs are in the order of boards, a bye
// last.
//
// If there is a pairing that keeps the rules Swiss returns one; the package
// documentation says which. Otherwise, and with fewer than two players, the
// error is ErrNoPairing, of kind Conflict; its Args are the
// round. Errors without a kind are faults of the program: a field or results
// that do not fit together.
func Swiss(field []Entrant, results []Result, round int, o SwissOptions) ([]Pair, error) {
	if err := check(field, results); err != nil {
		return nil, err
	}
	s := newSwiss(field, results, round, o)
	if len(s.players) < 2 {
		return nil, noPairing(round)
	}
	partner := s.across()
	if partner == nil {
		return nil, noPairing(round)
	}
	for _, g := range s.groups {
		s.fold(g, partner)
	}
	return s.pairs(partner), nil
}

// noPairing returns the error when a round cannot be paired.
func noPairing(round int) error {
	return ErrNoPairing.Errorf("round %d", round)
}

// A float says whether a player met an opponent with more points or with
// fewer.
type float int8

// The floats. A player who scored without playing floated down (C.04.3,
// 1.4.3).
const (
	level float = iota
	up
	down
)

// A player is an entrant in the round to be paired, with a summary of the
// rounds before.
type player struct {
	Entrant
	seating
	score    int  // in halves of a point
	unplayed int  // rounds not played, for any reason
	fed      bool // had a bye, or a win without playing: gets no other bye
	met      map[string]bool
	floats   [2]float // of the last round, and of the one before
	number   int      // the place by rank among all entrants so far, from 1
	group    int      // of the players with the same score, from 0 for the highest
	place    int      // in the order of score and rank, from 0
}

// swiss is a round to be paired.
type swiss struct {
	SwissOptions
	players []*player // by place
	groups  [][]int   // places, by group
}

// newSwiss collects the players to be paired and their rounds so far.
func newSwiss(field []Entrant, results []Result, round int, o SwissOptions) *swiss {
	all := map[string]*player{}
	for _, e := range field {
		all[e.ID] = &player{Entrant: e, met: map[string]bool{}}
	}
	for r := 1; r < round; r++ {
		replay(all, r, results, o)
	}
	away := map[string]bool{}
	for _, r := range results {
		for _, id := range r.players() {
			away[id] = away[id] || r.Round == round
		}
	}
	s := &swiss{SwissOptions: o}
	number := 0
	for _, e := range ranked(field) {
		p := all[e.ID]
		here := p.In(round) && !away[e.ID]
		if here || p.unplayed < round-1 {
			number++
		}
		p.number = number
		if here {
			s.players = append(s.players, p)
		}
	}
	slices.SortFunc(s.players, func(a, b *player) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.Rank, b.Rank))
	})
	for i, p := range s.players {
		p.place = i
		if i == 0 || s.players[i-1].score != p.score {
			s.groups = append(s.groups, nil)
		}
		p.group = len(s.groups) - 1
		s.groups[p.group] = append(s.groups[p.group], i)
	}
	return s
}

// replay adds a past round to the players.
func replay(all map[string]*player, round int, results []Result, o SwissOptions) {
	before := map[string]int{}
	for id, p := range all {
		before[id] = p.score
		p.floats = [2]float{level, p.floats[0]}
		p.unplayed++
	}
	for _, r := range results {
		if r.Round != round {
			continue
		}
		if r.Over {
			for i, id := range r.players() {
				p := all[id]
				p.score += r.Halves[i]
				notPlayed := r.bye() || r.forfeited()
				p.fed = p.fed || r.Fed(id)
				if notPlayed && r.Halves[i] > Loss {
					p.floats[0] = down
				}
			}
		}
		if r.bye() {
			continue
		}
		a, b := all[r.First], all[r.Second]
		if !r.forfeited() || !o.Rematch {
			a.met[b.ID], b.met[a.ID] = true, true
		}
		if !r.forfeited() {
			a.play(1, before[a.ID], before[b.ID])
			b.play(2, before[b.ID], before[a.ID])
		}
	}
}

// play adds a game in a seat, against an opponent with the given points.
func (p *player) play(seat int8, score, against int) {
	p.sit(seat)
	p.unplayed--
	if score > against {
		p.floats[0] = down
	} else if score < against {
		p.floats[0] = up
	}
}

// legal reports whether two players may meet, and returns the seat of a, the
// higher, and its violations.
func (s *swiss) legal(a, b *player) (int8, misfits, bool) {
	at, cost := seat(a, b, s.first())
	if s.Seats == SeatsFree {
		cost = misfits{}
	}
	return at, cost, !a.met[b.ID] && (cost.beyond == 0 || s.Seats != SeatsStrict)
}

// across returns the pairing of all by the criteria between score groups: by
// place, the partner's place, and the place after the last for a bye. It does
// not settle the pairs within a group. It returns nil when there is no legal
// pairing.
func (s *swiss) across() []int {
	n := len(s.players)
	even := n + n%2
	w := s.weights()
	g := newGraph(even, w.most())
	for i, a := range s.players {
		for j := i + 1; j < n; j++ {
			b := s.players[j]
			if _, cost, ok := s.legal(a, b); ok {
				g.join(i, j, w.pair(a, b, cost))
			}
		}
		if even > n && !a.fed {
			g.join(i, n, w.bye(a))
		}
	}
	return g.cheapest()
}

// pairs returns the pairs in the order of boards: first those with the highest
// player, by score and then by rank; the bye last.
func (s *swiss) pairs(partner []int) []Pair {
	var pairs []Pair
	var bye []Pair
	for i, a := range s.players {
		switch j := partner[i]; {
		case j == len(s.players):
			bye = append(bye, Pair{First: a.ID})
		case j > i:
			p := Pair{First: a.ID, Second: s.players[j].ID}
			if at, _, _ := s.legal(a, s.players[j]); at == 2 {
				p.First, p.Second = p.Second, p.First
			}
			pairs = append(pairs, p)
		}
	}
	return numbered(append(pairs, bye...))
}
