package db

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"strings"
	"time"
	_ "time/tzdata" // many machines have no time zones

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"hexclub/rules"
	"hexclub/rules/record"
)

// A Person is an account, with a name and a password, or a guest.
type Person struct {
	ID       string
	Name     string    // empty for a guest
	Hash     string    // of the password, in the caller's format; empty for a guest
	Confirms Confirms  // where complete turns have to be confirmed
	Deleted  bool      // the account was deleted; its games stay
	Role     Role      // what the account may do in the club
	Closed   time.Time // when the account was closed; zero: it is open
	Created  time.Time
	Seen     time.Time // day of the last visit; zero: unknown
	Zone     string    // IANA name of the time zone; empty: that of the device
}

// Guest reports whether the person has no account and never had one.
func (p Person) Guest() bool { return p.Name == "" && !p.Deleted }

// CreateGuest creates a guest. It fails with kind Forbidden and key
// error.no-guests when the club does not allow guests.
func (d *DB) CreateGuest(ctx context.Context, now time.Time) (Person, error) {
	p := Person{ID: NewID(personLetters), Confirms: DefaultConfirms(), Role: Member, Created: fromMS(now.UnixMilli())}
	err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := guestsPlay(ctx, tx); err != nil {
			return err
		}
		_, err := exec(ctx, tx, insertPerson, p.ID, nil, nil, nil, nil, p.Confirms.Slow, now.UnixMilli())
		return err
	})
	if err != nil {
		return Person{}, err
	}
	return p, nil
}

// SignUp creates an account. The guest with guestID becomes the account, with its games and
// sessions; with an empty guestID the account is a new person. The caller validates the name and
// the hash. It fails with kind Conflict and key error.name-taken when the name is taken, except for
// case, spaces and look of letters, error.name-similar when it is too similar to another, and
// error.not-a-guest when guestID is no guest, and with kind Forbidden and key error.invitation-only
// when sign-up is by invitation.
func (d *DB) SignUp(ctx context.Context, guestID, name, hash string, now time.Time) (Person, error) {
	return d.signUp(ctx, guestID, name, hash, now, func(ctx context.Context, tx *sql.Tx) error {
		club, err := clubIn(ctx, tx)
		if err == nil && !club.Open {
			err = rules.Errorf(rules.Forbidden, "error.invitation-only", "sign-up as %q", name)
		}
		return err
	}, nil)
}

// signUp creates an account as SignUp does, if may returns no error. It calls then, if that is not nil,
// on the new account.
func (d *DB) signUp(ctx context.Context, guestID, name, hash string, now time.Time,
	may func(context.Context, *sql.Tx) error, then func(ctx context.Context, tx *sql.Tx, id string) error,
) (Person, error) {
	if IsBlank(name) {
		return Person{}, rules.Errorf(rules.Invalid, "error.name", "empty name %q", name)
	}
	id := guestID
	err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := may(ctx, tx); err != nil {
			return err
		}
		if guestID == "" {
			id = NewID(personLetters)
		}
		if err := nameFree(ctx, tx, name, id, now); err != nil {
			return err
		}
		if guestID == "" {
			if _, err := exec(ctx, tx, insertPerson, id, name, fold(name), Skeleton(name), hash, DefaultConfirms().Slow, now.UnixMilli()); err != nil {
				return nameTaken(err, name)
			}
		} else if err := nameGuest(ctx, tx, guestID, name, hash); err != nil {
			return err
		}
		if then != nil {
			if err := then(ctx, tx, id); err != nil {
				return err
			}
		}
		return d.joinAutomatic(ctx, tx, now, id)
	})
	if err != nil {
		return Person{}, err
	}
	return d.Person(ctx, id)
}

// nameGuest turns a guest into an account.
func nameGuest(ctx context.Context, tx *sql.Tx, id, name, hash string) error {
	n, err := exec(ctx, tx, "UPDATE people SET name = $2, folded = $3, skeleton = $4, hash = $5 WHERE id = $1 AND name IS NULL AND NOT deleted",
		id, name, fold(name), Skeleton(name), hash)
	if err != nil {
		return nameTaken(err, name)
	}
	if n == 0 {
		return errNotGuest(id)
	}
	return renewGamesOf(ctx, tx, id)
}

// Person returns the person with the id. It fails with kind NotFound.
func (d *DB) Person(ctx context.Context, id string) (Person, error) {
	return scanPerson(d.readPerson.QueryRowContext(ctx, id))
}

// Players returns the people with the ids, by id, as players. It leaves out unknown ids.
func (d *DB) Players(ctx context.Context, ids []string) (map[string]Player, error) {
	list, args := inList(ids)
	rows, err := d.read.QueryContext(ctx, "SELECT id, coalesce(name, ''), deleted FROM people WHERE id IN "+list, args...)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	players := map[string]Player{}
	for rows.Next() {
		var p Player
		if err := rows.Scan(&p.ID, &p.Name, &p.Deleted); err != nil {
			return nil, kind(err)
		}
		players[p.ID] = p
	}
	return players, kind(rows.Err())
}

// PersonByName returns the account with the name. It fails with kind NotFound. It ignores case,
// spaces and invisible characters, except that two older accounts whose names differ only in
// invisible characters are each found by their exact name.
func (d *DB) PersonByName(ctx context.Context, name string) (Person, error) {
	return scanPerson(d.read.QueryRowContext(ctx, selectPerson+"WHERE folded IN ($1, $2) ORDER BY CASE folded WHEN $1 THEN 1 ELSE 2 END LIMIT 1",
		foldAll(name), fold(name)))
}

// Joined reports whether the account is in use: it is neither closed nor deleted, and an imported member has
// accepted the invitation.
func (p Person) Joined() bool { return p.Name != "" && p.Hash != "" && p.Closed.IsZero() }

// JoinedNames lists the names of accounts as Joined has them, at most so many.
func (d *DB) JoinedNames(ctx context.Context, most int) ([]string, error) {
	const query = "SELECT name FROM people WHERE name IS NOT NULL AND hash IS NOT NULL AND closed IS NULL AND NOT deleted ORDER BY folded LIMIT $1"
	return scanTexts(d.read.QueryContext(ctx, query, most))
}

// Untouched reports whether the site has never had a person, not even a guest.
func (d *DB) Untouched(ctx context.Context) (ok bool, err error) {
	const nobody = "SELECT NOT EXISTS (SELECT 1 FROM people WHERE id NOT LIKE " + botIDs + ")"
	return ok, kind(d.read.QueryRowContext(ctx, nobody).Scan(&ok))
}

// Absorb merges a guest into an account, when the owner logs in: the guest's seats, hosted games,
// messages and learning progress become the account's, and the guest and its sessions are deleted.
// It fails with kind Conflict and key error.not-a-guest when guestID is no guest, and with kind
// NotFound when accountID is no account.
func (d *DB) Absorb(ctx context.Context, guestID, accountID string) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error { return d.absorb(ctx, tx, guestID, accountID) })
}

// absorb is Absorb in a transaction.
func (d *DB) absorb(ctx context.Context, tx *sql.Tx, guestID, accountID string) error {
	guest, err := scanPerson(tx.QueryRowContext(ctx, selectPerson+"WHERE id = $1", guestID))
	if rules.IsKind(err, rules.NotFound) || err == nil && !guest.Guest() {
		return errNotGuest(guestID)
	}
	if err != nil {
		return err
	}
	account, err := scanPerson(tx.QueryRowContext(ctx, selectPerson+"WHERE id = $1", accountID))
	if err != nil {
		return err
	}
	if account.Guest() || account.Deleted {
		return kind(sql.ErrNoRows)
	}
	if err := renewGamesOf(ctx, tx, guestID); err != nil {
		return err
	}
	for _, query := range []string{
		"UPDATE seats SET person = $2 WHERE person = $1",
		"UPDATE seats SET reserved = $2 WHERE reserved = $1",
		"UPDATE games SET host = $2 WHERE host = $1",
	} {
		if _, err := exec(ctx, tx, query, guestID, accountID); err != nil {
			return err
		}
	}
	if err := noteOpponents(ctx, tx, "id IN (SELECT game FROM seats WHERE person = $1 AND open)", accountID); err != nil {
		return err
	}
	if err := absorbChat(ctx, tx, guestID, accountID); err != nil {
		return err
	}
	if err := d.absorbFinished(ctx, tx, guestID, accountID); err != nil {
		return err
	}
	if err := absorbLessons(ctx, tx, guestID, accountID); err != nil {
		return err
	}
	_, err = exec(ctx, tx, "DELETE FROM people WHERE id = $1", guestID)
	return err
}

const (
	insertPerson = `INSERT INTO people (id, name, folded, skeleton, hash, confirm_turns, created) VALUES ($1, $2, $3, $4, $5, $6, $7)`
	selectPerson = `SELECT id, coalesce(name, ''), coalesce(hash, ''), confirm_live, confirm_turns, confirm_alone, deleted, role, created, coalesce(seen, 0), coalesce(closed, 0), zone FROM people `
)

func scanPerson(row *sql.Row) (Person, error) {
	var p Person
	var created, seen, closed int64
	if err := row.Scan(&p.ID, &p.Name, &p.Hash, &p.Confirms.Live, &p.Confirms.Slow, &p.Confirms.Alone, &p.Deleted, &p.Role, &created, &seen, &closed, &p.Zone); err != nil {
		return Person{}, kind(err)
	}
	p.Created, p.Seen, p.Closed = fromMS(created), sinceMS(seen), sinceMS(closed)
	return p, nil
}

// renewGamesOf raises the revisions of the games a person sits in, because
// their pages show the person's name.
func renewGamesOf(ctx context.Context, tx *sql.Tx, person string) error {
	_, err := exec(ctx, tx, `UPDATE games SET revision = revision + 1
		WHERE id IN (SELECT game FROM seats WHERE person = $1)`, person)
	return err
}

// fold returns the form in which names are compared: equal for names that differ only in case and
// the like.
func fold(name string) string { return foldAll(strings.Map(dropInvisible, name)) }

// foldAll is fold without removing invisible characters, for accounts made by older versions.
func foldAll(name string) string {
	name = cases.Fold().String(norm.NFKC.String(name))
	return strings.Join(strings.Fields(norm.NFKC.String(name)), " ")
}

func nameTaken(err error, name string) error {
	if rules.IsKind(err, rules.Conflict) {
		taken := rules.Errorf(rules.Conflict, "error.name-taken", "%q", name).In("name")
		taken.Err = err
		return taken
	}
	return err
}

func errNotGuest(id string) error {
	return rules.Errorf(rules.Conflict, "error.not-a-guest", "person %q", id)
}

// Confirms are the paces of games in which a person confirms complete turns.
type Confirms struct{ Live, Slow, Alone bool }

// DefaultConfirms returns the setting of new accounts and guests: confirmation only in games by days or without a clock.
func DefaultConfirms() Confirms { return Confirms{Slow: true} }

// In reports whether the person confirms turns in games of a pace.
func (c Confirms) In(pace record.Pace) bool { return *c.at(pace) }

// With returns c with another choice for a pace.
func (c Confirms) With(pace record.Pace, on bool) Confirms {
	*c.at(pace) = on
	return c
}

func (c *Confirms) at(pace record.Pace) *bool {
	switch pace {
	case record.Live:
		return &c.Live
	case record.Alone:
		return &c.Alone
	}
	return &c.Slow
}

// SetConfirms stores in which games a person confirms complete turns. It fails with kind NotFound.
func (d *DB) SetConfirms(ctx context.Context, person string, c Confirms) error {
	n, err := d.exec(ctx, "UPDATE people SET confirm_live = $2, confirm_turns = $3, confirm_alone = $4 WHERE id = $1", person, c.Live, c.Slow, c.Alone)
	if err == nil && n == 0 {
		return kind(sql.ErrNoRows)
	}
	return err
}

// ErrZone is the sentinel error for an unknown time zone.
var ErrZone = &rules.Error{Kind: rules.Invalid, Key: "error.zone"}

// zoneName matches names of time zones. The longest has 32 characters.
var zoneName = regexp.MustCompile(`^[A-Z][A-Za-z0-9_+-]*(/[A-Z][A-Za-z0-9_+-]*)*$`)

// LoadZone returns the time zone with an IANA name. It fails with ErrZone for any other text, including "Local".
func LoadZone(name string) (*time.Location, error) {
	if len(name) > 40 || name == "Local" || !zoneName.MatchString(name) {
		return nil, ErrZone.Errorf("%.40q", name)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, ErrZone.Errorf("%v", err)
	}
	return zone, nil
}

// SetZone stores the time zone of a person; empty for that of the device. It fails with ErrZone, and with kind
// NotFound.
func (d *DB) SetZone(ctx context.Context, person, zone string) error {
	if err := checkZone(zone); err != nil {
		return err
	}
	n, err := d.exec(ctx, "UPDATE people SET zone = $2 WHERE id = $1", person, zone)
	if err == nil && n == 0 {
		return kind(sql.ErrNoRows)
	}
	return err
}

// checkZone fails with ErrZone unless the text is empty or the name of a time zone.
func checkZone(zone string) error {
	if zone == "" {
		return nil
	}
	if _, err := LoadZone(zone); err != nil {
		return ErrZone.Errorf("%.40q", zone).In("zone")
	}
	return nil
}

// Block stores that a person has blocked another. The other person is not notified. It fails with kind
// NotFound when there is no such person, Invalid when both are the same (error.block-self), and TooMany at
// the limit of blocks (error.many-blocks).
func (d *DB) Block(ctx context.Context, blocker, blocked string, now time.Time) error {
	if blocker == blocked {
		return rules.Errorf(rules.Invalid, "error.block-self", "person %s", blocker)
	}
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const others = "SELECT count(*) FROM blocks WHERE blocker = $1 AND blocked <> $2"
		if err := mustHaveRoom(ctx, tx, maxBlocks, rules.TooMany, "error.many-blocks", others, blocker, blocked); err != nil {
			return err
		}
		_, err := exec(ctx, tx, "INSERT INTO blocks (blocker, blocked, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
			blocker, blocked, now.UnixMilli())
		return err
	})
}

// maxBlocks is the maximum number of people that one person can block.
const maxBlocks = 500

// Unblock removes a block, if there is one.
func (d *DB) Unblock(ctx context.Context, blocker, blocked string) error {
	_, err := d.exec(ctx, "DELETE FROM blocks WHERE blocker = $1 AND blocked = $2", blocker, blocked)
	return err
}

// Blocks returns the people that a person has blocked, the last first.
func (d *DB) Blocks(ctx context.Context, person string) (list []Player, err error) {
	rows, err := d.read.QueryContext(ctx, `SELECT p.id, coalesce(p.name, ''), p.deleted FROM blocks b JOIN people p ON p.id = b.blocked
		WHERE b.blocker = $1 ORDER BY b.at DESC, p.id`, person)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var p Player
		if err := rows.Scan(&p.ID, &p.Name, &p.Deleted); err != nil {
			return nil, kind(err)
		}
		list = append(list, p)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// blocked reports whether one of two people has blocked the other.
func blocked(ctx context.Context, tx *sql.Tx, a, b string) (yes bool, err error) {
	const query = "SELECT EXISTS (SELECT 1 FROM blocks WHERE blocker = $1 AND blocked = $2 OR blocker = $2 AND blocked = $1)"
	return yes, kind(tx.QueryRowContext(ctx, query, a, b).Scan(&yes))
}
