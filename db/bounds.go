package db

import (
	"context"
	"database/sql"

	"hexclub/rules"
)

// The maximum numbers of what organisers create and nothing deletes.
const (
	maxSeasons     = 500
	maxLadders     = 50  // in a season
	maxTournaments = 200 // in a season
)

// mustHaveRoom fails with a kind and a key when a query counts as many as the maximum.
func mustHaveRoom(ctx context.Context, tx *sql.Tx, most int, full rules.ErrorKind, key, count string, args ...any) error {
	var n int
	if err := tx.QueryRowContext(ctx, count, args...).Scan(&n); err != nil {
		return kind(err)
	}
	if n >= most {
		return rules.Errorf(full, key, "there are %d", n)
	}
	return nil
}
