package db

import (
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// What fails by itself keeps nothing else from being done, and what has come of a pairing
// since it was found overdue is not taken.
func TestTasksContinueAfterFailures(t *testing.T) {
	m := newTournament(t, TournamentSettings{Rounds: 3, Days: 2, Forfeit: true, ByDate: true, Opens: noon.Add(time.Hour)}, 4)
	m.begin()
	made, err := m.d.OpenRounds(t.Context(), noon.Add(time.Hour))
	m.ok(err)
	if _, err := m.d.write.Exec("UPDATE pairings SET control = 'broken' WHERE id = $1", made[0].ID); err != nil {
		t.Fatal(err)
	}
	late := noon.Add(72 * time.Hour)
	over, err := m.d.ForfeitOverdue(t.Context(), late, 100)
	if err == nil || len(over) != 1 || over[0].ID != made[1].ID {
		t.Errorf("over are %+v, %v", over, err)
	}
	p := newPairing(t, m.d, NewPairing{})
	if _, err := m.d.EnterResult(t.Context(), p.ID, p.Players[0].ID, []pairing.Game{first}, noon); err != nil {
		t.Fatal(err)
	}
	if p, ended, err := m.d.forfeitOverdue(t.Context(), p.ID, late); err != nil || ended || p.Status != PairingOpen || p.Entered == nil {
		t.Errorf("%t, it is %+v, %v", ended, p, err)
	}

	broken, opens := m.another(noon.Add(time.Hour)), m.another(noon.Add(2*time.Hour))
	if _, err := m.d.write.Exec("UPDATE tournaments SET settings = 'broken' WHERE id = $1", broken); err != nil {
		t.Fatal(err)
	}
	made, err = m.d.OpenRounds(t.Context(), late)
	if err == nil || len(made) != 2 {
		t.Errorf("made are %+v, %v", made, err)
	}
	if m.id = opens; m.full().Round != 1 {
		t.Errorf("the other is %+v", m.full())
	}
}

// another returns a tournament of the same people that has begun, and whose round 1 is published
// automatically.
func (m *tournamentTest) another(opens time.Time) (id string) {
	m.Helper()
	made, err := m.d.CreateTournament(m.Context(), NewTournament{
		Season: m.season, Name: "Another", TournamentSettings: usual(TournamentSettings{Rounds: 3, Days: 2, ByDate: true, Opens: opens}),
	}, m.organiser, noon)
	m.ok(err)
	for _, member := range m.members {
		m.ok(m.d.AddEntrant(m.Context(), made.ID, member, m.organiser, noon))
	}
	m.ok(m.d.BeginTournament(m.Context(), made.ID, m.organiser, noon))
	return made.ID
}

// An entrant who has won without playing gets no bye, not even from an organiser.
func TestNoByeAfterAForfeit(t *testing.T) {
	m := newTournament(t, TournamentSettings{}, 5)
	m.begin()
	m.publish()
	first := m.full().Boards[0]
	m.ok(m.decide(first.Pairing, Decision{Forfeit: [2]bool{false, true}}))
	m.playAll()
	p, err := m.d.ProposeRound(t.Context(), m.id, ProposalChange{})
	m.ok(err)
	bye := p.Pairs[len(p.Pairs)-1]
	if bye.Second != "" || bye.First == first.First {
		t.Fatalf("round 2 is %+v", p.Pairs)
	}
	_, err = m.d.ProposeRound(t.Context(), m.id, ProposalChange{Swaps: [][2]string{{bye.First, first.First}}})
	wantError(t, err, rules.Invalid, "error.swap-bye")
}

// A board that awaits an organiser's decision is listed as such, not as overdue.
func TestDisputesAreNotOverdue(t *testing.T) {
	m := newTournament(t, TournamentSettings{Rounds: 3, Days: 2}, 4)
	m.begin()
	made := m.publish()
	late := noon.Add(72 * time.Hour)
	overdue := func(want int) {
		t.Helper()
		tasks, err := m.d.TournamentTasks(t.Context(), late)
		m.ok(err)
		if want == 0 && len(tasks) != 0 || want > 0 && (len(tasks) != 1 || tasks[0].Overdue != want) {
			t.Errorf("organisers are to %+v, want %d overdue", tasks, want)
		}
	}
	overdue(2)
	for i, p := range made {
		p, err := m.d.EnterResult(t.Context(), p.ID, p.Players[0].ID, []pairing.Game{first}, noon)
		m.ok(err)
		_, err = m.d.ContestResult(t.Context(), p.ID, p.Players[1].ID, "", p.Revision, noon)
		m.ok(err)
		overdue(1 - i)
	}
}
