package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An Act is something that an organiser does, as the club's log tells it: in the
// sentence of the catalogs' key "log." + Act, whose placeholders are By, Subject and
// the names of Detail. So that a value is told in the reader's language, and a person
// by today's name, the name of a detail may end in what it is: of "WasKey" Was is the
// text of a catalog's key, of "WasKeys" the texts of several with spaces between, of
// "WasControl" the words for a time control, of "LoserPeople" Loser the names of those with the ids, with
// spaces between, and of "DueTime" Due the moment, in milliseconds since 1970. Reason
// is told behind the sentence.
type Act struct {
	By      string            // id of who does it; or [Operator]
	Act     string            // "role"
	Subject string            // id of the person to whom it is done; empty for nobody
	About   Ref               // what it is about
	Detail  map[string]string // what was, what is, and for what reason
}

// writeAudit writes an act at the end of the log. It belongs into the transaction of
// what it tells, so that neither is without the other. Triggers hold that nothing
// is changed or deleted there; nothing in this package tries.
func writeAudit(ctx context.Context, tx *sql.Tx, act Act, now time.Time) error {
	detail, err := json.Marshal(act.Detail)
	if err != nil {
		return err
	}
	if act.Detail == nil {
		detail = []byte("{}")
	}
	_, err = exec(ctx, tx, `INSERT INTO audit_log (number, at, person, act, subject, about_kind, about_id, detail)
		SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7 FROM audit_log`,
		now.UnixMilli(), storedBy(act.By), act.Act, null(act.Subject), string(act.About.Kind), act.About.ID, string(detail))
	return err
}

// An AuditEntry is a line of the audit log.
type AuditEntry struct {
	Number  int // from 1, in the order in which things were done
	At      time.Time
	By      Player // the zero Player: the operator, at the machine
	Act     string
	Subject Player // the zero Player: nobody
	About   Ref
	Detail  map[string]string
	People  map[string]Player // whom details name, by id
}

// A AuditFilter says which entries of the log are wanted. What is empty does not
// matter.
type AuditFilter struct {
	Act    string
	Person string // id of who did it, or of the person to whom it was done
	Before int    // number: older ones alone

	decidedAbout string    // id of a person: what others decided about them alone, see Decisions
	since        time.Time // later ones alone
}

// Log lists the entries that a filter wants, the last first, limit at most. More
// tells that there are others behind.
func (d *DB) AuditLog(ctx context.Context, f AuditFilter, limit int) (list []AuditEntry, more bool, err error) {
	where, args := "TRUE", []any{limit + 1}
	given := func(condition string, value any) {
		args = append(args, value)
		where += " AND " + strings.ReplaceAll(condition, "$?", "$"+strconv.Itoa(len(args)))
	}
	if f.Act != "" {
		given("l.act = $?", f.Act)
	}
	if f.Person != "" {
		given("l.number IN (SELECT number FROM audit_log WHERE person = $? UNION SELECT number FROM audit_log WHERE subject = $?)", f.Person)
	}
	if f.Before > 0 {
		given("l.number < $?", f.Before)
	}
	if f.decidedAbout != "" {
		given("l.number IN "+decidedAbout("$?")+" AND coalesce(l.person, '') <> $?", f.decidedAbout)
	}
	if !f.since.IsZero() {
		given("l.at > $?", f.since.UnixMilli())
	}
	rows, err := d.read.QueryContext(ctx, `SELECT l.number, l.at, l.act, l.about_kind, l.about_id, l.detail,
		coalesce(p.id, ''), coalesce(p.name, ''), coalesce(p.deleted, false), coalesce(s.id, ''), coalesce(s.name, ''), coalesce(s.deleted, false), coalesce(r.was, ''), coalesce(r.name, '')
		FROM audit_log l LEFT JOIN people p ON p.id = l.person LEFT JOIN people s ON s.id = l.subject LEFT JOIN renames r ON r.number = l.number
		WHERE `+where+` ORDER BY l.number DESC LIMIT $1`, args...)
	if err != nil {
		return nil, false, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var e AuditEntry
		var at int64
		var detail, was, is string
		err := rows.Scan(&e.Number, &at, &e.Act, &e.About.Kind, &e.About.ID, &detail,
			&e.By.ID, &e.By.Name, &e.By.Deleted, &e.Subject.ID, &e.Subject.Name, &e.Subject.Deleted, &was, &is)
		if err != nil {
			return nil, false, kind(err)
		}
		if err := json.Unmarshal([]byte(detail), &e.Detail); err != nil {
			return nil, false, err
		}
		if was != "" {
			e.Detail["Was"], e.Detail["Is"] = was, is
		}
		e.At = fromMS(at)
		list = append(list, e)
	}
	if err := kind(errors.Join(rows.Err(), rows.Close())); err != nil {
		return nil, false, err
	}
	list, more = list[:min(limit, len(list))], len(list) > limit
	return list, more, d.namePeople(ctx, list)
}

// namePeople reads the people whom the details of entries name.
func (d *DB) namePeople(ctx context.Context, list []AuditEntry) error {
	var ids []string
	for _, e := range list {
		ids = append(ids, e.named()...)
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	players, err := d.Players(ctx, slices.Compact(ids))
	if err != nil {
		return err
	}
	for i := range list {
		list[i].People = map[string]Player{}
		for _, id := range list[i].named() {
			if p, ok := players[id]; ok {
				list[i].People[id] = p
			}
		}
	}
	return nil
}

// named returns the ids of the people whom the details of an entry name.
func (e AuditEntry) named() (ids []string) {
	for name, value := range e.Detail {
		if strings.HasSuffix(name, "People") {
			ids = append(ids, strings.Fields(value)...)
		}
	}
	return ids
}
