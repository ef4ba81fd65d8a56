package db

import (
	"context"
	"database/sql"
	"strconv"
	"time"

	"hexclub/db/store"
)

// A Restoring says what to put in whose place.
type Restoring struct {
	Backup     string // file
	Path       string // of the database; there need not be one
	Guests     bool   // the sessions of guests go on, by which alone they come to their games
	WithFaults bool   // also when games in it are bad, but never when it is damaged
}

// Restore replaces a database by a backup: see [store.Schema.Restore].
//
// A backup does not contain later revocations, so Restore ends all access that can be revoked:
// sessions, links for passwords and addresses, invitations. It writes an entry to the audit log.
func Restore(ctx context.Context, r Restoring, now time.Time) (report Report, aside string, err error) {
	if store.IsURL(r.Path) {
		return report, "", ErrServer
	}
	change := func(ctx context.Context, tx *sql.Tx) error { return r.endAccess(ctx, tx, now) }
	return schema().Restore(ctx, store.Restoring{Backup: r.Backup, Path: r.Path, WithFaults: r.WithFaults, Change: change}, now)
}

// endAccess ends in a backup whatever may have been ended since it was made, and letters
// that may have gone out, and writes that to the log. A backup of an older schema has not all of it.
func (r Restoring) endAccess(ctx context.Context, tx *sql.Tx, now time.Time) error {
	guests := ""
	if r.Guests {
		guests = " WHERE person IS NULL OR person IN (SELECT id FROM people WHERE name IS NOT NULL)"
	}
	for _, end := range []struct{ table, statement string }{
		{"sessions", "DELETE FROM sessions" + guests},
		{"mail_links", "DELETE FROM mail_links"},
		{"resets", "DELETE FROM resets"},
		{"first_admin", "DELETE FROM first_admin"},
		{"letters", "DELETE FROM letters WHERE due IS NOT NULL"}, // many were sent since; pending ones are planned again
		{"invitations", "UPDATE invitations SET revoked = " + strconv.FormatInt(now.UnixMilli(), 10) + " WHERE revoked IS NULL AND used < uses"},
	} {
		if has, err := store.HasTable(ctx, tx, end.table); err != nil {
			return err
		} else if !has {
			continue
		}
		if _, err := exec(ctx, tx, end.statement); err != nil {
			return err
		}
	}
	audited, err := store.HasTable(ctx, tx, "audit_log")
	if err != nil {
		return err
	}
	logged, err := store.HasTable(ctx, tx, "log") // its name before version 22 of the schema
	if err != nil || !audited && !logged {
		return err
	}
	var last int64 // when the backup's club was last open
	if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(at), 0) FROM pulse").Scan(&last); err != nil {
		return err
	}
	if last == 0 { // the site was never open
		last = now.UnixMilli()
	}
	opened := strconv.FormatInt(last, 10)
	if logged {
		_, err := exec(ctx, tx, `INSERT INTO log (number, at, act, href, detail)
			SELECT coalesce(max(number), 0) + 1, $1, 'restored', '', $2 FROM log`, now.UnixMilli(), `{"AtTime":"`+opened+`"}`)
		return err
	}
	return writeAudit(ctx, tx, Act{By: Operator, Act: "restored", Detail: map[string]string{"AtTime": opened}}, now)
}
