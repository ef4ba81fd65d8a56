package db

import (
	"context"
	"errors"
	"time"

	"hexclub/rules/pairing"
)

// A Dispute is an open pairing that awaits an organiser's decision: its result is contested, or it
// has been played and lacks the winner that it needs.
type Dispute struct {
	ID        string // of the pairing
	Key       string // of the rules
	Unit      pairing.Unit
	Players   [2]Player
	Undecided bool      // it lacks the winner; else its result is contested
	Since     time.Time // the moment since when
	PairedIn
}

// inDispute is the condition of a pairing that awaits an organiser's decision, which the index of
// open pairings serves.
const inDispute = `p.status = 'open' AND (p.undecided OR p.contested_by IS NOT NULL)`

// Disputes returns the pairings that await an organiser's decision, the oldest first.
func (d *DB) Disputes(ctx context.Context) (list []Dispute, _ error) {
	rows, err := d.read.QueryContext(ctx, `SELECT p.id, p.game, p.unit, a.id, coalesce(a.name, ''), a.deleted, b.id, coalesce(b.name, ''), b.deleted,
		p.undecided, coalesce(p.undecided_at, p.contested_at) AS since, `+pairedIn+`
		FROM pairings p JOIN people a ON a.id = p.first JOIN people b ON b.id = p.second `+withPairedIn+`
		WHERE `+inDispute+` ORDER BY since, p.id`)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var p Dispute
		var since int64
		first, second := &p.Players[0], &p.Players[1]
		err := rows.Scan(&p.ID, &p.Key, &p.Unit, &first.ID, &first.Name, &first.Deleted, &second.ID, &second.Name, &second.Deleted,
			&p.Undecided, &since, &p.Of, &p.Round)
		if err != nil {
			return nil, kind(err)
		}
		p.Since = fromMS(since)
		list = append(list, p)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}
