package db

import (
	"context"
	"database/sql"
	"time"

	"hexclub/rules"
)

// NameKept is how long a name that was changed stays its person's: it lets nobody else
// in, who could be taken for the person, and is nobody else's.
const NameKept = 90 * 24 * time.Hour

// RenameMember changes the name of an account. The name is taken as it is: the caller
// judges it. The name before is kept for a while, as NameKept has it, but not that of an
// imported member who has not come yet. The log tells both names for as long as there is
// the account. Nothing happens when it is the name already. It fails with kind Forbidden when by is no organiser
// (error.organisers-only), or no admin and the account is more than a member's
// (error.admins-only), NotFound when there is no such account, and Conflict when the name
// is somebody else's (error.name-taken) or looks like somebody else's
// (error.name-similar).
func (d *DB) RenameMember(ctx context.Context, person, name, by string, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		member, err := d.accountFor(ctx, tx, person, by)
		if err != nil {
			return err
		}
		if member.Name == name {
			return nil
		}
		if err := nameFree(ctx, tx, name, person, now); err != nil {
			return err
		}
		if _, err := exec(ctx, tx, "UPDATE people SET name = $2, folded = $3, skeleton = $4 WHERE id = $1", person, name, fold(name), Skeleton(name)); err != nil {
			return nameTaken(err, name)
		}
		if err := renewGamesOf(ctx, tx, person); err != nil {
			return err
		}
		if member.Hash == "" {
			return writeAudit(ctx, tx, Act{By: by, Act: "member-renamed", Subject: person, About: Ref{Kind: RefMembers}}, now)
		}
		if err := writeAudit(ctx, tx, Act{By: by, Act: "renamed", Subject: person, About: Ref{Kind: RefMembers}}, now); err != nil {
			return err
		}
		_, err = exec(ctx, tx, `INSERT INTO renames (number, person, was, name, folded, skeleton, kept)
			SELECT max(number), $1, $2, $3, $4, $5, CAST($6 AS bigint) FROM audit_log`, person, member.Name, name, foldAll(member.Name), Skeleton(member.Name), now.Add(NameKept).UnixMilli())
		return err
	})
}

// nameFree fails with kind Conflict when a name is the name of somebody else than a person
// or kept for somebody else (error.name-taken), or looks like such a name
// (error.name-similar). Only one transaction writes at a time, so it stays free until the end
// of the transaction.
func nameFree(ctx context.Context, tx *sql.Tx, name, person string, now time.Time) error {
	taken, similar, err := nameUsed(ctx, tx, name, person, now)
	switch {
	case err != nil:
		return err
	case taken:
		return rules.Errorf(rules.Conflict, "error.name-taken", "%q", name).In("name")
	case similar:
		return rules.Errorf(rules.Conflict, "error.name-similar", "%q", name).In("name")
	}
	return nil
}

// nameUsed reports whether a name is the name of somebody else than a person or kept for
// somebody else, and whether it is not but looks like such a name.
func nameUsed(ctx context.Context, q asker, name, person string, now time.Time) (taken, similar bool, err error) {
	err = q.QueryRowContext(ctx, `SELECT
		EXISTS (SELECT 1 FROM people WHERE folded = $1 AND id <> $3) OR EXISTS (SELECT 1 FROM renames WHERE folded = $1 AND kept > $4 AND person <> $3),
		EXISTS (SELECT 1 FROM people WHERE skeleton = $2 AND id <> $3) OR EXISTS (SELECT 1 FROM renames WHERE skeleton = $2 AND kept > $4 AND person <> $3)`,
		fold(name), Skeleton(name), person, now.UnixMilli()).Scan(&taken, &similar)
	return taken, similar && !taken, kind(err)
}

// PersonToLogIn is the account with the name, or the one that had it not long ago, or an
// error of kind NotFound.
func (d *DB) PersonToLogIn(ctx context.Context, name string, now time.Time) (Person, error) {
	person, err := d.PersonByName(ctx, name)
	if rules.IsKind(err, rules.NotFound) {
		return scanPerson(d.read.QueryRowContext(ctx, selectPerson+`WHERE id = (
			SELECT person FROM renames WHERE folded IN ($1, $2) AND kept > $3 ORDER BY CASE folded WHEN $1 THEN 1 ELSE 2 END, number DESC LIMIT 1)`,
			foldAll(name), fold(name), now.UnixMilli()))
	}
	return person, err
}
