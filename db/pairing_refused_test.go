package db

import (
	"reflect"
	"strings"
	"testing"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// wantRefused checks that a pairing was refused a change for a reason, and that with the
// refusal comes what is stored, which is as it was.
func wantRefused(t *testing.T, d *DB, was, got Pairing, err error, kind rules.ErrorKind, key string) {
	t.Helper()
	wantError(t, err, kind, key)
	stored := readPairing(t, d, was)
	if !reflect.DeepEqual(got, stored) {
		t.Errorf("%s: shown is %+v, stored %+v", key, got, stored)
	}
	if !reflect.DeepEqual(stored, was) {
		t.Errorf("%s: stored is %+v, was %+v", key, stored, was)
	}
}

// A rejected result returns the current pairing, for every reason.
func TestRefusedResult(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	won, drawn := pairing.Game{Halves: [2]int{2, 0}}, pairing.Game{Halves: [2]int{1, 1}}
	p := readPairing(t, d, newPairing(t, d, NewPairing{Key: "six", Decisive: true}))
	anna, ben := p.Players[0].ID, p.Players[1].ID
	enter := func(p Pairing, by string, kind rules.ErrorKind, key string, games ...pairing.Game) {
		t.Helper()
		got, err := d.EnterResult(ctx, p.ID, by, games, noon)
		wantRefused(t, d, p, got, err, kind, key)
	}
	enter(p, anna, rules.Invalid, "error.pairing-unfinished", drawn)
	enter(p, anna, rules.Invalid, "error.pairing-forfeit", pairing.Game{Halves: [2]int{0, 2}, Forfeit: [2]bool{true, false}})
	if _, err := d.EnterResult(ctx, p.ID, anna, []pairing.Game{won}, noon); err != nil {
		t.Fatal(err)
	}
	p = readPairing(t, d, p)
	enter(p, ben, rules.Conflict, "error.pairing-entered", drawn, won)
	got, err := d.ConfirmResult(ctx, p.ID, ben, p.Revision-1, noon)
	wantRefused(t, d, p, got, err, rules.Conflict, "error.pairing-changed")
	got, err = d.ConfirmResult(ctx, p.ID, anna, p.Revision, noon)
	wantRefused(t, d, p, got, err, rules.Conflict, "error.pairing-none")
	got, err = d.ContestResult(ctx, p.ID, ben, strings.Repeat("x", MaxReason+1), p.Revision, noon)
	wantRefused(t, d, p, got, err, rules.Invalid, "error.note")
	if _, err := d.ConfirmResult(ctx, p.ID, ben, p.Revision, noon); err != nil {
		t.Fatal(err)
	}
	p = readPairing(t, d, p)
	enter(p, ben, rules.Conflict, "error.pairing-over", drawn, won)
	site := readPairing(t, d, newPairing(t, d, NewPairing{Key: "six", Site: true}))
	enter(site, site.Players[0].ID, rules.Conflict, "error.pairing-site", won)
}

// A rejected decision of an organiser does so too.
func TestRefusedDecision(t *testing.T) {
	d := openTest(t)
	organiser := organiserOf(t, d)
	won, drawn := pairing.Game{Halves: [2]int{2, 0}}, pairing.Game{Halves: [2]int{1, 1}}
	level := []pairing.Game{drawn, drawn, drawn}
	p := readPairing(t, d, newPairing(t, d, NewPairing{Key: "six", Decisive: true}))
	if _, err := d.EnterResult(t.Context(), p.ID, p.Players[0].ID, []pairing.Game{won}, noon); err != nil {
		t.Fatal(err)
	}
	at := noon
	decide := func(kind rules.ErrorKind, key string, decision Decision) {
		t.Helper()
		p = readPairing(t, d, p)
		decision.Revision += p.Revision
		if decision.Why == "" {
			decision.Why = "So it was."
		}
		got, err := d.DecidePairing(t.Context(), p.ID, organiser, decision, at)
		wantRefused(t, d, p, got, err, kind, key)
	}
	refused := func() {
		t.Helper()
		decide(rules.Conflict, "error.pairing-changed", Decision{Off: true, Revision: -1})
		decide(rules.Invalid, "error.pairing-outcome", Decision{Games: []pairing.Game{{}}})
		decide(rules.Invalid, "error.pairing-unfinished", Decision{Games: level[:1]})
		decide(rules.Invalid, "error.pairing-surplus", Decision{Games: []pairing.Game{won, won}})
		decide(rules.Invalid, "error.pairing-no-winner", Decision{Games: level})
		decide(rules.Invalid, "error.pairing-winner", Decision{Games: []pairing.Game{won}, Winner: 2})
	}
	refused()
	if _, err := d.DecidePairing(t.Context(), p.ID, organiser, Decision{Games: level, Winner: 1, Why: "A coin fell.", Revision: p.Revision}, noon); err != nil {
		t.Fatal(err)
	}
	refused()
	at = noon.Add(slipTime) // it is a slip no more
	decide(rules.Invalid, "error.reason", Decision{Off: true, Why: " "})
	decide(rules.Invalid, "error.pairing-no-winner", Decision{Games: level, Forfeit: [2]bool{true, true}})
}

// A correction that a knockout cannot follow is refused after it was made of the pairing;
// one of an archived season before.
func TestRefusedCorrection(t *testing.T) {
	m := newTournament(t, TournamentSettings{Kind: Knockout}, 4)
	m.begin()
	m.publish()
	m.wins(m.members[:2]...)
	m.publish()
	m.wins(m.members[0])
	p := readPairing(t, m.d, Pairing{ID: m.board(m.members[0], 1).Pairing})
	decision := Decision{Games: []pairing.Game{first}, Why: "Seen.", Revision: p.Revision}
	if p.Standing.Winner == 1 {
		decision.Games[0] = second
	}
	got, err := m.d.DecidePairing(t.Context(), p.ID, m.organiser, decision, noon)
	wantRefused(t, m.d, p, got, err, rules.Conflict, "error.bracket-played")
	m.ok(m.d.SetSeason(t.Context(), m.season, SeasonClosed, m.organiser, noon))
	m.ok(m.d.SetSeason(t.Context(), m.season, SeasonArchived, m.organiser, noon))
	got, err = m.d.DecidePairing(t.Context(), p.ID, m.organiser, decision, noon)
	wantRefused(t, m.d, p, got, err, rules.Conflict, "error.season-archived")
}
