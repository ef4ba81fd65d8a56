package db

import (
	"testing"

	"hexclub/rules"
)

// Who leaves between the beginning and round 1 has not been there: the tournament has
// the rounds of those who are left, and comes to its end.
func TestLeaveBeforeRoundOne(t *testing.T) {
	for kind, rounds := range map[TournamentKind]int{Knockout: 2, RoundRobin: 3, Swiss: 3} {
		m := newTournament(t, TournamentSettings{Kind: kind}, 5)
		m.begin()
		if _, err := m.d.Withdraw(t.Context(), m.id, m.members[1], m.members[1], "", noon); err != nil {
			t.Fatal(err)
		}
		if full := m.full(); full.Length != rounds || len(full.Entrants) != 4 {
			t.Errorf("%s: %d rounds for %d", kind, full.Length, len(full.Entrants))
		}
		for range rounds {
			m.publish()
			m.playAll()
		}
		if full := m.full(); full.Status != TournamentOver {
			t.Errorf("%s is %s after %d rounds", kind, full.Status, full.Round)
		}
	}
	m := newTournament(t, TournamentSettings{Kind: Knockout}, 2)
	m.begin()
	if _, err := m.d.Withdraw(t.Context(), m.id, m.members[1], m.members[1], "", noon); err != nil {
		t.Fatal(err)
	}
	wantError(t, errOf(m.d.ProposeRound(t.Context(), m.id, ProposalChange{})), rules.Conflict, "error.round-last")
}
