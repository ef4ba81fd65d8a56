package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// ForfeitReason returns the reason for the forfeit of a game during play, as pairing.ForfeitReason
// does. It is empty for any other game.
func (d *DB) ForfeitReason(ctx context.Context, g Game) (rules.Reason, error) {
	result, over := g.Record.Result()
	if g.Pairing == "" || !over || result.Reason != rules.Resignation {
		return "", nil
	}
	var results string
	var decided bool
	err := d.read.QueryRowContext(ctx, "SELECT results, decided_by IS NOT NULL FROM pairings WHERE id = $1", g.Pairing).Scan(&results, &decided)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", kind(err)
	}
	return forfeitReason(result, g.Nth, results, decided)
}

// forfeitReason is pairing.ForfeitReason for results as they are stored.
func forfeitReason(resigned rules.Result, n int, results string, decided bool) (rules.Reason, error) {
	var games []pairing.Game
	if err := json.Unmarshal([]byte(results), &games); err != nil {
		return "", err
	}
	return pairing.ForfeitReason(resigned, n, games, decided), nil
}
