package db

import (
	"testing"

	"hexclub/rules"
)

// An entrant who withdraws after the start and before round 1 does not count: the number of rounds
// is that for the others, and the tournament ends normally.
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

// Who leaves while people enter leaves no gap: the ranking can be sent back as it is shown.
func TestLeavingLeavesNoGap(t *testing.T) {
	m := newTournament(t, TournamentSettings{}, 4)
	if _, err := m.d.Withdraw(t.Context(), m.id, m.members[1], m.members[1], "", noon); err != nil {
		t.Fatal(err)
	}
	numbers := map[string]int{}
	for i, e := range m.full().Entrants {
		if numbers[e.ID] = e.Number; e.Number != i+1 {
			t.Errorf("number %d is on place %d", e.Number, i+1)
		}
	}
	m.ok(m.d.RenumberEntrants(t.Context(), m.id, numbers, m.organiser, noon))
	late := newAccount(t, m.d).ID
	m.ok(m.d.Enter(t.Context(), m.id, late, noon))
	if e, ok := m.full().Entrant(late); !ok || e.Number != 4 {
		t.Errorf("who comes next is %+v", e)
	}
}

// Who comes late, but before round 1, counts in the advised number of rounds; not after.
func TestLateEntryBeforeRoundOne(t *testing.T) {
	m := newTournament(t, TournamentSettings{Late: 2}, 4)
	m.begin()
	before := m.full().Length
	m.ok(m.d.Enter(t.Context(), m.id, newAccount(t, m.d).ID, noon))
	if got := m.full().Length; before != SwissRounds(4) || got != SwissRounds(5) || got == before {
		t.Errorf("%d rounds, then %d", before, got)
	}
	m.publish()
	for range 4 {
		m.ok(m.d.Enter(t.Context(), m.id, newAccount(t, m.d).ID, noon))
	}
	if got := m.full().Length; got != SwissRounds(5) || got == SwissRounds(9) {
		t.Errorf("in round 1 there are %d rounds", got)
	}
	set := newTournament(t, TournamentSettings{Late: 2, Rounds: 7}, 4)
	set.begin()
	set.ok(set.d.Enter(t.Context(), set.id, newAccount(t, set.d).ID, noon))
	if got := set.full().Length; got != 7 {
		t.Errorf("of 7 rounds there are %d", got)
	}
}
