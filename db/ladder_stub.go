package db

import (
	"context"
	"database/sql"

	"hexclub/rules/ladder"
)

func planLadder(ctx context.Context, tx *sql.Tx, s *storedLadder, events []ladder.Event) error { return nil }
