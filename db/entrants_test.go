package db

import (
	"slices"
	"testing"
	"time"

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

// TestAddEntrants checks that an organiser enters several people at once, walk-ins too, or nobody if one of them cannot be
// entered.
func TestAddEntrants(t *testing.T) {
	m := newTournament(t, TournamentSettings{Most: 5}, 2)
	ctx := t.Context()
	one, two := newAccount(t, m.d), newAccount(t, m.d)
	add := func(list ...NewEntrant) ([]string, error) { return m.d.AddEntrants(ctx, m.id, list, m.organiser, noon) }
	added, err := add(NewEntrant{Person: one.ID}, NewEntrant{Person: m.members[0]}, NewEntrant{Name: "Wanda"}, NewEntrant{Person: one.ID})
	m.ok(err)
	full := m.full()
	if len(added) != 2 || added[0] != one.ID || len(full.Entrants) != 4 || full.Entrants[3].Name != "Wanda" || full.Entrants[3].Number != 4 {
		t.Fatalf("%q were added to %+v", added, full.Entrants)
	}
	if log, _, err := m.d.AuditLog(ctx, AuditFilter{}, 3); err != nil || log[0].Act != "tournament-entrants" || log[0].People[one.ID].Name != one.Name || log[1].Act != "tournament-walk-ins" {
		t.Errorf("the log says %+v: %v", log, err)
	}
	_, err = add(NewEntrant{Person: two.ID}, NewEntrant{Name: "Willy"})
	wantError(t, err, rules.Conflict, "error.tournament-full")
	_, err = add(NewEntrant{Person: two.ID}, NewEntrant{Name: "wanda"})
	wantError(t, err, rules.Conflict, "error.name-taken")
	_, err = m.d.AddEntrants(ctx, m.id, []NewEntrant{{Name: "Willy"}}, two.ID, noon)
	wantError(t, err, rules.Forbidden, "error.organisers-only")
	if _, err := m.d.PersonByName(ctx, "Willy"); !rules.IsKind(err, rules.NotFound) || len(m.full().Entrants) != 4 {
		t.Errorf("a part was entered: %v", err)
	}
	list, more, err := m.d.Candidates(ctx, full.Tournament, two.Name, 10)
	if err != nil || more || len(list) != 1 || list[0].ID != two.ID {
		t.Errorf("the candidates are %+v, %t: %v", list, more, err)
	}
	if _, more, err := m.d.Candidates(ctx, full.Tournament, "", 1); err != nil || !more {
		t.Errorf("there are no more candidates: %v", err)
	}
}

// The entrants of an earlier tournament are entered again, also walk-ins, as long as there is room: not deleted and
// closed accounts, and nobody twice.
func TestEnterSame(t *testing.T) {
	ctx := t.Context()
	old := newTournament(t, TournamentSettings{}, 5)
	walkIns, err := old.d.AddEntrants(ctx, old.id, []NewEntrant{{Name: "Walker"}}, old.organiser, noon)
	old.ok(err)
	old.ok(errOf(old.d.DeletePerson(ctx, old.members[0], noon)))
	old.ok(errOf(old.d.CloseAccount(ctx, old.members[1], "So", old.organiser, noon)))
	n := NewTournament{Season: old.full().Season, Name: "Next", TournamentSettings: old.full().TournamentSettings}
	n.Most = 3
	next, err := old.d.CreateTournament(ctx, n, old.organiser, noon)
	old.ok(err)
	old.ok(old.d.AddEntrant(ctx, next.ID, walkIns[0], old.organiser, noon))
	added, err := old.d.EnterSame(ctx, next.ID, old.id, old.organiser, noon)
	if err != nil || !slices.Equal(added, old.members[2:4]) {
		t.Errorf("entered are %v, %v, want %v", added, err, old.members[2:4])
	}
	left, err := old.d.EarlierEntrants(ctx, next.ID, old.id)
	if err != nil || len(left) != 2 || left[0].ID != old.members[1] || !left[0].Closed || left[1].ID != old.members[4] || left[1].Closed {
		t.Errorf("left out are %+v, %v", left, err)
	}
	_, err = old.d.EnterSame(ctx, next.ID, old.id, old.members[2], noon)
	wantError(t, err, rules.Forbidden, "error.organisers-only")
}

// Players who were entered together are taken out together, as long as none of them is in a round; those who have left
// since are passed over.
func TestUndoEntrants(t *testing.T) {
	t.Parallel()
	m := newTournament(t, TournamentSettings{Rounds: 3}, 2)
	ctx := t.Context()
	add := func(n int) (e AuditEntry, people []string) {
		t.Helper()
		var list []NewEntrant
		for range n {
			list = append(list, NewEntrant{Person: newAccount(t, m.d).ID})
		}
		people, err := m.d.AddEntrants(ctx, m.id, list, m.organiser, noon)
		m.ok(err)
		log, _, err := m.d.AuditLog(ctx, AuditFilter{Acts: []string{"tournament-entrants"}}, 1)
		m.ok(err)
		return log[0], people
	}
	can := func(e AuditEntry, want bool) {
		t.Helper()
		if why, err := m.d.UndoableNow(ctx, []AuditEntry{e}, noon); err != nil || (why[e.Number] == nil) != want {
			t.Errorf("undoing fails with %v, %v", why, err)
		}
	}
	e, people := add(3)
	for _, person := range people {
		if list, err := m.d.Decisions(ctx, person, noon.Add(-time.Hour), 5); err != nil || len(list) != 1 || list[0].Act != "tournament-entrants" {
			t.Errorf("the decisions about %s are %+v, %v", person, list, err)
		}
	}
	m.ok(errOf(m.d.Withdraw(ctx, m.id, people[0], people[0], "", noon)))
	can(e, true)
	m.ok(m.d.UndoEntrants(ctx, e, m.organiser, noon))
	if got := m.full().Entrants; len(got) != 2 || got[1].Number != 2 {
		t.Errorf("the entrants are %+v", got)
	}
	can(e, false)
	wantError(t, m.d.UndoEntrants(ctx, e, m.organiser, noon), rules.Conflict, "error.undo-changed")
	e, _ = add(2)
	m.begin()
	can(e, true)
	m.publish()
	can(e, false)
	wantError(t, m.d.UndoEntrants(ctx, e, m.organiser, noon), rules.Conflict, "error.undo-changed")
	wantError(t, m.d.UndoEntrants(ctx, e, m.members[0], noon), rules.Forbidden, "error.organisers-only")
	late, _ := add(2)
	can(late, true)
	m.ok(m.d.UndoEntrants(ctx, late, m.organiser, noon))
	if got := m.full(); len(got.Entrants) != 4 || got.Length != 3 {
		t.Errorf("the entrants are %+v", got.Entrants)
	}
}
