package pairing

import (
	"hexclub/rules"
	"hexclub/rules/record"
)

// Reasons why games of a pairing ended. Rules know no forfeit: a record has such a game as
// resigned, and the reason follows from the result of the pairing.
const (
	Forfeited         rules.Reason = "forfeit"         // a player left, or the time for the pairing was up
	ForfeitedDecision rules.Reason = "forfeit-decided" // an organiser decided so
)

// ForfeitReason returns the reason for which game number n of a pairing was forfeited that its
// record has as resigned. Games are the results of the pairing, decided by an organiser or not.
// The reason is empty for a game that its player resigned.
func ForfeitReason(resigned rules.Result, n int, games []Game, decided bool) rules.Reason {
	if n < 1 || n > len(games) {
		return ""
	}
	for i, gone := range games[n-1].Forfeit {
		if gone != (resigned.Outcome(record.MatchSeat(i+1, n)) == rules.Lost) {
			return "" // the result of the pairing is another
		}
	}
	if decided {
		return ForfeitedDecision
	}
	return Forfeited
}
