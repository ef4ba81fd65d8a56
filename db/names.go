package db

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"time"

	"hexclub/rules"
)

// SimilarNames returns members in groups of which each has names that look alike, by Skeleton.
// A member whose name has one of the reserved skeletons, or shows nothing, is in a group even
// if alone. It returns at most limit members, by skeleton and age of the account, and whether
// there are more.
func (d *DB) SimilarNames(ctx context.Context, reserved []string, limit int) (groups [][]MemberRow, more bool, err error) {
	skeletons, args := []string{"''"}, []any{limit + 1}
	for _, skeleton := range reserved {
		args = append(args, skeleton)
		skeletons = append(skeletons, "$"+strconv.Itoa(len(args)))
	}
	rows, err := d.read.QueryContext(ctx, `SELECT id, name, role, created, skeleton FROM people WHERE skeleton IN
		(SELECT skeleton FROM people WHERE skeleton IS NOT NULL GROUP BY skeleton HAVING count(*) > 1)
		OR skeleton IN (`+strings.Join(skeletons, ", ")+`) ORDER BY skeleton, created, id LIMIT $1`, args...)
	if err != nil {
		return nil, false, kind(err)
	}
	defer func() { _ = rows.Close() }()
	count, last := 0, ""
	for rows.Next() {
		var m MemberRow
		var since int64
		var skeleton string
		if err := rows.Scan(&m.ID, &m.Name, &m.Role, &since, &skeleton); err != nil {
			return nil, false, kind(err)
		}
		m.Since = fromMS(since)
		if count++; count > limit {
			more = true
			break
		}
		if len(groups) == 0 || skeleton != last {
			groups = append(groups, nil)
		}
		groups[len(groups)-1], last = append(groups[len(groups)-1], m), skeleton
	}
	return groups, more, kind(errors.Join(rows.Err(), rows.Close()))
}

// NameKept is how long the former name of an account is reserved: its owner can log in with it, and
// others can take neither it nor a similar name.
const NameKept = 90 * 24 * time.Hour

// RenameMember changes the name of an account. The caller validates the name. The former name is
// reserved for NameKept, except that of an imported member who has not joined. The audit log has
// both names while the account exists, or for UndoLife if the member has not joined. RenameMember does
// nothing if the account has the name. It fails with kind Forbidden when by is no organiser (error.organisers-only), or no admin and the
// account has a higher role than member (error.admins-only), NotFound when there is no such
// account, and Conflict when the name is taken (error.name-taken) or too similar to another
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
		if member.Hash == "" { // the names are only kept to undo that
			names := map[string]string{"Was": member.Name, "Is": name}
			return writeAudit(ctx, tx, Act{By: by, Act: "member-renamed", Subject: person, About: Ref{Kind: RefMembers}, ForUndo: names}, now)
		}
		if err := writeAudit(ctx, tx, Act{By: by, Act: "renamed", Subject: person, About: Ref{Kind: RefMembers}}, now); err != nil {
			return err
		}
		_, err = exec(ctx, tx, `INSERT INTO renames (number, person, was, name, folded, skeleton, kept)
			SELECT max(number), $1, $2, $3, $4, $5, CAST($6 AS bigint) FROM audit_log`,
			person, member.Name, name, foldAll(member.Name), Skeleton(member.Name), now.Add(NameKept).UnixMilli())
		return err
	})
}

// nameFree fails with kind Conflict when a name belongs to, or is reserved for, a person other than
// the given one (error.name-taken), or looks like such a name (error.name-similar). Only one
// transaction writes at a time, so the name stays free until the end of the transaction.
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

// nameUsed reports whether a name belongs to, or is reserved for, a person other than the given
// one, and otherwise whether it looks like such a name.
func nameUsed(ctx context.Context, q asker, name, person string, now time.Time) (taken, similar bool, err error) {
	err = q.QueryRowContext(ctx, `SELECT
		EXISTS (SELECT 1 FROM people WHERE folded = $1 AND id <> $3) OR EXISTS (SELECT 1 FROM renames WHERE folded = $1 AND kept > $4 AND person <> $3),
		EXISTS (SELECT 1 FROM people WHERE skeleton = $2 AND id <> $3) OR EXISTS (SELECT 1 FROM renames WHERE skeleton = $2 AND kept > $4 AND person <> $3)`,
		fold(name), Skeleton(name), person, now.UnixMilli()).Scan(&taken, &similar)
	return taken, similar && !taken, kind(err)
}

// PersonToLogIn returns the account with the name, or the one for which the name is reserved. It
// fails with kind NotFound.
func (d *DB) PersonToLogIn(ctx context.Context, name string, now time.Time) (Person, error) {
	person, err := d.PersonByName(ctx, name)
	if rules.IsKind(err, rules.NotFound) {
		return scanPerson(d.read.QueryRowContext(ctx, selectPerson+`WHERE id = (
			SELECT person FROM renames WHERE folded IN ($1, $2) AND kept > $3 ORDER BY CASE folded WHEN $1 THEN 1 ELSE 2 END, number DESC LIMIT 1)`,
			foldAll(name), fold(name), now.UnixMilli()))
	}
	return person, err
}
