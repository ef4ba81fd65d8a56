package tournaments

import (
	"slices"
	"strconv"
	"strings"

	"hexclub/rules/tourney"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// tiesShown is the maximum number of players whose tie-breaks a page explains.
const tiesShown = 25

// A TiesPage explains where everybody stands, by the numbers of each.
type TiesPage struct {
	Head
	Rules   []Fact // the tie-breaks, in their order
	Notes   []string
	Adjust  []Fact // players whose scores count for opponents with something else
	Players []TiesPlayer
	Before  string // address of those who stand higher; empty for none
	After   string
}

// A TiesPlayer is where somebody stands, and why.
type TiesPlayer struct {
	Place, Name, Avatar, Profile, Score string
	Shared                              bool
	Mine                                bool
	Sums                                []TieSum
}

// A TieSum is what a tie-break says of somebody.
type TieSum struct {
	Name string
	Sum  string // "12½ = 4 + 3½ + 5"
	From string // "Ben 4; Carla 3½; Dan 5"
	Note string
}

// NewTies explains the standings, from a place of the list on, counted from 0.
func NewTies(f page.Frame, in Input, from int) TiesPage {
	t, here := f.T, Href(in.ID)+"/tiebreaks"
	p := TiesPage{Head: newTournamentHead(f, in, here)}
	score := t.T("tie.score-help")
	if in.Format.Kind == robin { // where a bye is no result
		score = t.T("tie.score-help-robin")
	}
	p.Rules = []Fact{{t.T("tournament.score"), score}}
	for _, b := range in.Format.Breaks {
		p.Rules = append(p.Rules, Fact{breakName(t, b), breakHelp(t, b)})
	}
	if from < 0 || from >= len(in.Results.Standings) {
		from = 0
	}
	to := min(from+tiesShown, len(in.Results.Standings))
	dummy := false
	for _, s := range in.Results.Standings[from:to] {
		e, _ := in.entrant(s.ID)
		player := TiesPlayer{
			Place: placeText(s.Place), Name: e.Name, Avatar: e.Avatar, Profile: e.Profile, Score: half(s.Halves), Shared: s.Shared, Mine: s.ID == in.Reader,
		}
		for i, tie := range s.Ties {
			player.Sums = append(player.Sums, in.tieSum(t, s, i))
			for _, part := range tie.Parts {
				dummy = dummy || in.dummy(tie.By, part)
			}
		}
		p.Players = append(p.Players, player)
	}
	if dummy {
		p.Notes = append(p.Notes, t.T("tie.dummy-note"))
	}
	p.Adjust = in.adjusted(t)
	if from > 0 {
		p.Before = here + "?from=" + strconv.Itoa(max(from-tiesShown, 0))
	}
	if to < len(in.Results.Standings) {
		p.After = here + "?from=" + strconv.Itoa(to)
	}
	return p
}

// sumsScores reports whether a tie-break adds up scores of opponents.
func sumsScores(by tourney.TieBreak) bool {
	return by == tourney.Buchholz || by == tourney.BuchholzCut1 || by == tourney.SonnebornBerger
}

// dummy reports whether a part counts with a dummy in place of an opponent.
func (in Input) dummy(by tourney.TieBreak, part tourney.Part) bool {
	return sumsScores(by) && in.Format.Kind == swiss && part.Kind != tourney.Played
}

// adjusted returns the players whose scores count differently for their opponents, if tie-breaks
// add up scores of opponents.
func (in Input) adjusted(t *i18n.Catalog) (list []Fact) {
	if !slices.ContainsFunc(in.Format.Breaks, sumsScores) {
		return nil
	}
	for _, s := range in.Results.Standings {
		if s.Adjusted != s.Halves {
			more := s.Adjusted - s.Halves // half a point for a round
			list = append(list, Fact{in.name(s.ID), t.T(
				"tie.adjusted-sum", "Adjusted", half(s.Adjusted), "Points", half(s.Halves), "Rounds", t.N("tie.adjusted-rounds", more),
			)})
		}
	}
	return list
}

// tieSum returns a player's value of the tie-break in a column, with its parts.
func (in Input) tieSum(t *i18n.Catalog, s tourney.Standing, column int) TieSum {
	tie := s.Ties[column]
	sum := TieSum{Name: breakName(t, tie.By), Sum: quarter(tie.Value)}
	var amounts, from []string
	for _, part := range tie.Parts {
		amount := quarter(part.Amount)
		if part.Cut {
			amount = "(" + amount + ")"
		}
		amounts = append(amounts, amount)
		from = append(from, in.partWords(t, s, tie.By, part))
	}
	if len(amounts) > 0 {
		sum.Sum += " = " + strings.Join(amounts, " + ")
	}
	if tie.By == tourney.DirectEncounter {
		level := in.level(s, column)
		for _, other := range level {
			if !slices.ContainsFunc(tie.Parts, func(p tourney.Part) bool { return p.Opponent == other }) {
				from = append(from, t.T("tie.missing", "Opponent", in.name(other)))
			}
		}
		switch {
		case len(level) == 0:
			sum.Note = t.T("tie.alone")
		case tie.Open:
			sum.Note = t.T("tie.open-note")
		}
	}
	sum.From = strings.Join(from, t.T("list.semicolon"))
	return sum
}

// level returns the ids of the entrants that are equal to a given one up to a column.
func (in Input) level(s tourney.Standing, column int) (ids []string) {
	same := func(a, b tourney.Tie) bool { return a.Place == b.Place }
	for _, other := range in.Results.Standings {
		if other.ID != s.ID && other.Struck == s.Struck && other.Halves == s.Halves && slices.EqualFunc(other.Ties[:column], s.Ties[:column], same) {
			ids = append(ids, other.ID)
		}
	}
	return ids
}

// partWords describes a part of a tie-break: the opponent, and the number that counts. In sums of
// scores it is the opponent's score, times the result where that counts.
func (in Input) partWords(t *i18n.Catalog, s tourney.Standing, by tourney.TieBreak, part tourney.Part) string {
	name := in.name(part.Opponent)
	if !sumsScores(by) {
		if part.Opponent == "" {
			name = t.T("tournament.round", "Round", strconv.Itoa(part.Round))
		}
		if part.Kind != tourney.Played {
			name = t.T("tie.unplayed", "Who", name)
		}
		return name + " " + quarter(part.Amount)
	}
	words := ""
	if in.dummy(by, part) {
		words = t.T(
			"tie.dummy", "Round", strconv.Itoa(part.Round), "Score", half(part.Score), "Own", half(s.Halves), "Other", half(part.Most),
		)
	} else {
		if met := in.StandingOf(part.Opponent); met.Adjusted != met.Halves {
			name = t.T("tie.adjusted", "Opponent", name)
		}
		words = name + " " + half(part.Score)
	}
	if by == tourney.SonnebornBerger {
		words += " × " + half(part.Halves)
	}
	return words
}
