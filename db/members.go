package db

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"time"
)

// A MemberFilter selects members. Empty fields do not filter.
type MemberFilter struct {
	Search  string // part of the name, compared as names are
	Role    Role
	Waiting bool // only imported members who have not joined yet
	Closed  bool // only members whose account is closed
	Order   MemberOrder
	After   string // a name: only members after this one, in the order
}

// A MemberOrder is the order of a list of members.
type MemberOrder string

// The orders of members.
const (
	ByName  MemberOrder = ""
	BySince MemberOrder = "since" // the newest members first
	BySeen  MemberOrder = "seen"  // the latest visitors first
)

// column returns the expression by which the order sorts before names, the highest first.
func (o MemberOrder) column() string {
	return map[MemberOrder]string{BySince: "created", BySeen: "coalesce(seen, 0)"}[o]
}

// by returns the order as SQL has it.
func (o MemberOrder) by() string {
	if column := o.column(); column != "" {
		return column + " DESC, folded DESC"
	}
	return "folded"
}

// A MemberRow is a member as lists show it.
type MemberRow struct {
	Player
	Role   Role // of a member who has not joined yet: from joining on
	Since  time.Time
	Seen   time.Time // day of the last visit; zero: none is known
	Joined bool      // has a password; else was imported and has not come yet
	Closed bool      // the account is
	Until  time.Time // when the link runs out, or ran out, of who has not come; zero: there is none
}

// where returns the condition of the members that match the filter, with the parameters $1 and $2,
// and their values.
func (f MemberFilter) where() (condition string, args []any) {
	where := []string{"name IS NOT NULL", "folded > $1", `folded LIKE $2 ESCAPE '\'`}
	if column := f.Order.column(); column != "" && f.After != "" {
		where[1] = "folded > '' AND (" + column + ", folded) < (SELECT " + column + ", folded FROM people WHERE folded = $1)"
	}
	if f.Role != "" {
		where = append(where, map[Role]string{Member: "role = 'member'", Organiser: "role = 'organiser'", Admin: "role = 'admin'"}[f.Role])
	}
	if f.Waiting {
		where = append(where, "hash IS NULL")
	}
	if f.Closed {
		where = append(where, "closed IS NOT NULL")
	}
	return strings.Join(where, " AND "), []any{foldAll(f.After), "%" + escapeLike.Replace(fold(f.Search)) + "%"}
}

// Members returns at most limit members that match a filter, in its order. More reports whether
// there are more.
func (d *DB) Members(ctx context.Context, f MemberFilter, limit int) (list []MemberRow, more bool, err error) {
	where, args := f.where()
	rows, err := d.read.QueryContext(ctx, `SELECT id, name, role, created, coalesce(seen, 0), hash IS NOT NULL, closed IS NOT NULL,
		coalesce((SELECT max(i.expires) FROM invitations i JOIN people m ON m.id = i.maker JOIN people p ON p.id = i.person
			WHERE i.person = people.id AND i.revoked IS NULL AND NOT `+givesTooMuch+` AND i.used < i.uses), 0)
		FROM people WHERE `+where+` ORDER BY `+f.Order.by()+` LIMIT $3`, append(args, limit+1)...)
	if err != nil {
		return nil, false, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var m MemberRow
		var since, seen, until int64
		if err := rows.Scan(&m.ID, &m.Name, &m.Role, &since, &seen, &m.Joined, &m.Closed, &until); err != nil {
			return nil, false, kind(err)
		}
		m.Since, m.Seen, m.Until = fromMS(since), sinceMS(seen), sinceMS(until)
		list = append(list, m)
	}
	if err := kind(errors.Join(rows.Err(), rows.Close())); err != nil {
		return nil, false, err
	}
	return list[:min(limit, len(list))], len(list) > limit, nil
}

// escapeLike makes a text stand for itself in a LIKE.
var escapeLike = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

// CountMembers returns the number of members, and how many of them were imported and have not
// joined.
func (d *DB) CountMembers(ctx context.Context) (all, waiting int, err error) {
	err = d.read.QueryRowContext(ctx, "SELECT count(*), count(*) - count(hash) FROM people WHERE name IS NOT NULL").Scan(&all, &waiting)
	return all, waiting, kind(err)
}

// CountMatching returns the number of members that match a filter, on all pages of the list.
func (d *DB) CountMatching(ctx context.Context, f MemberFilter) (count int, err error) {
	f.After = ""
	where, args := f.where()
	err = d.read.QueryRowContext(ctx, "SELECT count(*) FROM people WHERE "+where, args...).Scan(&count)
	return count, kind(err)
}

// NoteDays keeps that people were here on a day.
func (d *DB) NoteDays(ctx context.Context, days map[string]time.Time) error {
	if len(days) == 0 {
		return nil
	}
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for person, day := range days {
			_, err := exec(ctx, tx, "UPDATE people SET seen = $2 WHERE id = $1 AND coalesce(seen, 0) < $2 AND NOT deleted", person, day.UnixMilli())
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// RemoveMember deletes an imported member who has not joined, as DeletePerson does at the member's
// own wish. It returns the games that changed, and fails as InviteMember does.
func (d *DB) RemoveMember(ctx context.Context, person, by string, now time.Time) (changed []Game, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mayInvite(ctx, tx, person, by); err != nil {
			return err
		}
		if changed, err = d.deleteIn(ctx, tx, person, now); err != nil {
			return err
		}
		return writeAudit(ctx, tx, Act{By: by, Act: "member-removed", Subject: person, About: Ref{Kind: RefMembers}}, now)
	})
	if err != nil {
		return nil, err
	}
	return changed, nil
}

// A NameState is the obstacle, if any, to a name for a new member.
type NameState struct {
	Taken   bool // it is somebody's
	Similar bool // it looks like somebody's
	Double  int  // index of an earlier one that is the same or looks alike; -1 for none
}

// CheckNames returns which names for new members are available, in their order. It compares
// names as SignUp does.
func (d *DB) CheckNames(ctx context.Context, names []string, now time.Time) ([]NameState, error) {
	states, first := make([]NameState, len(names)), map[string]int{}
	for i, name := range names {
		states[i].Double = -1
		skeleton := Skeleton(name)
		if j, known := first[skeleton]; known {
			states[i].Double = j
		} else {
			first[skeleton] = i
		}
		var err error
		if states[i].Taken, states[i].Similar, err = nameUsed(ctx, d.read, name, "", now); err != nil {
			return nil, err
		}
	}
	return states, nil
}

// A NewMember is a member to be imported.
type NewMember struct {
	Name string
	Hash string // of the secret in the link by which the member joins
	Role Role   // from joining on; empty: Member
}

// ImportMembers creates accounts without a password. Their members choose one by following their
// links; before that they already count as members. It creates all or none. The caller validates
// the names. It fails with kind Forbidden when by is no organiser (error.organisers-only), or no
// admin and a member gets a higher role (error.admins-only), and Conflict when a name is taken (error.name-taken) or too similar to another (error.name-similar).
func (d *DB) ImportMembers(ctx context.Context, list []NewMember, by string, expires, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		ids := make([]string, len(list))
		for i, m := range list {
			ids[i] = NewID(personLetters)
			if err := nameFree(ctx, tx, m.Name, ids[i], now); err != nil {
				return err
			}
			_, err := exec(ctx, tx, insertPerson, ids[i], m.Name, fold(m.Name), Skeleton(m.Name), nil, true, now.UnixMilli())
			if err != nil {
				return nameTaken(err, m.Name)
			}
			if err := addInvitation(ctx, tx, NewInvitation{Hash: m.Hash, Person: ids[i], Uses: 1, Expires: expires}, by, now); err != nil {
				return err
			}
		}
		err := writeAudit(ctx, tx, Act{By: by, Act: "import", About: Ref{Kind: RefMembers}, Detail: map[string]string{
			"Count": strconv.Itoa(len(list)), "NamesPeople": strings.Join(ids, " "),
		}}, now)
		for i := 0; i < len(list) && err == nil; i++ {
			if list[i].Role.Organises() {
				err = d.setRole(ctx, tx, ids[i], list[i].Role, by, now)
			}
		}
		if err != nil {
			return err
		}
		return d.joinAutomatic(ctx, tx, now, ids...)
	})
}
