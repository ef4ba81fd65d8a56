package db

import (
	"testing"
	"time"

	"hexclub/rules/pairing"
)

// What fails by itself keeps nothing else from being done, and what has come of a pairing
// since it was found overdue is not taken.
func TestDutiesGoOn(t *testing.T) {
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

// another is a tournament of the same people that has begun, and whose round 1 is published
// by itself.
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
