package db

import (
	"context"
	"database/sql"
	"time"

	"hexclub/rules"
	"hexclub/rules/record"
)

// betweenLegs is how long after the first game of a live match the clock of
// the second begins to run.
const betweenLegs = time.Minute

// A Match is two games of the same players, each of whom starts one.
type Match struct {
	First  Game
	Second Game // its ID is empty until the first game is over, and when that was called off
}

// Record returns the match as package record counts it.
func (m Match) Record() record.Match {
	return record.Match{First: m.First.Record, Second: m.Second.Record}
}

// Match returns the match of a game, by the id of either game. It fails with kind NotFound if
// there is no such game, or the game belongs to no match.
func (d *DB) Match(ctx context.Context, id string) (Match, error) {
	const condition = `WHERE g.leg > 0 AND (g.id = $1 OR g.first_leg = $1 OR g.id = (SELECT first_leg FROM games WHERE id = $1))
		ORDER BY g.leg, s.seat`
	list, err := d.readGames(ctx, d.read, selectGame+condition, id)
	switch {
	case err != nil:
		return Match{}, err
	case len(list) == 0:
		return Match{}, errNoGame()
	case len(list) == 1:
		return Match{First: list[0]}, nil
	}
	return Match{list[0], list[1]}, nil
}

// MatchOf returns the match of a game that has been read. It only reads the other game.
func (d *DB) MatchOf(ctx context.Context, game Game) (Match, error) {
	if game.Leg == 2 {
		first, err := d.Game(ctx, game.FirstLeg)
		return Match{first, game}, err
	}
	match := Match{First: game}
	if game.Status != Over { // as it was read there was no second game
		return match, nil
	}
	id, err := d.SecondLeg(ctx, game.ID)
	if err == nil && id != "" {
		match.Second, err = d.Game(ctx, id)
	}
	return match, err
}

// startSecondLeg makes the second game of a match when the first is over. The
// players change sides.
func (d *DB) startSecondLeg(ctx context.Context, tx *sql.Tx, first *Game, now time.Time) error {
	if !first.goesOn() {
		return nil
	}
	n := NewGame{
		Key: first.Key, Setup: first.Record.Setup(), Control: first.Record.Control(), Host: first.Host, HostSeat: 1,
		Explore: first.Explore, Terms: Terms{Rated: first.Rated},
	}
	second, err := n.game(now)
	if err != nil {
		return err
	}
	second.Leg, second.FirstLeg, second.Invite = 2, first.ID, ""
	if first.Pairing != "" {
		second.Pairing, second.Nth = first.Pairing, 2
	}
	for i := range second.Players {
		leg := record.MatchSeat(i+1, 2)
		second.Players[leg-1] = Player{ID: first.Players[record.MatchSeat(i+1, 1)-1].ID}
	}
	second.Status = Waiting
	second.touch(now)
	if !second.Since.IsZero() && second.Record.Control().Live() {
		second.Since = fromMS(now.Add(betweenLegs).UnixMilli())
	}
	if err := d.insertGame(ctx, tx, second); err != nil {
		return err
	}
	err = d.withdrawSeeks(ctx, tx, &second, now)
	first.Withdrawn = second.Withdrawn
	return err
}

// SecondLeg returns the id of the second game of a match, by that of the first. It is empty
// before there is one.
func (d *DB) SecondLeg(ctx context.Context, first string) (string, error) {
	return d.idOf(ctx, "SELECT id FROM games WHERE first_leg = $1", first)
}

// selectRematch leaves out a rematch that was called off: another may be asked
// for.
const selectRematch = "SELECT id FROM games WHERE rematch_of = $1 AND result <> 'void'"

// RematchOf returns the id of the rematch of a game, or an empty string if there is none.
func (d *DB) RematchOf(ctx context.Context, game string) (string, error) {
	return d.idOf(ctx, selectRematch, game)
}

func (d *DB) idOf(ctx context.Context, query string, args ...any) (string, error) {
	id := ""
	err := kind(d.read.QueryRowContext(ctx, query, args...).Scan(&id))
	if rules.IsKind(err, rules.NotFound) {
		return "", nil
	}
	return id, err
}
