package db

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules"
)

// GuestsStay is the time after which guests who do not come back are removed, unless the
// operator sets another.
const GuestsStay = 90 * 24 * time.Hour

// Bounds of a transaction that removes guests. A turn waits for one such transaction at most.
const (
	guestsInBatch = 20
	eventsInBatch = 2000 // with more deleted events, the transaction ends after the current game
)

// GuestGames describes what the removal of guests did to their games.
type GuestGames struct {
	Changed  []Game // that remain
	Unlisted bool   // games were deleted that Current could list
}

// RemoveGuests removes up to limit guests, the oldest first, in many short transactions. It removes
// guests who were created before a moment and have no session, so that no browser can use them
// again. It deletes their games on one device and against bots, and those against others that were
// called off without a message. A guest who has other games against people is deleted like an
// account (see DeletePerson): those games stay, with a deleted player. RemoveGuests goes on with
// the next guest when one cannot be removed. It returns the deleted and changed games, also with an
// error.
//
// It removes no guests if the database was restored after that moment. A restore ends the sessions
// of guests or brings old ones back, so sessions do not show which guests are still active.
func (d *DB) RemoveGuests(ctx context.Context, before, now time.Time, limit int) (all GuestGames, err error) {
	restored, err := d.lastRestored(ctx)
	if err != nil || restored.After(before) {
		return all, err
	}
	var last guestMark
	for limit > 0 && ctx.Err() == nil {
		batch, failed := d.abandonedGuests(ctx, last, before, now, min(guestsInBatch, limit))
		if failed != nil || len(batch) == 0 {
			return all, errors.Join(err, failed)
		}
		games, removed, failed := d.removeBatch(ctx, batch, before, now)
		if rules.IsKind(failed, rules.Unavailable) { // no write succeeds at the moment
			return all, errors.Join(err, failed)
		}
		if failed != nil && len(batch) > 1 { // one of them is to blame
			games, removed, failed = d.removeBatch(ctx, batch[:1], before, now)
		}
		if failed != nil {
			err, removed = errors.Join(err, failed), 1
		}
		all.Changed, all.Unlisted = append(all.Changed, games.Changed...), all.Unlisted || games.Unlisted
		if limit -= removed; removed > 0 {
			last = batch[removed-1]
		}
	}
	return all, errors.Join(err, kind(ctx.Err()))
}

// lastRestored returns the moment of the last restore of the database; the zero Time when there
// was none.
func (d *DB) lastRestored(ctx context.Context) (time.Time, error) {
	var at int64
	err := d.read.QueryRowContext(ctx, "SELECT at FROM audit_log WHERE act = 'restored' ORDER BY number DESC LIMIT 1").Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return time.UnixMilli(at), kind(err)
}

// A guestMark is a guest's place in the order of creation.
type guestMark struct {
	created int64
	id      string
}

// abandonedGuests returns the next guests to remove, in the order of creation.
func (d *DB) abandonedGuests(ctx context.Context, after guestMark, before, now time.Time, limit int) (list []guestMark, _ error) {
	rows, err := d.read.QueryContext(ctx, `SELECT created, id FROM people WHERE `+abandonedGuest("$1", "$2")+`
		AND created >= $3 AND (created > $3 OR id > $4) ORDER BY created, id LIMIT $5`,
		before.UnixMilli(), now.UnixMilli(), after.created, after.id, limit)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var g guestMark
		if err := rows.Scan(&g.created, &g.id); err != nil {
			return nil, kind(err)
		}
		list = append(list, g)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// abandonedGuest returns the condition that a person is a guest who was created before a moment
// and has no session.
func abandonedGuest(before, now string) string {
	return `name IS NULL AND NOT deleted AND created <= ` + before + ` AND id NOT LIKE ` + botIDs + `
		AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.person = people.id AND s.expires > ` + now + `)`
}

// removeBatch removes guests in one transaction, in order, until it has deleted too many events.
// It returns the number of guests that it removed. It may have deleted games of the next one.
func (d *DB) removeBatch(ctx context.Context, batch []guestMark, before, now time.Time) (games GuestGames, removed int, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		games, removed = GuestGames{}, 0
		var own ownGames
		for _, guest := range batch {
			var still bool // the guest may have signed up meanwhile
			err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM people WHERE "+abandonedGuest("$1", "$2")+" AND id = $3)",
				before.UnixMilli(), now.UnixMilli(), guest.id).Scan(&still)
			if err != nil {
				return err
			}
			if still {
				err := own.deleteOf(ctx, tx, guest.id)
				if games.Unlisted = own.unlisted; err != nil || own.events > eventsInBatch {
					return err
				}
				changed, err := d.removeGuest(ctx, tx, guest.id, now)
				if err != nil {
					return err
				}
				games.Changed = append(games.Changed, changed...)
			}
			removed++
		}
		return nil
	})
	if err != nil {
		return GuestGames{}, 0, err
	}
	return games, removed, nil
}

// ownGames counts the games of guests that a transaction has deleted.
type ownGames struct {
	events   int
	unlisted bool // Current could list one of them
}

// deleteOf deletes the games in which all seats belong to a guest or to bots, or are reserved for
// them, and those that say nothing of others: games outside of pairings that were called off
// without a message. A game stays while a rematch refers to it. deleteOf stops when there are more
// than eventsInBatch deleted events.
func (o *ownGames) deleteOf(ctx context.Context, tx *sql.Tx, guest string) error {
	own, err := scanTexts(tx.QueryContext(ctx, `SELECT id FROM games
		WHERE id IN (SELECT game FROM seats WHERE person = $1 UNION SELECT id FROM games WHERE host = $1) AND status <> 'waiting'
		AND (NOT EXISTS (SELECT 1 FROM seats o WHERE o.game = games.id
				AND (o.person <> $1 AND o.person NOT LIKE `+botIDs+` OR o.person IS NULL AND o.reserved <> $1))
			OR result = 'void' AND pairing IS NULL AND first_leg IS NULL AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.game = games.id))
		ORDER BY created DESC, first_leg IS NULL, rematch_of IS NULL, id`, guest)) // a game that refers to another comes first
	if err != nil {
		return err
	}
	for _, game := range own {
		if o.events > eventsInBatch {
			break
		}
		if err := o.delete(ctx, tx, game); err != nil {
			return err
		}
	}
	return nil
}

// delete deletes a game, unless another refers to it.
func (o *ownGames) delete(ctx context.Context, tx *sql.Tx, game string) error {
	var events int
	var listed bool
	err := tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM events WHERE game = $1), status = 'running' AND opponents IS NOT NULL
		FROM games WHERE id = $1`, game).Scan(&events, &listed)
	if err != nil {
		return err
	}
	n, err := exec(ctx, tx, `DELETE FROM games WHERE id = $1
		AND NOT EXISTS (SELECT 1 FROM games r WHERE r.rematch_of = $1) AND NOT EXISTS (SELECT 1 FROM games l WHERE l.first_leg = $1)`, game)
	if err == nil && n > 0 {
		o.events += events
		o.unlisted = o.unlisted || listed
	}
	return err
}

// removeGuest removes a guest whose own games are deleted. If games against others remain, the
// guest stays as a deleted player.
func (d *DB) removeGuest(ctx context.Context, tx *sql.Tx, guest string, now time.Time) (changed []Game, err error) {
	var needed bool
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM seats WHERE person = $1) OR EXISTS (SELECT 1 FROM seats WHERE reserved = $1)
		OR EXISTS (SELECT 1 FROM games WHERE host = $1) OR EXISTS (SELECT 1 FROM messages WHERE person = $1)
		OR EXISTS (SELECT 1 FROM rating_changes WHERE person = $1)`, guest).Scan(&needed)
	if err != nil {
		return nil, err
	}
	if needed {
		return d.deleteIn(ctx, tx, guest, now)
	}
	if _, err := exec(ctx, tx, "DELETE FROM ratings WHERE person = $1", guest); err != nil {
		return nil, err
	}
	n, err := exec(ctx, tx, "DELETE FROM people WHERE id = $1", guest) // lessons, blocks and the like go with it
	if err == nil && n == 0 {
		err = rules.Errorf(rules.NotFound, "error.not-found", "guest %s", guest)
	}
	return nil, err
}
