package tournaments

import (
	"strconv"

	"hexclub/views/page"
)

// SlipsPage is the result slips of a round, to cut out: one for each board.
type SlipsPage struct {
	Head
	Round  page.Tab // the round they are for
	Titles SlipTitles
	Slips  []Slip
}

// SlipTitles are what all slips of a round have in common.
type SlipTitles struct {
	Games  []string // heads of the columns of games; one without a name for a single game
	Points bool     // players write their points too
	Starts string   // beside the first player, of a single game
	Until  string   // deadline in the club's time zone; empty for none
}

// A Slip is what two players fill in at a board.
type Slip struct {
	Board         string
	First, Second string // names
}

// SlipsHref returns the address of the result slips of a round.
func SlipsHref(id string, round int) string { return RoundHref(id, round) + "/slips" }

// NewSlips returns the result slips of a round. Byes have none.
func NewSlips(f page.Frame, in Input, round int) SlipsPage {
	t := f.T
	p := SlipsPage{
		Head:   newTournamentHead(f, in, SlipsHref(in.ID, round)),
		Round:  page.Tab{Text: in.roundOf(t, round), Href: RoundHref(in.ID, round)},
		Titles: SlipTitles{Points: in.Play.Info.Points},
	}
	p.Titles.Until = p.Media.Paper.Until(in.due(round))
	games := in.Play.Unit.Games()
	if games == 1 {
		p.Titles.Starts = t.T("tournament.first")
	}
	for game := range games {
		title := ""
		if games > 1 {
			title = t.T("pairing.game-short", "Number", strconv.Itoa(game+1))
		}
		p.Titles.Games = append(p.Titles.Games, title)
	}
	for _, b := range in.RoundBoards(round) {
		if b.Second == "" || b.Off {
			continue
		}
		p.Slips = append(p.Slips, Slip{
			Board: t.T("paper.board", "Number", strconv.Itoa(b.Board)), First: in.name(b.First), Second: in.name(b.Second),
		})
	}
	return p
}
