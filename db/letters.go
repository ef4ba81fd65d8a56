package db

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules"
)

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
