package tourney

import (
	"cmp"
	"context"
	"slices"
)

// A TieBreak orders players with the same score.
type TieBreak string

// The tie-breaks, by the articles of FIDE's tie-break regulations (Handbook
// C.07). All count in quarters.
const (
	Buchholz        TieBreak = "buchholz"         // 8.1: the opponents' scores
	BuchholzCut1    TieBreak = "buchholz-cut-1"   // 8.1 with 14.1: without the lowest
	SonnebornBerger TieBreak = "sonneborn-berger" // 9.1: the scores of opponents beaten, and half of those drawn with
	DirectEncounter TieBreak = "direct-encounter" // 6: the score among themselves
	Wins            TieBreak = "wins"             // 7.2: pairings won by playing
	GameScore       TieBreak = "game-score"       // the games of all pairings, without forfeited ones
	HexonePoints    TieBreak = "hexone-points"    // the points of the same games, in Hexone
)

// TieBreaks lists all tie-breaks.
func TieBreaks() []TieBreak {
	return []TieBreak{Buchholz, BuchholzCut1, SonnebornBerger, DirectEncounter, Wins, GameScore, HexonePoints}
}

// A count computes tie-breaks of a cross-table. For unplayed rounds of a Swiss
// it follows C.07, article 16, as in force from March 2026; in a round robin a
// forfeited pairing counts as played, against the scheduled opponent.
type count struct {
	roundRobin bool
	rows       map[string]Row
	rounds     int            // of a Swiss, so far
	score      map[string]int // in halves of a point
	adjusted   map[string]int // the value of the score for opponents, in halves
}

// newCount adds up scores.
func newCount(rows []Row, roundRobin bool) *count {
	c := &count{roundRobin: roundRobin, rows: map[string]Row{}, score: map[string]int{}, adjusted: map[string]int{}}
	for _, row := range rows {
		c.rows[row.ID] = row
		trailing := true // only voluntary rounds follow
		for _, cell := range slices.Backward(row.Cells) {
			c.rounds = max(c.rounds, cell.Round)
			if cell.Void {
				continue
			}
			c.score[row.ID] += cell.Halves
			if trailing && cell.Kind.absent() && !roundRobin {
				c.adjusted[row.ID] += Draw // 16.3.2
			} else {
				c.adjusted[row.ID] += cell.Halves // 16.3.1
			}
			trailing = trailing && cell.Kind.voluntary()
		}
	}
	return c
}

// against returns the score of the opponent of a round in tie-breaks, in
// halves: the adjusted score of an opponent that was met; otherwise that of a
// dummy (16.4), which has the player's score, but no more than the scheduled
// opponent (16.4.1) or, without one, half a point for each round (16.4.2);
// most is that limit.
func (c *count) against(id string, cell Cell) (score, most int) {
	switch {
	case cell.Kind == Played || c.roundRobin:
		return c.adjusted[cell.Opponent], 0
	case cell.Opponent != "":
		most = c.adjusted[cell.Opponent]
	default:
		most = c.rounds * Draw
	}
	return min(c.score[id], most), most
}

// parts returns the parts of a tie-break other than the direct encounter.
func (c *count) parts(by TieBreak, row Row) []Part {
	var parts []Part
	for _, cell := range row.Cells {
		if cell.Void || cell.Kind == Open {
			continue
		}
		p := Part{Round: cell.Round, Opponent: cell.Opponent, Kind: cell.Kind, Halves: cell.Halves}
		switch by {
		case Buchholz, BuchholzCut1:
			p.Score, p.Most = c.against(row.ID, cell)
			p.Amount = 2 * p.Score
		case SonnebornBerger:
			p.Score, p.Most = c.against(row.ID, cell)
			p.Amount = p.Score * p.Halves // half of one times half of the other
		case Wins:
			p.Amount = 4 * boolean(cell.Kind == Played && cell.Halves == Win)
		case GameScore:
			p.Amount = 2 * cell.Games
		case HexonePoints:
			p.Amount = 2 * cell.Points
		}
		parts = append(parts, p)
	}
	if by == BuchholzCut1 && len(parts) > 0 {
		least(parts).Cut = true
	}
	return parts
}

// least returns the part to cut: the lowest of the voluntary unplayed rounds,
// if there are any (16.5), and otherwise of all.
func least(parts []Part) *Part {
	at := 0
	for i, p := range parts {
		chosen, before := p.Kind.voluntary(), parts[at].Kind.voluntary()
		if chosen && !before || chosen == before && p.Amount < parts[at].Amount {
			at = i
		}
	}
	return &parts[at]
}

// direct returns the direct encounter of all tied players. If all have met
// they are ordered by their scores in these pairings (6.1). Otherwise the
// player who would be first whatever the missing results is first, and then so
// the next one (6.2); the rest stay tied. It stops with the error of ctx once
// ctx is done.
func (c *count) direct(ctx context.Context, tied []Standing) (map[string]Tie, error) {
	among := map[string]bool{}
	for _, s := range tied {
		among[s.ID] = true
	}
	ties, met := map[string]Tie{}, map[string]map[string]bool{}
	for _, s := range tied {
		t := Tie{By: DirectEncounter}
		met[s.ID] = map[string]bool{}
		for _, cell := range c.rows[s.ID].Cells {
			if !among[cell.Opponent] || cell.Void || !c.encounter(cell) {
				continue
			}
			met[s.ID][cell.Opponent] = true
			t.Value += 2 * cell.Halves
			t.Parts = append(t.Parts, Part{
				Round: cell.Round, Opponent: cell.Opponent, Kind: cell.Kind, Halves: cell.Halves, Amount: 2 * cell.Halves,
			})
		}
		ties[s.ID] = t
	}
	open := false
	for _, s := range tied {
		open = open || c.missing(s.ID, tied, met) > 0
	}
	left := slices.Clone(tied)
	slices.SortStableFunc(left, func(a, b Standing) int { return cmp.Compare(ties[b.ID].Value, ties[a.ID].Value) })
	for ahead := 0; len(left) > 0; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := c.front(left, ties, met, open)
		for _, s := range left[:n] {
			t := ties[s.ID]
			t.Place, t.Open = ahead+1, open
			ties[s.ID] = t
		}
		left, ahead = left[n:], ahead+n
	}
	return ties, nil
}

// encounter reports whether a round is one of a direct encounter.
func (c *count) encounter(cell Cell) bool {
	return cell.Kind == Played || c.roundRobin && (cell.Kind == ForfeitWon || cell.Kind == ForfeitLost)
}

// missing returns how many of the tied players a player has not met.
func (c *count) missing(id string, tied []Standing, met map[string]map[string]bool) int {
	n := 0
	for _, s := range tied {
		n += boolean(s.ID != id && !met[id][s.ID])
	}
	return n
}

// front returns how many of the remaining players share the next place, in the
// order of their scores.
func (c *count) front(left []Standing, ties map[string]Tie, met map[string]map[string]bool, open bool) int {
	if !open {
		n := 1
		for n < len(left) && ties[left[n].ID].Value == ties[left[0].ID].Value {
			n++
		}
		return n
	}
	most := make([]int, len(left)) // the largest possible score of each
	for i, s := range left {
		most[i] = ties[s.ID].Value + 2*Win*c.missing(s.ID, left, met)
	}
	for i, first := range left {
		alone := true
		for j := range left {
			alone = alone && (i == j || ties[first.ID].Value > most[j])
		}
		if alone {
			left[0], left[i] = left[i], left[0]
			return 1
		}
	}
	return len(left)
}
