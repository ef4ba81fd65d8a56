package db

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// EnterResult keeps what a player says came of a pairing over the board: all its
// games, in order. It waits for the other to confirm it; when the other has said
// the same already it is confirmed, and the pairing is over. What waits may be
// entered anew by who entered it, and by both once it was contested.
//
// It fails with kind NotFound when there is no such pairing, Forbidden for anybody
// but its players (error.not-paired), Conflict when it is played on this site
// (error.pairing-site), over (error.pairing-over), or the other has entered
// something else (error.pairing-entered), and Invalid as pairing.Terms.CheckAll
// does, and for a forfeit, which is for the organiser to say
// (error.pairing-forfeit).
func (d *DB) EnterResult(ctx context.Context, id, by string, results []pairing.Game, now time.Time) (Pairing, error) {
	return d.editPairing(ctx, id, by, now, func(p *Pairing) error {
		terms, err := p.Terms()
		if err != nil {
			return err
		}
		if err := terms.CheckAll(results); err != nil {
			return err
		}
		if slices.ContainsFunc(results, func(g pairing.Game) bool { return g.Forfeit != [2]bool{} }) {
			return rules.Errorf(rules.Invalid, "error.pairing-forfeit", "%+v", results)
		}
		if e := p.Entered; e != nil && e.By != by && e.Against == "" {
			if !slices.Equal(e.Games, results) {
				return rules.Errorf(rules.Conflict, "error.pairing-entered", "%+v by %s, now %+v by %s", e.Games, e.By, results, by)
			}
			return p.confirm(now)
		}
		p.Entered = &EnteredResult{By: by, At: fromMS(now.UnixMilli()), Games: results}
		return nil
	})
}

// ConfirmResult agrees to what the other player entered, as the person saw it at a
// revision of the pairing, which is over by that. It fails as EnterResult does, and
// with kind Conflict when the pairing has changed since (error.pairing-changed) or
// nothing waits for the person's word (error.pairing-none).
func (d *DB) ConfirmResult(ctx context.Context, id, by string, revision int, now time.Time) (Pairing, error) {
	return d.editPairing(ctx, id, by, now, func(p *Pairing) error {
		if err := p.answerable(by, revision); err != nil {
			return err
		}
		return p.confirm(now)
	})
}

// ContestResult says that it is not so what the other player entered, and in a word
// why, which may be empty: organisers are to decide, unless the two enter something
// else. It fails as ConfirmResult does, and with kind Invalid when the word is too
// long (error.pairing-word).
func (d *DB) ContestResult(ctx context.Context, id, by, word string, revision int, now time.Time) (Pairing, error) {
	return d.editPairing(ctx, id, by, now, func(p *Pairing) error {
		if err := p.answerable(by, revision); err != nil {
			return err
		}
		word = strings.TrimSpace(word)
		if err := checkText(word, MaxReason, "error.pairing-word"); err != nil {
			return err
		}
		contested := *p.Entered
		contested.Against, contested.Contest, contested.ContestedAt = by, word, fromMS(now.UnixMilli())
		p.Entered = &contested
		return nil
	})
}

// answerable tells whether what a person saw waits for the person's word.
func (p Pairing) answerable(by string, revision int) error {
	switch e := p.Entered; {
	case e == nil || e.By == by || e.Against != "":
		return rules.Errorf(rules.Conflict, "error.pairing-none", "nothing waits for %s in pairing %s", by, p.ID)
	case p.Revision != revision:
		return errPairingChanged(p, revision)
	}
	return nil
}

func errPairingChanged(p Pairing, revision int) error {
	return rules.Errorf(rules.Conflict, "error.pairing-changed", "pairing %s is at %d, seen at %d", p.ID, p.Revision, revision)
}

// confirm makes what was entered the result. Where it leaves the pairing without
// the winner that it has to have, the organiser is to choose.
func (p *Pairing) confirm(now time.Time) error {
	p.Games, p.Entered = p.Entered.Games, nil
	if err := p.addUp(); err != nil || !p.Standing.Over {
		return err
	}
	p.Status, p.How, p.Ended = PairingOver, EndEntered, now
	return nil
}

// editPairing lets do change an open pairing over the board for one of its
// players. With a Conflict and an Invalid comes the pairing as it is.
func (d *DB) editPairing(ctx context.Context, id, by string, now time.Time, do func(*Pairing) error) (p Pairing, err error) {
	var was Pairing
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if was, err = pairingIn(ctx, tx, id); err != nil {
			return err
		}
		p = was
		switch {
		case p.Player(by) == 0:
			return rules.Errorf(rules.Forbidden, "error.not-paired", "person %q in pairing %s", by, id)
		case p.Site:
			return rules.Errorf(rules.Conflict, "error.pairing-site", "pairing %s", id)
		case p.Status != PairingOpen || p.Standing.Undecided:
			return rules.Errorf(rules.Conflict, "error.pairing-over", "pairing %s is %s", id, p.Status)
		}
		if err := do(&p); err != nil {
			return err
		}
		return d.savePairing(ctx, tx, &p, was, now)
	})
	return changedOr(p, was, err)
}

// changedOr is a pairing as it was changed, or, with an error that is shown, as it is
// stored still.
func changedOr(changed, stored Pairing, err error) (Pairing, error) {
	switch {
	case err == nil:
		return changed, nil
	case shown(err):
		return stored, err
	}
	return Pairing{}, err
}

// A Decision is what an organiser decides about a pairing: its games, a forfeit, or that it
// is off.
type Decision struct {
	Games    []pairing.Game // how all its games ended; with Forfeit the first of them, of which those that were played stand
	Forfeit  [2]bool        // who gives up the other games, those that are given up in Games among them
	Off      bool           // it counts for nothing
	Winner   int            // player 1 or 2, of a pairing that has to have a winner and that all its games leave open; else 0
	Why      string         // is told in the log
	Revision int            // of the pairing, as the organiser saw it
}

// DecidePairing settles a pairing as an organiser decides, also one that is over:
// that is a correction. Its games on this site that are not over are resigned by
// who gives them up, or called off. It is written in the log.
//
// It fails with kind Forbidden for who is no organiser (error.organisers-only),
// NotFound when there is no such pairing, Conflict when its season is archived
// (error.season-archived), it was replaced by another (error.pairing-replaced) or it has
// changed since the organiser saw it (error.pairing-changed), and Invalid without a reason, or with one that is too
// long (error.pairing-reason), when a winner is missing (error.pairing-no-winner)
// or one too many (error.pairing-winner), as pairing.Terms.CheckAll does, and as
// forfeit does. With a Conflict and an Invalid comes the pairing as it is.
func (d *DB) DecidePairing(ctx context.Context, id, by string, decision Decision, now time.Time) (p Pairing, err error) {
	why := strings.TrimSpace(decision.Why)
	var was Pairing
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		if was, err = pairingIn(ctx, tx, id); err != nil {
			return err
		}
		p = was
		if err := mustNotBeArchivedWith(ctx, tx, id); err != nil {
			return err
		}
		switch {
		case p.How == EndReplaced:
			return rules.Errorf(rules.Conflict, "error.pairing-replaced", "pairing %s", id)
		case p.Revision != decision.Revision:
			return errPairingChanged(p, decision.Revision)
		}
		if err := CheckReason(why, "error.pairing-reason", "reason"); err != nil {
			return err
		}
		if err := d.decide(ctx, tx, &p, decision, now); err != nil {
			return err
		}
		p.Decided = &OrganisersWord{By: Player{ID: by}, At: fromMS(now.UnixMilli()), Reason: why}
		if err := writeAudit(ctx, tx, decisionAct(p, was, by, why), now); err != nil {
			return err
		}
		if err := d.savePairing(ctx, tx, &p, was, now); err != nil {
			return err
		}
		return d.endPairingGames(ctx, tx, &p, decision.Forfeit, now)
	})
	return changedOr(p, was, err)
}

// decide makes of a pairing what was decided.
func (d *DB) decide(ctx context.Context, tx *sql.Tx, p *Pairing, decision Decision, now time.Time) error {
	again := p.Status != PairingOpen
	p.Entered, p.Chosen = nil, decision.Winner
	if !again || p.Ended.IsZero() {
		p.Ended = now
	}
	if decision.Off {
		p.Status, p.How, p.Games, p.Chosen = PairingOff, EndDecided, nil, 0
		return p.addUp()
	}
	p.Status, p.How = PairingOver, EndDecided
	terms, err := p.Terms()
	if err != nil {
		return err
	}
	if decision.Forfeit != [2]bool{} {
		for i, g := range decision.Games {
			if err := terms.Check(i+1, g); err != nil {
				return err
			}
		}
		p.How, p.Chosen, p.Games = EndForfeit, 0, withDepartures(decision.Games, p.Games)
		if err := p.addUp(); err != nil {
			return err
		}
		if err := d.forfeit(ctx, tx, p, decision.Forfeit); err != nil {
			return err
		}
		return p.decisive()
	}
	if err := terms.CheckAll(decision.Games); err != nil {
		return err
	}
	p.Games = withDepartures(decision.Games, p.Games)
	if err := p.addUp(); err != nil {
		return err
	}
	return p.decisive()
}

// withDepartures returns the decided games. A decision does not say which player left a game, so
// games whose result stays the same keep that from the known ones.
func withDepartures(decided, known []pairing.Game) []pairing.Game {
	decided = slices.Clone(decided)
	for i := range min(len(decided), len(known)) {
		same := known[i]
		same.LostByLeaving = decided[i].LostByLeaving
		if same == decided[i] {
			decided[i] = known[i]
		}
	}
	return decided
}

// decisive fails where a winner is still to be chosen.
func (p *Pairing) decisive() error {
	if p.Standing.Undecided {
		return errNoWinner(*p)
	}
	return nil
}

// otherOf is the player, 1 or 2, who has not forfeited; 0 for none.
func otherOf(forfeit [2]bool) int {
	switch forfeit {
	case [2]bool{true, false}:
		return 2
	case [2]bool{false, true}:
		return 1
	}
	return 0
}

// choose makes a player the winner of a pairing that its games leave open. It
// fails for 0.
func (p *Pairing) choose(winner int) error {
	if winner == 0 {
		return errNoWinner(*p)
	}
	p.Chosen = winner
	return p.addUp()
}

func errNoWinner(p Pairing) error {
	return rules.Errorf(rules.Invalid, "error.pairing-no-winner", "none for %+v", p.Standing)
}

// decisionAct is a decision as the log tells it: what the pairing was before, and
// what it is, with every game, since a correction need not change who wins.
func decisionAct(p, was Pairing, by, why string) Act {
	act := Act{Act: "pairing-decided"}
	switch {
	case p.Status == PairingOff:
		act = Act{Act: "pairing-off"}
	case was.Status != PairingOpen:
		act = Act{Act: "pairing-corrected"}
	}
	act.By, act.About = by, p.Ref()
	act.Detail = map[string]string{
		"FirstPeople": p.Players[0].ID, "SecondPeople": p.Players[1].ID, "Was": was.inFull(), "Is": p.inFull(), "Reason": why,
	}
	return act
}

// inFull is Score with all games, "1–0 (1–0 20:0; −/+ 0:49)".
func (p Pairing) inFull() string {
	if len(p.Games) == 0 {
		return p.Score()
	}
	var list []string
	for _, g := range p.Games {
		list = append(list, g.Text())
	}
	return p.Score() + " (" + strings.Join(list, "; ") + ")"
}

// Score is what the pairing is worth to its players as a list shows it, "1–0",
// "½–½"; "–" while that is open, and for one that was called off.
func (p Pairing) Score() string {
	if !p.Standing.Over {
		return "–"
	}
	return pairing.HalvesText(p.Standing.Worth)
}
