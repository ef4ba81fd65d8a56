package views

import (
	"strconv"
	"strings"

	"hexclub/rules/tourney"
	"hexclub/views/i18n"
)

// tiesShown is how many players a page explains.
const tiesShown = 25

// A TiesPage explains where everybody stands, by the numbers of each.
type TiesPage struct {
	TournamentHead
	Rules   []Fact // the tie-breaks, in their order
	Notes   []string
	Players []TiesPlayer
	Before  string // address of those who stand higher; empty for none
	After   string
}

// A TiesPlayer is where somebody stands, and why.
type TiesPlayer struct {
	Place, Name, Profile, Score string
	Shared                      bool
	Sums                        []TieSum
}

// A TieSum is what a tie-break says of somebody.
type TieSum struct {
	Name string
	Sum  string // "12½ = 4 + 3½ + 5"
	From string // "Ben 4, Carla 3½, Dan 5"
	Note string
}

// NewTies explains the standings, from a place of the list on, counted from 0.
func NewTies(f Frame, in TournamentInput, from int) TiesPage {
	t, here := f.T, TournamentHref(in.ID)+"/tiebreaks"
	p := TiesPage{TournamentHead: NewTournamentHead(f, in, here)}
	p.Rules = []Fact{{t.T("tournament.score"), t.T("tie.score-help")}}
	for _, b := range in.Breaks {
		p.Rules = append(p.Rules, Fact{breakName(t, b), breakHelp(t, b)})
	}
	if from < 0 || from >= len(in.Standings) {
		from = 0
	}
	to := min(from+tiesShown, len(in.Standings))
	cut, dummy := false, false
	for _, s := range in.Standings[from:to] {
		e, _ := in.entrant(s.ID)
		player := TiesPlayer{Place: placeText(s.Place), Name: e.Name, Profile: e.Profile, Score: half(s.Halves), Shared: s.Shared}
		for _, tie := range s.Ties {
			player.Sums = append(player.Sums, in.tieSum(t, tie))
			for _, part := range tie.Parts {
				cut = cut || part.Cut
				dummy = dummy || in.dummy(tie.By, part)
			}
		}
		p.Players = append(p.Players, player)
	}
	if cut {
		p.Notes = append(p.Notes, t.T("tie.cut-note"))
	}
	if dummy {
		p.Notes = append(p.Notes, t.T("tie.dummy-note"))
	}
	if from > 0 {
		p.Before = here + "?from=" + strconv.Itoa(max(from-tiesShown, 0))
	}
	if to < len(in.Standings) {
		p.After = here + "?from=" + strconv.Itoa(to)
	}
	return p
}

// dummy tells whether a part counts with a dummy in place of an opponent.
func (in TournamentInput) dummy(by tourney.TieBreak, part tourney.Part) bool {
	scores := by == tourney.Buchholz || by == tourney.BuchholzCut1 || by == tourney.SonnebornBerger
	return scores && in.Kind == swiss && part.Kind != tourney.Played
}

// tieSum is what a tie-break says, with the numbers that it is made of.
func (in TournamentInput) tieSum(t *i18n.Catalog, tie tourney.Tie) TieSum {
	s := TieSum{Name: breakName(t, tie.By), Sum: quarter(tie.Value)}
	var amounts, from []string
	for _, part := range tie.Parts {
		amount := quarter(part.Amount)
		if part.Cut {
			amount = "(" + amount + ")"
		}
		amounts = append(amounts, amount)
		from = append(from, in.partWords(t, tie.By, part)+" "+amount)
	}
	if len(amounts) > 0 {
		s.Sum += " = " + strings.Join(amounts, " + ")
	}
	s.From = strings.Join(from, ", ")
	switch {
	case tie.By == tourney.DirectEncounter && len(tie.Parts) == 0:
		s.Note = t.T("tie.not-met")
	case tie.Open:
		s.Note = t.T("tie.open-note")
	}
	return s
}

// partWords is whom a part comes from.
func (in TournamentInput) partWords(t *i18n.Catalog, by tourney.TieBreak, part tourney.Part) string {
	name := in.name(part.Opponent)
	switch {
	case part.Opponent == "" || in.dummy(by, part):
		name = t.T("tie.dummy", "Round", strconv.Itoa(part.Round))
	case by == tourney.SonnebornBerger && part.Halves == tourney.Draw:
		return t.T("tie.half-of", "Opponent", name)
	case by == tourney.SonnebornBerger && part.Halves == tourney.Loss:
		return t.T("tie.lost-to", "Opponent", name)
	}
	return name
}
