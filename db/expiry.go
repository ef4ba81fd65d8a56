package db

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules/record"
)

// How long a game waits after the last change of its seats until it is called
// off, and how long it is kept then.
const (
	liveSeekWaits = 30 * time.Minute    // a live game in the lobby: who asked for it has left by then
	seekWaits     = 14 * 24 * time.Hour // another game in the lobby
	inviteWaits   = 30 * 24 * time.Hour // a challenge, or a game by a link
	voidStays     = 7 * 24 * time.Hour  // so that its people see what became of it
)

// expireAtOnce is how many games are called off in one round at most.
const expireAtOnce = 100

// ExpireSeeks calls off games that have waited for too long, and tells which.
// One game that cannot be changed does not keep the others from it.
func (d *DB) ExpireSeeks(ctx context.Context, now time.Time) (off []Game, err error) {
	const query = `SELECT id FROM games WHERE status = 'waiting' AND (changed <= $1
		OR changed <= $2 AND listed OR changed <= $3 AND listed AND class IN ('quick', 'long')) ORDER BY changed LIMIT $4`
	before := func(ago time.Duration) int64 { return now.Add(-ago).UnixMilli() }
	ids, err := scanTexts(d.read.QueryContext(ctx, query,
		before(inviteWaits), before(seekWaits), before(liveSeekWaits), expireAtOnce))
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		g, failed := d.edit(ctx, id, now, func(_ context.Context, _ *sql.Tx, g *Game) error { return g.expire(now) })
		if failed != nil {
			err = errors.Join(err, failed)
		} else if g.Status == Over {
			off = append(off, g)
		}
	}
	return off, err
}

// expire calls the game off if it has waited for too long.
func (g *Game) expire(now time.Time) error {
	if g.Status != Waiting || now.Before(g.Changed.Add(g.waits())) {
		return nil
	}
	return g.change(now, func(r *record.Record) error { return r.Abort(0) })
}

// withdrawSeeks calls off, when a live game begins, the other live games that its
// players have in the lobby and in which nobody else sits yet: nobody is to be
// drawn into two at the same time. Those that it called off are told with the
// game that begins.
func (d *DB) withdrawSeeks(ctx context.Context, tx *sql.Tx, begun *Game, now time.Time) error {
	if !begun.Record.Control().Live() {
		return nil
	}
	const query = `SELECT w.id FROM games w WHERE w.status = 'waiting' AND w.listed AND w.class IN ('quick', 'long')
		AND w.host IN (SELECT person FROM seats WHERE game = $1)
		AND NOT EXISTS (SELECT 1 FROM seats o WHERE o.game = w.id AND o.person <> w.host) ORDER BY w.id`
	ids, err := scanTexts(tx.QueryContext(ctx, query, begun.ID))
	if err != nil {
		return err
	}
	for _, id := range ids {
		g, err := scanGame(tx.StmtContext(ctx, d.turnGame).QueryContext(ctx, id))
		if err != nil {
			return err
		}
		was := g.shot()
		if err := g.change(now, func(r *record.Record) error { return r.Abort(0) }); err != nil {
			return err
		}
		if err := d.save(ctx, tx, &g, was, now); err != nil {
			return err
		}
		begun.Withdrawn = append(begun.Withdrawn, g)
	}
	return nil
}

// waits is how long the game waits after the last change of its seats.
func (g Game) waits() time.Duration {
	switch {
	case g.Listed && g.Record.Control().Live():
		return liveSeekWaits
	case g.Listed:
		return seekWaits
	}
	return inviteWaits
}

// ForgetVoid deletes, after a while, the games that were called off while they
// waited, with all that belongs to them: nobody ever sat in one of their seats.
func (d *DB) ForgetVoid(ctx context.Context, now time.Time) error {
	_, err := d.exec(ctx, `DELETE FROM games WHERE status = 'over' AND result = 'void' AND changed <= $1
		AND EXISTS (SELECT 1 FROM seats s WHERE s.game = games.id AND s.person IS NULL)`, now.Add(-voidStays).UnixMilli())
	return err
}
