package db

import (
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// mayUndo returns the latest entry of the log among acts, and why it cannot be undone now.
func (m *tournamentTest) mayUndo(acts ...string) (e AuditEntry, err error) {
	m.Helper()
	list, _, failed := m.d.AuditLog(m.Context(), AuditFilter{Acts: acts}, 1)
	m.ok(failed)
	why, failed := m.d.UndoableNow(m.Context(), list[:1], noon)
	m.ok(failed)
	return list[0], why[list[0].Number]
}

// undo undoes the latest decision about a pairing, as the log offers it.
func (m *tournamentTest) undo() Pairing {
	m.Helper()
	e, err := m.mayUndo("pairing-entered", "pairing-decided", "pairing-corrected", "pairing-off")
	m.ok(err)
	p, err := m.d.UndoDecision(m.Context(), e, m.organiser, noon)
	m.ok(err)
	return p
}

// wantNoUndo tests that the latest decision about a pairing can be undone no longer.
func (m *tournamentTest) wantNoUndo(key string) {
	m.Helper()
	e, err := m.mayUndo("pairing-entered", "pairing-decided", "pairing-corrected", "pairing-off")
	wantError(m.T, err, rules.Conflict, key)
	wantError(m.T, errOf(m.d.UndoDecision(m.Context(), e, m.organiser, noon)), rules.Conflict, key)
}

// A decision about a pairing can be undone, until something follows from it.
func TestUndoDecision(t *testing.T) {
	t.Parallel()
	m := newTournament(t, TournamentSettings{Rounds: 1}, 4)
	m.begin()
	pairings := m.publish()
	a, b := pairings[0], pairings[1]
	m.ok(errOf(m.d.EnterResult(t.Context(), a.ID, a.Players[0].ID, []pairing.Game{first}, noon)))
	m.ok(m.decide(a.ID, Decision{Games: []pairing.Game{second}}))
	e, _ := m.mayUndo("pairing-decided")
	wantError(t, errOf(m.d.UndoDecision(t.Context(), e, m.members[0], noon)), rules.Forbidden, "error.organisers-only")
	if p := m.undo(); p.Status != PairingOpen || p.Entered == nil || p.Entered.By != a.Players[0].ID || p.Decided != nil || !p.Ended.IsZero() {
		t.Errorf("undone it is %+v", p)
	}
	m.wantNoUndo("error.undo-changed") // as it has been already

	m.ok(m.decide(a.ID, Decision{Games: []pairing.Game{second}}))
	m.ok(m.decide(a.ID, Decision{Off: true}))
	if p := m.undo(); p.Status != PairingOver || p.Score() != "0–1" || p.Decided == nil {
		t.Errorf("called off no more, it is %+v", p)
	}
	m.ok(m.decide(b.ID, Decision{Games: []pairing.Game{first}}))
	if status := m.full().Status; status != TournamentOver {
		t.Fatalf("after the last result it is %s", status)
	}
	m.undo()
	if full := m.full(); full.Status != TournamentRunning || !full.Ended.IsZero() || full.Waiting() != 1 {
		t.Errorf("after undoing the last result it is %s with %d open boards", full.Status, full.Waiting())
	}
	m.ok(m.decide(b.ID, Decision{Games: []pairing.Game{first}}))
	m.ok(m.decide(b.ID, Decision{Games: []pairing.Game{second}}))
	if p := m.undo(); p.Score() != "1–0" || m.full().Status != TournamentOver {
		t.Errorf("the correction undone, the score is %s and the tournament is %s", p.Score(), m.full().Status)
	}
}

// A result is not open again once a round or another player depends on it, nor where a game or a dispute ended with it.
func TestNoUndoOfDecision(t *testing.T) {
	t.Parallel()
	m := newTournament(t, TournamentSettings{Kind: Knockout}, 4)
	m.begin()
	p := m.publish()
	m.ok(errOf(m.d.EnterResult(t.Context(), p[0].ID, p[0].Players[0].ID, []pairing.Game{first}, noon)))
	entered, err := m.d.Pairing(t.Context(), p[0].ID)
	m.ok(err)
	m.ok(errOf(m.d.ContestResult(t.Context(), p[0].ID, p[0].Players[1].ID, "No.", entered.Revision, noon)))
	m.ok(m.decide(p[0].ID, Decision{Games: []pairing.Game{first}}))
	m.wantNoUndo("error.undo-never")
	m.ok(m.decide(p[1].ID, Decision{Games: []pairing.Game{first}}))
	m.publish()
	m.wantNoUndo("error.undo-changed")
	m.ok(m.decide(p[1].ID, Decision{Games: []pairing.Game{second}}))
	m.wantNoUndo("error.undo-changed") // it has made another final

	left := newTournament(t, TournamentSettings{Rounds: 2}, 4)
	left.begin()
	board := left.publish()[0]
	left.ok(left.decide(board.ID, Decision{Games: []pairing.Game{first}}))
	left.ok(errOf(left.d.Withdraw(t.Context(), left.id, board.Players[0].ID, left.organiser, "ill", noon)))
	left.wantNoUndo("error.undo-changed")

	site := newTournament(t, TournamentSettings{Site: true, Control: "3d"}, 4)
	site.begin()
	site.ok(site.decide(site.publish()[0].ID, Decision{Off: true}))
	site.wantNoUndo("error.undo-never")
}

// A published round is taken back as long as nothing of it has begun.
func TestRetractRound(t *testing.T) {
	t.Parallel()
	m := newTournament(t, TournamentSettings{Rounds: 3, HalfByes: 1, Late: 2}, 5)
	m.begin()
	m.publish()
	m.playAll()
	m.ok(m.d.Pause(t.Context(), m.id, m.members[0], 2, true, m.members[0], noon))
	proposed, err := m.d.ProposeRound(t.Context(), m.id, ProposalChange{})
	m.ok(err)
	before := m.full()
	made := m.publish()
	retract := func(by string) error {
		t.Helper()
		e, _ := m.mayUndo("round-published")
		return errOf(m.d.RetractRound(t.Context(), e, by, noon))
	}
	wantError(t, retract(m.members[0]), rules.Forbidden, "error.organisers-only")
	m.ok(retract(m.organiser))
	after := m.full()
	if after.Round != 1 || after.Status != TournamentRunning || len(after.Rounds) != 1 || len(after.Boards) != len(before.Boards) || after.Length != 3 {
		t.Errorf("the tournament is %s in round %d of %d, with %d boards", after.Status, after.Round, after.Length, len(after.Boards))
	}
	if again, err := m.d.ProposeRound(t.Context(), m.id, ProposalChange{}); err != nil || again.Mark != proposed.Mark {
		t.Errorf("the round is proposed as %+v, %v", again.Pairs, err)
	}
	p, err := m.d.Pairing(t.Context(), made[0].ID)
	m.ok(err)
	if in, round, ok, err := m.d.TournamentOf(t.Context(), p); p.Status != PairingOff || p.How != EndRetracted || p.Decided != nil || in.ID != m.id || round != 2 || !ok || err != nil {
		t.Errorf("a pairing of it is %+v, in round %d of %s, %v", p, round, in.ID, err)
	}
	wantError(t, m.decide(p.ID, Decision{Games: []pairing.Game{first}}), rules.Conflict, "error.pairing-retracted")
	if open, err := m.d.PairingsOf(t.Context(), p.Players[0].ID); err != nil || len(open) > 0 {
		t.Errorf("the player has to play %+v, %v", open, err)
	}
	wantError(t, retract(m.organiser), rules.Conflict, "error.undo-changed") // it is not published

	made = m.publish()
	m.ok(errOf(m.d.EnterResult(t.Context(), made[0].ID, made[0].Players[0].ID, []pairing.Game{first}, noon)))
	wantError(t, retract(m.organiser), rules.Conflict, "error.undo-begun")
}

// The rounds of a round robin that were published at once are taken back at once.
func TestRetractAllRounds(t *testing.T) {
	t.Parallel()
	m := newTournament(t, TournamentSettings{Kind: RoundRobin, AllAtOnce: true, ByDate: true, Opens: noon.Add(time.Hour), Days: 7}, 4)
	m.begin()
	m.publish()
	e, err := m.mayUndo("round-published")
	m.ok(err)
	off, err := m.d.RetractRound(t.Context(), e, m.organiser, noon)
	m.ok(err)
	if full := m.full(); len(off) != 6 || full.Round != 0 || len(full.Boards)+len(full.Rounds) > 0 || !full.Next.Equal(noon.Add(time.Hour)) {
		t.Errorf("%d pairings are off, the tournament is in round %d with %d boards, the next round opens %s", len(off), full.Round, len(full.Boards), full.Next)
	}
	m.publish()
	e, err = m.mayUndo("round-published")
	m.ok(err)
	m.ok(errOf(m.d.RetractRound(t.Context(), e, m.organiser, noon.Add(2*time.Hour))))
	if made, err := m.d.OpenRounds(t.Context(), noon.Add(2*time.Hour)); err != nil || len(made) > 0 {
		t.Errorf("the round that was taken back is published again: %d pairings, %v", len(made), err)
	}
}

// Games on this site are called off with their round, as long as nobody has played.
func TestRetractRoundOfGames(t *testing.T) {
	t.Parallel()
	for control, want := range map[string]Status{"3d": Running, "10+5": Waiting} {
		m := newTournament(t, TournamentSettings{Site: true, Control: control}, 4)
		m.begin()
		made := m.publish()
		if g := made[0].Touched[0]; g.Status != want {
			t.Fatalf("with %s a game is %s", control, g.Status)
		}
		e, err := m.mayUndo("round-published")
		m.ok(err)
		off, err := m.d.RetractRound(t.Context(), e, m.organiser, noon)
		if err != nil || len(off) != 2 || len(off[0].Touched) != 1 || off[0].Touched[0].Status != Over {
			t.Errorf("with %s: %+v, %v", control, off, err)
		}
		g := m.publish()[0].Touched[0]
		if control == "3d" {
			m.ok(errOf(m.d.PlayTurn(t.Context(), g.ID, g.Players[0].ID, 0, "c2", noon)))
		} else {
			m.ok(errOf(m.d.TakeSeat(t.Context(), g.ID, Claim{Person: g.Players[1].Reserved}, noon)))
		}
		_, err = m.mayUndo("round-published")
		wantError(t, err, rules.Conflict, "error.undo-begun")
	}
}
