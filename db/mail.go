package db

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules"
)

// A Notice is a kind of thing that people are written about.
type Notice string

// The kinds of notices that can be switched off.
const (
	NoticeTurn      Notice = "turn"      // the person is awaited
	NoticeChallenge Notice = "challenge" // a seat is kept for the person
	NoticeResult    Notice = "result"    // a game ended
	NoticeTime      Notice = "time"      // little is left of the time for a turn
	NoticeClub      Notice = "club"      // something in the club: club_notices.go
)

// These concern the account, so people cannot switch them off: they are not among Notices.
const (
	NoticeReset    Notice = "reset"    // a link to choose a new password, which somebody asked for
	NoticePassword Notice = "password" // the password is another
	NoticeAddress  Notice = "address"  // so is the address, or there is none now: it goes to the one before
)

// Notices lists the kinds in the order in which people choose.
func Notices() []Notice {
	return []Notice{NoticeTurn, NoticeChallenge, NoticeResult, NoticeTime, NoticeClub}
}

// Mail is a person's address and choice of notices.
type Mail struct {
	Person   string // id
	Address  string // empty: none that was confirmed
	Pending  string // the one to be confirmed
	Bounced  bool   // the address was refused: nothing is sent to it
	Refused  bool   // so was the one to be confirmed
	Language string // tag of the person's
	Stop     string // secret in the addresses that stop notices
	Wanted   []Notice
	Seen     time.Time // last visit
}

// Mail returns a person's address and choice of notices, or an error of kind NotFound without them.
func (d *DB) Mail(ctx context.Context, person string) (Mail, error) {
	return scanMail(d.read.QueryRowContext(ctx, selectMail+"WHERE person = $1", person))
}

// MailByStop returns the Mail of the person with a secret that stops notices, or an error of kind
// NotFound with key error.mail-stop.
func (d *DB) MailByStop(ctx context.Context, stop string) (Mail, error) {
	m, err := scanMail(d.read.QueryRowContext(ctx, selectMail+"WHERE stop = $1", stop))
	if rules.IsKind(err, rules.NotFound) {
		return Mail{}, errNoStop()
	}
	return m, err
}

func errNoStop() error {
	return rules.Errorf(rules.NotFound, "error.mail-stop", "nobody's secret")
}

// ErrLogIn is the sentinel error for a person without an account, where one is needed.
var ErrLogIn = &rules.Error{Kind: rules.Forbidden, Key: "error.log-in-first"}

// AskAddress stores an address that a person gives. It is confirmed by a link in an e-mail, which
// is sent there if send is set. An address that was confirmed before is used until then. The first
// address switches notices of all kinds on. It fails with kind Forbidden for a person without an
// account (error.log-in-first).
func (d *DB) AskAddress(ctx context.Context, person, address, language string, send bool, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		n, err := exec(ctx, tx, `INSERT INTO mail (person, pending, bounced, refused, language, stop,
			wants_turn, wants_challenge, wants_result, wants_time, wants_club, seen, told, reminded)
			SELECT id, $2, false, false, $3, $4, true, true, true, true, true, $5, 0, 0
			FROM people WHERE id = $1 AND name IS NOT NULL AND NOT deleted
			ON CONFLICT (person) DO UPDATE SET pending = excluded.pending, refused = false, language = excluded.language`,
			person, address, language, NewID(stopLetters), now.UnixMilli())
		if err != nil {
			return err
		}
		if n == 0 {
			return ErrLogIn.Errorf("person %q has no account", person)
		}
		if err := dropLetters(ctx, tx, person, letterConfirm); err != nil || !send {
			return err
		}
		_, err = exec(ctx, tx, insertLetter, NewID(letterLetters), person, letterConfirm, now.UnixMilli())
		return err
	})
}

// ForgetPending forgets the address that a person has not confirmed. It is no
// error when there is none.
func (d *DB) ForgetPending(ctx context.Context, person string) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := exec(ctx, tx, "UPDATE mail SET pending = NULL, refused = false WHERE person = $1", person); err != nil {
			return err
		}
		return dropLetters(ctx, tx, person, letterConfirm)
	})
}

// ForgetAddress removes a person's address. The choice of notices stays, for a later address. One
// last e-mail informs the removed address, and a pending one to an earlier address is still sent,
// so that a person who has taken over an account cannot remove its address unnoticed. Without an
// address it does nothing.
func (d *DB) ForgetAddress(ctx context.Context, person string, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		m, err := scanMail(tx.QueryRowContext(ctx, selectMail+"WHERE person = $1", person))
		if err != nil {
			if rules.IsKind(err, rules.NotFound) {
				return nil
			}
			return err
		}
		for _, query := range []string{
			"UPDATE mail SET address = NULL, pending = NULL, bounced = false, refused = false WHERE person = $1",
			"DELETE FROM mail_links WHERE person = $1 AND hash NOT IN (SELECT id FROM letters WHERE person = $1 AND kind = 'address')",
			"DELETE FROM letters WHERE person = $1 AND kind <> 'address' AND due IS NOT NULL",
		} {
			if _, err := exec(ctx, tx, query, person); err != nil {
				return err
			}
		}
		if m.Address == "" || m.Bounced {
			return nil
		}
		return tellFormer(ctx, tx, m, now)
	})
}

// ForgetMail forgets all about mails to a person whose account is deleted.
func ForgetMail(ctx context.Context, tx *sql.Tx, person string) error {
	for _, table := range []string{"mail", "mail_links", "letters", "notices", "club_notices"} {
		if _, err := exec(ctx, tx, "DELETE FROM "+table+" WHERE person = $1", person); err != nil {
			return err
		}
	}
	return nil
}

// A MailLink is what the secret in a link that is sent by mail stands for: it confirms
// the address, or lets its reader choose a new password.
type MailLink struct {
	Hash    string // of the secret, which itself is never stored
	Person  string
	Address string
	Expires time.Time
	Reset   bool // it is for a new password
}

// MailLink returns the link with the hash. It fails with kind NotFound and key error.mail-link
// if there is none, if it has expired, or if the person has given another address since.
func (d *DB) MailLink(ctx context.Context, hash string, now time.Time) (MailLink, error) {
	return scanLink(d.read.QueryRowContext(ctx, selectLink, hash, now.UnixMilli()))
}

// ConfirmAddress makes the address of a link the person's address, and plans an e-mail to the one
// before. Following a link twice is no error; fresh reports whether it was the first time. It fails
// as MailLink does.
func (d *DB) ConfirmAddress(ctx context.Context, hash string, now time.Time) (link MailLink, fresh bool, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if link, err = scanLink(tx.QueryRowContext(ctx, selectLink, hash, now.UnixMilli())); err != nil {
			return err
		}
		m, err := scanMail(tx.QueryRowContext(ctx, selectMail+"WHERE person = $1", link.Person))
		if fresh = m.Pending == link.Address; err != nil || !fresh {
			return err
		}
		// What happened before is no news to who was here to confirm.
		_, err = exec(ctx, tx, `UPDATE mail SET address = pending, pending = NULL, bounced = false, refused = false, seen = $2, reminded = 0
			WHERE person = $1`, link.Person, now.UnixMilli())
		if err != nil || m.Address == "" || m.Address == link.Address || m.Bounced {
			return err
		}
		return tellFormer(ctx, tx, m, now)
	})
	return link, fresh, err
}

// FormerStays is how long a removed or replaced address is kept, to inform it of the change.
const FormerStays = 48 * time.Hour

// tellFormer has a letter written to the address that was a person's until now, unless one
// to an address before it still waits. The address is kept beside those to be confirmed,
// under the letter's id in the place of a hash, which no secret has.
func tellFormer(ctx context.Context, tx *sql.Tx, was Mail, now time.Time) error {
	id := NewID(letterLetters)
	n, err := exec(ctx, tx, insertLetter, id, was.Person, string(NoticeAddress), now.UnixMilli())
	if err != nil || n == 0 {
		return err
	}
	_, err = exec(ctx, tx, insertMailLink, id, was.Person, was.Address, now.Add(FormerStays).UnixMilli())
	return err
}

// FormerAddress returns the address of an e-mail of kind NoticeAddress, by its id. It fails with
// kind NotFound once the address is deleted.
func (d *DB) FormerAddress(ctx context.Context, letter string, now time.Time) (address string, err error) {
	err = d.read.QueryRowContext(ctx, "SELECT address FROM mail_links WHERE hash = $1 AND expires > $2", letter, now.UnixMilli()).Scan(&address)
	return address, kind(err)
}

// SetNotices switches kinds of notices on or off for a person; those that are not
// given stay as they are. It fails with kind NotFound for who never gave an
// address.
func (d *DB) SetNotices(ctx context.Context, person string, on map[Notice]bool) error {
	n, err := d.exec(ctx, setNotices+"WHERE person = $1", append([]any{person}, switches(on)...)...)
	if err == nil && n == 0 {
		return kind(sql.ErrNoRows)
	}
	return err
}

// SwitchNotices switches kinds of notices on or off for the person with a
// secret that stops them, and returns what is stored then. It fails as
// MailByStop does.
func (d *DB) SwitchNotices(ctx context.Context, stop string, kinds []Notice, on bool) (Mail, error) {
	given := map[Notice]bool{}
	for _, n := range kinds {
		given[n] = on
	}
	var m Mail
	err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		if _, err = exec(ctx, tx, setNotices+"WHERE stop = $1", append([]any{stop}, switches(given)...)...); err != nil {
			return err
		}
		m, err = scanMail(tx.QueryRowContext(ctx, selectMail+"WHERE stop = $1", stop))
		return err
	})
	if rules.IsKind(err, rules.NotFound) {
		return Mail{}, errNoStop()
	}
	return m, err
}

// setNotices takes whose they are, and switches.
const setNotices = `UPDATE mail SET wants_turn = coalesce($2, wants_turn), wants_challenge = coalesce($3, wants_challenge),
	wants_result = coalesce($4, wants_result), wants_time = coalesce($5, wants_time), wants_club = coalesce($6, wants_club) `

// switches returns which kinds are on, in the order of the columns; NULL for a kind that is not
// given.
func switches(given map[Notice]bool) []any {
	list := make([]any, len(Notices()))
	for i, n := range Notices() {
		if on, ok := given[n]; ok {
			list[i] = on
		}
	}
	return list
}

// A Visit is somebody's last in a while.
type Visit struct {
	At       time.Time
	Language string // that the person has chosen on the site, as a tag; empty for none
}

// NoteVisits keeps when people were last here, as far as they are written to.
func (d *DB) NoteVisits(ctx context.Context, visits map[string]Visit) error {
	if len(visits) == 0 {
		return nil
	}
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for person, visit := range visits {
			_, err := exec(ctx, tx, `UPDATE mail SET seen = $2, reminded = 0, language = coalesce($3, language)
				WHERE person = $1 AND seen <= $2`, person, visit.At.UnixMilli(), null(visit.Language))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

const (
	selectMail = `SELECT person, coalesce(address, ''), coalesce(pending, ''), bounced, refused, language, stop,
		wants_turn, wants_challenge, wants_result, wants_time, wants_club, seen FROM mail `
	insertMailLink = `INSERT INTO mail_links (hash, person, address, expires) VALUES ($1, $2, $3, $4)`
	selectLink     = `SELECT l.hash, l.person, l.address, l.expires FROM mail_links l JOIN mail m ON m.person = l.person
		WHERE l.hash = $1 AND l.expires > $2 AND (l.address = m.pending OR l.address = m.address)`
)

func scanMail(row *sql.Row) (Mail, error) {
	var m Mail
	var seen int64
	on := make([]bool, len(Notices()))
	err := row.Scan(&m.Person, &m.Address, &m.Pending, &m.Bounced, &m.Refused, &m.Language, &m.Stop,
		&on[0], &on[1], &on[2], &on[3], &on[4], &seen)
	if err != nil {
		return Mail{}, kind(err)
	}
	m.Seen = fromMS(seen)
	for i, n := range Notices() {
		if on[i] {
			m.Wanted = append(m.Wanted, n)
		}
	}
	return m, nil
}

func scanLink(row *sql.Row) (MailLink, error) {
	var link MailLink
	var expires int64
	err := kind(row.Scan(&link.Hash, &link.Person, &link.Address, &expires))
	if rules.IsKind(err, rules.NotFound) {
		return MailLink{}, rules.Errorf(rules.NotFound, "error.mail-link", "no such link")
	}
	link.Expires = fromMS(expires)
	return link, err
}

// letterConfirm is the kind of the e-mail that asks to confirm an address. Other e-mails have the
// kind of their notice.
const letterConfirm = "confirm"

// Lengths of ids, as in db.go.
const (
	letterLetters = 20
	stopLetters   = 26
)

// A Letter is an e-mail to be sent. Its text is written when it is sent.
type Letter struct {
	ID          string
	Person      string
	Notice      Notice // its subject; empty: it asks to confirm an address
	Games       []string
	ClubNotices []ClubNotice // in an e-mail about the club
	Created     time.Time
	Tries       int // so far
}

// DueLetters returns the e-mails that are due, at most limit.
func (d *DB) DueLetters(ctx context.Context, now time.Time, limit int) (list []Letter, err error) {
	rows, err := d.read.QueryContext(ctx, selectDue, now.UnixMilli(), limit)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var l Letter
		var about string
		var created int64
		if err := rows.Scan(&l.ID, &l.Person, &about, &created, &l.Tries); err != nil {
			return nil, kind(err)
		}
		if l.Created = fromMS(created); about != letterConfirm {
			l.Notice = Notice(about)
		}
		list = append(list, l)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, kind(err)
	}
	for i := range list {
		rows, err := d.read.QueryContext(ctx, "SELECT game FROM notices WHERE letter = $1 ORDER BY game", list[i].ID)
		if list[i].Games, err = scanTexts(rows, err); err != nil {
			return nil, err
		}
		if list[i].ClubNotices, err = d.clubNoticesOf(ctx, list[i].ID); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// BeginLetter records that an e-mail is being sent, with its link if it has one, and when to try
// again unless EndLetter or DelayLetter is called. So an e-mail that is being sent when the program
// dies is not lost, and is sent at most twice. It fails with kind NotFound when the e-mail is no
// longer to be sent.
func (d *DB) BeginLetter(ctx context.Context, id string, link *MailLink, again time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		n, err := exec(ctx, tx, `UPDATE letters SET tries = tries + 1, unsure = unsure + 1,
			due = CASE WHEN unsure = 0 THEN CAST($2 AS bigint) END WHERE id = $1 AND due IS NOT NULL`, id, again.UnixMilli())
		if err != nil {
			return err
		}
		if n == 0 {
			return kind(sql.ErrNoRows)
		}
		switch {
		case link == nil:
			return nil
		case link.Reset:
			_, err = exec(ctx, tx, insertReset, link.Hash, link.Person, nil, link.Address, link.Expires.UnixMilli())
		default:
			_, err = exec(ctx, tx, insertMailLink, link.Hash, link.Person, link.Address, link.Expires.UnixMilli())
		}
		return err
	})
}

// DelayLetter records that an e-mail was not sent, and when to try again.
func (d *DB) DelayLetter(ctx context.Context, id string, again time.Time) error {
	_, err := d.exec(ctx, "UPDATE letters SET unsure = unsure - 1, due = $2 WHERE id = $1", id, again.UnixMilli())
	if rules.IsKind(err, rules.Conflict) {
		return d.EndLetter(ctx, id) // a similar one has been begun in the meantime
	}
	return err
}

// EndLetter records that an e-mail was sent, or is no longer worth sending.
func (d *DB) EndLetter(ctx context.Context, id string) error {
	_, err := d.exec(ctx, "UPDATE letters SET due = NULL WHERE id = $1", id)
	return err
}

// BounceLetter records that the address of an e-mail was rejected permanently: no more e-mails are
// sent there until the person confirms it again.
func (d *DB) BounceLetter(ctx context.Context, l Letter, address string) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		query := "UPDATE mail SET bounced = true WHERE person = $1 AND address = $2"
		if l.Notice == "" {
			query = "UPDATE mail SET refused = true WHERE person = $1 AND pending = $2"
		}
		if _, err := exec(ctx, tx, query, l.Person, address); err != nil {
			return err
		}
		_, err := exec(ctx, tx, "UPDATE letters SET due = NULL WHERE id = $1", l.ID)
		return err
	})
}

// LettersStay is how long sent notices are stored. It is longer than any news lasts.
const LettersStay = 60 * 24 * time.Hour

// DeleteOldMail deletes expired links, and e-mails and notices that are no longer needed.
func (d *DB) DeleteOldMail(ctx context.Context, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := exec(ctx, tx, "DELETE FROM mail_links WHERE expires <= $1", now.UnixMilli()); err != nil {
			return err
		}
		before := now.Add(-LettersStay).UnixMilli()
		for _, table := range []string{"notices", "club_notices"} {
			if _, err := exec(ctx, tx, "DELETE FROM "+table+" WHERE at < $1", before); err != nil {
				return err
			}
		}
		_, err := exec(ctx, tx, "DELETE FROM letters WHERE created < $1", before)
		return err
	})
}

func dropLetters(ctx context.Context, tx *sql.Tx, person, kind string) error {
	_, err := exec(ctx, tx, "DELETE FROM letters WHERE person = $1 AND kind = $2 AND due IS NOT NULL", person, kind)
	return err
}

const (
	// insertLetter adds nothing when a similar e-mail waits to be sent.
	insertLetter = `INSERT INTO letters (id, person, kind, created, due, tries, unsure) VALUES ($1, $2, $3, $4, $4, 0, 0)
		ON CONFLICT DO NOTHING`
	selectDue = `SELECT id, person, kind, created, tries FROM letters WHERE due <= $1 ORDER BY due, id LIMIT $2`
)

// WaitingLetters counts the e-mails that wait to be sent.
func (d *DB) WaitingLetters(ctx context.Context) (n int, err error) {
	err = d.read.QueryRowContext(ctx, "SELECT count(*) FROM letters WHERE due IS NOT NULL").Scan(&n)
	return n, kind(err)
}
