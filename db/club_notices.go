package db

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"
)

// A ClubNoticeKind is a kind of thing in the club that people are notified of by e-mails about
// NoticeClub.
type ClubNoticeKind string

// The kinds of notices about pairings. Each has a query in pairingNotices.
const (
	ClubNoticeBegins    ClubNoticeKind = "pairing-begins"    // the person has been paired
	ClubNoticeSoon      ClubNoticeKind = "pairing-soon"      // two thirds of the time of a pairing have passed
	ClubNoticeConfirm   ClubNoticeKind = "pairing-confirm"   // the opponent has entered a result
	ClubNoticeContested ClubNoticeKind = "pairing-contested" // the opponent contests what the person entered
	ClubNoticeDispute   ClubNoticeKind = "pairing-dispute"   // an organiser has to decide: the result is contested, there is no winner, or the opponent cannot confirm
	ClubNoticeDecided   ClubNoticeKind = "pairing-decided"   // an organiser has decided

	ClubNoticeUnconfirmed ClubNoticeKind = "pairing-unconfirmed" // for organisers: an entered result is still unanswered, and the time is nearly over
)

// A ClubNotice notifies a person of something in the club.
type ClubNotice struct {
	Kind  ClubNoticeKind
	About Ref
	Due   time.Time // deadline for the person; zero: none
	Mark  int       // distinguishes notices of a kind about the same thing
}

// oldClubNotice is the age at which what happened in the club is no news any more.
const oldClubNotice = 7 * 24 * time.Hour

// A plannedClubNotice is a notice with its recipient.
type plannedClubNotice struct {
	ClubNotice
	person string
}

// plan adds a notice to the e-mail about the club that is to be sent, or to a new one.
func (n plannedClubNotice) plan(ctx context.Context, tx *sql.Tx, now time.Time) error {
	if _, err := exec(ctx, tx, insertLetter, NewID(letterLetters), n.person, NoticeClub, now.UnixMilli()); err != nil {
		return err
	}
	_, err := exec(ctx, tx, `INSERT INTO club_notices (person, kind, about_kind, about_id, mark, due, letter, at)
		SELECT person, $3, $4, $5, $6, $7, id, $8 FROM letters WHERE person = $1 AND kind = $2 AND due IS NOT NULL`,
		n.person, NoticeClub, string(n.Kind), string(n.About.Kind), n.About.ID, n.Mark, nullTime(n.Due), now.UnixMilli())
	return err
}

// newClubNotices lists the notices about the club that people did not get yet.
func (d *DB) newClubNotices(ctx context.Context, now time.Time) (list []plannedClubNotice, _ error) {
	for _, q := range clubNoticeQueries() {
		query, args := q.statement(now)
		rows, err := d.read.QueryContext(ctx, query, args...)
		if list, err = addClubNotices(list, q.kind, rows, err); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func addClubNotices(list []plannedClubNotice, of ClubNoticeKind, rows *sql.Rows, err error) ([]plannedClubNotice, error) {
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		n := plannedClubNotice{ClubNotice: ClubNotice{Kind: of}}
		var due sql.NullInt64
		if err := rows.Scan(&n.person, &n.About.Kind, &n.About.ID, &n.Mark, &due); err != nil {
			return nil, kind(err)
		}
		if due.Valid {
			n.Due = fromMS(due.Int64)
		}
		list = append(list, n)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// A clubNoticeQuery describes the statement that finds notices of a kind, in expressions of SQL.
// The recipient is mail m.
type clubNoticeQuery struct {
	kind             ClubNoticeKind
	from             string // the tables besides mail m
	aboutKind, about string // the parts of the Ref
	mark, due        string
	at               string // the moment of the event
	until            string // a moment until which the notice makes sense; empty: any
	where            string
}

// clubNoticeQueries returns the queries of all kinds.
func clubNoticeQueries() []clubNoticeQuery {
	return append(append(pairingNotices(), decisionNotices), ladderNotices()...)
}

// statement returns the text of the statement and its arguments. Events before the person's last
// visit give no notice, nor do old ones. A person gets each notice once.
func (q clubNoticeQuery) statement(now time.Time) (query string, args []any) {
	query = `SELECT m.person, ` + q.aboutKind + `, ` + q.about + `, ` + q.mark + `, ` + q.due + ` FROM ` + q.from + ` CROSS JOIN mail m
		WHERE ` + q.where + ` AND ` + q.at + ` <= $1 AND ` + q.at + ` > $2 AND ` + q.at + ` > m.seen AND ` + reachable + ` AND m.wants_club
		AND NOT EXISTS (SELECT 1 FROM club_notices t WHERE t.person = m.person AND t.kind = $3
			AND t.about_kind = ` + q.aboutKind + ` AND t.about_id = ` + q.about + ` AND t.mark = ` + q.mark + `)`
	args = []any{now.Add(-challengeGrace).UnixMilli(), now.Add(-oldClubNotice).UnixMilli(), string(q.kind)}
	if q.until != "" {
		query, args = query+` AND `+q.until+` > $4`, append(args, now.UnixMilli())
	}
	return query, args
}

// pairingNotices returns the queries about pairings.
func pairingNotices() []clubNoticeQuery {
	const (
		toPlayers    = `m.person IN (p.first, p.second)`
		toOrganisers = `m.person IN (SELECT id FROM people WHERE role IN ('organiser', 'admin') AND name IS NOT NULL AND closed IS NULL)`
	)
	// A person who entered or contested the result knows of it. A result that is entered once more is no news.
	const toOthers = toOrganisers + ` AND m.person <> coalesce(p.entered_by, '') AND m.person <> coalesce(p.contested_by, '')`
	list := []clubNoticeQuery{
		{kind: ClubNoticeBegins, mark: `0`, due: `p.due`, at: `p.made`, where: `p.status = 'open' AND ` + toPlayers},
		{
			kind: ClubNoticeSoon, mark: `p.due`, due: `p.due`, at: `(p.made + (p.due - p.made) / 3 * 2)`, until: `p.due`,
			where: `p.status = 'open' AND ` + toPlayers,
		},
		{
			kind: ClubNoticeConfirm, mark: `p.entered_at`, due: `p.due`, at: `p.entered_at`,
			where: `p.status = 'open' AND p.contested_by IS NULL AND p.entered_by <> m.person AND ` + toPlayers,
		},
		{
			kind: ClubNoticeContested, mark: `p.contested_at`, due: `p.due`, at: `p.contested_at`,
			where: `p.status = 'open' AND p.entered_by = m.person`,
		},
		{
			kind: ClubNoticeDispute, mark: `coalesce(p.undecided_at, p.contested_at, p.made)`, due: `NULL`, at: disputedSince,
			where: `p.status = 'open' AND ` + toOthers,
		},
		{
			kind: ClubNoticeDecided, mark: `p.decided_at`, due: `NULL`, at: `p.decided_at`,
			where: `p.decided_by <> m.person AND ` + toPlayers,
		},
		{
			kind: ClubNoticeUnconfirmed, mark: `p.entered_at`, due: `p.due`,
			at:    later(`p.entered_at + `+milliseconds(time.Hour), `p.due - `+milliseconds(timeToConfirm)),
			where: `p.status = 'open' AND p.contested_by IS NULL AND NOT (` + unanswerable + `) AND m.person NOT IN (p.first, p.second) AND ` + toOrganisers,
		},
	}
	for i := range list {
		list[i].from, list[i].aboutKind, list[i].about = `pairings p`, `'pairing'`, `p.id`
	}
	return list
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// later selects the later of two moments; NULL where the second is.
func later(a, b string) string {
	return `(CASE WHEN ` + a + ` > ` + b + ` THEN ` + a + ` ELSE ` + b + ` END)`
}

// clubNoticesOf lists the notices of an e-mail about the club, the most urgent first.
func (d *DB) clubNoticesOf(ctx context.Context, letter string) (list []ClubNotice, err error) {
	rows, err := d.read.QueryContext(ctx, `SELECT kind, about_kind, about_id, due, mark FROM club_notices WHERE letter = $1
		ORDER BY due IS NULL, due, at, about_kind, about_id, kind`, letter)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var n ClubNotice
		var due sql.NullInt64
		if err := rows.Scan(&n.Kind, &n.About.Kind, &n.About.ID, &due, &n.Mark); err != nil {
			return nil, kind(err)
		}
		if due.Valid {
			n.Due = fromMS(due.Int64)
		}
		list = append(list, n)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// The kinds of notices about ladders. For an accepted challenge, and for the deadline to play it,
// there are the notices about its pairing.
const (
	ClubNoticeChallenged ClubNoticeKind = "ladder-challenged" // another player challenges the person
	ClubNoticeAnswer     ClubNoticeKind = "ladder-answer"     // two thirds of the time to answer have passed
	ClubNoticeRefused    ClubNoticeKind = "ladder-refused"    // the challenged player has refused
	ClubNoticeExpired    ClubNoticeKind = "ladder-expired"    // a challenge ended without being played
	ClubNoticeInactive   ClubNoticeKind = "ladder-inactive"   // the person dropped for want of games
)

// ladderNotices returns the queries about ladders and challenges.
func ladderNotices() []clubNoticeQuery {
	list := []clubNoticeQuery{
		{
			kind: ClubNoticeChallenged, due: `c.answer_by`, at: `c.made`,
			where: `c.decided IS NULL AND c.status = 'waiting' AND m.person = c.challenged`,
		},
		{
			kind: ClubNoticeAnswer, due: `c.answer_by`, at: `(c.made + (c.answer_by - c.made) / 3 * 2)`, until: `c.answer_by`,
			where: `c.decided IS NULL AND c.status = 'waiting' AND m.person = c.challenged`,
		},
		{kind: ClubNoticeRefused, due: `NULL`, at: `c.decided`, where: `c.status = 'declined' AND m.person = c.challenger`},
		{
			kind: ClubNoticeExpired, due: `NULL`, at: `c.decided`,
			where: `(c.status = 'lapsed' OR c.status = 'won' AND c.decided_by = 'default') AND m.person IN (c.challenger, c.challenged)`,
		},
	}
	for i := range list {
		list[i].from, list[i].aboutKind, list[i].about, list[i].mark = `challenges c`, `'challenge'`, `c.id`, `0`
	}
	return append(list, clubNoticeQuery{
		kind: ClubNoticeInactive, from: `ladder_events e`, aboutKind: `'ladder'`, about: `e.ladder`, mark: `e.number`, due: `NULL`, at: `e.at`,
		where: `e.kind = 'dropped' AND e.from_place <> e.to_place AND m.person = e.person`,
	})
}
