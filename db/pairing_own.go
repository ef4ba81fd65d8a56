package db

import (
	"context"
	"database/sql"
	"strconv"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// OwnDecision reports whether an organiser decided or recorded the result of a pairing that the
// organiser plays in, and no other organiser has confirmed it.
func (p Pairing) OwnDecision() bool {
	return p.Status == PairingOver && p.Decided != nil && p.Player(p.Decided.By.ID) != 0 && ownEnd(p.How)
}

// ownEnd reports whether a pairing that ended so has the result that an organiser decided or recorded.
func ownEnd(how PairingEnd) bool {
	return how == EndDecided || how == EndForfeit || how == EndRecorded
}

// ShownResult returns the result that an organiser can confirm or accept, as a text to compare: the games that count, or
// those that a player entered.
func (p Pairing) ShownResult() string {
	if p.Status == PairingOpen && p.Entered != nil {
		return pairing.GamesText(p.Entered.Games)
	}
	if p.Chosen != 0 {
		return pairing.GamesText(p.Games) + " → " + strconv.Itoa(p.Chosen)
	}
	return pairing.GamesText(p.Games)
}

// ConfirmDecision lets an organiser confirm the result that another organiser entered in a pairing
// of the other's own, as the organiser saw it at a revision of the pairing. The confirmation is in
// the audit log.
//
// It fails with kind Forbidden when by is no organiser (error.organisers-only) or plays in the
// pairing (error.pairing-own), NotFound when there is no such pairing, and Conflict when its season
// is archived (error.season-archived), it has changed since (error.pairing-changed) or there is
// nothing to confirm (error.pairing-settled). With errors of kind Conflict it returns the pairing as
// it is stored.
func (d *DB) ConfirmDecision(ctx context.Context, id, by string, revision int, now time.Time) (Pairing, error) {
	return d.organisePairing(ctx, id, by, func(ctx context.Context, tx *sql.Tx, was Pairing) (Pairing, error) {
		return confirmDecision(ctx, tx, was, by, revision, now)
	})
}

// organisePairing lets an organiser change a pairing. It fails as do does, with kind Forbidden when by is no organiser
// (error.organisers-only) and NotFound when there is no such pairing.
func (d *DB) organisePairing(
	ctx context.Context, id, by string, do func(ctx context.Context, tx *sql.Tx, was Pairing) (Pairing, error),
) (p Pairing, err error) {
	var was Pairing
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		if was, err = pairingIn(ctx, tx, id); err != nil {
			return err
		}
		p, err = do(ctx, tx, was)
		return err
	})
	return changedOr(p, was, err)
}

// confirmDecision is ConfirmDecision in a transaction, for an organiser.
func confirmDecision(ctx context.Context, tx *sql.Tx, p Pairing, by string, revision int, now time.Time) (Pairing, error) {
	if err := mustNotBeArchivedWith(ctx, tx, p.ID); err != nil {
		return p, err
	}
	switch {
	case p.Player(by) != 0:
		return p, rules.Errorf(rules.Forbidden, "error.pairing-own", "person %s in pairing %s", by, p.ID)
	case p.Revision != revision:
		return p, errPairingChanged(p, revision)
	case !p.OwnDecision():
		return p, rules.Errorf(rules.Conflict, "error.pairing-settled", "pairing %s", p.ID)
	}
	word := *p.Decided // with its time, so that players are not notified again
	word.By = Player{ID: by}
	p.Decided = &word
	p.Revision++
	if err := updatePairing(ctx, tx, p, now); err != nil {
		return p, err
	}
	return p, writeAudit(ctx, tx, Act{By: by, Act: "pairing-confirmed", About: p.Ref(), Detail: map[string]string{
		"FirstPeople": p.Players[0].ID, "SecondPeople": p.Players[1].ID, "Is": p.inFull(),
	}}, now)
}
