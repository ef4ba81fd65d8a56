package db

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
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

// Awaiting is what awaits a person. The header of every page shows it.
type Awaiting struct {
	Turns      int // games, without games on one device and games against bots without a clock
	Challenges int // challenges to games
	Club       int // challenges of ladders to answer, pairings to begin or to play over the board, results to confirm

	Disputes AwaitedDisputes // for an organiser

	Near *NearDeadline // the first deadline of these challenges and pairings that is near; nil for none
}

// AwaitedDisputes are the numbers of pairings that await an organiser's decision, by what awaits it.
type AwaitedDisputes struct {
	Contested int
	Undecided int    // lack the winner
	Entered   int    // were entered, and the opponent cannot answer
	Only      string // id of the only pairing among all; empty for none or several
}

// A NearDeadline is a deadline within a day, when at most a third of the time remains.
type NearDeadline struct {
	Task  ClubTask
	About Ref // the challenge or the pairing
	Due   time.Time
	Other Player // opponent, or the person who challenges
	In    PairedIn
}

// A ClubTask is what a challenge or a pairing asks of a person.
type ClubTask string

// The tasks.
const (
	TaskAnswer  ClubTask = "answer"  // a challenge
	TaskPlay    ClubTask = "play"    // a pairing
	TaskConfirm ClubTask = "confirm" // the result that the opponent entered
)

// nearDeadline is the longest time, in milliseconds, before a deadline that is near.
const nearDeadline = int64(24 * time.Hour / time.Millisecond)

// Near reports whether a deadline that was set at a moment is near: within a day, when at most a third of the time remains.
func Near(made, due, now time.Time) bool {
	left := due.Sub(now)
	return left > 0 && left.Milliseconds() <= nearDeadline && 3*left <= due.Sub(made)
}

// Soon reports whether a deadline is within two days, or has passed.
func Soon(due, now time.Time) bool {
	return !due.IsZero() && due.Sub(now) <= 2*24*time.Hour
}

// Awaiting returns what awaits a person.
func (d *DB) Awaiting(ctx context.Context, person string, now time.Time) (a Awaiting, err error) {
	near, disputes := 0, ""
	err = d.readAwaiting.QueryRowContext(ctx, person, now.UnixMilli(), nearDeadline).Scan(&a.Turns, &a.Challenges, &disputes, &a.Club, &near)
	a.Disputes = readDisputes(disputes)
	if err != nil || near == 0 {
		return a, kind(err)
	}
	n := NearDeadline{About: Ref{Kind: RefPairing}}
	var due int64
	err = d.read.QueryRowContext(ctx, selectNear, person, now.UnixMilli(), nearDeadline).
		Scan(&n.Task, &n.About.ID, &due, &n.Other.ID, &n.Other.Name, &n.Other.Deleted, &n.In.Of, &n.In.Round)
	if errors.Is(err, sql.ErrNoRows) { // it was just settled
		return a, nil
	}
	if n.Task == TaskAnswer {
		n.About.Kind = RefChallenge
	}
	n.Due = fromMS(due)
	a.Near = &n
	return a, kind(err)
}

// countAwaiting takes a person, the time and the value of nearDeadline.
var countAwaiting = "SELECT (SELECT count(*) " + fromAwaiting("$1") + "), (SELECT count(*) " + fromChallenges("$1") + "), " + disputesOf + `,
	count(CASE WHEN todo.counts THEN 1 END), count(CASE WHEN ` + isNear + " THEN 1 END) FROM (" + clubTasks + ") todo"

// disputesOf selects the pairings that await the decision of an organiser as one text, for readDisputes.
var disputesOf = `coalesce((SELECT string_agg(CASE WHEN p.undecided THEN 'undecided ' WHEN p.contested_by IS NOT NULL THEN 'contested ' ELSE 'entered ' END || p.id, ' ')
	FROM people me CROSS JOIN pairings p WHERE me.id = $1 AND me.role IN ('organiser', 'admin') AND ` + inDispute + `), '')`

// readDisputes counts pairings in a text: what awaits a decision, and the id of the pairing, and so on.
func readDisputes(text string) (d AwaitedDisputes) {
	words := strings.Fields(text)
	for i := 0; i+1 < len(words); i += 2 {
		switch words[i] {
		case "undecided":
			d.Undecided++
		case "contested":
			d.Contested++
		default:
			d.Entered++
		}
	}
	if len(words) == 2 {
		d.Only = words[1]
	}
	return d
}

// selectNear takes the same, and returns the first deadline that is near.
const selectNear = `SELECT todo.task, todo.id, todo.due, o.id, coalesce(o.name, ''), o.deleted, coalesce(l.name, t.name, ''), coalesce(n.round, 0)
	FROM (` + clubTasks + `) todo JOIN people o ON o.id = todo.other
	LEFT JOIN challenges c ON c.id = CASE todo.task WHEN 'answer' THEN todo.id ELSE (SELECT x.id FROM challenges x WHERE x.pairing = todo.id) END
	LEFT JOIN ladders l ON l.id = c.ladder
	LEFT JOIN tournament_pairings n ON n.pairing = todo.id LEFT JOIN tournaments t ON t.id = n.tournament
	WHERE ` + isNear + ` ORDER BY todo.due, todo.id LIMIT 1`

// isNear selects the near deadlines of clubTasks todo, as Near does.
const isNear = "todo.due > CAST($2 AS bigint) AND todo.due - CAST($2 AS bigint) <= CAST($3 AS bigint) AND 3 * (todo.due - CAST($2 AS bigint)) <= todo.due - todo.made"

// clubTasks selects the challenges and pairings that await a person. A pairing on the site awaits both players until its
// game has begun, and then the player to act; a turn is counted as a game's.
const clubTasks = `
	SELECT 'answer' AS task, c.id AS id, c.challenger AS other, c.answer_by AS due, c.made AS made, true AS counts
	FROM challenges c WHERE c.challenged = $1 AND c.decided IS NULL AND c.status = 'waiting'
	UNION ALL
	SELECT CASE WHEN p.entered IS NULL THEN 'play' ELSE 'confirm' END, p.id, CASE p.first WHEN $1 THEN p.second ELSE p.first END, p.due, p.made, true
	FROM pairings p
	WHERE p.id IN (SELECT id FROM pairings WHERE first = $1 AND status = 'open' UNION SELECT id FROM pairings WHERE second = $1 AND status = 'open')
		AND NOT p.site AND NOT p.undecided AND (p.entered IS NULL OR p.entered_by <> $1 AND p.contested_by IS NULL)
	UNION ALL
	SELECT 'play', p.id, CASE p.first WHEN $1 THEN p.second ELSE p.first END, p.due, p.made, g.status = 'waiting'
	FROM seats s CROSS JOIN games g CROSS JOIN pairings p
	WHERE s.person = $1 AND s.open AND g.id = s.game AND (g.status = 'waiting' OR g.status = 'running' AND g.to_act = s.seat)
		AND p.id = g.pairing AND p.status = 'open'
	UNION ALL
	SELECT 'play', p.id, CASE p.first WHEN $1 THEN p.second ELSE p.first END, p.due, p.made, true
	FROM seats s CROSS JOIN games g CROSS JOIN pairings p
	WHERE s.reserved = $1 AND s.open AND s.person IS NULL AND g.id = s.game AND p.id = g.pairing AND p.status = 'open'`
