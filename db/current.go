package db

import (
	"context"
	"database/sql"
	"time"
)

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
