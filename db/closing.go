package db

import (
	"context"
	"database/sql"
	"time"

	"hexclub/rules"
)

// CloseAccount lets nobody log in to an account any more, until it is opened again, and
// ends all its sessions. Its games that wait are left as DeletePerson leaves them, but
// for those of pairings; those that run go on, as do its places in ladders and
// tournaments. Open invitations for anybody that it made are taken back, and no letters
// are sent to it. It returns the games that changed. Nothing happens to an account that
// is closed. The operator closes any. It fails with kind Forbidden when
// by is no organiser (error.organisers-only), or no admin and the account is more than a
// member's (error.admins-only), NotFound when there is no such account, and Conflict for
// the only admin (error.last-admin) and for one's own account (error.close-self), and Invalid for a
// reason that is too long or has characters that cannot be seen (error.pairing-reason).
func (d *DB) CloseAccount(ctx context.Context, person, reason, by string, now time.Time) (changed []Game, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
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
		if err := checkText(reason, MaxReason, "error.pairing-reason", "reason"); err != nil {
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

// leaveWaiting takes a person out of the games that wait, but for those of pairings, and
// tells which changed.
func (d *DB) leaveWaiting(ctx context.Context, tx *sql.Tx, person string, now time.Time) ([]Game, error) {
	rows, err := tx.QueryContext(ctx, `SELECT DISTINCT g.id FROM seats s JOIN games g ON g.id = s.game
		WHERE s.open AND g.status = 'waiting' AND g.pairing IS NULL AND (s.person = $1 OR s.person IS NULL AND s.reserved = $1) ORDER BY g.id`, person)
	waiting, err := scanTexts(rows, err)
	if err != nil {
		return nil, err
	}
	return d.leaveEach(ctx, tx, waiting, person, now)
}

// shut lets nobody come in to an account, nor be written to.
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

// OpenAccount lets who has the password log in again to an account that was closed.
// Nothing happens to one that is open. It fails as CloseAccount does.
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

// accountFor is an account that by may see to: a member's for organisers, anybody's for
// admins. It fails with kind Forbidden when by may not (error.organisers-only,
// error.admins-only), and NotFound when there is no such account.
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

// oneClosed tells whether one of the players of a game has an account that is closed.
func (g Game) oneClosed(ctx context.Context, tx *sql.Tx) (yes bool, err error) {
	return yes, kind(tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM seats s JOIN people p ON p.id = s.person
		WHERE s.game = $1 AND p.closed IS NOT NULL)`, g.ID).Scan(&yes))
}
