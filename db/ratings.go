package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
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

// readRating returns the stored rating of a person, and its time. Without one it returns a
// beginner's rating and the zero time.
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

// RatingChanges returns the changes of ratings by a game, by seat; nil for a game that is not rated
// or not over.
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

// A KindRating is a person's rating in one game and class of clock.
type KindRating struct {
	Key   string // of the game's rules
	Class rating.Class
	Games int // that counted
	rating.Rating
}

// RatingsOf lists the ratings of a person as they are at a moment, by game and
// class.
func (d *DB) RatingsOf(ctx context.Context, person string, now time.Time) ([]KindRating, error) {
	rows, err := d.read.QueryContext(ctx, `SELECT game, class, games, rating, deviation, volatility, at FROM ratings
		WHERE person = $1 ORDER BY game, class`, person)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	var list []KindRating
	for rows.Next() {
		var r KindRating
		var at int64
		if err := rows.Scan(&r.Key, &r.Class, &r.Games, &r.Rating.Rating, &r.Deviation, &r.Volatility, &at); err != nil {
			return nil, kind(err)
		}
		r.Rating = r.Idle(now.UnixMilli() - at)
		list = append(list, r)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// A RatedGame is a game that changed the rating of a person.
type RatedGame struct {
	ID        string
	Class     rating.Class
	Ended     time.Time
	Outcome   Outcome
	Opponents []Player // each once
	rating.Change
}

// RatingHistory lists the last rated games of a person by the rules with a key,
// limit at most, the last first.
func (d *DB) RatingHistory(ctx context.Context, person, key string, limit int) ([]RatedGame, error) {
	rows, err := d.read.QueryContext(ctx, `SELECT f.game, f.class, f.ended, f.outcome, p.id, coalesce(p.name, ''), p.deleted,
			c.rating_was, c.deviation_was, c.volatility_was, c.rating, c.deviation, c.expected, c.score, c.opponents, c.strength
		FROM (
			SELECT game, class, ended, outcome FROM finished
			WHERE person = $1 AND nth = 1 AND kind = $2 AND rated ORDER BY ended DESC, game DESC LIMIT $3
		) f JOIN rating_changes c ON c.game = f.game AND c.person = $1
		JOIN finished o ON o.game = f.game AND o.person = $1 JOIN people p ON p.id = o.rival
		ORDER BY f.ended DESC, f.game DESC, o.nth`, person, key, limit)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	var list []RatedGame
	for rows.Next() {
		var g RatedGame
		var opponent Player
		var ended int64
		err := rows.Scan(&g.ID, &g.Class, &ended, &g.Outcome, &opponent.ID, &opponent.Name, &opponent.Deleted,
			&g.Before.Rating, &g.Before.Deviation, &g.Before.Volatility, &g.After.Rating, &g.After.Deviation,
			&g.Expected, &g.Score, &g.Change.Opponents, &g.Strength)
		if err != nil {
			return nil, kind(err)
		}
		g.Ended = fromMS(ended)
		if n := len(list); n == 0 || list[n-1].ID != g.ID {
			list = append(list, g)
		}
		last := &list[len(list)-1]
		last.Opponents = append(last.Opponents, opponent)
	}
	return list, kind(errors.Join(rows.Err(), rows.Close()))
}

// A PlayerFilter selects players for the public list. Empty fields do not filter.
type PlayerFilter struct {
	Search string       // part of the name, compared as names are
	Key    string       // of the rules of a game in which the players have a rating
	Class  rating.Class // of that rating; with Key
	Above  int          // only the players after this line; with Key
	After  string       // a name: only the players that follow this one; without Key
	Among  []string     // only the players with these ids; nil for all
}

// A PlayerRow is a player of the public list.
type PlayerRow struct {
	Player
	Line   int         // from 1 in the list of a game and class; 0 in the list by name
	Place  int         // by rating, in the game and class of the filter; 0 without these, and for a provisional rating
	Games  int         // rated games, in the game and class of the filter or in all
	Rating *KindRating // in the game and class of the filter, else in the kind that the player has played most; nil for none
}

// listedPerson is the condition for people p in lists of players.
const listedPerson = "p.name IS NOT NULL AND p.hash IS NOT NULL AND p.closed IS NULL"

// RatedClasses returns the classes of clock in which listed players have a rating in a game, that of most players first.
func (d *DB) RatedClasses(ctx context.Context, key string) (classes []rating.Class, err error) {
	rows, err := d.read.QueryContext(ctx, "SELECT r.class FROM ratings r CROSS JOIN people p WHERE p.id = r.person AND r.game = $1 AND "+listedPerson+
		" GROUP BY r.class ORDER BY count(*) DESC, r.class", key)
	if err != nil {
		return nil, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var class rating.Class
		if err := rows.Scan(&class); err != nil {
			return nil, kind(err)
		}
		classes = append(classes, class)
	}
	return classes, kind(errors.Join(rows.Err(), rows.Close()))
}

// ListPlayers returns at most limit players: by rating, the highest first and provisional ratings last, if the filter has
// a game, else by name. More reports whether there are more. It leaves out guests, closed and deleted accounts, and members who were imported and have
// not joined yet.
func (d *DB) ListPlayers(ctx context.Context, f PlayerFilter, limit int, now time.Time) (list []PlayerRow, more bool, err error) {
	query, args := f.query(limit+1, now)
	rows, err := d.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, false, kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var row PlayerRow
		if err := rows.Scan(&row.ID, &row.Name, &row.Line, &row.Place); err != nil {
			return nil, false, kind(err)
		}
		list = append(list, row)
	}
	if err := kind(errors.Join(rows.Err(), rows.Close())); err != nil {
		return nil, false, err
	}
	list, more = list[:min(limit, len(list))], len(list) > limit
	return list, more, d.addRatings(ctx, list, f, now)
}

// query returns the statement that lists the ids, names and places of the players, with its arguments.
func (f PlayerFilter) query(limit int, now time.Time) (query string, args []any) {
	if f.Among != nil {
		query, args = inList(f.Among)
		query = " AND p.id IN " + query
	}
	add := func(value any) string {
		args = append(args, value)
		return "$" + strconv.Itoa(len(args))
	}
	query = listedPerson + query
	search := ""
	if f.Search != "" {
		search = " AND p.folded LIKE " + add("%"+escapeLike.Replace(fold(f.Search))+"%") + ` ESCAPE '\'`
	}
	if f.Key == "" {
		return "SELECT p.id, p.name, 0, 0 FROM people p WHERE " + query + search + " AND p.folded > " + add(foldAll(f.After)) +
			" ORDER BY p.folded LIMIT " + add(limit), args
	}
	// The names are compared after all players have their places.
	since := add(now.UnixMilli()) + " - r.at"
	provisional := "r.deviation * r.deviation + " + add(rating.Growth) + " * r.volatility * r.volatility * CASE WHEN " + since + " > 0 THEN " + since +
		" ELSE 0 END > " + add(rating.Settled*rating.Settled) // as rating.Rating has it
	lines := "SELECT p.id, p.name, p.folded, r.rating, r.person, " + provisional + " AS provisional FROM ratings r CROSS JOIN people p" +
		" WHERE p.id = r.person AND r.game = " + add(f.Key) + " AND r.class = " + add(f.Class) + " AND " + query
	lines = "SELECT l.*, row_number() OVER (ORDER BY l.provisional, l.rating DESC, l.person DESC) AS line FROM (" + lines + ") l"
	return "SELECT p.id, p.name, p.line, CASE WHEN p.provisional THEN 0 ELSE p.line END FROM (" + lines + ") p WHERE p.line > " + add(f.Above) + search +
		" ORDER BY p.line LIMIT " + add(limit), args
}

// addRatings adds the ratings of players as they are at a moment, of one kind if the filter has a game.
func (d *DB) addRatings(ctx context.Context, list []PlayerRow, f PlayerFilter, now time.Time) error {
	ids, at := make([]string, len(list)), map[string]int{}
	for i, row := range list {
		ids[i], at[row.ID] = row.ID, i
	}
	in, args := inList(ids)
	rows, err := d.read.QueryContext(ctx, "SELECT person, game, class, games, rating, deviation, volatility, at FROM ratings WHERE person IN "+in, args...)
	if err != nil {
		return kind(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var person string
		var r KindRating
		var rated int64
		if err := rows.Scan(&person, &r.Key, &r.Class, &r.Games, &r.Rating.Rating, &r.Deviation, &r.Volatility, &rated); err != nil {
			return kind(err)
		}
		row := &list[at[person]]
		if f.Key != "" && (r.Key != f.Key || r.Class != f.Class) {
			continue
		}
		row.Games += r.Games
		r.Rating = r.Idle(now.UnixMilli() - rated)
		if row.Rating == nil || r.before(*row.Rating) {
			row.Rating = &r
		}
	}
	return kind(errors.Join(rows.Err(), rows.Close()))
}

// before reports whether a list of players shows a rating instead of another one of the same player: that of more games, else
// the higher one.
func (r KindRating) before(other KindRating) bool {
	return cmp.Or(cmp.Compare(r.Games, other.Games), cmp.Compare(r.Rating.Rating, other.Rating.Rating),
		strings.Compare(r.Key+string(r.Class), other.Key+string(other.Class))) > 0
}
