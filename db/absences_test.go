package db

import (
	"slices"
	"testing"

	"hexclub/rules"
	"hexclub/rules/tourney"
)

// pauses takes a person out of a round, or back in, at the person's own wish.
func (m *tournamentTest) pauses(person string, round int, away bool) error {
	return m.d.Pause(m.Context(), m.id, person, round, away, person, noon)
}

// absent returns the worth of a person's absence from a round, in halves; -1 for none.
func (m *tournamentTest) absent(person string, round int) int {
	for _, a := range m.full().RoundAbsences(round) {
		if a.Person == person {
			return a.Halves
		}
	}
	return -1
}

// TestPause checks that an entrant can be absent from rounds to come, gets as many half points as the settings say but none in the
// last round, and can come back until the round is published.
func TestPause(t *testing.T) {
	m := newTournament(t, TournamentSettings{Rounds: 4, HalfByes: 1}, 6)
	ctx, one := t.Context(), m.members[0]
	wantError(t, m.pauses(one, 1, true), rules.Conflict, "error.pause-kind")
	m.begin()
	m.ok(m.pauses(one, 1, true))
	m.ok(m.pauses(one, 1, true))
	m.ok(m.pauses(one, 3, true))
	if half, none := m.absent(one, 1), m.absent(one, 3); half != tourney.Draw || none != 0 {
		t.Errorf("the absences give %d and %d halves", half, none)
	}
	m.ok(m.pauses(one, 1, false))
	if half := m.absent(one, 3); half != tourney.Draw {
		t.Errorf("round 3 gives %d halves now", half)
	}
	m.ok(m.d.Pause(ctx, m.id, m.members[1], 1, true, m.organiser, noon))
	if log, _, err := m.d.AuditLog(ctx, AuditFilter{}, 1); err != nil || log[0].Act != "tournament-paused" || log[0].Detail["Round"] != "1" {
		t.Errorf("the log has %+v: %v", log, err)
	}
	p, err := m.d.ProposeRound(ctx, m.id, ProposalChange{})
	m.ok(err)
	if slices.ContainsFunc(p.Pairs, func(pair ProposedPair) bool { return pair.has(m.members[1]) }) || len(p.Pairs) != 3 {
		t.Errorf("the proposal is %+v", p.Pairs)
	}
	m.ok(m.d.Pause(ctx, m.id, m.members[2], 1, true, m.organiser, noon))
	_, err = m.d.PublishRound(ctx, m.id, ProposalChange{}, p.Mark, m.organiser, noon)
	wantError(t, err, rules.Conflict, "error.round-changed")
	m.publish()
	wantError(t, m.pauses(m.members[1], 1, false), rules.Conflict, "error.pause-round")
	wantError(t, m.pauses(one, 5, true), rules.Conflict, "error.pause-round")
	wantError(t, m.d.Pause(ctx, m.id, one, 2, true, m.members[1], noon), rules.Forbidden, "error.organisers-only")
	wantError(t, m.pauses(newAccount(t, m.d).ID, 2, true), rules.Conflict, "error.tournament-not-entered")
	m.ok(m.pauses(m.members[1], 4, true))
	m.playAll()
	m.publish()
	m.playAll()
	if score := m.score(m.members[1]); score < tourney.Draw {
		t.Errorf("a half-point bye is lost: %d halves", score)
	}
	_, err = m.d.Withdraw(ctx, m.id, one, one, "", noon)
	m.ok(err)
	if m.absent(one, 3) != -1 || m.absent(m.members[1], 1) != tourney.Draw || m.absent(m.members[1], 4) != 0 {
		t.Errorf("the absences are %+v", m.full().Absences)
	}
	robin := newTournament(t, TournamentSettings{Kind: RoundRobin}, 3)
	robin.begin()
	wantError(t, robin.pauses(robin.members[0], 1, true), rules.Conflict, "error.pause-kind")
}

// score returns the points of a person in halves.
func (m *tournamentTest) score(person string) int {
	m.Helper()
	t := m.full()
	standings, err := tourney.Standings(m.Context(), t.Field(), t.Results(), tourney.Rules{})
	m.ok(err)
	for _, s := range standings {
		if s.ID == person {
			return s.Halves
		}
	}
	m.Fatalf("%s has no place", person)
	return 0
}

// TestLateEntrants checks until when people enter by themselves and organisers enter them, and what missed rounds give.
func TestLateEntrants(t *testing.T) {
	for rounds, last := range map[int]int{1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 11: 6, 12: 7} {
		if got := (TournamentSettings{Kind: Swiss, Late: LateHalf}).LastEntry(rounds); got != last {
			t.Errorf("of %d rounds the last one to enter is %d, want %d", rounds, got, last)
		}
	}
	m := newTournament(t, TournamentSettings{Rounds: 4, Late: LateHalf, MissedHalf: true}, 6)
	ctx := t.Context()
	enters := func() (string, error) {
		person := newAccount(t, m.d).ID
		return person, m.d.Enter(ctx, m.id, person, noon)
	}
	m.begin()
	for range 2 {
		m.publish()
		m.playAll()
	}
	late, err := enters()
	m.ok(err)
	if score := m.score(late); score != 2*tourney.Draw {
		t.Errorf("two missed rounds give %d halves", score)
	}
	m.publish()
	m.playAll()
	_, err = enters()
	wantError(t, err, rules.Conflict, "error.tournament-late-entry")
	added, err := m.d.AddEntrants(ctx, m.id, []NewEntrant{{Name: "Wanda"}, {Name: "Willy", MissedHalf: true}}, m.organiser, noon)
	m.ok(err)
	if none, half := m.score(added[0]), m.score(added[1]); none != 0 || half != 3*tourney.Draw {
		t.Errorf("three missed rounds give %d and %d halves", none, half)
	}
	_, err = m.d.Withdraw(ctx, m.id, added[1], added[1], "", noon)
	m.ok(err)
	if len(m.full().RoundAbsences(1)) != 1 {
		t.Errorf("the absences are %+v", m.full().Absences)
	}
	m.publish()
	if !m.board(added[0], 4).Has(added[0]) {
		t.Error("the last round is without Wanda")
	}
	wantError(t, m.d.AddEntrant(ctx, m.id, newAccount(t, m.d).ID, m.organiser, noon), rules.Conflict, "error.tournament-late-entry")
	robin := newTournament(t, TournamentSettings{Kind: RoundRobin}, 3)
	robin.begin()
	wantError(t, robin.d.AddEntrant(ctx, robin.id, newAccount(t, robin.d).ID, robin.organiser, noon), rules.Conflict, "error.tournament-late-entry")
}
