package db

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"hexclub/rules"
)

// The bounds of an invitation for anybody.
const (
	MaxUses    = 500
	MaxInvites = 366 * 24 * time.Hour
)

// maxInvitations is the maximum number of open general invitations.
const maxInvitations = 200

// A NewInvitation is one to be made.
type NewInvitation struct {
	Hash    string // of the secret in its link, which itself is never stored
	Person  string // id of the imported member that it is for; empty: anybody
	Note    string // whom it is for, in its maker's words
	Role    Role   // of the account that it creates; empty: Member
	Uses    int    // how often it lets somebody in
	Expires time.Time
}

// An Invitation lets people into the club.
type Invitation struct {
	ID      string
	Maker   Player
	Person  Player // the imported member that it is for; the zero Player: anybody
	Note    string
	Role    Role // of those who join by it
	Made    time.Time
	Expires time.Time
	Uses    int
	Used    int
	Revoked bool // or worth nothing, because it gives a role that its maker may not give any more
}

// Open reports whether an invitation can still be used.
func (i Invitation) Open(now time.Time) bool {
	return !i.Revoked && i.Used < i.Uses && now.Before(i.Expires)
}

// Invite makes an invitation for anybody. It fails with kind Forbidden when by is no organiser
// (error.organisers-only), or no admin and it gives a higher role than member (error.admins-only),
// Invalid for a note that is no title (error.invitation-note), for a number of uses (error.uses) or
// a time (error.invitation-time) out of bounds, for several uses of a link that gives a higher role
// (error.role-uses) and for an unknown role (error.form), and TooMany when too many are open
// (error.many-invitations).
func (d *DB) Invite(ctx context.Context, n NewInvitation, by string, now time.Time) error {
	if n.Note != "" {
		if err := checkTitle(n.Note, maxNote, "error.invitation-note"); err != nil {
			return err
		}
	}
	switch {
	case n.Uses < 1 || n.Uses > MaxUses:
		return rules.Errorf(rules.Invalid, "error.uses", "%d", n.Uses)
	case !n.Expires.After(now) || n.Expires.Sub(now) > MaxInvites:
		return rules.Errorf(rules.Invalid, "error.invitation-time", "%v", n.Expires).In("days")
	}
	if n.Person = ""; n.Role == "" {
		n.Role = Member
	}
	switch {
	case n.Role != Member && !n.Role.Organises():
		return rules.Errorf(rules.Invalid, "error.form", "role %q", n.Role)
	case n.Role.Organises() && n.Uses > 1:
		return rules.Errorf(rules.Invalid, "error.role-uses", "%d", n.Uses).In("uses")
	}
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustGive(ctx, tx, n.Role, by); err != nil {
			return err
		}
		const count = "SELECT count(*) FROM invitations WHERE person IS NULL AND revoked IS NULL AND used < uses AND expires > $1"
		if err := mustHaveRoom(ctx, tx, maxInvitations, rules.TooMany, "error.many-invitations", count, now.UnixMilli()); err != nil {
			return err
		}
		if err := addInvitation(ctx, tx, n, by, now); err != nil {
			return err
		}
		detail := map[string]string{
			"Count": strconv.Itoa(n.Uses), "UntilTime": strconv.FormatInt(n.Expires.UnixMilli(), 10), "Reason": n.Note,
		}
		act := Act{By: by, Act: "invite", About: Ref{Kind: RefInvitations}, Detail: detail}
		if n.Role.Organises() {
			detail["RoleKey"] = n.Role.Key()
			act = Act{By: by, Act: "invite-role", About: Ref{Kind: RefInvitations}, Detail: detail}
		}
		return writeAudit(ctx, tx, act, now)
	})
}

// mustGive fails with kind Forbidden unless by may let others join with a role: organisers as
// members (error.organisers-only), admins with any role (error.admins-only).
func (d *DB) mustGive(ctx context.Context, tx *sql.Tx, role Role, by string) error {
	if role.Organises() {
		return d.mustAdmin(ctx, tx, by)
	}
	return d.mustOrganise(ctx, tx, by)
}

// InviteMember creates a new link for an imported member who has not joined, and revokes older
// ones. It fails with kind Forbidden when by is no organiser (error.organisers-only), or no admin
// and the member is to have a higher role than member (error.admins-only), NotFound when there is
// no such member, and Conflict when the member has joined (error.has-joined).
func (d *DB) InviteMember(ctx context.Context, person, hash, by string, expires, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mayInvite(ctx, tx, person, by); err != nil {
			return err
		}
		if err := renewPersonal(ctx, tx, person, hash, by, expires, now); err != nil {
			return err
		}
		return writeAudit(ctx, tx, Act{By: by, Act: "invite-member", Subject: person, About: Ref{Kind: RefMembers}}, now)
	})
}

// A MemberLink is a personal link that is to be made.
type MemberLink struct {
	Person string // id of the imported member
	Hash   string // of the secret in the link
}

// InviteMembers makes new links for many imported members, as InviteMember does for one. It skips
// members who have joined in the meantime and, unless by is an admin, those with a higher role than
// member. It returns the invited ones. It fails with kind Forbidden when by is no organiser (error.organisers-only).
func (d *DB) InviteMembers(ctx context.Context, list []MemberLink, by string, expires, now time.Time) (invited []string, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		invited = nil
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		role, err := roleOf(ctx, tx, by)
		if err != nil {
			return err
		}
		for _, link := range list {
			member, err := accountIn(ctx, tx, link.Person)
			switch {
			case rules.IsKind(err, rules.NotFound):
				continue
			case err != nil:
				return err
			case member.Hash != "" || member.Role != Member && role != Admin || !member.Closed.IsZero():
				continue
			}
			if err := renewPersonal(ctx, tx, link.Person, link.Hash, by, expires, now); err != nil {
				return err
			}
			invited = append(invited, link.Person)
		}
		if len(invited) == 0 {
			return nil
		}
		return writeAudit(ctx, tx, Act{By: by, Act: "invite-members", About: Ref{Kind: RefMembers}, Detail: map[string]string{
			"Count": strconv.Itoa(len(invited)),
		}}, now)
	})
	if err != nil {
		return nil, err
	}
	return invited, nil
}

// mayInvite returns an error unless by may invite an imported member who has not joined, as InviteMember does.
func (d *DB) mayInvite(ctx context.Context, tx *sql.Tx, person, by string) error {
	member, err := d.accountFor(ctx, tx, person, by) // the link gives its user the member's role
	if err == nil && member.Hash != "" {
		err = rules.Errorf(rules.Conflict, "error.has-joined", "%s", person)
	}
	return err
}

func addInvitation(ctx context.Context, tx *sql.Tx, n NewInvitation, by string, now time.Time) error {
	if n.Role == "" {
		n.Role = Member
	}
	_, err := exec(ctx, tx, `INSERT INTO invitations (id, hash, maker, person, note, made, expires, uses, used, role)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9)`,
		NewID(gameLetters), n.Hash, by, null(n.Person), n.Note, now.UnixMilli(), n.Expires.UnixMilli(), n.Uses, string(n.Role))
	return err
}

// renewPersonal makes a link for a member, in the place of those that there are.
func renewPersonal(ctx context.Context, tx *sql.Tx, person, hash, by string, expires, now time.Time) error {
	if err := endPersonal(ctx, tx, person, now); err != nil {
		return err
	}
	return addInvitation(ctx, tx, NewInvitation{Hash: hash, Person: person, Uses: 1, Expires: expires}, by, now)
}

// endPersonal takes back the open links for a member.
func endPersonal(ctx context.Context, tx *sql.Tx, person string, now time.Time) error {
	_, err := exec(ctx, tx, "UPDATE invitations SET revoked = $2 WHERE person = $1 AND revoked IS NULL AND used < uses", person, now.UnixMilli())
	return err
}

// revokeMade revokes the open general invitations that a person made. Personal links stay, because
// each admits only its member.
func revokeMade(ctx context.Context, tx *sql.Tx, maker, by string, now time.Time) error {
	n, err := exec(ctx, tx, `UPDATE invitations SET revoked = $2
		WHERE maker = $1 AND person IS NULL AND revoked IS NULL AND used < uses AND expires > $2`, maker, now.UnixMilli())
	if err != nil || n == 0 {
		return err
	}
	return writeAudit(ctx, tx, Act{By: by, Act: "revoke-all", Subject: maker, About: Ref{Kind: RefInvitations}, Detail: map[string]string{
		"Count": strconv.FormatInt(n, 10),
	}}, now)
}

// Revoke takes an invitation back. It fails with kind Forbidden when by is no
// organiser (error.organisers-only) and NotFound when there is none that is open.
func (d *DB) Revoke(ctx context.Context, id, by string, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		inv, err := scanInvitation(tx.QueryRowContext(ctx, selectInvitation+"WHERE i.id = $1", id))
		switch {
		case err != nil:
			return err
		case !inv.Open(now):
			return kind(sql.ErrNoRows)
		}
		if _, err := exec(ctx, tx, "UPDATE invitations SET revoked = $2 WHERE id = $1", id, now.UnixMilli()); err != nil {
			return err
		}
		act := Act{By: by, Act: "revoke", About: Ref{Kind: RefInvitations}}
		if inv.Person.ID != "" {
			act = Act{By: by, Act: "revoke-member", Subject: inv.Person.ID, About: Ref{Kind: RefMembers}}
		}
		act.Detail = map[string]string{"MadeTime": strconv.FormatInt(inv.Made.UnixMilli(), 10), "Reason": inv.Note}
		return writeAudit(ctx, tx, act, now)
	})
}

// Invitations returns general invitations, the last first, at most limit after the one with an id,
// or from the last for no id. More reports whether there are others.
func (d *DB) Invitations(ctx context.Context, after string, limit int) (list []Invitation, more bool, err error) {
	where, args := "i.person IS NULL", []any{limit + 1}
	if after != "" {
		where, args = where+" AND (i.made, i.id) < (SELECT made, id FROM invitations WHERE id = $2)", append(args, after)
	}
	rows, err := d.read.QueryContext(ctx, selectInvitation+"WHERE "+where+" ORDER BY i.made DESC, i.id DESC LIMIT $1", args...)
	if err != nil {
		return nil, false, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		inv, err := scanInvitation(rows)
		if err != nil {
			return nil, false, err
		}
		list = append(list, inv)
	}
	if err := kind(errors.Join(rows.Err(), rows.Close())); err != nil {
		return nil, false, err
	}
	return list[:min(limit, len(list))], len(list) > limit, nil
}

// PersonalInvitation returns the latest open invitation of an imported member. It fails with
// kind NotFound if there is none.
func (d *DB) PersonalInvitation(ctx context.Context, person string, now time.Time) (Invitation, error) {
	return scanInvitation(d.read.QueryRowContext(ctx, selectInvitation+`
		WHERE i.person = $1 AND i.revoked IS NULL AND NOT `+givesTooMuch+` AND i.used < i.uses AND i.expires > $2 ORDER BY i.made DESC, i.id LIMIT 1`, person, now.UnixMilli()))
}

// Invitation returns the open invitation whose link has the secret with the hash. It fails with
// kind NotFound and key error.invitation if there is none.
func (d *DB) Invitation(ctx context.Context, hash string, now time.Time) (Invitation, error) {
	inv, err := scanInvitation(d.read.QueryRowContext(ctx, selectInvitation+"WHERE i.hash = $1", hash))
	return inv, stillOpen(inv, err, now)
}

// stillOpen returns the error of an invitation that cannot be used any more, or nil.
func stillOpen(inv Invitation, err error, now time.Time) error {
	if rules.IsKind(err, rules.NotFound) || err == nil && (!inv.Open(now) || inv.Person.Deleted) {
		return rules.Errorf(rules.NotFound, "error.invitation", "invitation %q", inv.ID)
	}
	return err
}

// SignUpInvited creates an account as SignUp does, by the general invitation whose link has the
// secret with the hash invitation, counts it, and gives the account the role of the invitation. It
// fails as SignUp does, except that sign-up may be by invitation, and with kind NotFound and key
// error.invitation when the invitation is not open any more.
func (d *DB) SignUpInvited(ctx context.Context, invitation, guestID, name, hash string, now time.Time) (Person, error) {
	role := Member
	return d.signUp(ctx, guestID, name, hash, now, func(ctx context.Context, tx *sql.Tx) error {
		inv, err := useInvitation(ctx, tx, invitation, now)
		if err == nil && inv.Person.ID != "" {
			err = rules.Errorf(rules.NotFound, "error.invitation", "%s is personal", inv.ID)
		}
		role = inv.Role
		return err
	}, func(ctx context.Context, tx *sql.Tx, id string) error {
		if _, err := exec(ctx, tx, "UPDATE people SET role = $2 WHERE id = $1", id, string(role)); err != nil {
			return err
		}
		return logRole(ctx, tx, id, role, now)
	})
}

// logRole writes to the audit log that a person has joined with a role, if it is higher than member.
func logRole(ctx context.Context, tx *sql.Tx, person string, role Role, now time.Time) error {
	if !role.Organises() {
		return nil
	}
	return writeAudit(ctx, tx, Act{By: person, Act: "role-joined", About: Ref{Kind: RefMembers}, Detail: map[string]string{"RoleKey": role.Key()}}, now)
}

// JoinInvited gives the imported member a password whose link has the secret with
// the hash invitation. The guest with guestID, if it is not empty, becomes part of the
// account as Absorb has it. It fails as Absorb does, and with kind NotFound and key
// error.invitation when the invitation is not open any more, or not personal.
func (d *DB) JoinInvited(ctx context.Context, invitation, guestID, hash string, now time.Time) (Person, error) {
	person := ""
	err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		inv, err := useInvitation(ctx, tx, invitation, now)
		if err != nil {
			return err
		}
		person = inv.Person.ID
		n, err := exec(ctx, tx, "UPDATE people SET hash = $2 WHERE id = $1 AND hash IS NULL AND name IS NOT NULL AND closed IS NULL", person, hash)
		if err == nil && n == 0 {
			err = rules.Errorf(rules.NotFound, "error.invitation", "%s lets nobody in", inv.ID)
		}
		if err == nil {
			err = logRole(ctx, tx, person, inv.Role, now)
		}
		if err == nil && guestID != "" {
			err = d.absorb(ctx, tx, guestID, person)
		}
		if err != nil {
			return err
		}
		return d.joinAutomatic(ctx, tx, now, person)
	})
	if err != nil {
		return Person{}, err
	}
	return d.Person(ctx, person)
}

// useInvitation counts an invitation, once more.
func useInvitation(ctx context.Context, tx *sql.Tx, hash string, now time.Time) (Invitation, error) {
	inv, err := scanInvitation(tx.QueryRowContext(ctx, selectInvitation+"WHERE i.hash = $1", hash))
	if err := stillOpen(inv, err, now); err != nil {
		return inv, err
	}
	_, err = exec(ctx, tx, "UPDATE invitations SET used = used + 1 WHERE id = $1", inv.ID)
	return inv, err
}

// givesTooMuch is the condition of invitations by which people would get a higher role than member,
// and whose maker m is no admin. An organiser may have made or seen the link of an imported member
// before an admin gave that member a role, and an admin may have lost the role since.
const givesTooMuch = "(coalesce(p.role, i.role) <> 'member' AND (m.role <> 'admin' OR m.closed IS NOT NULL))"

const selectInvitation = `SELECT i.id, m.id, coalesce(m.name, ''), m.deleted, coalesce(p.id, ''), coalesce(p.name, ''), coalesce(p.deleted, false),
	i.note, coalesce(p.role, i.role), i.made, i.expires, i.uses, i.used, i.revoked IS NOT NULL OR ` + givesTooMuch + `
	FROM invitations i JOIN people m ON m.id = i.maker LEFT JOIN people p ON p.id = i.person `

// A scanner is a row: one that was asked for, or one of several.
type scanner interface {
	Scan(targets ...any) error
}

func scanInvitation(row scanner) (i Invitation, err error) {
	var made, expires int64
	err = row.Scan(&i.ID, &i.Maker.ID, &i.Maker.Name, &i.Maker.Deleted, &i.Person.ID, &i.Person.Name, &i.Person.Deleted,
		&i.Note, &i.Role, &made, &expires, &i.Uses, &i.Used, &i.Revoked)
	i.Made, i.Expires = fromMS(made), fromMS(expires)
	return i, kind(err)
}
