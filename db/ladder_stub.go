package db

import (
	"context"
	"database/sql"

	"hexclub/rules/ladder"
)

func (d *DB) mustBeOpen(ctx context.Context, tx *sql.Tx, season string) error { return nil }

func planLadder(ctx context.Context, tx *sql.Tx, s *storedLadder, events []ladder.Event) error { return nil }
