package db

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules"
)

// Block keeps that a person wants nothing to do with another, who is not told.
// It fails with kind NotFound when there is no such person, and with kind
// Invalid when both are the same (error.block-self), and TooMany for one more than somebody
// can have blocked (error.many-blocks).
func (d *DB) Block(ctx context.Context, blocker, blocked string, now time.Time) error {
	if blocker == blocked {
		return rules.Errorf(rules.Invalid, "error.block-self", "person %s", blocker)
	}
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const others = "SELECT count(*) FROM blocks WHERE blocker = $1 AND blocked <> $2"
		if err := mustHaveRoom(ctx, tx, maxBlocks, rules.TooMany, "error.many-blocks", others, blocker, blocked); err != nil {
			return err
		}
		_, err := exec(ctx, tx, "INSERT INTO blocks (blocker, blocked, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
			blocker, blocked, now.UnixMilli())
		return err
	})
}

// maxBlocks is how many people somebody can have blocked.
const maxBlocks = 500

// Unblock takes a block back. It is no error when there is none.
func (d *DB) Unblock(ctx context.Context, blocker, blocked string) error {
	_, err := d.exec(ctx, "DELETE FROM blocks WHERE blocker = $1 AND blocked = $2", blocker, blocked)
	return err
}

// Blocks lists whom a person has blocked, the last first.
func (d *DB) Blocks(ctx context.Context, person string) (list []Player, err error) {
	rows, err := d.read.QueryContext(ctx, `SELECT p.id, coalesce(p.name, ''), p.deleted FROM blocks b JOIN people p ON p.id = b.blocked
		WHERE b.blocker = $1 ORDER BY b.at DESC, p.id`, person)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var p Player
		if err := rows.Scan(&p.ID, &p.Name, &p.Deleted); err != nil {
			return nil, kind(err)
		}
		list = append(list, p)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// blocked tells whether one of two people has blocked the other.
func blocked(ctx context.Context, tx *sql.Tx, a, b string) (yes bool, err error) {
	const query = "SELECT EXISTS (SELECT 1 FROM blocks WHERE blocker = $1 AND blocked = $2 OR blocker = $2 AND blocked = $1)"
	return yes, kind(tx.QueryRowContext(ctx, query, a, b).Scan(&yes))
}
