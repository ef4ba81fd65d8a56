package tournaments

import (
	"errors"
	"slices"
	"strconv"

	"hexclub/rules/pairing"
	"hexclub/rules/record"
	"hexclub/views/club/pairings"
	"hexclub/views/page"
)

// games returns the fields for all possible games of a pairing.
func (b resultsBuilder) games(p RoundPairing, names [2]string, result RowResult) []ResultGame {
	list := make([]ResultGame, p.Terms.Most())
	for i := range list {
		var e pairing.Entry
		if i < len(result.Entries) {
			e = result.Entries[i]
		}
		n := i + 1
		list[i] = ResultGame{Name: RowField("outcome", p.ID, n), Choices: b.choices(p, names, e, n), Points: b.pointsFields(p, names, e, n), Scored: p.Terms.Bounds().Most > 0}
		if len(list) > 1 {
			starter := names[0]
			if record.MatchSeat(1, n) != 1 {
				starter = names[1]
			}
			list[i].Label = b.t.T("pairing.game", "Number", strconv.Itoa(n), "Player", starter)
		}
	}
	return list
}

// choices returns the possible results of a game. A game that was forfeited shows that in place of no result.
func (b resultsBuilder) choices(p RoundPairing, names [2]string, e pairing.Entry, n int) (list []ResultChoice) {
	t := b.t
	list = []ResultChoice{
		{Value: "", Sign: "–", Label: t.T("results.none")},
		{Value: pairing.FirstWon, Sign: "1–0", Label: t.T("home.won", "Player", names[0])},
		{Value: pairing.Draw, Sign: "½–½", Label: t.T("home.drawn")},
		{Value: pairing.SecondWon, Sign: "0–1", Label: t.T("home.won", "Player", names[1])},
	}
	if n <= len(p.Games) && p.Games[n-1].Forfeit != [2]bool{} {
		list[0].Forfeit = true
		switch p.Games[n-1].Entry().Outcome {
		case pairing.FirstForfeit:
			list[0].Sign, list[0].Label = firstAbsent, t.T("pairing.forfeited", "Player", names[0])
		case pairing.SecondForfeit:
			list[0].Sign, list[0].Label = secondAbsent, t.T("pairing.forfeited", "Player", names[1])
		default:
			list[0].Sign, list[0].Label = bothAbsent, t.T("pairing.forfeited-both")
		}
	}
	for i := range list {
		list[i].Chosen = list[i].Value == e.Outcome
	}
	return list
}

// pointsFields returns the fields for the points of a game: of the winner only, if the loser cannot have any.
func (b resultsBuilder) pointsFields(p RoundPairing, names [2]string, e pairing.Entry, n int) (fields []pairings.PointsField) {
	switch bounds := p.Terms.Bounds(); {
	case bounds.Most > 0:
		return []pairings.PointsField{{Name: RowField("points", p.ID, n), Label: b.t.T("results.points-winner"), Value: e.Points[0] + e.Points[1]}}
	case bounds.Sum > 0:
		for player, value := range e.Points {
			fields = append(fields, pairings.PointsField{
				Name: RowField("points", p.ID, n, player+1), Label: b.t.T("pairing.points-of", "Player", names[player]), Value: value,
			})
		}
	}
	return fields
}

// The results of games that were not played.
const firstAbsent, secondAbsent, bothAbsent = "−/+", "+/−", "−/−"

// absences returns the options for players who did not come.
func (b resultsBuilder) absences(names [2]string) []page.Choose {
	return []page.Choose{
		{Value: "", Label: b.t.T("results.all-came")},
		{Value: pairing.FirstForfeit, Label: b.t.T("results.absent", "Player", names[0], "Sign", firstAbsent)},
		{Value: pairing.SecondForfeit, Label: b.t.T("results.absent", "Player", names[1], "Sign", secondAbsent)},
		{Value: pairing.BothForfeit, Label: b.t.T("results.absent-both", "Sign", bothAbsent)},
	}
}

// given reports whether something is entered for a game.
func given(e pairing.Entry) bool { return e != pairing.Entry{} }

// more returns what a row rarely asks for.
func (b resultsBuilder) more(p RoundPairing, names [2]string, result RowResult, games []ResultGame) *ResultMore {
	unit := p.Terms.Unit.Games()
	m := &ResultMore{
		Summary: b.t.T("results.no-show"), AbsentName: RowField("absent", p.ID), Absent: pairings.Chosen(b.absences(names), result.Absent),
		Open: result.Absent != "",
	}
	if len(games) > unit {
		m.Summary, m.Games, m.WinnersName = b.t.T("results.no-show-level"), games[unit:], RowField("winner", p.ID)
		m.Winners = pairings.Chosen([]page.Choose{
			{Value: "", Label: b.t.T("pairing.winner-none")}, {Value: "1", Label: names[0]}, {Value: "2", Label: names[1]},
		}, result.Winner)
		m.Open = m.Open || p.Level || result.Winner != "" || slices.ContainsFunc(result.Entries[min(unit, len(result.Entries)):], given)
	}
	m.Open = m.Open || errors.Is(b.r.Sent.Problems[p.ID], pairing.ErrUnfinished)
	return m
}

// problem describes why the result of a pairing was not saved.
func (b resultsBuilder) problem(p RoundPairing, names [2]string, sent RowResult, problem error) string {
	if b.r.Sent.BadWhy && b.r.Sent.Why == "" {
		return b.t.T("results.unexplained-board")
	}
	if errors.Is(problem, pairing.ErrUnfinished) && p.Terms.Decisive && p.Terms.Unit != pairing.Match {
		return b.t.T("results.level-games")
	}
	return pairings.ResultProblem(b.t, p.Terms, names, sent.Entries, problem)
}
