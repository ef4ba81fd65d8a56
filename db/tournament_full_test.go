package db

import "testing"

// The progress of a round counts its boards, and names the next opponent of a person.
func TestRoundsProgress(t *testing.T) {
	m := newTournament(t, TournamentSettings{Rounds: 3, Days: 7}, 5)
	m.begin()
	progress := func(person string) RoundProgress {
		t.Helper()
		all, err := m.d.RoundsProgress(t.Context(), person, m.id)
		m.ok(err)
		if len(all[m.id]) != 1 {
			t.Fatalf("the rounds are %+v", all)
		}
		return all[m.id][0]
	}
	if all, err := m.d.RoundsProgress(t.Context(), "", m.id); err != nil || len(all) != 0 {
		t.Errorf("before the first round: %+v, %v", all, err)
	}
	m.publish()
	first := m.full().Boards[0]
	got := progress(first.Second)
	if got.Round != 1 || got.Boards != 3 || got.Open != 2 || !got.Due.Equal(first.Due) || got.Pairing != first.Pairing || got.Opponent.ID != first.First || got.Opponent.Name == "" {
		t.Errorf("the round is %+v, want board %+v", got, first)
	}
	m.wins(first.First)
	if got := progress(first.Second); got.Open != 1 || got.Pairing != "" {
		t.Errorf("after the game the round is %+v", got)
	}
	m.playAll()
	if got := progress(""); got.Open != 0 || got.Boards != 3 || !got.Due.IsZero() {
		t.Errorf("the finished round is %+v", got)
	}
}

// TestEntryCounts counts those who have entered and have not withdrawn.
func TestEntryCounts(t *testing.T) {
	m := newTournament(t, TournamentSettings{}, 3)
	counts := func(person string) EntryCount {
		t.Helper()
		got, err := m.d.EntryCounts(t.Context(), person, m.id, "nowhere")
		m.ok(err)
		if len(got) != 1 {
			t.Fatalf("counts of %d tournaments, want 1", len(got))
		}
		return got[m.id]
	}
	if got, want := counts(m.members[0]), (EntryCount{Number: 3, Mine: true}); got != want {
		t.Errorf("for a member who has entered: %+v, want %+v", got, want)
	}
	if got, want := counts(""), (EntryCount{Number: 3}); got != want {
		t.Errorf("for a visitor: %+v, want %+v", got, want)
	}
	_, err := m.d.Withdraw(t.Context(), m.id, m.members[0], m.members[0], "", noon)
	m.ok(err)
	if got, want := counts(m.members[0]), (EntryCount{Number: 2}); got != want {
		t.Errorf("after a withdrawal: %+v, want %+v", got, want)
	}
}
