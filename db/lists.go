package db

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules"
)

// A GameRow is a game as a list shows it.
type GameRow struct {
	ID      string
	Key     string // of its rules
	Status  Status
	Invite  string     // as in Game
	Players []Player   // by seat - 1
	ToAct   rules.Seat // 0 when over
	Turn    int        // number of the turn
	Changed time.Time
	Result  string // as the text protocol writes it; empty while the game goes on
	Reason  string // a rules.Reason
}

// GamesOf lists the games in which a person sits, limit at most: first those
// in which the person is to act, then others that go on or wait, then those
// that are over; the last changed first among each.
func (d *DB) GamesOf(ctx context.Context, person string, limit int) ([]GameRow, error) {
	rows, err := d.read.QueryContext(ctx, selectGamesOf, person, limit)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	var list []GameRow
	for rows.Next() {
		if list, err = scanGameRow(rows, list); err != nil {
			return nil, kind(err)
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, kind(err)
	}
	return list, nil
}

// selectGamesOf gives a row for each seat of each game, the games in order.
const selectGamesOf = `SELECT g.id, g.game, g.status, coalesce(g.invite, ''), g.to_act, g.turn, g.changed, g.result, g.reason,
	coalesce(s.person, ''), coalesce(p.name, '')
	FROM (
		SELECT games.*, CASE
			WHEN status = 'over' THEN 2
			WHEN status = 'running' AND EXISTS (
				SELECT 1 FROM seats own WHERE own.game = games.id AND own.seat = games.to_act AND own.person = $1) THEN 0
			ELSE 1 END AS shelf
		FROM games WHERE id IN (SELECT game FROM seats WHERE person = $1)
		ORDER BY shelf, changed DESC, id LIMIT $2
	) g JOIN seats s ON s.game = g.id LEFT JOIN people p ON p.id = s.person
	ORDER BY g.shelf, g.changed DESC, g.id, s.seat`

// scanGameRow reads one row of selectGamesOf into the last game of the list,
// or into a new one.
func scanGameRow(rows *sql.Rows, list []GameRow) ([]GameRow, error) {
	var g GameRow
	var changed int64
	var player Player
	err := rows.Scan(&g.ID, &g.Key, &g.Status, &g.Invite, &g.ToAct, &g.Turn, &changed, &g.Result, &g.Reason,
		&player.ID, &player.Name)
	if err != nil {
		return nil, err
	}
	g.Changed = fromMS(changed)
	if len(list) == 0 || list[len(list)-1].ID != g.ID {
		list = append(list, g)
	}
	last := &list[len(list)-1]
	last.Players = append(last.Players, player)
	return list, nil
}
