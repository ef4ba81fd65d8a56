package tourney

import (
	"cmp"
	"context"
	"slices"
)

// Rules define how standings are computed.
type Rules struct {
	RoundRobin bool       // otherwise a Swiss
	TieBreaks  []TieBreak // in order of priority
}

// A Standing is the place of an entrant, with the reasons.
type Standing struct {
	Entrant
	Place  int  // from 1; 0 for an entrant who is struck
	Shared bool // others have the same place
	Struck bool // withdrawn from a round robin too early: see CrossTable
	Halves int  // the score, in halves of a point

	Adjusted int // the value of the score in opponents' sums (C.07, 16.3), in halves

	Played           int // pairings that were played
	Won, Drawn, Lost int // rounds with a point, half a point and none, also byes and forfeits; not those of an absence
	Ties             []Tie
}

// A Tie is the value of a tie-break for an entrant.
type Tie struct {
	By    TieBreak
	Value int    // in quarters, of a point or of what the tie-break counts
	Parts []Part // the parts of Value, including those that are cut
	Place int    // among all who were tied before it, from 1
	Open  bool   // a direct encounter in which not all have met: Value alone does not determine Place
}

// A Part is what one round adds to a tie-break.
type Part struct {
	Round    int
	Opponent string // empty without one
	Kind     Kind   // for kinds other than Played the opponent is a dummy, in a Swiss
	Score    int    // the score of the opponent, or the dummy, in halves; 0 where it is not used
	Most     int    // the largest score of a dummy, in halves: it has the player's score or this
	Halves   int    // what was scored in the round
	Amount   int    // in quarters
	Cut      bool   // left out, as the lowest
}

// Standings returns the standings after the results, the first place first: by
// score, then by the tie-breaks in order. Entrants who are equal in all of
// them share a place and are listed by rank. Errors are those of [CrossTable],
// and that of ctx when it is done first.
func Standings(ctx context.Context, field []Entrant, results []Result, o Rules) ([]Standing, error) {
	rows, err := CrossTable(field, results, o.RoundRobin)
	if err != nil {
		return nil, err
	}
	c := newCount(rows, o.RoundRobin)
	var all []Standing
	for _, row := range rows {
		all = append(all, c.standing(row))
	}
	slices.SortStableFunc(all, func(a, b Standing) int {
		if a.Struck != b.Struck {
			return boolean(a.Struck) - boolean(b.Struck)
		}
		return cmp.Compare(b.Halves, a.Halves)
	})
	ahead := 0
	for tied := range runs(all, func(s Standing) [2]int { return [2]int{boolean(s.Struck), s.Halves} }) {
		if err := c.settle(ctx, tied, o.TieBreaks, ahead+1); err != nil {
			return nil, err
		}
		ahead += len(tied)
	}
	return all, nil
}

// boolean returns 1 for true and 0 for false.
func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// runs yields runs of standings that are equal by a key.
func runs[K comparable](all []Standing, key func(Standing) K) func(func([]Standing) bool) {
	return func(yield func([]Standing) bool) {
		for len(all) > 0 {
			n := 1
			for n < len(all) && key(all[n]) == key(all[0]) {
				n++
			}
			if !yield(all[:n:n]) {
				return
			}
			all = all[n:]
		}
	}
}

// settle orders tied entrants by the remaining tie-breaks and assigns places
// from the given one. It stops with the error of ctx once ctx is done.
func (c *count) settle(ctx context.Context, tied []Standing, left []TieBreak, place int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(left) == 0 {
		for i := range tied {
			tied[i].Place, tied[i].Shared = place, len(tied) > 1
			if tied[i].Struck {
				tied[i].Place, tied[i].Shared = 0, false
			}
		}
		return nil
	}
	ties, err := c.ties(ctx, left[0], tied)
	if err != nil {
		return err
	}
	for i := range tied {
		tied[i].Ties = append(tied[i].Ties, ties[tied[i].ID])
	}
	last := func(s Standing) int { return s.Ties[len(s.Ties)-1].Place }
	slices.SortStableFunc(tied, func(a, b Standing) int { return cmp.Compare(last(a), last(b)) })
	for group := range runs(tied, last) {
		at := last(group[0])
		if err := c.settle(ctx, group, left[1:], place+at-1); err != nil {
			return err
		}
	}
	return nil
}

// ties returns the values of a tie-break for entrants who are tied before it.
func (c *count) ties(ctx context.Context, by TieBreak, tied []Standing) (map[string]Tie, error) {
	if by == DirectEncounter {
		return c.direct(ctx, tied)
	}
	ties := map[string]Tie{}
	for _, s := range tied {
		t := Tie{By: by, Parts: c.parts(by, c.rows[s.ID]), Place: 1}
		for _, p := range t.Parts {
			if !p.Cut {
				t.Value += p.Amount
			}
		}
		ties[s.ID] = t
	}
	for id, t := range ties {
		for _, other := range ties {
			if other.Value > t.Value {
				t.Place++
			}
		}
		ties[id] = t
	}
	return ties, nil
}

// standing returns an entrant's score, without a place.
func (c *count) standing(row Row) Standing {
	s := Standing{Entrant: row.Entrant, Struck: row.Struck, Halves: c.score[row.ID], Adjusted: c.adjusted[row.ID]}
	for _, cell := range row.Cells {
		if cell.Void || cell.Kind == Open {
			continue
		}
		if cell.Kind == Played {
			s.Played++
		}
		switch {
		case cell.Halves == Win:
			s.Won++
		case cell.Halves == Draw:
			s.Drawn++
		case !cell.Kind.absent():
			s.Lost++
		}
	}
	return s
}
