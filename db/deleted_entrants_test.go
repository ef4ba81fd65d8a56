package db

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// deletes deletes the account of a person.
func (m *tournamentTest) deletes(person string) {
	m.Helper()
	_, err := m.d.DeletePerson(m.Context(), person, noon)
	m.ok(err)
}

// loser returns the player of a board who did not win it.
func (b Board) loser() string {
	if b.Winner == 1 {
		return b.Second
	}
	return b.First
}

// A Swiss that is reopened for another round does not pair people whose account was deleted
// after its end.
func TestReopenedSwissLeavesOutDeletedPeople(t *testing.T) {
	m := newTournament(t, TournamentSettings{Rounds: 2}, 6)
	m.begin()
	for range 2 {
		m.publish()
		m.playAll()
	}
	before := m.full()
	deleted := m.members[0]
	m.deletes(deleted)
	if after := m.full(); after.Results()[0] != before.Results()[0] || after.Status != TournamentOver {
		t.Errorf("the deletion changes the tournament to %+v", after)
	}
	for round := 3; round <= 4; round++ {
		m.ok(m.d.ReopenTournament(t.Context(), m.id, 1, m.organiser, "more", noon))
		m.publish()
		boards := m.full().RoundBoards(round)
		if len(boards) != 3 || !boards[2].Bye() {
			t.Fatalf("round %d has %+v", round, boards)
		}
		for _, b := range boards {
			if b.Has(deleted) {
				t.Errorf("round %d pairs a deleted account: %+v", round, b)
			}
		}
		m.playAll()
		if full := m.full(); full.Status != TournamentOver {
			t.Fatalf("the tournament is %s after round %d", full.Status, round)
		}
	}
}

// In a knockout, a corrected result may bring a player forward after that player has withdrawn or
// deleted the account. The opponent has a walkover then, in a running tournament and after its end.
func TestCorrectionBringsDeletedPersonForward(t *testing.T) {
	for name, leave := range map[string]func(*tournamentTest, string){
		"deleted": (*tournamentTest).deletes,
		"withdrawn": func(m *tournamentTest, person string) {
			m.Helper()
			m.ok(errOf(m.d.Withdraw(m.Context(), m.id, person, person, "", noon)))
		},
	} {
		t.Run("running, "+name, func(t *testing.T) {
			m := newTournament(t, TournamentSettings{Kind: Knockout, Third: true, Site: true}, 8)
			m.begin()
			m.publish()
			m.playAll()
			m.publish()
			early := m.full().RoundBoards(1)[0]
			person := early.loser()
			leave(m, person)
			m.ok(m.decide(early.Pairing, Decision{Games: []pairing.Game{m.won(person, 1)}}))
			b := m.board(person, 2)
			if b.Pairing != "" || b.Open() || b.Gone == [2]bool{} || b.Gone[0] && b.Gone[1] {
				t.Errorf("round 2 has %+v", b)
			}
			m.playAll()
			m.publish()
			m.playAll()
			if full := m.full(); full.Status != TournamentOver || full.Waiting() > 0 {
				t.Errorf("the tournament is %s with %d boards open", full.Status, full.Waiting())
			}
		})
	}
	t.Run("over, deleted", func(t *testing.T) {
		m := newTournament(t, TournamentSettings{Kind: Knockout}, 4)
		m.begin()
		for range 2 {
			m.publish()
			m.playAll()
		}
		semi, final := m.board(m.members[1], 1), m.board(m.members[1], 2)
		person := semi.loser()
		m.deletes(person)
		m.ok(m.decide(final.Pairing, Decision{Off: true}))
		m.ok(m.decide(semi.Pairing, Decision{Games: []pairing.Game{m.won(person, 1)}}))
		full := m.full()
		places, err := full.Places()
		m.ok(err)
		if b := m.board(person, 2); b.Pairing != "" || full.Status != TournamentOver || places[0].ID != m.members[0] || places[0].Place != 1 {
			t.Errorf("the final is %+v, the tournament %s, the places %+v", b, full.Status, places)
		}
		m.ok(m.decide(semi.Pairing, Decision{Games: []pairing.Game{m.won(m.members[1], 1)}}))
		if b := m.board(m.members[1], 2); !b.Open() || m.full().Status != TournamentRunning {
			t.Errorf("after the second correction the final is %+v", b)
		}
	})
}

// A ladder's result can be corrected after one of its players has deleted the account.
func TestLadderCorrectionAfterDeletion(t *testing.T) {
	c := newClimb(t, openTest(t), nil, "Anna", "Ben", "Carl")
	played := c.accepts(c.challenges("Ben", "Anna"))
	correct := func(g pairing.Game) {
		t.Helper()
		p, err := c.d.Pairing(t.Context(), played.Pairing)
		c.try(err)
		_, err = c.corrects(played.ID, Correction{Decision: Decision{Games: []pairing.Game{g}, Revision: p.Revision}})
		c.try(err)
	}
	p, err := c.d.Pairing(t.Context(), played.Pairing)
	c.try(err)
	_, err = c.d.DecidePairing(t.Context(), p.ID, c.organiser.ID, Decision{Games: []pairing.Game{first}, Why: "seen", Revision: p.Revision}, c.tick(1))
	c.try(err)
	_, err = c.d.DeletePerson(t.Context(), c.people["Ben"].ID, c.tick(1))
	c.try(err)
	correct(second)
	correct(first)
	c.wantOrder("Anna Carl")
}

// A tournament goes on to its end after accounts were deleted. No act of an organiser fails
// because something is not found.
func TestTournamentsOutliveTheirPeople(t *testing.T) {
	for _, settings := range []TournamentSettings{
		{Kind: Swiss, Rounds: 3},
		{Kind: Knockout, Third: true},
		{Kind: RoundRobin},
		{Kind: RoundRobin, AllAtOnce: true},
	} {
		for seed := range uint64(2) {
			t.Run(fmt.Sprintf("%s %v %d", settings.Kind, settings.AllAtOnce, seed), func(t *testing.T) {
				m := newTournament(t, settings, 6)
				m.begin()
				w := tournamentWalk{m, rand.New(rand.NewPCG(seed, 0))}
				for range 60 {
					w.step()
				}
				w.finish()
			})
		}
	}
}

// A tournamentWalk is a tournament in which people and organisers act at random.
type tournamentWalk struct {
	*tournamentTest
	*rand.Rand
}

// step makes one random act. It may be rejected with an error that explains itself.
func (w tournamentWalk) step() {
	w.Helper()
	full := w.full()
	person := w.members[w.IntN(len(w.members))]
	var err error
	switch w.IntN(12) {
	case 0:
		err = errOf(w.d.Withdraw(w.Context(), w.id, person, person, "", noon))
	case 1:
		if err = errOf(w.d.DeletePerson(w.Context(), person, noon)); rules.IsKind(err, rules.NotFound) {
			err = nil // deleted before
		}
	case 2:
		err = w.d.ReopenTournament(w.Context(), w.id, w.IntN(2), w.organiser, "more", noon)
	case 3, 4, 5:
		err = w.tryPublish()
	default:
		if len(full.Boards) > 0 {
			err = w.settle(full.Boards[w.IntN(len(full.Boards))])
		}
	}
	w.allow(err)
}

// allow fails the test for errors that an organiser cannot understand.
func (w tournamentWalk) allow(err error) {
	w.Helper()
	var known *rules.Error
	if err != nil && (!errors.As(err, &known) || known.Kind != rules.Conflict && known.Kind != rules.Invalid) {
		w.Fatalf("%v", err)
	}
}

func (w tournamentWalk) tryPublish() error {
	p, err := w.d.ProposeRound(w.Context(), w.id, ProposalChange{Relaxed: true})
	if err != nil {
		return err
	}
	return errOf(w.d.PublishRound(w.Context(), w.id, p.ProposalChange, p.Mark, w.organiser, noon))
}

// settle decides a board, which may be over.
func (w tournamentWalk) settle(b Board) error {
	if b.Pairing == "" {
		return nil
	}
	decision := []Decision{
		{Games: []pairing.Game{first}}, {Games: []pairing.Game{second}}, {Off: true}, {Forfeit: [2]bool{true, false}}, {Forfeit: [2]bool{true, true}},
	}
	return w.decide(b.Pairing, decision[min(w.IntN(12)/2, len(decision)-1)])
}

// finish plays the tournament to its end.
func (w tournamentWalk) finish() {
	w.Helper()
	for range 20 {
		full := w.full()
		if full.Status == TournamentOver {
			return
		}
		for _, b := range full.Boards {
			if b.Open() {
				w.ok(w.decide(b.Pairing, Decision{Games: []pairing.Game{first}}))
			}
		}
		if full = w.full(); full.Status != TournamentRunning {
			continue
		}
		if err := w.tryPublish(); err != nil {
			w.allow(err)
			if full.Round == 0 { // all players have left
				return
			}
			w.ok(w.d.FinishTournament(w.Context(), w.id, w.organiser, noon))
		}
	}
	w.Fatalf("the tournament is not over: %+v", w.full())
}
