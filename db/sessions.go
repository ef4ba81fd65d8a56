package db

import (
	"context"
	"database/sql"
	"time"

	"hexclub/rules"
)

// A Session is a browser's session.
type Session struct {
	Hash    string // of the id in the cookie, which is never stored
	Person  Person // its owner, the zero Person before there is one; only the ID is stored with the session
	Data    []byte // of the caller
	Created time.Time
	Expires time.Time
}

// SaveSession stores a session, new or known by its hash. It also stores one that was deleted in
// the meantime: use UpdateSession for a session that was read before, or a concurrent request
// undoes a log-out. At maxSessions of a person it ends the oldest. It fails with kind NotFound when
// there is no such person, and Conflict when the person's password has changed or the account was
// closed (error.password-changed) while the password was checked, because that ended all sessions.
func (d *DB) SaveSession(ctx context.Context, s Session) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if s.Person.Hash != "" {
			if err := stillKnows(ctx, tx, s.Person); err != nil {
				return err
			}
		}
		_, err := exec(ctx, tx, upsertSession, s.Hash, null(s.Person.ID), s.Data, s.Created.UnixMilli(), s.Expires.UnixMilli())
		if err != nil || s.Person.ID == "" {
			return err
		}
		_, err = exec(ctx, tx, `DELETE FROM sessions WHERE person = $1 AND hash <> $2 AND hash NOT IN (
			SELECT hash FROM sessions WHERE person = $1 ORDER BY created DESC, hash LIMIT $3)`, s.Person.ID, s.Hash, maxSessions)
		return err
	})
}

// stillKnows fails with kind Conflict unless the person's password is still the one of the log-in.
func stillKnows(ctx context.Context, tx *sql.Tx, p Person) error {
	var same bool
	err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM people WHERE id = $1 AND hash = $2 AND closed IS NULL)", p.ID, p.Hash).Scan(&same)
	if err == nil && !same {
		err = rules.Errorf(rules.Conflict, "error.password-changed", "%s", p.ID).In("password")
	}
	return kind(err)
}

// maxSessions is the maximum number of sessions of a person.
const maxSessions = 50

// UpdateSession stores a session that exists. It fails with kind NotFound when
// it was deleted, or when there is no such person.
func (d *DB) UpdateSession(ctx context.Context, s Session) error {
	n, err := d.exec(ctx, "UPDATE sessions SET person = $2, data = $3, expires = $4 WHERE hash = $1",
		s.Hash, null(s.Person.ID), s.Data, s.Expires.UnixMilli())
	if err == nil && n == 0 {
		return kind(sql.ErrNoRows)
	}
	return err
}

// Session returns the session with the hash and its person, the zero Person for a closed account.
// It fails with kind NotFound when there is none or it has expired.
func (d *DB) Session(ctx context.Context, hash string, now time.Time) (Session, error) {
	s := Session{Hash: hash}
	var created, expires, joined, seen int64
	err := d.readSession.QueryRowContext(ctx, hash).Scan(&s.Data, &created, &expires,
		&s.Person.ID, &s.Person.Name, &s.Person.Hash,
		&s.Person.Confirms.Live, &s.Person.Confirms.Slow, &s.Person.Confirms.Alone, &s.Person.Role, &joined, &seen, &s.Person.Zone)
	if err != nil {
		return Session{}, kind(err)
	}
	s.Created, s.Expires = fromMS(created), fromMS(expires)
	if s.Person.ID != "" {
		s.Person.Created, s.Person.Seen = fromMS(joined), sinceMS(seen)
	}
	if !now.Before(s.Expires) {
		return Session{}, rules.Errorf(rules.NotFound, "error.not-found", "session expired %v", s.Expires)
	}
	return s, nil
}

// DeleteSession ends a session, if it exists.
func (d *DB) DeleteSession(ctx context.Context, hash string) error {
	_, err := d.exec(ctx, "DELETE FROM sessions WHERE hash = $1", hash)
	return err
}

// OtherSessions counts the sessions of a person except the one with a hash, and returns when the
// first of them began; the zero time for none.
func (d *DB) OtherSessions(ctx context.Context, person, hash string, now time.Time) (count int, first time.Time, err error) {
	var began sql.NullInt64
	err = d.read.QueryRowContext(ctx, "SELECT count(*), min(created) FROM sessions WHERE person = $1 AND hash <> $2 AND expires > $3",
		person, hash, now.UnixMilli()).Scan(&count, &began)
	if began.Valid {
		first = fromMS(began.Int64)
	}
	return count, first, kind(err)
}

// DeleteSessionsOf ends all sessions of a person except the one with exceptHash, which may be
// empty.
func (d *DB) DeleteSessionsOf(ctx context.Context, person, exceptHash string) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := endSessions(ctx, tx, person, exceptHash)
		return err
	})
}

// endSessions is DeleteSessionsOf in a transaction. It counts the ended sessions.
func endSessions(ctx context.Context, tx *sql.Tx, person, exceptHash string) (ended int64, err error) {
	return exec(ctx, tx, "DELETE FROM sessions WHERE person = $1 AND hash <> $2", person, exceptHash)
}

// DeleteExpiredSessions deletes expired sessions.
func (d *DB) DeleteExpiredSessions(ctx context.Context, now time.Time) error {
	_, err := d.exec(ctx, "DELETE FROM sessions WHERE expires <= $1", now.UnixMilli())
	return err
}

const (
	selectSession = `SELECT s.data, s.created, s.expires,
		coalesce(p.id, ''), coalesce(p.name, ''), coalesce(p.hash, ''),
		coalesce(p.confirm_live, false), coalesce(p.confirm_turns, false), coalesce(p.confirm_alone, false), coalesce(p.role, ''), coalesce(p.created, 0), coalesce(p.seen, 0), coalesce(p.zone, '')
		FROM sessions s LEFT JOIN people p ON p.id = s.person AND NOT p.deleted AND p.closed IS NULL WHERE s.hash = $1`
	upsertSession = `INSERT INTO sessions (hash, person, data, created, expires) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (hash) DO UPDATE SET person = excluded.person, data = excluded.data, expires = excluded.expires`
)
