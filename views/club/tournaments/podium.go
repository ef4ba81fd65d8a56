package tournaments

import (
	"strconv"

	"hexclub/views/club/seasons"
	"hexclub/views/i18n"
)

// A Podium is the first places of a finished tournament.
type Podium struct {
	Text string // the winner, in words
	Rows []StandingRow
}

// The last place on the podium, and the most players there: places can be shared.
const (
	podiumPlaces = 3
	podiumMost   = 6
)

// podium returns the first places of a finished tournament; nil if it is not over, or nobody has a place.
func (in Input) podium(t *i18n.Catalog, standings StandingTable) *Podium {
	if in.Status != over {
		return nil
	}
	p, winners := &Podium{}, []string{}
	for _, row := range standings.Rows {
		place, err := strconv.Atoi(row.Place)
		if err != nil || place > podiumPlaces || len(p.Rows) == podiumMost {
			continue
		}
		if row.Score != "" {
			row.Score = t.T("tournament.score-short", "Score", row.Score)
		}
		p.Rows = append(p.Rows, row)
		if place == 1 {
			winners = append(winners, row.Name)
		}
	}
	if len(winners) == 0 {
		return nil
	}
	p.Text = seasons.WinnersText(t, winners)
	return p
}
