package page

import (
	"slices"
	"strings"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/views/i18n"
)

// ResultWords describes how a game ended and why. Players are by seat from 1.
func ResultWords(t *i18n.Catalog, info rules.Info, players []string, result rules.Result) string {
	if result.Void() {
		return t.T("result.void")
	}
	winners := result.Winners()
	if len(winners) == 0 {
		return t.T("result.draw", "Reason", ReasonWords(t, info, result.Reason, len(players)))
	}
	var why string
	if key := loserKeys[result.Reason]; key != "" && len(players) == 2 {
		why = t.T(key, "Player", PlayerAndColour(t, info, players, 3-winners[0]))
	} else {
		why = ReasonWords(t, info, result.Reason, len(players))
	}
	names := make([]string, len(winners))
	for i, seat := range winners {
		names[i] = PlayerAndColour(t, info, players, seat)
	}
	names = slices.Compact(names) // one person may play a whole team
	who := strings.Join(names, ", ")
	switch {
	case result.Scored:
		return t.T("result.win-points", "Winner", who, "Points", t.Number(result.Points(winners[0])), "Reason", why)
	case len(names) > 1:
		return t.T("result.win-many", "Winners", who, "Reason", why)
	}
	return t.T("result.win", "Winner", who, "Reason", why)
}

// loserKeys are the keys of reasons that name the loser of a game of two.
var loserKeys = map[rules.Reason]string{
	"elimination": "result.eliminated", "avoid": "result.avoided",
	rules.Resignation: "result.resigned", rules.Timeout: "result.late",
	pairing.Forfeited: "result.forfeit", pairing.ForfeitedDecision: "result.forfeit-decided",
}

// ReasonWords describes why a game with so many seats ended. If more than two play for themselves, they drop out
// one by one, and the last of them ends the game.
func ReasonWords(t *i18n.Catalog, info rules.Info, why rules.Reason, seats int) string {
	if seats > 2 {
		teams := slices.Contains(info.Colours[1:seats], info.Colours[0])
		switch {
		case why == rules.Agreement:
			return t.T("result.all-agreed")
		case why == rules.Resignation && teams:
			return t.T("result.team-resigned")
		case why == rules.Timeout && teams:
			return t.T("result.team-late")
		case why == rules.Resignation:
			return t.T("result.last-resigned")
		case why == rules.Timeout:
			return t.T("result.last-late")
		case why == "avoid": // in Hexellation
			return t.T("result.last-avoid")
		}
	}
	return t.T("reason." + string(why))
}

// Halves formats points counted in halves as results do.
func Halves(n int) string {
	result := rules.Result{Halves: [rules.MaxSeats]int16{int16(n)}}
	return result.Points(1)
}
