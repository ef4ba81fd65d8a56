package tourney

import (
	"cmp"
	"slices"

	"hexclub/rules"
)

// A SeatRule says how seats bear on who meets whom in a Swiss.
type SeatRule uint8

// The seat rules.
const (
	SeatsStrict  SeatRule = iota // nobody's first and second seats ever differ by more than two in number
	SeatsRelaxed                 // they may, where there is no other way, and as seldom as can be
	SeatsFree                    // seats have no say: the unit of a pairing balances them by itself
)

// SwissOptions are what an organiser sets of a Swiss.
type SwissOptions struct {
	Seats     SeatRule
	TopSecond bool // the seat drawn for the top player in the first round is the second; then in turn by rank
	Rematch   bool // who was paired but did not play, for a forfeit, may be paired again, as FIDE has it
}

// first returns the seat drawn for odd numbers.
func (o SwissOptions) first() int8 {
	if o.TopSecond {
		return 2
	}
	return 1
}

// Swiss pairs a round, from 1, of a Swiss: all who take part in it and have no
// result in it yet. A bye that somebody asked for is to be a result before. It
// goes by the results of the rounds before; one that is not over counts as
// played, for no points. The pairs are in the order of boards, a bye last.
//
// Whenever there is a pairing that keeps the rules it finds one; which one, the
// package's documentation says. Otherwise the error is of kind Conflict with
// key "error.no-pairing"; its Args are the round. With less than two players
// there is none either. Errors without a kind are faults of the program: a
// field or results that do not fit together.
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

// noPairing returns the error when nobody can be paired.
func noPairing(round int) error {
	return rules.Errorf(rules.Conflict, "error.no-pairing", "round %d", round)
}

// A float is whether a player met one with more points or with less.
type float int8

// The floats. Who scored without playing floated down (C.04.3, 1.4.3).
const (
	level float = iota
	up
	down
)

// A player is an entrant in the round to be paired, with what happened so far.
type player struct {
	Entrant
	seating
	score    int  // in halves of a point
	unplayed int  // rounds not played, for whatever reason
	fed      bool // had a bye, or a win without playing: so gets no bye
	met      map[string]bool
	floats   [2]float // of the last round, and of the one before
	number   int      // the place by rank among all who came so far, from 1
	group    int      // of all with the same score, the highest 0
	place    int      // in the order of score and rank, from 0
}

// swiss is a round to be paired.
type swiss struct {
	SwissOptions
	players []*player // by place
	groups  [][]int   // places, by group
}

// newSwiss gathers who is to be paired and what happened to them.
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

// replay returns the players what happened to them in a round.
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

// play returns a game in a seat, against who had so many points.
func (p *player) play(seat int8, score, against int) {
	p.sit(seat)
	p.unplayed--
	if score > against {
		p.floats[0] = down
	} else if score < against {
		p.floats[0] = up
	}
}

// legal reports whether two players may meet, and gives the seat of a, the
// higher, and what the seats cost.
func (s *swiss) legal(a, b *player) (int8, misfits, bool) {
	at, cost := seat(a, b, s.first())
	if s.Seats == SeatsFree {
		cost = misfits{}
	}
	return at, cost, !a.met[b.ID] && (cost.beyond == 0 || s.Seats != SeatsStrict)
}

// across returns the pairing of all by what matters between score groups: by
// place, the partner's place, and that after the last for a bye. Who meets
// whom within a group is not settled by it. It is nil when there is no legal
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
