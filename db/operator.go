package db

import (
	"context"
	"database/sql"
	"strconv"
	"time"
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
		return writeAudit(ctx, tx, Act{
			By: Operator, Act: "account-made", Subject: id, About: Ref{Kind: RefMembers}, Detail: map[string]string{"RoleKey": n.Role.Key()},
		}, now)
	})
}

// RevokeSessions ends all sessions of an account, or for an empty person of all
// accounts, as the operator does it, and tells how many there were. Guests keep theirs,
// which are the only way to their games. It fails with kind NotFound when there is no
// such account.
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
