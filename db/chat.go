package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"math"
	"slices"
	"time"

	"hexclub/rules"
	"hexclub/rules/games"
)

// A Message is a chat message in a game.
type Message struct {
	Number  int    // in its game, from 1
	Writer  Player // may have left the game
	Text    string // empty if removed
	At      time.Time
	Removed bool // by an organiser
}

// A Chat is the chat of a game as one of its players sees it.
type Chat struct {
	Off      bool      // the player has switched chat off, in all games
	Muted    bool      // the player has muted this game
	Alone    bool      // there is no other human player
	Closed   bool      // messages are not allowed while the game runs, because two players are partners
	Others   []Chatter // the other players, by seat, each once
	Messages []Message // in order
	Earlier  bool      // there are messages before these
	Removed  []int     // numbers of the latest removed messages, up to the returned ones
}

// A Chatter is another player of a game.
type Chatter struct {
	Player
	Seat    rules.Seat // the first, if several
	Off     bool       // does not chat, or has left
	Blocked bool       // by the player who sees the chat
}

// Read reports whether another player can read what the player writes.
func (c Chat) Read() bool {
	return slices.ContainsFunc(c.Others, func(other Chatter) bool { return !other.Off })
}

// Messages selects messages of a chat: the last ones between two numbers.
type Messages struct {
	After  int // this number; 0 for all
	Before int // this number; 0 for all
	Limit  int
}

// Chat returns the chat of a game as a player of it sees it: without messages when the player has
// switched chat off, and without those of blocked people. It fails with kind NotFound when there is
// no such game, and Forbidden when the person has no seat in it (error.not-a-player).
func (d *DB) Chat(ctx context.Context, game, person string, which Messages) (Chat, error) {
	tx, err := d.read.BeginTx(ctx, nil)
	if err != nil {
		return Chat{}, kind(err)
	}
	defer func() { _ = tx.Rollback() }() // read only
	c, err := chatOf(ctx, tx, game, person)
	if err != nil || c.Off || c.Muted {
		return c, err
	}
	c.Messages, err = messages(ctx, tx, game, person, which)
	if len(c.Messages) > which.Limit {
		c.Messages, c.Earlier = c.Messages[1:], true
	}
	if err == nil && which.After > 0 {
		c.Removed, err = removed(ctx, tx, game, which.After)
	}
	return c, err
}

// Say stores a message of a player. The caller validates the text. It fails with kind NotFound when
// there is no such game, Forbidden when the person has no seat in it (error.not-a-player) or does
// not chat (error.chat-off), Conflict when no other player chats (error.chat-alone) and while
// partners play (error.chat-partners), and TooMany when the chat is full (error.chat-full).
func (d *DB) Say(ctx context.Context, game, person, text string, now time.Time) (number int, err error) {
	err = d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		c, err := chatOf(ctx, tx, game, person)
		switch {
		case err != nil:
			return err
		case c.Off:
			return rules.Errorf(rules.Forbidden, "error.chat-off", "person %s", person)
		case c.Closed:
			return rules.Errorf(rules.Conflict, "error.chat-partners", "person %s in game %s", person, game)
		case !c.Read():
			return rules.Errorf(rules.Conflict, "error.chat-alone", "person %s in game %s", person, game)
		}
		const next = "SELECT coalesce(max(number), 0) + 1 FROM messages WHERE game = $1"
		if err := tx.QueryRowContext(ctx, next, game).Scan(&number); err != nil {
			return err
		}
		if number > maxMessages {
			return rules.Errorf(rules.TooMany, "error.chat-full", "game %s", game)
		}
		_, err = exec(ctx, tx, "INSERT INTO messages (game, number, person, text, at) VALUES ($1, $2, $3, $4, $5)",
			game, number, person, text, now.UnixMilli())
		return err
	})
	return number, err
}

// maxMessages is the maximum number of messages in a game's chat.
const maxMessages = 2000

// Chats reports whether a person chats in games that are not muted; the default is yes. It fails
// with kind NotFound.
func (d *DB) Chats(ctx context.Context, person string) (on bool, err error) {
	return on, kind(d.read.QueryRowContext(ctx, "SELECT chats FROM people WHERE id = $1", person).Scan(&on))
}

// SetChats stores whether a person chats. It fails with kind NotFound.
func (d *DB) SetChats(ctx context.Context, person string, on bool) error {
	n, err := d.exec(ctx, "UPDATE people SET chats = $2 WHERE id = $1", person, on)
	if err == nil && n == 0 {
		return kind(sql.ErrNoRows)
	}
	return err
}

// Mute stores whether a person has muted the chat of a game. It fails with kind NotFound when there
// is no such game or person.
func (d *DB) Mute(ctx context.Context, game, person string, on bool) error {
	query := "DELETE FROM mutes WHERE person = $1 AND game = $2"
	if on {
		query = "INSERT INTO mutes (person, game) VALUES ($1, $2) ON CONFLICT DO NOTHING"
	}
	_, err := d.exec(ctx, query, person, game)
	return err
}

// chatOf returns the chat of a game without its messages. It fails as Chat does.
func chatOf(ctx context.Context, tx *sql.Tx, game, person string) (c Chat, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT s.seat, coalesce(p.id, ''), coalesce(p.name, ''), coalesce(p.deleted, false), coalesce(p.chats AND NOT p.deleted AND p.closed IS NULL, false),
		EXISTS (SELECT 1 FROM blocks b WHERE b.blocker = $2 AND b.blocked = p.id),
		EXISTS (SELECT 1 FROM mutes m WHERE m.person = $2 AND m.game = $1), g.game, g.status
		FROM games g JOIN seats s ON s.game = g.id LEFT JOIN people p ON p.id = s.person WHERE g.id = $1 ORDER BY s.seat`, game, person)
	if err != nil {
		return Chat{}, kind(err)
	}
	defer func() { _ = rows.Close() }()
	var key string
	var status Status
	var people []string // by seat
	seats, own, bots := 0, 0, 0
	for rows.Next() {
		var other Chatter
		var chats bool
		if err := rows.Scan(&other.Seat, &other.ID, &other.Name, &other.Deleted, &chats, &other.Blocked, &c.Muted, &key, &status); err != nil {
			return Chat{}, kind(err)
		}
		seats++
		people = append(people, other.ID)
		other.Off = !chats
		switch known := func(c Chatter) bool { return c.ID == other.ID }; {
		case other.Bot() != 0:
			bots++
		case other.ID == "" || slices.ContainsFunc(c.Others, known): // empty, or known
		case other.ID == person:
			own++
			c.Off = other.Off
		default:
			c.Others = append(c.Others, other)
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return Chat{}, kind(err)
	}
	switch {
	case seats == 0:
		return Chat{}, errNoGame()
	case own == 0:
		return c, errNotPlayer(person, game)
	}
	c.Alone = own+bots == seats
	c.Closed = status == Running && havePartners(key, people)
	return c, nil
}

// havePartners reports whether two people of a game play on one side, given the person in each
// seat: they may not talk (rule 4 of Six). Bots do not count. Rules that the program does not know
// have no partners.
func havePartners(key string, people []string) bool {
	rulesOf, err := games.Find(key)
	if err != nil {
		return false
	}
	side, _ := rulesOf.Info().Sides(len(people))
	for i, person := range people {
		for j, other := range people[:i] {
			if side[i+1] == side[j+1] && person != other && BotLevel(person) == 0 && BotLevel(other) == 0 {
				return true
			}
		}
	}
	return false
}

// messages returns the messages of a game that a person may see, and one more than the limit if
// there are more.
func messages(ctx context.Context, tx *sql.Tx, game, person string, which Messages) (list []Message, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT m.number, p.id, coalesce(p.name, ''), p.deleted, m.text, m.at, m.removed IS NOT NULL
		FROM messages m JOIN people p ON p.id = m.person
		WHERE m.game = $1 AND m.number > $3 AND m.number < $4
		AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker = $2 AND b.blocked = m.person)
		ORDER BY m.number DESC LIMIT $5`, game, person, which.After, cmp.Or(which.Before, math.MaxInt), which.Limit+1)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var m Message
		var at int64
		if err := rows.Scan(&m.Number, &m.Writer.ID, &m.Writer.Name, &m.Writer.Deleted, &m.Text, &at, &m.Removed); err != nil {
			return nil, kind(err)
		}
		m.At = fromMS(at)
		list = append(list, m)
	}
	slices.Reverse(list)
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// absorbChat assigns a guest's part in chats to an account. It removes blocks between the two.
func absorbChat(ctx context.Context, tx *sql.Tx, guest, account string) error {
	for _, query := range []string{
		"UPDATE messages SET person = $2 WHERE person = $1",
		"INSERT INTO mutes (person, game) SELECT $2, game FROM mutes WHERE person = $1 ON CONFLICT DO NOTHING",
		`INSERT INTO blocks (blocker, blocked, at) SELECT $2, blocked, at FROM blocks WHERE blocker = $1 AND blocked <> $2
			ON CONFLICT DO NOTHING`,
		`INSERT INTO blocks (blocker, blocked, at) SELECT blocker, $2, at FROM blocks WHERE blocked = $1 AND blocker <> $2
			ON CONFLICT DO NOTHING`,
	} {
		if _, err := exec(ctx, tx, query, guest, account); err != nil {
			return err
		}
	}
	return nil // the rest is deleted with the guest
}

// forgetChat deletes the chat settings of a deleted account. Its messages stay.
func forgetChat(ctx context.Context, tx *sql.Tx, person string) error {
	for _, query := range []string{
		"DELETE FROM mutes WHERE person = $1",
		"DELETE FROM blocks WHERE blocker = $1 OR blocked = $1",
	} {
		if _, err := exec(ctx, tx, query, person); err != nil {
			return err
		}
	}
	return nil
}

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
