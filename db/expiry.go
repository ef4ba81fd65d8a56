package db

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules/record"
)

// How long a game waits after the last change of its seats until it is called off, and how long it
// is kept then.
const (
	liveSeekWaits = 30 * time.Minute    // a live game in the lobby, while its host is present
	seekWaits     = 14 * 24 * time.Hour // another game in the lobby
	inviteWaits   = 30 * 24 * time.Hour // a challenge, or a game by a link
	VoidStays     = 7 * 24 * time.Hour  // so that its players can see why it ended
)

// expireAtOnce is the maximum number of games that one round calls off.
const expireAtOnce = 100

// ExpireSeeks calls off games that have waited too long, and live games in the lobby whose host is
// away. It returns these games. An error in one game does not affect the others.
func (d *DB) ExpireSeeks(ctx context.Context, now time.Time, away func(person string) bool) (off []Game, err error) {
	ids, err := d.expired(ctx, now, away)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if len(off) == expireAtOnce {
			break
		}
		g, failed := d.edit(ctx, id, now, func(_ context.Context, _ *sql.Tx, g *Game) error { return g.expire(now, away) })
		if failed != nil {
			err = errors.Join(err, failed)
		} else if g.Status == Over {
			off = append(off, g)
		}
	}
	return off, err
}

// expired returns the ids of the games to be called off.
func (d *DB) expired(ctx context.Context, now time.Time, away func(person string) bool) (ids []string, err error) {
	const query = `SELECT id, host, late FROM (
			SELECT id, host, changed, listed AND class IN ('quick', 'long') AS live,
				changed <= $1 OR changed <= $2 AND listed OR changed <= $3 AND listed AND class IN ('quick', 'long') AS late
			FROM games WHERE status = 'waiting' AND pairing IS NULL) waiting
		WHERE live OR late ORDER BY changed`
	before := func(ago time.Duration) int64 { return now.Add(-ago).UnixMilli() }
	rows, err := d.read.QueryContext(ctx, query, before(inviteWaits), before(seekWaits), before(liveSeekWaits))
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id, host string
		var late bool
		if err := rows.Scan(&id, &host, &late); err != nil {
			return nil, kind(err)
		}
		if late || away(host) {
			ids = append(ids, id)
		}
	}
	return ids, kind(errors.Join(rows.Err(), rows.Close()))
}

// expire calls the game off if it has waited too long, or if it is a live one in the lobby and its
// host is away. Games of pairings wait as long as the pairings are open.
func (g *Game) expire(now time.Time, away func(person string) bool) error {
	if g.Status != Waiting || g.Pairing != "" || now.Before(g.Changed.Add(g.waits())) && !(g.liveSeek() && away(g.Host)) {
		return nil
	}
	return g.change(now, func(r *record.Record) error { return r.Abort(0) })
}

// liveSeek reports whether the game is a live one that waits in the lobby.
func (g Game) liveSeek() bool { return g.Listed && g.Record.Control().Live() }

// withdrawSeeks takes the players of a live game that begins out of other live games in the lobby,
// so that no player has two at the same time. Their own games are called off; in others their seats
// become free. Those games are published with the one that begins.
func (d *DB) withdrawSeeks(ctx context.Context, tx *sql.Tx, begun *Game, now time.Time) error {
	if !begun.Record.Control().Live() {
		return nil
	}
	const query = `SELECT DISTINCT w.id FROM games w JOIN seats s ON s.game = w.id
		WHERE w.status = 'waiting' AND w.listed AND w.class IN ('quick', 'long')
		AND s.person IN (SELECT person FROM seats WHERE game = $1 AND person NOT LIKE ` + botIDs + `) ORDER BY w.id`
	ids, err := scanTexts(tx.QueryContext(ctx, query, begun.ID))
	if err != nil {
		return err
	}
	for _, id := range ids {
		g, err := d.editIn(ctx, tx, id, now, func(g *Game, _ bool) error {
			if len(begun.SeatsOf(g.Host)) > 0 {
				return g.change(now, func(r *record.Record) error { return r.Abort(0) })
			}
			g.unseat(func(person string) bool { return BotLevel(person) == 0 && len(begun.SeatsOf(person)) > 0 })
			g.touch(now)
			return nil
		})
		switch {
		case errors.Is(err, ErrBroken): // it cannot begin
		case err != nil:
			return err
		default:
			begun.Withdrawn = append(begun.Withdrawn, g)
		}
	}
	return nil
}

// waits returns how long the game waits after the last change of its seats.
func (g Game) waits() time.Duration {
	switch {
	case g.liveSeek():
		return liveSeekWaits
	case g.Listed:
		return seekWaits
	}
	return inviteWaits
}

// forgetAtOnce is the maximum number of games that one transaction deletes.
const forgetAtOnce = 100

// ForgetVoid deletes, after VoidStays, games that were called off before all seats were taken, with
// all their rows. They have no turns.
func (d *DB) ForgetVoid(ctx context.Context, now time.Time) error {
	for {
		n, err := d.exec(ctx, `DELETE FROM games WHERE id IN (
			SELECT DISTINCT s.game FROM seats s JOIN games g ON g.id = s.game
			WHERE s.person IS NULL AND NOT s.open AND g.result = 'void' AND g.changed <= $1 LIMIT $2)`,
			now.Add(-VoidStays).UnixMilli(), forgetAtOnce)
		if err != nil || n < forgetAtOnce {
			return err
		}
	}
}
