package db

import (
	"slices"
	"testing"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// A correction that changes the winner replaces the next pairing. The replaced pairing and the log
// show that, and the replaced pairing takes no more decisions.
func TestReplacedPairing(t *testing.T) {
	m := newTournament(t, TournamentSettings{Kind: Knockout, Third: true, Unit: pairing.TwoGames, Site: true}, 4)
	d, ctx := m.d, t.Context()
	m.begin()
	m.publish()
	win := func(b Board, player int) Decision {
		g := pairing.Game{Points: [2]int{}}
		g.Halves[player-1], g.Points[player-1] = 2, 40
		return Decision{Games: []pairing.Game{g, g}}
	}
	early := m.full().RoundBoards(1)
	for _, b := range early {
		m.ok(m.decide(b.Pairing, win(b, 1)))
	}
	m.publish()
	full := m.full()
	next := full.Following(early[0].Pairing)
	if len(next) != 2 || next[0].Round != 2 || !next[0].Has(early[0].First) || !next[1].Has(early[0].Second) || len(full.Following(next[0].Pairing)) != 0 {
		t.Fatalf("%+v leads on to %+v", early[0], next)
	}
	for _, b := range next {
		tournament, round, ok, err := d.TournamentOf(ctx, readPairing(t, d, Pairing{ID: b.Pairing}))
		if err != nil || !ok || tournament.ID != m.id || round != 2 {
			t.Errorf("it is of round %d of %+v, %t, %v", round, tournament, ok, err)
		}
	}
	begun := Pairing{ID: next[0].Pairing}
	begun = readPairing(t, d, begun)
	lose(t, d, begun, 2, noon)

	p := readPairing(t, d, Pairing{ID: early[0].Pairing})
	correction := win(early[0], 2)
	correction.Why, correction.Revision = "Two saw it.", p.Revision
	after, err := d.DecidePairing(ctx, p.ID, m.organiser, correction, noon)
	m.ok(err)
	if len(after.Others) != 4 {
		t.Errorf("%d others have changed", len(after.Others))
	}
	for _, b := range next {
		replaced := readPairing(t, d, Pairing{ID: b.Pairing})
		if replaced.Status != PairingOff || replaced.How != EndReplaced || len(replaced.Games) != 0 ||
			replaced.Decided == nil || replaced.Decided.By.ID != m.organiser || replaced.Decided.Reason != "Two saw it." {
			t.Errorf("it is %+v", replaced)
		}
		if tournament, round, ok, err := d.TournamentOf(ctx, replaced); err != nil || !ok || tournament.ID != m.id || round != 2 {
			t.Errorf("it was of round %d of %+v, %t, %v", round, tournament, ok, err)
		}
		for _, g := range gamesOf(t, d, replaced) {
			if g.Status != Over {
				t.Errorf("its game %d is %s", g.Nth, g.Status)
			}
		}
		got, err := d.DecidePairing(ctx, replaced.ID, m.organiser, Decision{Off: true, Why: "No.", Revision: replaced.Revision}, noon)
		wantRefused(t, d, replaced, got, err, rules.Conflict, "error.pairing-replaced")
	}
	log, _, err := d.AuditLog(ctx, AuditFilter{}, 3)
	m.ok(err)
	if log[2].Act != "pairing-corrected" || log[2].About != p.Ref() {
		t.Errorf("before them the log has %+v", log[2])
	}
	for _, e := range log[:2] {
		i := slices.IndexFunc(next, func(b Board) bool { return e.About == Ref{RefPairing, b.Pairing} })
		if e.Act != "pairing-replaced" || e.By.ID != m.organiser || e.Detail["Reason"] != "Two saw it." || e.Detail["Round"] != "2" || e.Detail["Tournament"] != "Cup" || i < 0 {
			t.Fatalf("the log has %+v", e)
		}
		if want := []string{"– (1–0 49:0)", "–"}[i]; e.Detail["Was"] != want {
			t.Errorf("the log has that it was %s, want %s", e.Detail["Was"], want)
		}
	}
}

// A cancelled pairing does not block corrections: from the last round back, each result can be
// corrected, and the following rounds are played again.
func TestWayBackInAKnockout(t *testing.T) {
	m := newTournament(t, TournamentSettings{Kind: Knockout, Third: true}, 8)
	m.begin()
	for range 3 {
		m.publish()
		m.playAll()
	}
	off := Decision{Off: true}
	statusIs := func(want TournamentStatus) {
		t.Helper()
		if got := m.full().Status; got != want {
			t.Fatalf("the tournament is %s, want %s", got, want)
		}
	}
	statusIs(TournamentOver)
	early, semi, final, third := m.board(m.members[7], 1), m.board(m.members[0], 2), m.board(m.members[0], 3), m.board(m.members[2], 3)
	other := Decision{Games: []pairing.Game{m.won(m.members[7], 1)}}
	for _, refused := range []struct {
		id       string
		decision Decision
	}{{early.Pairing, other}, {semi.Pairing, off}} {
		wantError(t, m.decide(refused.id, refused.decision), rules.Conflict, "error.bracket-played")
	}
	m.ok(m.decide(final.Pairing, off))
	wantError(t, m.decide(semi.Pairing, off), rules.Conflict, "error.bracket-played") // the match for the third place counts
	m.ok(m.decide(third.Pairing, off))
	statusIs(TournamentOver)
	m.ok(m.decide(semi.Pairing, off))
	if boards := m.full().RoundBoards(3); len(boards) != 2 || !boards[0].Bye() || !boards[1].Bye() {
		t.Errorf("without a semi-final the last round is %+v", boards)
	}
	m.ok(m.decide(early.Pairing, other))
	statusIs(TournamentRunning)
	anew := m.board(m.members[7], 2)
	if anew.Pairing == semi.Pairing || !anew.Open() || len(m.full().RoundBoards(3)) != 0 {
		t.Fatalf("after the correction is %+v, and then %+v", anew, m.full().RoundBoards(3))
	}
	if places, err := m.full().Places(); err != nil || places[0].Place != 0 {
		t.Errorf("places %+v, %v", places, err)
	}
	m.ok(m.decide(anew.Pairing, Decision{Games: []pairing.Game{m.won(m.members[7], 2)}}))
	boards := m.full().RoundBoards(3)
	if len(boards) != 2 || !boards[0].Open() || !boards[0].Has(m.members[7]) || !boards[1].Open() {
		t.Fatalf("the last round is %+v", boards)
	}
	m.playAll()
	statusIs(TournamentOver)
	log, _, err := m.d.AuditLog(t.Context(), AuditFilter{Acts: []string{"tournament-reopened"}}, 9)
	m.ok(err)
	if len(log) != 1 || log[0].By.ID != m.organiser || log[0].Detail["Reason"] != "seen" {
		t.Errorf("the log has %+v", log)
	}
}

// The last match alone was called off: the one before is corrected, and it is made anew.
func TestFinalIsReplaced(t *testing.T) {
	m := newTournament(t, TournamentSettings{Kind: Knockout}, 4)
	m.begin()
	for range 2 {
		m.publish()
		m.playAll()
	}
	semi, final := m.board(m.members[0], 1), m.board(m.members[0], 2)
	m.ok(m.decide(final.Pairing, Decision{Off: true}))
	loser := semi.First
	if loser == m.members[0] {
		loser = semi.Second
	}
	m.ok(m.decide(semi.Pairing, Decision{Games: []pairing.Game{m.won(loser, 1)}}))
	if b := m.board(loser, 2); b.Pairing == final.Pairing || !b.Open() || m.full().Status != TournamentRunning {
		t.Errorf("the final is %+v", b)
	}
	if p := readPairing(t, m.d, Pairing{ID: final.Pairing}); p.How != EndReplaced {
		t.Errorf("the first final is %+v", p)
	}
	m.ok(errOf(m.d.CallOffTournament(t.Context(), m.id, m.organiser, "flu", noon)))
	back := m.decide(semi.Pairing, Decision{Games: []pairing.Game{m.won(m.members[0], 1)}})
	wantError(t, back, rules.Conflict, "error.tournament-ended")
}

// A final that a correction makes of a bye is to be played: the tournament goes on, and
// its season is not archived until that is over.
func TestFinalInPlaceOfABye(t *testing.T) {
	m := newTournament(t, TournamentSettings{Kind: Knockout}, 4)
	m.begin()
	m.publish()
	early := m.full().RoundBoards(1)
	m.ok(m.decide(early[0].Pairing, Decision{Games: []pairing.Game{first}}))
	m.ok(m.decide(early[1].Pairing, Decision{Forfeit: [2]bool{true, true}}))
	m.publish()
	if full := m.full(); full.Status != TournamentOver || full.Ended.IsZero() || !full.RoundBoards(2)[0].Bye() {
		t.Fatalf("with nobody to meet it is %+v", full)
	}
	m.ok(m.decide(early[1].Pairing, Decision{Games: []pairing.Game{first}}))
	full := m.full()
	final := full.RoundBoards(2)
	if full.Status != TournamentRunning || !full.Ended.IsZero() || len(final) != 1 || !final[0].Open() || !final[0].Has(early[1].First) {
		t.Fatalf("with a final to play it is %+v", full)
	}
	m.ok(m.d.SetSeason(t.Context(), m.season, SeasonClosed, m.organiser, noon))
	wantError(t, m.d.SetSeason(t.Context(), m.season, SeasonArchived, m.organiser, noon), rules.Conflict, "error.season-running")
	m.ok(m.decide(final[0].Pairing, Decision{Games: []pairing.Game{second}}))
	if full := m.full(); full.Status != TournamentOver || full.Ended.IsZero() {
		t.Errorf("after the final it is %+v", full)
	}
	m.ok(m.d.SetSeason(t.Context(), m.season, SeasonArchived, m.organiser, noon))
}

// With the results of a round nobody else advances where later pairings would be replaced. A decision about the pairing
// replaces them with a new reason, also for the correction of a slip.
func TestReplacedWithAReason(t *testing.T) {
	r := newRound(t, TournamentSettings{Kind: Knockout}, 4)
	r.ok(r.decide(r.pairings[0].ID, Decision{Games: []pairing.Game{first}, Why: "Two saw it."}))
	r.ok(errOf(r.enters(r.organiser, "", entry(r.pairings[1], first))))
	early, err := r.d.RoundPairings(t.Context(), r.id, 1)
	r.ok(err)
	r.publish()
	final := r.full().RoundBoards(2)[0]
	enters := func(entries ...RoundEntry) error {
		return errOf(r.d.EnterRound(t.Context(), r.id, 1, RoundEntries{Entries: entries, Why: "A slip."}, r.organiser, noon))
	}
	err = enters(entry(early[0], second))
	wantError(t, err, rules.Conflict, "error.round-replaces")
	if got := rules.FieldsOf(err); !slices.Equal(got, []string{early[0].ID}) {
		t.Errorf("it is about %q", got)
	}
	walkover := RoundEntry{Pairing: early[1].ID, Decision: Decision{Forfeit: [2]bool{false, true}, Revision: early[1].Revision}}
	r.ok(enters(walkover)) // the same player advances
	other := Decision{Games: []pairing.Game{second}, Revision: early[0].Revision}
	_, err = r.d.DecidePairing(t.Context(), early[0].ID, r.organiser, other, noon)
	wantError(t, err, rules.Invalid, "error.reason")
	if got := r.full(); got.RoundBoards(1)[0].Winner != 1 || got.RoundBoards(2)[0].Pairing != final.Pairing {
		t.Errorf("the boards are %+v", got.Boards)
	}
	other.Why = "It was the other."
	r.ok(errOf(r.d.DecidePairing(t.Context(), early[0].ID, r.organiser, other, noon)))
	if got := readPairing(t, r.d, Pairing{ID: final.Pairing}); got.How != EndReplaced || got.Decided.Reason != other.Why {
		t.Errorf("the final is %+v", got)
	}
}
