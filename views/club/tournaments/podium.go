package tournaments

import (
	"strconv"

	"hexclub/views/club/seasons"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A Podium is the first places of a finished tournament.
type Podium struct {
	Text string // the winner, in words
	Rows []StandingRow

	Again *page.Tab // to the form for another one; nil for other readers than organisers
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
	p, winners := &Podium{Again: in.again(t)}, []string{}
	for _, row := range standings.Rows {
		place, err := strconv.Atoi(row.Place)
		if err != nil || place > podiumPlaces || len(p.Rows) == podiumMost {
			continue
		}
		if row.Score != "" {
			row.Score = scoreShort(t, row.Score)
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

// again returns a link to the form for a new tournament with the same settings and players; nil for readers who cannot
// make one, and before the end.
func (in Input) again(t *i18n.Catalog) *page.Tab {
	if !in.Pace.Again {
		return nil
	}
	return &page.Tab{Text: t.T("tournament.again"), Href: "/tournaments/new?from=" + in.ID + "&" + SameField + "=yes"}
}

// scoreShort returns a score with its unit.
func scoreShort(t *i18n.Catalog, score string) string {
	if score == "1" || score == "½" {
		return t.T("tournament.score-one", "Score", score)
	}
	return t.T("tournament.score-short", "Score", score)
}
