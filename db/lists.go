package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules"
	"hexclub/rules/rating"
	"hexclub/rules/record"
)

// A GameRow is a game as a list shows it.
type GameRow struct {
	ID        string
	Revision  int    // as in Game
	Key       string // of its rules
	Status    Status
	Players   []ListedPlayer // by seat - 1
	Host      string         // id of the person who started it
	RematchOf string         // as in Game
	Leg       int            // as in Game
	Control   record.Control
	Class     rating.Class
	Rated     bool
	ToAct     rules.Seat // 0 when over
	Turn      int        // number of the turn
	Created   time.Time
	Changed   time.Time    // when it ended, once it is over
	Deadline  time.Time    // of the seat to act; zero where no clock runs
	Result    string       // as the text protocol writes it; empty while the game goes on
	Reason    rules.Reason // also a reason of pairing.ForfeitReason
}

// A ListedPlayer is who sits in a seat of a listed game.
type ListedPlayer struct {
	Player
	Rating *rating.Rating // as it is now, in games of this kind; nil for none
	Change *RatingStep    // nil unless the game changed it
}

// A RatingStep is a rating before and after a game.
type RatingStep struct{ Before, After float64 }

// Points returns the change of the rating, in whole points as ratings are shown.
func (s RatingStep) Points() int {
	return rating.Rating{Rating: s.After}.Whole() - rating.Rating{Rating: s.Before}.Whole()
}

// Seat returns the first seat of a person, 0 for none.
func (g GameRow) Seat(person string) rules.Seat {
	for i, player := range g.Players {
		if person != "" && player.ID == person {
			return rules.Seat(i + 1)
		}
	}
	return 0
}

// A Desk is the games that matter to a person now.
type Desk struct {
	Challenges []GameRow // a free seat is reserved for the person
	Turn       []GameRow // the person is to act, the most urgent first
	Others     []GameRow // somebody else is to act, the most urgent first
	Waiting    []GameRow // the person sits there, and a seat is free; the last changed first
	Device     []GameRow // the person plays all seats, and has played of late; the last changed first
	Bots       []GameRow // against bots alone without a clock: nobody waits; the last changed first
	Older      bool      // there are more of these two, which nobody has played for long
	Recent     []GameRow // ended and counted, the last first
}

const (
	deskGames      = 200                 // that go on; the unused places of deskChallenges are added
	deskChallenges = 50                  // at most, the last
	deskResults    = 8                   // of those that ended
	aloneStays     = 14 * 24 * time.Hour // after the last turn, a game in which nobody waits
	botsStay       = 24 * time.Hour      // on the desk, a game against bots without a clock
)

// deskStays is how long games in which nobody waits stay on a desk after the last turn, by shelf.
var deskStays = map[int]time.Duration{4: aloneStays, 5: botsStay}

// Desk returns the games that matter to a person at a moment.
func (d *DB) Desk(ctx context.Context, person string, now time.Time) (Desk, error) {
	tx, err := d.read.BeginTx(ctx, nil)
	if err != nil {
		return Desk{}, kind(err)
	}
	defer func() { _ = tx.Rollback() }() // there is nothing to keep
	var desk Desk
	shelves := []*[]GameRow{&desk.Challenges, &desk.Turn, &desk.Others, &desk.Waiting, &desk.Device, &desk.Bots}
	read, err := tx.StmtContext(ctx, d.readDesk).QueryContext(ctx, person, deskGames+deskChallenges, deskChallenges)
	rows, err := scanRows(now, read, err)
	if err != nil {
		return Desk{}, err
	}
	for _, row := range rows {
		if stays, alone := deskStays[row.shelf]; alone && now.Sub(row.Changed) > stays {
			desk.Older = true
			continue
		}
		*shelves[row.shelf] = append(*shelves[row.shelf], row.GameRow)
	}
	desk.Recent, err = finishedRows(ctx, tx, person, Filter{Alone: true}, Place{}, deskResults, now)
	return desk, err
}

// selectDesk lists the games of a person that go on, shelf by shelf as Desk has
// them. On a shelf live games come first, then those whose time is up first,
// then, where the person is to act, those that have waited for longest.
var selectDesk = selectRows + `(
	SELECT shelved.id AS game, shelf, shelved.changed AS place,
		row_number() OVER (ORDER BY shelf, CASE WHEN shelved.class IN ('quick', 'long') THEN 0 ELSE 1 END,
			CASE WHEN shelved.deadline IS NULL THEN 1 ELSE 0 END, shelved.deadline,
			CASE WHEN shelf = 1 THEN shelved.changed ELSE -shelved.changed END, shelved.id) AS line
	FROM (
		SELECT w.*, CASE
			WHEN NOT EXISTS (SELECT 1 FROM seats x WHERE x.game = w.id AND x.person IS DISTINCT FROM $1) THEN 4
			WHEN w.status = 'waiting' THEN 3
			WHEN w.deadline IS NULL AND NOT EXISTS (
				SELECT 1 FROM seats x WHERE x.game = w.id AND x.person <> $1 AND x.person NOT LIKE ` + botIDs + `) THEN 5
			WHEN EXISTS (SELECT 1 FROM seats x WHERE x.game = w.id AND x.seat = w.to_act AND x.person = $1) THEN 1
			ELSE 2 END AS shelf
		FROM games w WHERE w.id IN (SELECT game FROM seats WHERE person = $1 AND open)
		UNION ALL
		SELECT * FROM (SELECT w.*, 0 AS shelf ` + fromChallenges("$1") + ` ORDER BY w.changed DESC, w.id LIMIT $3) challenges
	) shelved ORDER BY line LIMIT $2) l` + ofRows

// Urgent lists the ids of the games that wait for a person's turn in the order
// of Desk.
func (d *DB) Urgent(ctx context.Context, person string) ([]string, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT g.id "+fromAwaiting("$1")+`
		ORDER BY CASE WHEN g.class IN ('quick', 'long') THEN 0 ELSE 1 END, CASE WHEN g.deadline IS NULL THEN 1 ELSE 0 END,
			g.deadline, g.changed, g.id LIMIT $2`, person, deskGames)
	return scanTexts(rows, err)
}

// fromAwaiting selects the games g that await the turn of a person. CROSS JOIN makes SQLite begin with
// the seats of the person, and not with all running games.
func fromAwaiting(person string) string {
	return `FROM seats s CROSS JOIN games g
		WHERE g.id = s.game AND s.person = ` + person + ` AND s.open AND g.status = 'running' AND g.opponents IS NOT NULL AND g.to_act = s.seat
			AND EXISTS (SELECT 1 FROM seats x WHERE x.game = g.id AND x.person <> ` + person + `
				AND (x.person NOT LIKE ` + botIDs + ` OR g.deadline IS NOT NULL))`
}

// fromChallenges selects the games w in which a seat is reserved for a person.
func fromChallenges(person string) string {
	return `FROM (SELECT DISTINCT game FROM seats WHERE reserved = ` + person + ` AND open AND person IS NULL) kept CROSS JOIN games w
		WHERE w.id = kept.game AND w.id NOT IN (SELECT game FROM seats WHERE person = ` + person + ` AND open) AND w.pairing IS NULL AND ` + apart(person)
}

// DeskMark changes whenever a game does that is on a person's Desk and goes on, or
// an open pairing of the person's; of an organiser also when one does that is in dispute.
func (d *DB) DeskMark(ctx context.Context, person string) (mark string, err error) {
	query := `SELECT CAST(count(*) AS text) || '-' || CAST(coalesce(sum(revision), 0) AS text) || '-' || CAST(coalesce(max(changed), 0) AS text)
			|| (SELECT '-' || CAST(count(*) AS text) || '-' || CAST(coalesce(sum(p.revision), 0) AS text) FROM pairings p ` + openPairings("$1") + `)
			|| CASE WHEN EXISTS (SELECT 1 FROM people WHERE id = $1 AND role IN ('organiser', 'admin')) THEN
				(SELECT '-' || CAST(count(*) AS text) || '-' || CAST(coalesce(sum(p.revision), 0) AS text) FROM pairings p WHERE ` + inDispute + `) ELSE '' END
		FROM games WHERE id IN (SELECT game FROM seats WHERE person = $1 AND open
			UNION SELECT game FROM seats WHERE reserved = $1 AND open AND person IS NULL)`
	return mark, kind(d.read.QueryRowContext(ctx, query, person).Scan(&mark))
}

// OpenGames lists the ids of the games in which a person sits and that are not
// over.
func (d *DB) OpenGames(ctx context.Context, person string) ([]string, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT DISTINCT game FROM seats WHERE person = $1 AND open ORDER BY game", person)
	return scanTexts(rows, err)
}

// AllGames lists the ids of all games in which a person sits, the oldest first.
func (d *DB) AllGames(ctx context.Context, person string) ([]string, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT id FROM games WHERE id IN (SELECT game FROM seats WHERE person = $1) ORDER BY created, id", person)
	return scanTexts(rows, err)
}

// selectRows and ofRows are a statement about games, with a list of them
// between: their ids (game), in the order of its lines (line), each on a shelf.
const (
	selectRows = `SELECT l.shelf, g.id, g.revision, g.game, g.status, g.host, coalesce(g.rematch_of, ''), g.leg, g.control, g.class, g.rated,
		g.to_act, g.turn, g.created, g.changed, g.deadline, g.result, g.reason, g.nth, coalesce(m.results, ''), m.decided_by IS NOT NULL,
		coalesce(s.person, ''), coalesce(p.name, ''), coalesce(p.deleted, false), coalesce(s.reserved, ''),
		r.rating, r.deviation, r.volatility, r.at, c.rating_was, c.rating FROM `
	ofRows = ` JOIN games g ON g.id = l.game JOIN seats s ON s.game = g.id LEFT JOIN people p ON p.id = s.person
		LEFT JOIN pairings m ON m.id = g.pairing AND g.reason = 'resignation'
		LEFT JOIN ratings r ON r.person = s.person AND r.game = g.game AND r.class = g.class
		LEFT JOIN rating_changes c ON c.game = g.id AND c.seat = s.seat
		ORDER BY l.line, s.seat`
)

// A shelved is a game on one of the shelves of a list.
type shelved struct {
	GameRow
	shelf int
}

// scanRows reads what a statement of selectRows gives, with ratings as they are
// at a moment.
func scanRows(now time.Time, rows *sql.Rows, err error) ([]shelved, error) {
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	var list []shelved
	for rows.Next() {
		row, err := scanRow(rows, now)
		if err != nil {
			return nil, kind(err)
		}
		if n := len(list); n > 0 && list[n-1].ID == row.ID {
			list[n-1].Players = append(list[n-1].Players, row.Players...)
		} else {
			list = append(list, row)
		}
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// scanRow reads one seat of a game.
func scanRow(rows *sql.Rows, now time.Time) (g shelved, err error) {
	var created, changed int64
	var control, results string
	var nth int
	var decided bool
	var deadline, at sql.NullInt64
	var own, deviation, volatility, before, after sql.NullFloat64
	var player ListedPlayer
	err = rows.Scan(&g.shelf, &g.ID, &g.Revision, &g.Key, &g.Status, &g.Host, &g.RematchOf, &g.Leg, &control, &g.Class, &g.Rated,
		&g.ToAct, &g.Turn, &created, &changed, &deadline, &g.Result, &g.Reason, &nth, &results, &decided,
		&player.ID, &player.Name, &player.Deleted, &player.Reserved, &own, &deviation, &volatility, &at, &before, &after)
	if err != nil {
		return g, err
	}
	g.Created, g.Changed = fromMS(created), fromMS(changed)
	if deadline.Valid {
		g.Deadline = fromMS(deadline.Int64)
	}
	if own.Valid {
		stored := rating.Rating{Rating: own.Float64, Deviation: deviation.Float64, Volatility: volatility.Float64}
		is := stored.Idle(now.UnixMilli() - at.Int64)
		player.Rating = &is
	}
	if after.Valid {
		player.Change = &RatingStep{before.Float64, after.Float64}
	}
	g.Players = []ListedPlayer{player}
	if results != "" {
		result, err := rules.ParseResult(g.Result, 2)
		if err != nil {
			return g, err
		}
		why, err := forfeitReason(result, nth, results, decided)
		if err != nil {
			return g, err
		}
		g.Reason = cmp.Or(why, g.Reason)
	}
	g.Control, err = record.ParseControl(control)
	return g, err
}

// found returns the first row that was read. It fails with kind NotFound and a key if there is
// none.
func found[T any](list []T, err error, key string) (one T, _ error) {
	switch {
	case err != nil:
		return one, err
	case len(list) == 0:
		return one, rules.Errorf(rules.NotFound, key, "no such %T", one)
	}
	return list[0], nil
}

// Current returns the games that are being played, at most limit: first those between people, then
// those against bots alone, each the last changed first. It leaves out games on one device, which
// have no spectators, and games against bots without a clock that are too old for the Desk, because
// they are abandoned.
func (d *DB) Current(ctx context.Context, limit int, now time.Time) ([]Game, error) {
	return sound(d.readGames(ctx, d.read, selectCurrent, limit, now.Add(-aloneStays).UnixMilli()))
}

// selectCurrent takes a limit, and the moment since which a game against bots without a clock must
// have changed. Each part of the union reads the index games_current from its first entry.
var selectCurrent = selectGame + `WHERE g.id IN (
		SELECT id FROM (` + lastRunning(`opponents = 'people'`, "$1") + ` people
			UNION ALL ` + lastRunning(`opponents = 'timed bots'`, "$1") + ` timed
			UNION ALL ` + lastRunning(`opponents = 'bots' AND changed >= $2`, "$1") + ` bots) listed
		ORDER BY opponents <> 'people', changed DESC, id LIMIT $1)
	ORDER BY g.opponents <> 'people', g.changed DESC, g.id, s.seat`

// lastRunning selects the running games of a condition that changed last, limit at most.
func lastRunning(which, limit string) string {
	return `SELECT * FROM (SELECT opponents, changed, id FROM games WHERE status = 'running' AND ` + which + ` ORDER BY changed DESC, id LIMIT ` + limit + `)`
}

// noteOpponents stores the kind of opponents of games: the games of a condition that takes
// one argument. It is called when seats of these games have changed hands.
func noteOpponents(ctx context.Context, tx *sql.Tx, games, arg string) error {
	_, err := exec(ctx, tx, "UPDATE games SET opponents = "+opponents+" WHERE "+games, arg)
	return err
}

// opponents returns the kind of opponents of the host of a game, as games.opponents has it.
const opponents = `CASE
	WHEN EXISTS (SELECT 1 FROM seats o WHERE o.game = games.id AND o.person <> games.host AND o.person NOT LIKE ` + botIDs + `) THEN 'people'
	WHEN NOT EXISTS (SELECT 1 FROM seats o WHERE o.game = games.id AND o.person <> games.host) THEN NULL
	WHEN control = '' THEN 'bots' ELSE 'timed bots' END`

// RunningGames counts the running games, by the key of their rules.
func (d *DB) RunningGames(ctx context.Context) (map[string]int, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT game, count(*) FROM games WHERE status = 'running' GROUP BY game")
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	counts := map[string]int{}
	for rows.Next() {
		var key string
		var n int
		if err := rows.Scan(&key, &n); err != nil {
			return nil, kind(err)
		}
		counts[key] = n
	}
	return counts, kind(rows.Err())
}
