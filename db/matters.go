package db

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"
)

// A MatterKind is a kind of thing in the club that people are told of by letters
// about NoticeClub.
type MatterKind string

// The kinds of matters. Who adds one adds its query to selectMatters.
const (
	MatterBegins    MatterKind = "pairing-begins"    // the person has been paired
	MatterSoon      MatterKind = "pairing-soon"      // two thirds of the time of a pairing are gone
	MatterConfirm   MatterKind = "pairing-confirm"   // the opponent has entered a result
	MatterContested MatterKind = "pairing-contested" // the opponent contests what the person entered
	MatterDispute   MatterKind = "pairing-dispute"   // an organiser is to decide: the result is contested, or there is no winner
	MatterDecided   MatterKind = "pairing-decided"   // an organiser has decided

	MatterUnconfirmed MatterKind = "pairing-unconfirmed" // an organiser sees that nobody has answered what was entered, and the time is nearly over
)

// A Matter is something in the club that a person is told.
type Matter struct {
	Kind MatterKind
	Href string    // path of the page that it is about
	Due  time.Time // by when the person is to do something; zero: whenever
	Mark int       // distinguishes matters of a kind about the same page
}

// oldMatter is when what happened in the club is no news any more.
const oldMatter = 7 * 24 * time.Hour

// A plannedMatter is a matter, and whom it is to be told.
type plannedMatter struct {
	Matter
	person string
}

// plan adds a matter to the letter about the club that waits to be sent, or to a
// new one.
func (m plannedMatter) plan(ctx context.Context, tx *sql.Tx, now time.Time) error {
	if _, err := exec(ctx, tx, insertLetter, NewID(letterLetters), m.person, NoticeClub, now.UnixMilli()); err != nil {
		return err
	}
	_, err := exec(ctx, tx, `INSERT INTO matters (person, kind, href, mark, due, letter, at)
		SELECT person, $3, $4, $5, $6, id, $7 FROM letters WHERE person = $1 AND kind = $2 AND due IS NOT NULL`,
		m.person, NoticeClub, string(m.Kind), m.Href, m.Mark, nullTime(m.Due), now.UnixMilli())
	return err
}

// clubMatters lists what is to be told of the club and was not yet.
func (d *DB) clubMatters(ctx context.Context, now time.Time) (list []plannedMatter, err error) {
	kinds := []MatterKind{MatterBegins, MatterSoon, MatterConfirm, MatterContested, MatterDispute, MatterDecided, MatterUnconfirmed, MatterDecision}
	for _, kind := range append(kinds, ladderMatters()...) {
		rows, err := d.read.QueryContext(ctx, selectMatters(kind),
			now.UnixMilli(), now.Add(-challengeGrace).UnixMilli(), now.Add(-oldMatter).UnixMilli(), string(kind))
		if list, err = addMatters(list, kind, rows, err); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func addMatters(list []plannedMatter, about MatterKind, rows *sql.Rows, err error) ([]plannedMatter, error) {
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		m := plannedMatter{Matter: Matter{Kind: about}}
		var due sql.NullInt64
		if err := rows.Scan(&m.person, &m.Href, &m.Mark, &due); err != nil {
			return nil, kind(err)
		}
		if due.Valid {
			m.Due = fromMS(due.Int64)
		}
		list = append(list, m)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// selectMatters is the statement that finds the matters of a kind, with whom each is
// to be told, its page, its mark, and by when something is to be done. It takes now,
// a moment ago, when news grow old, and the kind. What happened before the person's
// last visit is known; it is told once.
func selectMatters(kind MatterKind) string {
	if query := selectLadderMatters(kind); query != "" {
		return query
	}
	return map[MatterKind]string{
		MatterDecision: selectDecisions,
		MatterBegins:   clubMatter(`0`, `p.due`, `p.made`) + `p.status = 'open' AND m.person IN (p.first, p.second)`,
		MatterSoon: clubMatter(`p.due`, `p.due`, `(p.made + (p.due - p.made) / 3 * 2)`) +
			`p.status = 'open' AND p.due > $1 AND m.person IN (p.first, p.second)`,
		MatterConfirm: clubMatter(`p.entered_at`, `p.due`, `p.entered_at`) +
			`p.status = 'open' AND p.contested_by IS NULL AND p.entered_by <> m.person AND m.person IN (p.first, p.second)`,
		MatterContested: clubMatter(`p.contested_at`, `p.due`, `p.contested_at`) + `p.status = 'open' AND p.entered_by = m.person`,
		MatterDispute: clubMatter(`coalesce(p.undecided_at, p.contested_at)`, `NULL`, `coalesce(p.undecided_at, p.contested_at)`) +
			`p.status = 'open' AND m.person IN ` + organisers,
		MatterUnconfirmed: clubMatter(`p.entered_at`, `p.due`, later(`p.entered_at + `+milliseconds(time.Hour), `p.due - `+milliseconds(timeToConfirm))) +
			`p.status = 'open' AND p.contested_by IS NULL AND m.person NOT IN (p.first, p.second) AND m.person IN ` + organisers,
		MatterDecided: clubMatter(`p.decided_at`, `NULL`, `p.decided_at`) +
			`p.decided_by <> m.person AND m.person IN (p.first, p.second)`,
	}[kind]
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// later selects the later of two moments; NULL where the second is.
func later(a, b string) string {
	return `(CASE WHEN ` + a + ` > ` + b + ` THEN ` + a + ` ELSE ` + b + ` END)`
}

// organisers selects who organises, by index.
const organisers = `(SELECT id FROM people WHERE role IN ('organiser', 'admin') AND name IS NOT NULL AND closed IS NULL)`

// clubMatter begins a statement about pairings, with what marks a matter, by when
// something is to be done, and when it came up.
func clubMatter(mark, due, at string) string {
	return `SELECT m.person, '/pairings/' || p.id, ` + mark + `, ` + due + ` FROM pairings p CROSS JOIN mail m
		WHERE ` + at + ` <= $2 AND ` + at + ` > $3 AND ` + at + ` > m.seen AND ` + reachable + ` AND m.wants_club
		AND NOT EXISTS (SELECT 1 FROM matters t WHERE t.person = m.person AND t.kind = $4
			AND t.href = '/pairings/' || p.id AND t.mark = ` + mark + `) AND `
}

// lettersMatters lists what a letter tells of the club, the most urgent first.
func (d *DB) lettersMatters(ctx context.Context, letter string) (list []Matter, err error) {
	rows, err := d.read.QueryContext(ctx, "SELECT kind, href, due, mark FROM matters WHERE letter = $1 ORDER BY due IS NULL, due, at, href, kind", letter)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var m Matter
		var due sql.NullInt64
		if err := rows.Scan(&m.Kind, &m.Href, &due, &m.Mark); err != nil {
			return nil, kind(err)
		}
		if due.Valid {
			m.Due = fromMS(due.Int64)
		}
		list = append(list, m)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}
