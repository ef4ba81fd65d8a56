package db

import (
	"context"
	"database/sql"
	"time"

	"hexclub/rules"
)

// A Reset is a link with which anyone can choose a new password for an account.
type Reset struct {
	Hash    string // of the secret in the link, which itself is never stored
	Person  Person // of one that is to be made, the ID alone
	Expires time.Time
}

// MakeReset makes a link that an admin, or the operator, hands out to
// the person of an account; those that were handed out before are worth nothing any
// more. It fails with kind Forbidden when by is no admin (error.admins-only), Conflict
// for the admin's own account (error.reset-own) and one that is closed
// (error.reset-closed), and NotFound when there is no such account.
func (d *DB) MakeReset(ctx context.Context, r Reset, by string, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustAdmin(ctx, tx, by); err != nil {
			return err
		}
		person, err := accountIn(ctx, tx, r.Person.ID)
		switch {
		case err != nil:
			return err
		case person.ID == by:
			return rules.Errorf(rules.Conflict, "error.reset-own", "%s", by)
		case !person.Closed.IsZero():
			return rules.Errorf(rules.Conflict, "error.reset-closed", "%s", person.ID)
		}
		if err := handOutReset(ctx, tx, r, by); err != nil {
			return err
		}
		return writeAudit(ctx, tx, Act{By: by, Act: "reset-link", Subject: r.Person.ID, About: Ref{Kind: RefMembers}}, now)
	})
}

// handOutReset stores a link in the place of those that were handed out before.
func handOutReset(ctx context.Context, tx *sql.Tx, r Reset, by string) error {
	if _, err := exec(ctx, tx, "DELETE FROM resets WHERE person = $1 AND address IS NULL", r.Person.ID); err != nil {
		return err
	}
	_, err := exec(ctx, tx, insertReset, r.Hash, r.Person.ID, storedBy(by), nil, r.Expires.UnixMilli())
	return err
}

// AskReset stores an e-mail with a link for a new password, to the confirmed address of the
// account that logs in by a name, as PersonToLogIn finds it. If there is no such account or
// address it does nothing and returns no error; asked reports whether there is.
func (d *DB) AskReset(ctx context.Context, name string, now time.Time) (asked bool, err error) {
	person, err := d.PersonToLogIn(ctx, name, now)
	if rules.IsKind(err, rules.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	n, err := d.exec(ctx, insertAccountLetter+"WHERE p.id = $4 AND p.closed IS NULL AND m.address IS NOT NULL AND NOT m.bounced ON CONFLICT DO NOTHING",
		NewID(letterLetters), string(NoticeReset), now.UnixMilli(), person.ID)
	return n > 0, err
}

// Reset returns the link with the hash, and its account. It fails with kind NotFound and key
// error.reset-link if there is none, if it has expired or was used, or if it was sent to an
// address that the person has replaced since.
func (d *DB) Reset(ctx context.Context, hash string, now time.Time) (Reset, error) {
	return scanReset(d.read.QueryRowContext(ctx, selectReset, hash, now.UnixMilli()))
}

// UseReset gives the account of a link the password with the given hash. All sessions of the
// account and all its other links end. The guest with guestID, if it is not empty, becomes part of
// the account as in Absorb. With notify, it plans an e-mail to a confirmed address. It fails as Reset
// and Absorb do.
func (d *DB) UseReset(ctx context.Context, link, guestID, hash string, notify bool, now time.Time) (Person, error) {
	var person Person
	err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		r, err := scanReset(tx.QueryRowContext(ctx, selectReset, link, now.UnixMilli()))
		if err != nil {
			return err
		}
		person = r.Person
		if _, err := exec(ctx, tx, "UPDATE people SET hash = $2 WHERE id = $1", person.ID, hash); err != nil {
			return err
		}
		if err := endPersonal(ctx, tx, person.ID, now); err != nil {
			return err
		}
		if err := passwordChanged(ctx, tx, person.ID, "", notify, now); err != nil || guestID == "" {
			return err
		}
		return d.absorb(ctx, tx, guestID, person.ID)
	})
	if err != nil {
		return Person{}, err
	}
	return d.Person(ctx, person.ID)
}

// ChangePassword replaces the password of an account, whose current hash is was. All sessions except the
// one with keepSession end, and so do all links for a new password. With notify, it plans an e-mail
// to a confirmed address. It fails with kind Conflict and key error.password-changed when the
// password has changed in the meantime.
func (d *DB) ChangePassword(ctx context.Context, person, was, hash, keepSession string, notify bool, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		n, err := exec(ctx, tx, "UPDATE people SET hash = $3 WHERE id = $1 AND hash = $2", person, was, hash)
		if err == nil && n == 0 {
			err = rules.Errorf(rules.Conflict, "error.password-changed", "%s", person).In("password")
		}
		if err != nil {
			return err
		}
		return passwordChanged(ctx, tx, person, keepSession, notify, now)
	})
}

// RenewHash replaces the hash of an account's password by another of the same password.
// Sessions and links stay. It reports whether it did: not when the hash is no longer was.
func (d *DB) RenewHash(ctx context.Context, person, was, hash string) (renewed bool, err error) {
	n, err := d.exec(ctx, "UPDATE people SET hash = $3 WHERE id = $1 AND hash = $2 AND closed IS NULL", person, was, hash)
	return n > 0, err
}

// passwordChanged ends the sessions and links of an account after a change of its password.
func passwordChanged(ctx context.Context, tx *sql.Tx, person, keepSession string, notify bool, now time.Time) error {
	if _, err := endSessions(ctx, tx, person, keepSession); err != nil {
		return err
	}
	if _, err := exec(ctx, tx, "DELETE FROM resets WHERE person = $1", person); err != nil {
		return err
	}
	if err := dropLetters(ctx, tx, person, string(NoticeReset)); err != nil || !notify {
		return err
	}
	_, err := exec(ctx, tx, insertAccountLetter+"WHERE p.id = $4 AND m.address IS NOT NULL AND NOT m.bounced ON CONFLICT DO NOTHING",
		NewID(letterLetters), string(NoticePassword), now.UnixMilli(), person)
	return err
}

// dropResets revokes the links for an account that can no longer be logged in to, and those that
// its person handed out.
func dropResets(ctx context.Context, tx *sql.Tx, person string) error {
	_, err := exec(ctx, tx, "DELETE FROM resets WHERE person = $1 OR maker = $1", person)
	return err
}

// dropResetsBy revokes the links that a former admin handed out.
func dropResetsBy(ctx context.Context, tx *sql.Tx, maker string) error {
	_, err := exec(ctx, tx, "DELETE FROM resets WHERE maker = $1", maker)
	return err
}

// DeleteExpiredLinks forgets the links for new passwords, and to become the first
// admin, that have expired.
func (d *DB) DeleteExpiredLinks(ctx context.Context, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := exec(ctx, tx, "DELETE FROM resets WHERE expires <= $1", now.UnixMilli()); err != nil {
			return err
		}
		_, err := exec(ctx, tx, "DELETE FROM first_admin WHERE expires <= $1", now.UnixMilli())
		return err
	})
}

const (
	insertReset = `INSERT INTO resets (hash, person, maker, address, expires) VALUES ($1, $2, $3, $4, $5)`
	selectReset = `SELECT r.hash, p.id, p.name, coalesce(p.hash, ''), p.role, r.expires
		FROM resets r JOIN people p ON p.id = r.person LEFT JOIN mail m ON m.person = r.person
		WHERE r.hash = $1 AND r.expires > $2 AND p.name IS NOT NULL AND p.closed IS NULL AND (r.address IS NULL OR r.address = m.address)`
	// insertAccountLetter takes the letter's id, its kind and the time, and goes on with whom it is for.
	insertAccountLetter = `INSERT INTO letters (id, person, kind, created, due, tries, unsure)
		SELECT $1, p.id, $2, $3, $3, 0, 0 FROM people p JOIN mail m ON m.person = p.id `
)

// ErrResetLink is the sentinel error for a link that resets no password, or not any more.
var ErrResetLink = &rules.Error{Kind: rules.NotFound, Key: "error.reset-link"}

func scanReset(row *sql.Row) (r Reset, err error) {
	var expires int64
	err = kind(row.Scan(&r.Hash, &r.Person.ID, &r.Person.Name, &r.Person.Hash, &r.Person.Role, &expires))
	if rules.IsKind(err, rules.NotFound) {
		return Reset{}, ErrResetLink.Errorf("no such link")
	}
	r.Expires = fromMS(expires)
	return r, err
}
