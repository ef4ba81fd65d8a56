package db

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules"
	"hexclub/rules/rating"
)

// A RatingChange is what a rated game did to the rating of who sat in a seat.
type RatingChange struct {
	Seat   rules.Seat
	Person string
	At     time.Time
	rating.Change
}

// rate changes the ratings of the players of a rated game that is over. A game
// that was called off changes none, nor does one of somebody whose account is
// gone.
func (d *DB) rate(ctx context.Context, tx *sql.Tx, g Game, now time.Time) error {
	result, _ := g.Record.Result()
	if !g.Rated || result.Void() {
		return nil
	}
	before := make([]rating.Rating, len(g.Players))
	for i, player := range g.Players {
		if player.Deleted || player.ID == "" {
			return nil
		}
		r, at, err := readRating(ctx, tx, player.ID, g.Key, g.Class())
		if err != nil {
			return err
		}
		before[i] = r
		if !at.IsZero() {
			before[i] = r.Idle(now.Sub(at).Milliseconds())
		}
	}
	for i, change := range rating.Update(g.Record.Game().Info(), result, before) {
		if err := saveChange(ctx, tx, g, rules.Seat(i+1), change, now); err != nil {
			return err
		}
	}
	return nil
}

// readRating is a person's rating as it was last stored, and when; that of a
// beginner, and no time, when there is none.
func readRating(ctx context.Context, tx *sql.Tx, person, game string, class rating.Class) (rating.Rating, time.Time, error) {
	var r rating.Rating
	var at int64
	err := tx.QueryRowContext(ctx, `SELECT rating, deviation, volatility, at FROM ratings
		WHERE person = $1 AND game = $2 AND class = $3`, person, game, class).Scan(&r.Rating, &r.Deviation, &r.Volatility, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return rating.Start(), time.Time{}, nil
	}
	return r, fromMS(at), kind(err)
}

func saveChange(ctx context.Context, tx *sql.Tx, g Game, seat rules.Seat, c rating.Change, now time.Time) error {
	const upsert = `INSERT INTO ratings (person, game, class, rating, deviation, volatility, games, at)
		VALUES ($1, $2, $3, $4, $5, $6, 1, $7)
		ON CONFLICT (person, game, class) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
			volatility = excluded.volatility, games = ratings.games + 1, at = excluded.at`
	const insert = `INSERT INTO rating_changes (game, seat, person, at, rating_was, deviation_was, volatility_was,
		rating, deviation, expected, score, opponents, strength)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`
	person, at := g.Players[seat-1].ID, now.UnixMilli()
	_, err := exec(ctx, tx, upsert, person, g.Key, string(g.Class()), c.After.Rating, c.After.Deviation, c.After.Volatility, at)
	if err != nil {
		return err
	}
	_, err = exec(ctx, tx, insert, g.ID, seat, person, at, c.Before.Rating, c.Before.Deviation, c.Before.Volatility,
		c.After.Rating, c.After.Deviation, c.Expected, c.Score, c.Opponents, c.Strength)
	return err
}

// RatingChanges is what a game did to ratings, by seat; nothing when it was not
// rated or is not over.
func (d *DB) RatingChanges(ctx context.Context, game string) ([]RatingChange, error) {
	rows, err := d.read.QueryContext(ctx, `SELECT seat, person, at, rating_was, deviation_was, volatility_was,
		rating, deviation, expected, score, opponents, strength FROM rating_changes WHERE game = $1 ORDER BY seat`, game)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	var changes []RatingChange
	for rows.Next() {
		var c RatingChange
		var at int64
		if err := rows.Scan(&c.Seat, &c.Person, &at, &c.Before.Rating, &c.Before.Deviation, &c.Before.Volatility,
			&c.After.Rating, &c.After.Deviation, &c.Expected, &c.Score, &c.Opponents, &c.Strength); err != nil {
			return nil, kind(err)
		}
		c.At = fromMS(at)
		changes = append(changes, c)
	}
	return changes, kind(errors.Join(rows.Err(), rows.Close()))
}
