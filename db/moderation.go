package db

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules"
)

// OverseenChat returns the chat of a game for an organiser who does not play: all messages,
// regardless of blocks. It fails with kind NotFound when there is no such game, and Forbidden when
// by is no organiser (error.not-a-player).
func (d *DB) OverseenChat(ctx context.Context, game, by string, which Messages) (Chat, error) {
	tx, err := d.read.BeginTx(ctx, nil)
	if err != nil {
		return Chat{}, kind(err)
	}
	defer func() { _ = tx.Rollback() }() // read only
	c, none := chatOf(ctx, tx, game, "")
	role, err := roleOf(ctx, tx, by)
	if err != nil || !role.Organises() || !rules.IsKind(none, rules.Forbidden) {
		return Chat{}, errors.Join(err, none)
	}
	c.Messages, err = messages(ctx, tx, game, "", which)
	if len(c.Messages) > which.Limit {
		c.Messages, c.Earlier = c.Messages[1:], true
	}
	return c, err
}

// HasMessages reports whether the chat of a game has messages.
func (d *DB) HasMessages(ctx context.Context, game string) (yes bool, err error) {
	return yes, kind(d.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM messages WHERE game = $1)", game).Scan(&yes))
}

// RemoveMessage deletes the text of a message for good and marks it as removed. It fails with kind
// Forbidden when by is no organiser (error.organisers-only), and NotFound when there is no such
// message, or it was removed before.
func (d *DB) RemoveMessage(ctx context.Context, game string, number int, by string, now time.Time) error {
	return d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := d.mustOrganise(ctx, tx, by); err != nil {
			return err
		}
		var writer string
		var guest bool
		err := tx.QueryRowContext(ctx, `SELECT p.id, p.name IS NULL AND NOT p.deleted FROM messages m JOIN people p ON p.id = m.person
			WHERE m.game = $1 AND m.number = $2 AND m.removed IS NULL`, game, number).Scan(&writer, &guest)
		if err != nil {
			return kind(err)
		}
		_, err = exec(ctx, tx, "UPDATE messages SET text = '', removed = $3 WHERE game = $1 AND number = $2", game, number, now.UnixMilli())
		if err != nil {
			return err
		}
		act := Act{By: by, Act: "message-removed", Subject: writer, About: Ref{RefGame, game}}
		if guest { // guests may become part of accounts, which the audit log cannot follow
			act = Act{By: by, Act: "guest-message-removed", About: Ref{RefGame, game}}
		}
		return writeAudit(ctx, tx, act, now)
	})
}

// maxRemoved is the maximum number of removed messages that a response lists, for pages that still
// show them.
const maxRemoved = 20

// removed returns the numbers of the messages of a game, up to one, that were removed last.
func removed(ctx context.Context, tx *sql.Tx, game string, upTo int) (numbers []int, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT number FROM messages WHERE game = $1 AND number <= $2 AND removed IS NOT NULL
		ORDER BY removed DESC, number LIMIT $3`, game, upTo, maxRemoved)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var number int
		if err := rows.Scan(&number); err != nil {
			return nil, kind(err)
		}
		numbers = append(numbers, number)
	}
	return numbers, kind(errors.Join(rows.Err(), rows.Close()))
}
