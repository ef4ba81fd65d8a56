package db

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// How long before people are written about something: they may be just about
// to see it.
const (
	turnGrace      = 10 * time.Minute
	challengeGrace = time.Minute
	resultGrace    = 5 * time.Minute
)

// What is older is no news.
const (
	oldChallenge = 7 * 24 * time.Hour
	oldResult    = 2 * 24 * time.Hour
)

const (
	// remindEvery is the time between two letters that list the games in which
	// a person is awaited, and maxReminders how many there are in a row to who
	// does not come.
	remindEvery  = 24 * time.Hour
	maxReminders = 8
	// challengeEvery is the time between two letters about challenges: anybody
	// can make one.
	challengeEvery = time.Hour
	// shortTime is when little is left of the time for a turn, unless a fifth of
	// it is more.
	shortTime = 12 * time.Hour
)

// PlanNotices finds the news in people's games that they have not been notified of, and plans
// e-mails about it. It returns the number of people with news.
//
// A person gets one e-mail about pending turns after the last visit, and daily reminders from then
// on, or from the day after a visit that left turns pending. Each challenge, result, and turn with
// little time left is mentioned once. People are present while they play with a live clock, so of
// live games only challenges are mentioned. Games against bots alone are not mentioned. Notices
// about the club are in club_notices.go.
func (d *DB) PlanNotices(ctx context.Context, now time.Time) (people int, err error) {
	awaited, err := d.awaited(ctx, now)
	if err != nil {
		return 0, err
	}
	games, err := d.gameNotices(ctx, now)
	if err != nil {
		return 0, err
	}
	club, err := d.newClubNotices(ctx, now)
	if err != nil || len(awaited)+len(games)+len(club) == 0 {
		return 0, err
	}
	found := map[string]bool{}
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		clear(found)
		for _, person := range awaited {
			found[person] = true
			if err := planTurn(ctx, tx, person, now); err != nil {
				return err
			}
		}
		for _, n := range games {
			found[n.person] = true
			if err := n.plan(ctx, tx, now); err != nil {
				return err
			}
		}
		for _, n := range club {
			found[n.person] = true
			if err := n.plan(ctx, tx, now); err != nil {
				return err
			}
		}
		return nil
	})
	return len(found), err
}

func planTurn(ctx context.Context, tx *sql.Tx, person string, now time.Time) error {
	_, err := exec(ctx, tx, "UPDATE mail SET told = $2, reminded = reminded + 1 WHERE person = $1", person, now.UnixMilli())
	if err != nil {
		return err
	}
	_, err = exec(ctx, tx, insertLetter, NewID(letterLetters), person, NoticeTurn, now.UnixMilli())
	return err
}

// awaited returns the people who are to be notified now of pending turns.
func (d *DB) awaited(ctx context.Context, now time.Time) ([]string, error) {
	rows, err := d.read.QueryContext(ctx, selectAwaited,
		now.Add(-turnGrace).UnixMilli(), now.Add(-remindEvery).UnixMilli(), maxReminders)
	return scanTexts(rows, err)
}

// A gameNotice notifies a person of something in a game.
type gameNotice struct {
	person string
	about  Notice
	game   string
	mark   int64
}

// plan adds a notice to the e-mail of its kind that is to be sent, or to a new one.
func (n gameNotice) plan(ctx context.Context, tx *sql.Tx, now time.Time) error {
	if _, err := exec(ctx, tx, insertLetter, NewID(letterLetters), n.person, n.about, now.UnixMilli()); err != nil {
		return err
	}
	_, err := exec(ctx, tx, `INSERT INTO notices (person, kind, game, mark, letter, at)
		SELECT person, kind, $3, $4, id, $5 FROM letters WHERE person = $1 AND kind = $2 AND due IS NOT NULL`,
		n.person, n.about, n.game, n.mark, now.UnixMilli())
	return err
}

// gameNotices lists the notices about games that people did not get yet, but those about their turns.
func (d *DB) gameNotices(ctx context.Context, now time.Time) (list []gameNotice, err error) {
	at := func(ago time.Duration) int64 { return now.Add(-ago).UnixMilli() }
	for _, q := range []struct {
		about Notice
		query string
		args  []any
	}{
		{NoticeChallenge, selectChallenges, []any{at(challengeGrace), at(oldChallenge), at(challengeEvery)}},
		{NoticeResult, selectResults, []any{at(resultGrace), at(oldResult)}},
		{NoticeTime, selectLowOnTime, []any{at(0), shortTime.Milliseconds()}},
	} {
		if list, err = d.addGameNotices(ctx, list, q.about, q.query, q.args); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (d *DB) addGameNotices(ctx context.Context, list []gameNotice, about Notice, query string, args []any) ([]gameNotice, error) {
	rows, err := d.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		n := gameNotice{about: about}
		if err := rows.Scan(&n.person, &n.game, &n.mark); err != nil {
			return nil, kind(err)
		}
		list = append(list, n)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// AwaitedGames returns at most limit games that await a person's turn and are mentioned in e-mails:
// first those in which time runs, the most urgent first.
func (d *DB) AwaitedGames(ctx context.Context, person string, limit int) ([]string, error) {
	rows, err := d.read.QueryContext(ctx, `SELECT g.id FROM seats s CROSS JOIN games g
		WHERE g.id = s.game AND g.to_act = s.seat AND s.person = $1 AND s.open AND g.status = 'running' AND `+atLeisure+` AND `+withOthers+`
		ORDER BY g.deadline IS NULL, g.deadline, g.changed, g.id LIMIT $2`, person, limit)
	return scanTexts(rows, err)
}

// The parts of the queries. A query about everybody reads games first, through the index on
// their status or games_current: there are fewer of them than seats that somebody ever had. A query about one
// person reads the open seats of that person first.
const (
	atLeisure  = `g.control NOT LIKE '%+%'` // not played at one sitting
	withOthers = `EXISTS (SELECT 1 FROM seats o WHERE o.game = g.id AND o.person <> s.person AND o.person NOT LIKE ` + botIDs + `)`
	reachable  = `m.address IS NOT NULL AND NOT m.bounced AND NOT EXISTS (SELECT 1 FROM people shut WHERE shut.id = m.person AND shut.closed IS NOT NULL)`
	untold     = `NOT EXISTS (SELECT 1 FROM notices n WHERE n.person = m.person AND n.game = g.id AND n.kind = `

	selectAwaited = `SELECT DISTINCT m.person FROM games g CROSS JOIN seats s CROSS JOIN mail m
		WHERE g.status = 'running' AND g.opponents = 'people' AND g.changed <= $1 AND ` + atLeisure + `
		AND s.game = g.id AND s.seat = g.to_act AND ` + withOthers + `
		AND m.person = s.person AND ` + reachable + ` AND m.wants_turn
		AND (g.changed > m.seen AND m.told <= m.seen OR m.told <= $2 AND m.seen <= $2 AND m.reminded < $3)`

	selectChallenges = `SELECT DISTINCT m.person, g.id, 0 FROM games g CROSS JOIN seats s CROSS JOIN mail m
		WHERE g.status = 'waiting' AND g.pairing IS NULL AND g.changed > $2 AND g.created > $2 AND g.created <= $1
		AND s.game = g.id AND s.person IS NULL AND s.reserved = m.person AND s.reserved <> g.host
		AND ` + reachable + ` AND m.wants_challenge AND g.created > m.seen
		AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker = m.person AND b.blocked = g.host)
		AND NOT EXISTS (SELECT 1 FROM letters l WHERE l.person = m.person AND l.kind = 'challenge' AND l.created > $3)
		AND ` + untold + `'challenge')`

	selectResults = `SELECT DISTINCT m.person, g.id, 0 FROM games g CROSS JOIN seats s CROSS JOIN mail m
		WHERE g.status = 'over' AND g.changed > $2 AND g.changed <= $1 AND g.result <> 'void' AND ` + atLeisure + `
		AND s.game = g.id AND ` + withOthers + `
		AND m.person = s.person AND ` + reachable + ` AND m.wants_result AND g.changed > m.seen
		AND ` + untold + `'result')`
)

// lowOnTime returns the moment from which little of the time for a turn remains: a fifth of it,
// or the given minimum.
func lowOnTime(least string) string {
	return `(g.deadline - CASE WHEN g.deadline - g.since > 5 * ` + least + ` THEN (g.deadline - g.since) / 5 ELSE ` + least + ` END)`
}

// selectLowOnTime takes now and a minimum for lowOnTime. The number of the turn in its game is the mark.
var selectLowOnTime = `SELECT DISTINCT m.person, g.id, g.turn FROM games g CROSS JOIN seats s CROSS JOIN mail m
		WHERE g.deadline > $1 AND ` + lowOnTime("$2") + ` < $1 AND ` + atLeisure + `
		AND s.game = g.id AND s.seat = g.to_act AND ` + withOthers + `
		AND m.person = s.person AND ` + reachable + ` AND m.wants_time AND ` + lowOnTime("$2") + ` > m.seen
		AND ` + untold + `'time' AND n.mark = g.turn)`
