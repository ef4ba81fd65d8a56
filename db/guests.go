package db

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules"
)

// GuestsStay is how long a guest who does not come back is kept, unless the operator
// decides otherwise.
const GuestsStay = 90 * 24 * time.Hour

// The size of the transactions that remove guests. Turns wait for one of them at most.
const (
	guestsInBatch = 20
	eventsInBatch = 2000 // after these the transaction ends with the game that it is at
)

// RemoveGuests removes guests who came for the first time before a moment and whom no
// browser knows any more: nobody can come back as one of them. Their games on one device
// and against bots are deleted. A guest who has played with somebody else is deleted as
// DeletePerson does it: those games stay, without the guest. At most limit guests are
// removed, the oldest first, in many short transactions. A guest who cannot be removed
// does not keep the others from it. It returns the games that changed and are still there.
func (d *DB) RemoveGuests(ctx context.Context, before, now time.Time, limit int) (changed []Game, err error) {
	var last guestMark
	for limit > 0 && ctx.Err() == nil {
		batch, failed := d.abandonedGuests(ctx, last, before, now, min(guestsInBatch, limit))
		if failed != nil || len(batch) == 0 {
			return changed, errors.Join(err, failed)
		}
		games, removed, failed := d.removeBatch(ctx, batch, before, now)
		if rules.IsKind(failed, rules.Unavailable) { // nothing can be written at the moment
			return changed, errors.Join(err, failed)
		}
		if failed != nil && len(batch) > 1 { // one of them is to blame
			games, removed, failed = d.removeBatch(ctx, batch[:1], before, now)
		}
		if failed != nil {
			err, removed = errors.Join(err, failed), 1
		}
		changed = append(changed, games...)
		if limit -= removed; removed > 0 {
			last = batch[removed-1]
		}
	}
	return changed, errors.Join(err, kind(ctx.Err()))
}

// A guestMark is a guest's place in the order of creation.
type guestMark struct {
	created int64
	id      string
}

// abandonedGuests lists guests to be removed who come after one in the order of creation.
func (d *DB) abandonedGuests(ctx context.Context, after guestMark, before, now time.Time, limit int) (list []guestMark, _ error) {
	rows, err := d.read.QueryContext(ctx, `SELECT created, id FROM people WHERE `+abandonedGuest+`
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

// abandonedGuest is true of guests who came before $1 and whom no browser knows at $2.
const abandonedGuest = `name IS NULL AND NOT deleted AND created <= $1 AND id NOT LIKE ` + botIDs + `
	AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.person = people.id AND s.expires > $2)`

// removeBatch removes guests in one transaction, in order, until they had too many events.
// It returns how many are removed: of the next one some games may be deleted already.
func (d *DB) removeBatch(ctx context.Context, batch []guestMark, before, now time.Time) (changed []Game, removed int, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		changed, removed = nil, 0
		events := 0
		for _, guest := range batch {
			var still bool // nobody became an account meanwhile
			err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM people WHERE "+abandonedGuest+" AND id = $3)",
				before.UnixMilli(), now.UnixMilli(), guest.id).Scan(&still)
			if err != nil {
				return err
			}
			if still {
				if events, err = deleteOwnGames(ctx, tx, guest.id, events); err != nil || events > eventsInBatch {
					return err
				}
				games, err := d.removeGuest(ctx, tx, guest.id, now)
				if err != nil {
					return err
				}
				changed = append(changed, games...)
			}
			removed++
		}
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	return changed, removed, nil
}

// deleteOwnGames deletes the games in which nobody but a guest, and bots, has or is to have a
// seat. It adds their events to those deleted before in this transaction, and stops when
// there are more than eventsInBatch.
func deleteOwnGames(ctx context.Context, tx *sql.Tx, guest string, events int) (int, error) {
	own, err := scanTexts(tx.QueryContext(ctx, `SELECT id FROM games
		WHERE id IN (SELECT game FROM seats WHERE person = $1 UNION SELECT id FROM games WHERE host = $1) AND status <> 'waiting'
		AND NOT EXISTS (SELECT 1 FROM seats o WHERE o.game = games.id
			AND (o.person <> $1 AND o.person NOT LIKE `+botIDs+` OR o.person IS NULL AND o.reserved <> $1))
		ORDER BY created DESC, first_leg IS NULL, rematch_of IS NULL, id`, guest)) // what refers to a game comes before it
	if err != nil {
		return events, err
	}
	for _, game := range own {
		if events > eventsInBatch {
			break
		}
		n := 0
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM events WHERE game = $1", game).Scan(&n); err != nil {
			return events, err
		}
		if _, err := exec(ctx, tx, "DELETE FROM games WHERE id = $1", game); err != nil {
			return events, err
		}
		events += n
	}
	return events, nil
}

// removeGuest removes a guest without games of its own: all of it, or all but what games
// with others need.
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
