package db

import (
	"context"
	"database/sql"
	"time"

	"hexclub/rules"
)

// CloseAccount prevents log-ins to an account until it is reopened, and ends its sessions. The
// account leaves waiting games as in DeletePerson, except those of pairings; its running games,
// ladders and tournaments continue. Its open general invitations are revoked, and it gets no
// e-mails. CloseAccount returns the changed games. It does nothing to a closed account. The
// operator may close any account.
//
// It fails with kind Forbidden when by is no organiser (error.organisers-only), or no admin and the
// account has a higher role than member (error.admins-only), NotFound when there is no such
// account, Conflict for the only admin (error.last-admin) and for by's own account
// (error.close-self), and Invalid for a reason that is too long or has invisible characters
// (error.reason).
func (d *DB) CloseAccount(ctx context.Context, person, reason, by string, now time.Time) (changed []Game, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		changed = nil
		member, err := d.accountFor(ctx, tx, person, by)
		switch {
		case err != nil:
			return err
		case person == by:
			return rules.Errorf(rules.Conflict, "error.close-self", "%s", person)
		case !member.Closed.IsZero():
			return nil
		case member.Role == Admin:
			if err := otherAdmin(ctx, tx, member.ID); err != nil {
				return err
			}
		}
		if err := checkText(reason, MaxReason, "error.reason", "reason"); err != nil {
			return err
		}
		if changed, err = d.leaveWaiting(ctx, tx, member.ID, now); err != nil {
			return err
		}
		if err := shut(ctx, tx, member.ID, now); err != nil {
			return err
		}
		if err := revokeMade(ctx, tx, member.ID, by, now); err != nil {
			return err
		}
		return writeAudit(ctx, tx, Act{
			By: by, Act: "account-closed", Subject: member.ID, About: Ref{Kind: RefMembers}, Detail: map[string]string{"Reason": reason},
		}, now)
	})
	if err != nil {
		return nil, err
	}
	return changed, nil
}

// leaveWaiting takes a person out of waiting games, except those of pairings, and returns the
// changed games.
func (d *DB) leaveWaiting(ctx context.Context, tx *sql.Tx, person string, now time.Time) ([]Game, error) {
	rows, err := tx.QueryContext(ctx, `SELECT DISTINCT g.id FROM seats s JOIN games g ON g.id = s.game
		WHERE s.open AND g.status = 'waiting' AND g.pairing IS NULL AND (s.person = $1 OR s.person IS NULL AND s.reserved = $1) ORDER BY g.id`, person)
	waiting, err := scanTexts(rows, err)
	if err != nil {
		return nil, err
	}
	return d.leaveEach(ctx, tx, waiting, person, now)
}

// shut prevents log-ins to an account and e-mails to it.
func shut(ctx context.Context, tx *sql.Tx, person string, now time.Time) error {
	if _, err := exec(ctx, tx, "UPDATE people SET closed = $2 WHERE id = $1", person, now.UnixMilli()); err != nil {
		return err
	}
	if _, err := endSessions(ctx, tx, person, ""); err != nil {
		return err
	}
	if err := dropResets(ctx, tx, person); err != nil {
		return err
	}
	_, err := exec(ctx, tx, "DELETE FROM letters WHERE person = $1 AND due IS NOT NULL", person)
	return err
}

// OpenAccount reopens a closed account. It does nothing to an open one. It fails as CloseAccount
// does.
func (d *DB) OpenAccount(ctx context.Context, person, by string, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		member, err := d.accountFor(ctx, tx, person, by)
		if err != nil || member.Closed.IsZero() {
			return err
		}
		if _, err := exec(ctx, tx, "UPDATE people SET closed = NULL WHERE id = $1", member.ID); err != nil {
			return err
		}
		return writeAudit(ctx, tx, Act{By: by, Act: "account-opened", Subject: member.ID, About: Ref{Kind: RefMembers}}, now)
	})
}

// accountFor returns an account that by may manage: a member's for organisers, any for admins. It
// fails with kind Forbidden when by may not (error.organisers-only, error.admins-only), and
// NotFound when there is no such account.
func (d *DB) accountFor(ctx context.Context, tx *sql.Tx, person, by string) (Person, error) {
	if err := d.mustOrganise(ctx, tx, by); err != nil {
		return Person{}, err
	}
	member, err := accountIn(ctx, tx, person)
	if err == nil && member.Role != Member {
		err = d.mustAdmin(ctx, tx, by)
	}
	return member, err
}

// oneClosed reports whether the account of one of the players of a game is closed.
func (g Game) oneClosed(ctx context.Context, tx *sql.Tx) (yes bool, err error) {
	return yes, kind(tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM seats s JOIN people p ON p.id = s.person
		WHERE s.game = $1 AND p.closed IS NOT NULL)`, g.ID).Scan(&yes))
}
