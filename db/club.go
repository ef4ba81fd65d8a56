package db

import (
	"cmp"
	"context"
	"database/sql"
	"time"

	"hexclub/rules"
)

// A Club is the settings of the club that every page needs.
type Club struct {
	Name   string // empty if none is set
	Open   bool   // sign-up is open to all; else by invitation
	Guests bool   // visitors without an account may play
	Zone   string // IANA name of the time zone; empty: UTC
}

// Club returns the club's settings.
func (d *DB) Club(ctx context.Context) (c Club, err error) {
	return c, kind(d.readClub.QueryRowContext(ctx).Scan(&c.Name, &c.Open, &c.Guests, &c.Zone))
}

// Welcome returns the club's welcome text, in Markdown.
func (d *DB) Welcome(ctx context.Context) (text string, err error) {
	return text, kind(d.read.QueryRowContext(ctx, "SELECT welcome FROM club").Scan(&text))
}

// Greeting returns the club's welcome text, in Markdown, and the number of members.
func (d *DB) Greeting(ctx context.Context) (welcome string, members int, err error) {
	err = d.read.QueryRowContext(ctx, "SELECT welcome, (SELECT count(*) FROM people WHERE name IS NOT NULL) FROM club").Scan(&welcome, &members)
	return welcome, members, kind(err)
}

// clubZone returns the time zone of the club.
func clubZone(ctx context.Context, tx *sql.Tx) (*time.Location, error) {
	var name string
	if err := tx.QueryRowContext(ctx, "SELECT zone FROM club").Scan(&name); err != nil {
		return nil, kind(err)
	}
	return zoneOf(name)
}

// zoneOf returns the time zone with the name that the club has stored.
func zoneOf(name string) (*time.Location, error) {
	if name == "" {
		return time.UTC, nil
	}
	return LoadZone(name)
}

const selectClub = "SELECT name, open, guests, zone FROM club"

func clubIn(ctx context.Context, tx *sql.Tx) (c Club, err error) {
	return c, kind(tx.QueryRowContext(ctx, selectClub).Scan(&c.Name, &c.Open, &c.Guests, &c.Zone))
}

// SetClub stores the club's settings. The name and the welcome text may be empty. When guests may
// no longer play, they leave all waiting games. It returns the changed games. It fails with kind
// Forbidden when by is no admin (error.admins-only), and Invalid for an invalid name
// (error.club-name) and for a welcome text that is too long or has invisible characters
// (error.text), and with ErrZone.
func (d *DB) SetClub(ctx context.Context, c Club, welcome, by string, now time.Time) (changed []Game, err error) {
	if c.Name != "" {
		if err := checkTitle(c.Name, maxClubName, "error.club-name", "name"); err != nil {
			return nil, err
		}
	}
	if err := checkText(welcome, maxWelcome, "error.text", "welcome"); err != nil {
		return nil, err
	}
	if err := checkZone(c.Zone); err != nil {
		return nil, err
	}
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		changed = nil
		if err := d.mustAdmin(ctx, tx, by); err != nil {
			return err
		}
		was, err := clubIn(ctx, tx)
		if err != nil {
			return err
		}
		var said string
		if err := tx.QueryRowContext(ctx, "SELECT welcome FROM club").Scan(&said); err != nil {
			return err
		}
		if _, err := exec(ctx, tx, "UPDATE club SET name = $1, welcome = $2, open = $3, guests = $4, zone = $5", c.Name, welcome, c.Open, c.Guests, c.Zone); err != nil {
			return err
		}
		for _, act := range clubChanges(was, c, said != welcome) {
			act.By = by
			if err := writeAudit(ctx, tx, act, now); err != nil {
				return err
			}
		}
		if was.Guests && !c.Guests {
			changed, err = d.sendGuestsAway(ctx, tx, now)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return changed, nil
}

// sendGuestsAway takes all guests out of waiting games, and returns the changed games.
func (d *DB) sendGuestsAway(ctx context.Context, tx *sql.Tx, now time.Time) (changed []Game, err error) {
	const guestsIn = `FROM games g JOIN seats s ON s.game = g.id JOIN people p ON p.id IN (s.person, s.reserved)
		WHERE g.status = 'waiting' AND p.name IS NULL AND NOT p.deleted AND p.id NOT LIKE ` + botIDs
	rows, err := tx.QueryContext(ctx, "SELECT DISTINCT p.id "+guestsIn+" ORDER BY p.id")
	guests, err := scanTexts(rows, err)
	if err != nil {
		return nil, err
	}
	for _, guest := range guests {
		rows, err := tx.QueryContext(ctx, "SELECT DISTINCT g.id "+guestsIn+" AND p.id = $1 ORDER BY g.id", guest)
		ids, err := scanTexts(rows, err)
		if err != nil {
			return nil, err
		}
		games, err := d.leaveEach(ctx, tx, ids, guest, now)
		if err != nil {
			return nil, err
		}
		changed = append(changed, games...)
	}
	return changed, nil
}

// clubChanges returns the audit log's acts for changed settings of the club.
func clubChanges(was, is Club, welcome bool) (acts []Act) {
	signUp := map[bool]string{true: "club.sign-up-open", false: "club.sign-up-invited"}
	guests := map[bool]string{true: "club.guests-yes", false: "club.guests-no"}
	if was.Name != is.Name {
		acts = append(acts, Act{Act: "club-name", About: Ref{Kind: RefClub}, Detail: map[string]string{"Was": was.Name, "Is": is.Name}})
	}
	if welcome {
		acts = append(acts, Act{Act: "club-welcome", About: Ref{Kind: RefClub}})
	}
	if was.Open != is.Open {
		acts = append(acts, Act{Act: "club-sign-up", About: Ref{Kind: RefClub}, Detail: map[string]string{"WasKey": signUp[was.Open], "IsKey": signUp[is.Open]}})
	}
	if was.Guests != is.Guests {
		acts = append(acts, Act{Act: "club-guests", About: Ref{Kind: RefClub}, Detail: map[string]string{"WasKey": guests[was.Guests], "IsKey": guests[is.Guests]}})
	}
	if was.Zone != is.Zone {
		acts = append(acts, Act{Act: "club-zone", About: Ref{Kind: RefClub}, Detail: map[string]string{"Was": cmp.Or(was.Zone, "UTC"), "Is": cmp.Or(is.Zone, "UTC")}})
	}
	return acts
}

// ErrNoGuests is the sentinel error for a guest where only members may play.
var ErrNoGuests = &rules.Error{Kind: rules.Forbidden, Key: "error.no-guests"}

// guestsPlay fails with kind Forbidden and key error.no-guests when guests may not play.
func guestsPlay(ctx context.Context, tx *sql.Tx) error {
	club, err := clubIn(ctx, tx)
	if err == nil && !club.Guests {
		err = ErrNoGuests.Errorf("a guest")
	}
	return err
}

// A Role is what an account may do in the club. Each role includes those before it.
type Role string

// The roles. Guests have the role of members, which permits nothing.
const (
	Member    Role = "member"
	Organiser Role = "organiser" // runs ladders and tournaments, invites and imports members
	Admin     Role = "admin"     // assigns roles, and changes the club's settings
)

// Roles returns the roles, the lowest first.
func Roles() []Role { return []Role{Member, Organiser, Admin} }

// Key returns the key of the role's name in the catalogs.
func (r Role) Key() string {
	return map[Role]string{Member: "role.member", Organiser: "role.organiser", Admin: "role.admin"}[r]
}

// Organises reports whether the role includes that of organisers.
func (r Role) Organises() bool { return r == Organiser || r == Admin }

// mustOrganise fails with kind Forbidden and key error.organisers-only unless the person is an
// organiser or an admin. It runs in the transaction of the act, so that a revoked role counts no
// longer.
func (d *DB) mustOrganise(ctx context.Context, tx *sql.Tx, person string) error {
	role, err := roleOf(ctx, tx, person)
	if err == nil && !role.Organises() {
		err = rules.Errorf(rules.Forbidden, "error.organisers-only", "%s %q", role, person)
	}
	return err
}

// mustAdmin fails with kind Forbidden and key error.admins-only unless the person
// is an admin.
func (d *DB) mustAdmin(ctx context.Context, tx *sql.Tx, person string) error {
	role, err := roleOf(ctx, tx, person)
	if err == nil && role != Admin {
		err = rules.Errorf(rules.Forbidden, "error.admins-only", "%s %q", role, person)
	}
	return err
}

// Operator stands for the operator of the machine, in the place of a person's id. The operator may
// do what an admin may. Ids of people are longer.
const Operator = "operator"

// storedBy returns the stored form of an actor: NULL for the operator.
func storedBy(by string) sql.NullString {
	if by == Operator {
		by = ""
	}
	return null(by)
}

// roleOf returns the role of an account, empty for a guest, an unknown person and a closed account.
// The operator has the role of an admin.
func roleOf(ctx context.Context, tx *sql.Tx, person string) (Role, error) {
	if person == Operator {
		return Admin, nil
	}
	var role Role
	err := kind(tx.QueryRowContext(ctx, "SELECT role FROM people WHERE id = $1 AND name IS NOT NULL AND NOT deleted AND closed IS NULL", person).Scan(&role))
	if rules.IsKind(err, rules.NotFound) {
		return "", nil
	}
	return role, err
}

// SetRole assigns a role to an account, for an admin or the operator. An imported member
// has the role from joining on, and can join only by a link that an admin made. An organiser who
// loses the role also loses the open general invitations, whose links only the maker knows; an admin
// likewise loses the links for new passwords. It fails with kind Forbidden when by is no admin
// (error.admins-only), NotFound when there is no such account, Invalid for an unknown role
// (error.form), and Conflict when the club would have no admin (error.last-admin).
func (d *DB) SetRole(ctx context.Context, person string, role Role, by string, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error { return d.setRole(ctx, tx, person, role, by, now) })
}

// setRole is SetRole in a transaction.
func (d *DB) setRole(ctx context.Context, tx *sql.Tx, person string, role Role, by string, now time.Time) error {
	if err := d.mustAdmin(ctx, tx, by); err != nil {
		return err
	}
	if role != Member && !role.Organises() {
		return rules.Errorf(rules.Invalid, "error.form", "role %q", role)
	}
	member, err := accountIn(ctx, tx, person)
	switch {
	case err != nil:
		return err
	case member.Role == role:
		return nil
	case member.Role == Admin && member.Hash != "":
		if err := otherAdmin(ctx, tx, person); err != nil {
			return err
		}
	}
	if _, err := exec(ctx, tx, "UPDATE people SET role = $2 WHERE id = $1", person, string(role)); err != nil {
		return err
	}
	if member.Role == Admin {
		if err := dropResetsBy(ctx, tx, person); err != nil {
			return err
		}
	}
	err = writeAudit(ctx, tx, Act{
		By: by, Act: "role", Subject: person, About: Ref{Kind: RefMembers},
		Detail: map[string]string{"WasKey": member.Role.Key(), "IsKey": role.Key()},
	}, now)
	if err != nil || role.Organises() {
		return err
	}
	return revokeMade(ctx, tx, person, by, now)
}

// accountIn returns the account with the id. It fails with kind NotFound.
func accountIn(ctx context.Context, tx *sql.Tx, id string) (Person, error) {
	return scanPerson(tx.QueryRowContext(ctx, selectPerson+"WHERE id = $1 AND name IS NOT NULL", id))
}

// otherAdmin fails with kind Conflict and key error.last-admin when there is no other admin who can
// log in.
func otherAdmin(ctx context.Context, q asker, person string) error {
	var others int
	err := q.QueryRowContext(ctx, countOtherAdmins, person).Scan(&others)
	if err == nil && others == 0 {
		err = rules.Errorf(rules.Conflict, "error.last-admin", "%s", person)
	}
	return kind(err)
}

const countOtherAdmins = "SELECT count(*) FROM people WHERE name IS NOT NULL AND role = 'admin' AND hash IS NOT NULL AND closed IS NULL AND id <> $1"
