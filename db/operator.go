package db

import (
	"context"
	"database/sql"
	"strconv"
	"time"

	"hexclub/rules"
)

// A NewAccount is one that the operator makes at the machine.
type NewAccount struct {
	Name  string // taken as it is: the caller judges it
	Role  Role
	Hash  string // of the password; empty: who has the link chooses one
	Reset Reset  // the link, where there is no password
}

// CreateAccount makes an account as the operator does it, whomever the club takes. It
// fails with kind Conflict when the name is somebody's (error.name-taken)
// or looks like somebody's (error.name-similar).
func (d *DB) CreateAccount(ctx context.Context, n NewAccount, now time.Time) error {
	id := NewID(personLetters)
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := nameFree(ctx, tx, n.Name, id, now); err != nil {
			return err
		}
		if _, err := exec(ctx, tx, insertPerson, id, n.Name, fold(n.Name), Skeleton(n.Name), null(n.Hash), true, now.UnixMilli()); err != nil {
			return nameTaken(err, n.Name)
		}
		if _, err := exec(ctx, tx, "UPDATE people SET role = $2 WHERE id = $1", id, string(n.Role)); err != nil {
			return err
		}
		if n.Hash == "" {
			n.Reset.Person.ID = id
			if err := handOutReset(ctx, tx, n.Reset, Operator); err != nil {
				return err
			}
		}
		err := writeAudit(ctx, tx, Act{
			By: Operator, Act: "account-made", Subject: id, About: Ref{Kind: RefMembers}, Detail: map[string]string{"RoleKey": n.Role.Key()},
		}, now)
		if err != nil {
			return err
		}
		return d.joinAutomatic(ctx, tx, now, id)
	})
}

// RevokeSessions ends all sessions of an account, or of all accounts if person is empty, for the
// operator. It returns their number. Guests keep their sessions, which are their only access to
// their games. It fails with kind NotFound when there is no such account.
func (d *DB) RevokeSessions(ctx context.Context, person string, now time.Time) (ended int, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		act, n := Act{By: Operator, Act: "sessions-revoked", Subject: person}, int64(0)
		if person == "" {
			act = Act{By: Operator, Act: "sessions-all"}
			n, err = exec(ctx, tx, "DELETE FROM sessions WHERE person IN (SELECT id FROM people WHERE name IS NOT NULL)")
		} else if _, err = accountIn(ctx, tx, person); err == nil {
			n, err = endSessions(ctx, tx, person, "")
		}
		if err != nil {
			return err
		}
		ended = int(n)
		act.About, act.Detail = Ref{Kind: RefMembers}, map[string]string{"Count": strconv.Itoa(ended)}
		return writeAudit(ctx, tx, act, now)
	})
	return ended, err
}

// OfferAdmin stores the link that makes its user the first admin of the club, by the hash of its
// secret; it replaces an earlier link, except on a server, where each node has one. On a site with an admin who can log in it stores none, and
// offered is false.
func (d *DB) OfferAdmin(ctx context.Context, hash string, expires time.Time) (offered bool, err error) {
	if err := otherAdmin(ctx, d.read, ""); !rules.IsKind(err, rules.Conflict) {
		return false, err
	}
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if d.server == nil { // other nodes have printed links of their own
			if _, err := exec(ctx, tx, "DELETE FROM first_admin"); err != nil {
				return err
			}
		}
		_, err := exec(ctx, tx, "INSERT INTO first_admin (hash, expires) VALUES ($1, $2)", hash, expires.UnixMilli())
		return err
	})
	return err == nil, err
}

// AdminOffered fails with kind NotFound and key error.first-admin unless the link with the hash is
// valid: it was not replaced, has not expired, and the club has no admin who can log in.
func (d *DB) AdminOffered(ctx context.Context, hash string, now time.Time) error {
	return adminOffered(ctx, d.read, hash, now)
}

func adminOffered(ctx context.Context, q asker, hash string, now time.Time) error {
	var known bool
	err := q.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM first_admin WHERE hash = $1 AND expires > $2)", hash, now.UnixMilli()).Scan(&known)
	if err != nil {
		return kind(err)
	}
	if known {
		if err = otherAdmin(ctx, q, ""); rules.IsKind(err, rules.Conflict) {
			return nil
		}
	}
	if err == nil {
		err = rules.Errorf(rules.NotFound, "error.first-admin", "no such offer")
	}
	return err
}

// BecomeAdmin makes an account the first admin, by the hash of the link. It fails as
// AdminOffered does, and as SetRole does for the account.
func (d *DB) BecomeAdmin(ctx context.Context, link, person string, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := adminOffered(ctx, tx, link, now); err != nil {
			return err
		}
		return makeFirst(ctx, tx, person, now)
	})
}

// SignUpAdmin creates an account as SignUp does, even if sign-up is by invitation, and makes it the
// first admin, by the hash of the link. It fails as SignUp and AdminOffered do.
func (d *DB) SignUpAdmin(ctx context.Context, link, guestID, name, hash string, now time.Time) (Person, error) {
	return d.signUp(ctx, guestID, name, hash, now,
		func(ctx context.Context, tx *sql.Tx) error { return adminOffered(ctx, tx, link, now) },
		func(ctx context.Context, tx *sql.Tx, id string) error { return makeFirst(ctx, tx, id, now) })
}

// makeFirst makes an account the first admin, and deletes the link.
func makeFirst(ctx context.Context, tx *sql.Tx, person string, now time.Time) error {
	if _, err := exec(ctx, tx, "DELETE FROM first_admin"); err != nil {
		return err
	}
	n, err := exec(ctx, tx, "UPDATE people SET role = 'admin' WHERE id = $1 AND name IS NOT NULL AND hash IS NOT NULL AND closed IS NULL", person)
	if err == nil && n == 0 {
		err = kind(sql.ErrNoRows)
	}
	if err != nil {
		return err
	}
	return writeAudit(ctx, tx, Act{By: person, Act: "first-admin", About: Ref{Kind: RefMembers}}, now)
}
