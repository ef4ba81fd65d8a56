package pairings

import (
	"errors"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// ResultFields are the fields for the result of one game.
type ResultFields struct {
	Legend   string
	Name     string // of the field for the outcome
	Outcomes []page.Choose
	Needed   bool          // the game has to be played
	Folded   bool          // the game is played only if those before leave the pairing open
	Points   []PointsField // none for a game without points
	Help     string        // about the points, next to the fields; empty for none
}

// A PointsField is the field for the points of a player, or for those of the winner.
type PointsField struct{ Name, Label, Value string }

// OutcomeField returns the name of the field for the outcome of a game, from 1.
func OutcomeField(game int) string { return "outcome-" + strconv.Itoa(game) }

// PointsOf returns the name of the field for the points of a player, 1 or 2, in a game, from 1.
func PointsOf(game, player int) string {
	return "points-" + strconv.Itoa(game) + "-" + strconv.Itoa(player)
}

// WinnerPoints returns the name of the field for the points of the winner of a game, from 1. Games in which only the
// winner has points have this one field.
func WinnerPoints(game int) string { return "points-" + strconv.Itoa(game) + "-winner" }

// PointsFields returns the fields for the points of a game, from 1, as they were sent.
func PointsFields(t *i18n.Catalog, bounds pairing.Bounds, players [2]string, entry pairing.Entry, game int) (list []PointsField) {
	switch {
	case bounds.Most > 0:
		label := t.T("pairing.points-winner", "Least", strconv.Itoa(bounds.Least), "Most", strconv.Itoa(bounds.Most))
		value := entry.Points[0]
		if entry.Points[1] != "" && (value == "" || value == "0") {
			value = entry.Points[1]
		}
		return []PointsField{{WinnerPoints(game), label, value}}
	case bounds.Sum > 0:
		for player, value := range entry.Points {
			list = append(list, PointsField{PointsOf(game, player+1), t.T("pairing.points-of", "Player", players[player]), value})
		}
	}
	return list
}

// PointsHelp describes the points that a game can give, and what to enter for a resigned game; empty for a game
// without points.
func PointsHelp(t *i18n.Catalog, terms pairing.Terms) string {
	switch bounds := terms.Bounds(); {
	case bounds.Most > 0:
		return t.T("pairing.points-hexone", "Least", strconv.Itoa(bounds.Least), "Most", strconv.Itoa(bounds.Most))
	case bounds.Sum > 0:
		return t.T("pairing.points-hexit", "Sum", strconv.Itoa(bounds.Sum))
	}
	return ""
}

// Outcomes returns the possible outcomes of a game between two players, for all forms that ask for one.
func Outcomes(t *i18n.Catalog, players [2]string) []page.Choose {
	return []page.Choose{
		{Value: pairing.FirstWon, Label: t.T("home.won", "Player", players[0])},
		{Value: pairing.Draw, Label: t.T("pairing.draw")},
		{Value: pairing.SecondWon, Label: t.T("home.won", "Player", players[1])},
	}
}

// outcomes returns the options for how a game ended. Only organisers have forfeits. A needed game has no option "not
// played".
func (b pairingBuilder) outcomes(entry pairing.Entry, forfeits, needed bool) []page.Choose {
	t, list := b.t, Outcomes(b.t, b.Players)
	if forfeits {
		list = append(list,
			page.Choose{Value: pairing.FirstForfeit, Label: t.T("pairing.what-forfeit-game", "Player", b.Players[0])},
			page.Choose{Value: pairing.SecondForfeit, Label: t.T("pairing.what-forfeit-game", "Player", b.Players[1])},
			page.Choose{Value: pairing.BothForfeit, Label: t.T("pairing.what-both-game")})
	}
	if !needed {
		list = append(list, page.Choose{Value: "", Label: t.T("pairing.not-played")})
	}
	return Chosen(list, entry.Outcome)
}

// givenUp reports whether a game was forfeited.
func givenUp(e pairing.Entry) bool {
	return slices.Contains([]string{pairing.FirstForfeit, pairing.SecondForfeit, pairing.BothForfeit}, e.Outcome)
}

// ResultProblem describes why entered results are wrong. If points are missing it names the player and what they can be.
func ResultProblem(t *i18n.Catalog, terms pairing.Terms, players [2]string, entries []pairing.Entry, problem error) string {
	var known *rules.Error
	if !errors.As(problem, &known) || !errors.Is(known, pairing.ErrPoints) {
		return page.ErrorText(t, problem)
	}
	game, _ := known.Args[0].(int)
	text, bounds := page.ErrorText(t, problem), terms.Bounds()
	switch {
	case bounds.Most > 0:
		key, winner := "pairing.wrong-hexone", ""
		if game > 0 && game <= len(entries) && entries[game-1].Points == [2]string{} {
			switch entries[game-1].Outcome {
			case pairing.FirstWon:
				key, winner = "pairing.points-missing", players[0]
			case pairing.SecondWon:
				key, winner = "pairing.points-missing", players[1]
			}
		}
		text = t.T(key, "Player", winner, "Least", strconv.Itoa(bounds.Least), "Most", strconv.Itoa(bounds.Most))
	case bounds.Sum > 0:
		text = t.T("pairing.wrong-hexit", "Sum", strconv.Itoa(bounds.Sum))
	}
	if terms.Most() > 1 {
		return t.T("pairing.game-short", "Number", strconv.Itoa(game)) + ". " + text
	}
	return text
}

// GameAttributes connect the fields for the result of a game to texts about them.
type GameAttributes struct {
	Outcome, Points templ.OrderedAttributes
	Focus           bool // the first field gets the focus
}
