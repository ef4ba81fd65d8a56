package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An Act is an act of an organiser, as the audit log stores it. Its sentence is the catalogs' key
// "log." + Act, with the placeholders By, Subject and the names of Detail. Details are stored so
// that pages can show them in the reader's language, and people by their current names; the suffix
// of a detail's name says what its value is. For the placeholder Was, the detail is
//   - "WasKey": a key of the catalogs,
//   - "WasKeys": several keys, separated by spaces,
//   - "WasControl": a time control,
//   - "WasPeople": ids of people, separated by spaces,
//   - "WasTime": a moment, in milliseconds since 1970.
//
// The detail Reason is shown after the sentence.
type Act struct {
	By      string            // id of the organiser, or [Operator]
	Act     string            // "role"
	Subject string            // id of the affected person; empty for nobody
	About   Ref               // what it is about
	Detail  map[string]string // what was, what is, and for what reason
	ForUndo map[string]string // details that only undoing the act needs
}

// writeAudit adds an act to the audit log. It runs in the transaction of the act, so that neither
// is stored without the other. Triggers forbid changes and deletions in the log; details that only
// undoing the act needs are stored apart, see ForgetUndo.
func writeAudit(ctx context.Context, tx *sql.Tx, act Act, now time.Time) error {
	kept := map[string]string{}
	maps.Copy(kept, act.Detail)
	if number, ok := ctx.Value(undoneKey{}).(int); ok {
		kept[undoesDetail] = strconv.Itoa(number)
	}
	detail, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	if _, err := exec(ctx, tx, `INSERT INTO audit_log (number, at, person, act, subject, about_kind, about_id, detail)
		SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7 FROM audit_log`,
		now.UnixMilli(), storedBy(act.By), act.Act, null(act.Subject), string(act.About.Kind), act.About.ID, string(detail)); err != nil {
		return err
	}
	if len(act.ForUndo) == 0 {
		return nil
	}
	detail, err = json.Marshal(act.ForUndo)
	if err != nil {
		return err
	}
	_, err = exec(ctx, tx, "INSERT INTO undo_data (number, at, detail) SELECT max(number), CAST($1 AS bigint), $2 FROM audit_log", now.UnixMilli(), string(detail))
	return err
}

// An AuditEntry is a line of the audit log.
type AuditEntry struct {
	Number  int // from 1, in the order in which things were done
	At      time.Time
	By      Player // the zero Player: the operator
	Act     string
	Subject Player // the zero Player: nobody
	About   Ref
	Detail  map[string]string
	People  map[string]Player // the people that details name, by id
}

// An AuditFilter selects entries of the audit log. Empty fields do not filter.
type AuditFilter struct {
	Acts   []string
	Person string // id of the organiser or of the affected person
	Before int    // only entries with lower numbers

	decidedAbout string    // id of a person: only decisions of others about this person that were not put away, see Decisions
	since        time.Time // only later entries
}

// AuditLog returns the entries that match a filter, the last first, at most limit. More reports
// whether there are others.
func (d *DB) AuditLog(ctx context.Context, f AuditFilter, limit int) (list []AuditEntry, more bool, err error) {
	where, args := "TRUE", []any{limit + 1}
	given := func(condition string, value any) {
		args = append(args, value)
		where += " AND " + strings.ReplaceAll(condition, "$?", "$"+strconv.Itoa(len(args)))
	}
	if len(f.Acts) > 0 {
		marks := make([]string, len(f.Acts))
		for i, act := range f.Acts {
			args = append(args, act)
			marks[i] = "$" + strconv.Itoa(len(args))
		}
		where += " AND l.act IN (" + strings.Join(marks, ", ") + ")"
	}
	if f.Person != "" {
		given("l.number IN (SELECT number FROM audit_log WHERE person = $? UNION SELECT number FROM audit_log WHERE subject = $? UNION "+aboutMany("$?", "TRUE")+")", f.Person)
	}
	if f.Before > 0 {
		given("l.number < $?", f.Before)
	}
	if f.decidedAbout != "" {
		given("l.number IN "+decidedAbout("$?")+" AND coalesce(l.person, '') <> $? AND l.number NOT IN (SELECT number FROM read_decisions WHERE person = $?)", f.decidedAbout)
	}
	if !f.since.IsZero() {
		given("l.at > $?", f.since.UnixMilli())
	}
	rows, err := d.read.QueryContext(ctx, `SELECT l.number, l.at, l.act, l.about_kind, l.about_id, l.detail,
		coalesce(p.id, ''), coalesce(p.name, ''), coalesce(p.deleted, false), coalesce(s.id, ''), coalesce(s.name, ''), coalesce(s.deleted, false), coalesce(r.was, ''), coalesce(r.name, ''), coalesce(u.detail, '{}')
		FROM audit_log l LEFT JOIN people p ON p.id = l.person LEFT JOIN people s ON s.id = l.subject LEFT JOIN renames r ON r.number = l.number
		LEFT JOIN undo_data u ON u.number = l.number
		WHERE `+where+` ORDER BY l.number DESC LIMIT $1`, args...)
	if err != nil {
		return nil, false, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var e AuditEntry
		var at int64
		var detail, was, is, forUndo string
		err := rows.Scan(&e.Number, &at, &e.Act, &e.About.Kind, &e.About.ID, &detail,
			&e.By.ID, &e.By.Name, &e.By.Deleted, &e.Subject.ID, &e.Subject.Name, &e.Subject.Deleted, &was, &is, &forUndo)
		if err != nil {
			return nil, false, kind(err)
		}
		for _, text := range []string{detail, forUndo} { // the second adds to the first
			if err := json.Unmarshal([]byte(text), &e.Detail); err != nil {
				return nil, false, err
			}
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

// MostNamedPeople is how many people of one detail are read with an entry.
const MostNamedPeople = 50

// namePeople reads the people that the details of entries name, the first MostNamedPeople of each detail.
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

// named returns the ids of the people that the details of an entry name, the first MostNamedPeople of each detail.
func (e AuditEntry) named() (ids []string) {
	for name, value := range e.Detail {
		if strings.HasSuffix(name, "People") {
			people := strings.Fields(value)
			ids = append(ids, people[:min(len(people), MostNamedPeople)]...)
		}
	}
	return ids
}

// Decisions returns the latest decisions of organisers, admins or operators about a person since a
// moment, the last first, at most limit: about the account with its role, sessions and links to a
// new password, a place in a ladder or a tournament, a message, a pairing, a challenge, or about a
// tournament of the person that was called off, or about the deadline of a round in which the person still plays. It leaves out
// those that the person has put away. It looks at the last recentActs entries of the audit log.
func (d *DB) Decisions(ctx context.Context, person string, since time.Time, limit int) ([]AuditEntry, error) {
	list, _, err := d.AuditLog(ctx, AuditFilter{decidedAbout: person, since: since}, limit)
	return list, err
}

// PutAwayDecision removes a decision about a person, by its number in the audit log, from what Decisions returns. Other
// numbers change nothing.
func (d *DB) PutAwayDecision(ctx context.Context, person string, number int) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := exec(ctx, tx, "DELETE FROM read_decisions WHERE person = $1 AND number <= "+recentActs, person); err != nil {
			return err
		}
		_, err := exec(ctx, tx, putAwayDecision, person, number)
		return err
	})
}

var putAwayDecision = `INSERT INTO read_decisions (person, number)
	SELECT CAST($1 AS text), number FROM audit_log WHERE number = $2 AND number IN ` + decidedAbout("$1") + ` ON CONFLICT DO NOTHING`

// Acts that are decisions about their subject, about both players of the pairing or the
// challenge that they link to, about all that entered the tournament that they link to, and about the players of open
// pairings of a round.
const (
	actsAboutSubject = `('renamed', 'message-removed', 'tournament-entrant', 'tournament-withdrawn', 'tournament-paused', 'tournament-resumed',
		'ladder-added', 'ladder-placed', 'ladder-removed', 'role', 'account-opened', 'sessions-revoked', 'reset-link')`
	actsAboutPairing   = `('pairing-decided', 'pairing-corrected', 'pairing-off', 'pairing-replaced', 'pairing-undone', 'ladder-recorded', 'ladder-result')`
	actsAboutChallenge = `('challenge-won', 'challenge-drawn', 'challenge-lapsed', 'ladder-result')`
	actsAboutEntrants  = `('tournament-off')`
	actsAboutRound     = `('round-deadline')`
	actsAboutMany      = `('ladder-members', 'ladder-members-removed', 'tournament-entrants', 'tournament-entrants-removed')`
)

// manyDetail is the detail with the ids of the people whom an act of actsAboutMany is about.
const manyDetail = "NamesPeople"

// many returns the ids of the people whom an act of actsAboutMany is about.
func (e AuditEntry) many() []string { return strings.Fields(e.Detail[manyDetail]) }

// aboutMany selects the numbers of entries of actsAboutMany that meet a condition and are about a person: the details
// have the id.
func aboutMany(person, condition string) string {
	return `SELECT number FROM audit_log WHERE act IN ` + actsAboutMany + ` AND ` + condition + ` AND detail LIKE '%' || CAST(` + person + ` AS text) || '%'`
}

// inRoundOf selects the open pairings p of the round that an act r of actsAboutRound is about. Its number is in the
// details, as JSON.
const inRoundOf = `b.tournament = r.about_id AND r.detail LIKE '%"Round":"' || CAST(b.round AS text) || '"%' AND p.id = b.pairing AND p.status = 'open' AND p.made <= r.at`

// overtaken reports whether there is a later act about the same thing as the act r.
const overtaken = `EXISTS (SELECT 1 FROM audit_log x WHERE x.about_kind = r.about_kind AND x.about_id = r.about_id AND x.number > r.number)`

// recentActs selects the number of the last entry of the audit log that is too old. It bounds the
// search, because the audit log has no index by time.
const recentActs = `(SELECT coalesce(max(number), 0) - 1000 FROM audit_log)`

// decidedAbout selects the numbers of entries of the audit log about decisions that concern a
// person.
func decidedAbout(person string) string {
	return `(SELECT number FROM audit_log WHERE subject = ` + person + ` AND number > ` + recentActs + ` AND act IN ` + actsAboutSubject + `
	UNION SELECT r.number FROM audit_log r CROSS JOIN pairings p WHERE r.act IN ` + actsAboutPairing + ` AND r.number > ` + recentActs + `
		AND p.id = r.about_id AND ` + person + ` IN (p.first, p.second) AND NOT (r.act = 'pairing-undone' AND ` + overtaken + `)
	UNION SELECT r.number FROM audit_log r CROSS JOIN challenges c WHERE r.act IN ` + actsAboutChallenge + ` AND r.number > ` + recentActs + `
		AND c.id = r.about_id AND ` + person + ` IN (c.challenger, c.challenged)
	UNION SELECT r.number FROM audit_log r CROSS JOIN entrants e WHERE r.act IN ` + actsAboutEntrants + ` AND r.number > ` + recentActs + `
		AND e.tournament = r.about_id AND e.person = ` + person + `
	UNION SELECT r.number FROM audit_log r CROSS JOIN tournament_pairings b CROSS JOIN pairings p WHERE r.act IN ` + actsAboutRound + ` AND r.number > ` + recentActs + `
		AND ` + inRoundOf + ` AND ` + person + ` IN (p.first, p.second)
	UNION ` + aboutMany(person, "number > "+recentActs) + `)`
}

// ClubNoticeDecision is a decision of an organiser about the person. Its mark is the number
// of its entry in the audit log. Decisions of pairings are ClubNoticeDecided.
const ClubNoticeDecision ClubNoticeKind = "decision"

// decisionNotices is the query about decisions. Entrants who are removed together are looked for among all who have an
// e-mail address, as their entries are deleted: few acts are of that kind.
var decisionNotices = clubNoticeQuery{
	kind: ClubNoticeDecision, aboutKind: `l.about_kind`, about: `l.about_id`, mark: `l.number`, due: `NULL`, at: `l.at`,
	from: `(SELECT number, at, about_kind, about_id, person, subject AS concerned FROM audit_log
			WHERE number > ` + recentActs + ` AND act IN ` + actsAboutSubject + `
		UNION ALL SELECT r.number, r.at, r.about_kind, r.about_id, r.person, c.challenger FROM audit_log r CROSS JOIN challenges c
			WHERE r.number > ` + recentActs + ` AND r.act IN ` + actsAboutChallenge + ` AND c.id = r.about_id
		UNION ALL SELECT r.number, r.at, r.about_kind, r.about_id, r.person, c.challenged FROM audit_log r CROSS JOIN challenges c
			WHERE r.number > ` + recentActs + ` AND r.act IN ` + actsAboutChallenge + ` AND c.id = r.about_id
		UNION ALL SELECT r.number, r.at, r.about_kind, r.about_id, r.person, e.person FROM audit_log r CROSS JOIN entrants e
			WHERE r.number > ` + recentActs + ` AND r.act IN ` + actsAboutEntrants + ` AND e.tournament = r.about_id
		UNION ALL SELECT r.number, r.at, r.about_kind, r.about_id, r.person, e.person FROM audit_log r CROSS JOIN entrants e
			WHERE r.number > ` + recentActs + ` AND r.act = 'tournament-entrants' AND e.tournament = r.about_id AND r.detail LIKE '%' || e.person || '%'
		UNION ALL SELECT r.number, r.at, r.about_kind, r.about_id, r.person, e.person FROM audit_log r CROSS JOIN ladder_players e
			WHERE r.number > ` + recentActs + ` AND r.act IN ('ladder-members', 'ladder-members-removed') AND e.ladder = r.about_id AND r.detail LIKE '%' || e.person || '%'
		UNION ALL SELECT r.number, r.at, r.about_kind, r.about_id, r.person, e.person FROM audit_log r CROSS JOIN mail e
			WHERE r.number > ` + recentActs + ` AND r.act = 'tournament-entrants-removed' AND e.person > '' AND r.detail LIKE '%' || e.person || '%'
		UNION ALL SELECT r.number, r.at, r.about_kind, r.about_id, r.person, p.first FROM audit_log r CROSS JOIN tournament_pairings b CROSS JOIN pairings p
			WHERE r.number > ` + recentActs + ` AND r.act IN ` + actsAboutRound + ` AND ` + inRoundOf + `
		UNION ALL SELECT r.number, r.at, r.about_kind, r.about_id, r.person, p.second FROM audit_log r CROSS JOIN tournament_pairings b CROSS JOIN pairings p
			WHERE r.number > ` + recentActs + ` AND r.act IN ` + actsAboutRound + ` AND ` + inRoundOf + `
		) l`,
	where: `m.person = l.concerned AND m.person <> coalesce(l.person, '')`,
}
