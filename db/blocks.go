package db

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules"
)

// Block stores that a person has blocked another, who is not notified. It fails with kind NotFound
// when there is no such person, Invalid when both are the same (error.block-self), and TooMany at
// the limit of blocks (error.many-blocks).
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

// maxBlocks is the maximum number of people that one person can block.
const maxBlocks = 500

// Unblock removes a block, if there is one.
func (d *DB) Unblock(ctx context.Context, blocker, blocked string) error {
	_, err := d.exec(ctx, "DELETE FROM blocks WHERE blocker = $1 AND blocked = $2", blocker, blocked)
	return err
}

// Blocks returns the people that a person has blocked, the last first.
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

// blocked reports whether one of two people has blocked the other.
func blocked(ctx context.Context, tx *sql.Tx, a, b string) (yes bool, err error) {
	const query = "SELECT EXISTS (SELECT 1 FROM blocks WHERE blocker = $1 AND blocked = $2 OR blocker = $2 AND blocked = $1)"
	return yes, kind(tx.QueryRowContext(ctx, query, a, b).Scan(&yes))
}
