package db

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules"
)

// letterConfirm is the kind of the letter that asks to confirm an address.
// Other letters are of the kind of their notices.
const letterConfirm = "confirm"

// Lengths of ids, as in ids.go.
const (
	letterLetters = 20
	stopLetters   = 26
)

// A Letter is a mail to be sent, before it is written: what it says is read
// when it goes out.
type Letter struct {
	ID          string
	Person      string
	Notice      Notice // what it is about; empty: it asks to confirm an address
	Games       []string
	ClubNotices []ClubNotice // in an e-mail about the club
	Created     time.Time
	Tries       int // so far
}

// DueLetters lists the letters that are to be tried now, limit at most.
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

// BeginLetter notes that a letter is being sent, with the link in it if it has
// one, and when it is to be tried again unless a word to the contrary follows.
// So what happens to be sent when the program dies is neither lost nor sent
// more than once more. It fails with kind NotFound when the letter is not to
// be sent any more.
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

// DelayLetter notes that a letter was not sent and is to be tried again.
func (d *DB) DelayLetter(ctx context.Context, id string, again time.Time) error {
	_, err := d.exec(ctx, "UPDATE letters SET unsure = unsure - 1, due = $2 WHERE id = $1", id, again.UnixMilli())
	if rules.IsKind(err, rules.Conflict) {
		return d.EndLetter(ctx, id) // another one like it has been begun in the meantime
	}
	return err
}

// EndLetter notes that a letter is sent, or not worth sending any more.
func (d *DB) EndLetter(ctx context.Context, id string) error {
	_, err := d.exec(ctx, "UPDATE letters SET due = NULL WHERE id = $1", id)
	return err
}

// BounceLetter notes that the address that a letter went to was refused for
// good: nothing more is sent there until the person confirms it once more.
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

// LettersStay is how long is remembered what people were told. It is longer
// than anything is news.
const LettersStay = 60 * 24 * time.Hour

// DeleteOldMail forgets links that have expired, and letters and notices that
// nobody asks about any more.
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
	// insertLetter adds nothing when one like it waits to be sent.
	insertLetter = `INSERT INTO letters (id, person, kind, created, due, tries, unsure) VALUES ($1, $2, $3, $4, $4, 0, 0)
		ON CONFLICT DO NOTHING`
	selectDue = `SELECT id, person, kind, created, tries FROM letters WHERE due <= $1 ORDER BY due, id LIMIT $2`
)

// WaitingLetters counts the letters that are still to be sent.
func (d *DB) WaitingLetters(ctx context.Context) (n int, err error) {
	err = d.read.QueryRowContext(ctx, "SELECT count(*) FROM letters WHERE due IS NOT NULL").Scan(&n)
	return n, kind(err)
}
