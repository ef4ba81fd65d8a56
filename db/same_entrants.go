package db

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// An EarlierEntrant is an entrant of an earlier tournament, and not of the new one.
type EarlierEntrant struct {
	Player
	Closed bool // the account is closed
}

// EnterSame enters the entrants of an earlier tournament into another one for an organiser, in the order of their
// ranking: members with an open account, also if they have not joined yet, as long as there is room. It returns the
// ids of those it has entered, and fails as AddEntrants does.
func (d *DB) EnterSame(ctx context.Context, id, earlier, by string, now time.Time) (added []string, err error) {
	err = d.organiseTournament(ctx, id, by, func(ctx context.Context, tx *sql.Tx, t FullTournament) error {
		missing, err := scanEarlier(tx.QueryContext(ctx, selectEarlier, earlier, id))
		if err != nil {
			return err
		}
		var list []NewEntrant
		for _, e := range missing {
			if !e.Deleted && !e.Closed && len(t.Entrants)+len(list) < t.Limit() {
				list = append(list, NewEntrant{Person: e.ID})
			}
		}
		added, err = addEntrants(ctx, tx, t, list, by, now)
		return err
	})
	return added, err
}

// EarlierEntrants returns the entrants of an earlier tournament that a new one lacks, by their ranking.
func (d *DB) EarlierEntrants(ctx context.Context, id, earlier string) ([]EarlierEntrant, error) {
	return scanEarlier(d.read.QueryContext(ctx, selectEarlier, earlier, id))
}

const selectEarlier = `SELECT p.id, coalesce(p.name, ''), p.deleted, p.closed IS NOT NULL
	FROM entrants e JOIN people p ON p.id = e.person
	WHERE e.tournament = $1 AND NOT EXISTS (SELECT 1 FROM entrants o WHERE o.tournament = $2 AND o.person = e.person)
	ORDER BY e.number, e.at, e.person`

func scanEarlier(rows *sql.Rows, err error) (list []EarlierEntrant, _ error) {
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var e EarlierEntrant
		if err := rows.Scan(&e.ID, &e.Name, &e.Deleted, &e.Closed); err != nil {
			return nil, kind(err)
		}
		list = append(list, e)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}
