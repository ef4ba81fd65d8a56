package db

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"hexclub/rules"
	"hexclub/rules/record"
)

// PlayTurn commits one whole turn, its actions written as in record.Draft,
// made when the game had ply events. When it returns the turn is on the disk.
//
// It fails with kind NotFound when there is no such game, Forbidden with key
// error.not-a-player when the person sits in no seat of it, Conflict when a
// seat is still free (error.waiting), the game has moved on (error.stale), is
// over (error.over) or another seat is to act (error.not-your-turn); and as
// record.Play does when the turn itself is bad: with kind Invalid or with a
// *rules.Refusal. For a Conflict, an Invalid and a Refusal it returns the game
// as it is.
func (d *DB) PlayTurn(ctx context.Context, id, person string, ply int, actions string, now time.Time) (Game, error) {
	return d.act(ctx, id, person, now, func(r *record.Record, seat rules.Seat) error {
		if ply != r.Ply() {
			return rules.Errorf(rules.Conflict, "error.stale", "turn made at ply %d, the game is at %d", ply, r.Ply())
		}
		return r.Play(seat, actions)
	})
}

// Resign gives the game up for a person: the seat to act when the person holds
// it, else a seat that the person holds. It names no position, so it cannot
// come too late but when the game is over. It fails as PlayTurn does, with
// kind NotFound, Forbidden, or Conflict (error.waiting, error.over), and then
// returns the game as it is.
func (d *DB) Resign(ctx context.Context, id, person string, now time.Time) (Game, error) {
	return d.act(ctx, id, person, now, func(r *record.Record, seat rules.Seat) error {
		return r.Resign(seat)
	})
}

// act lets do change the record of a game for a seat that the person holds,
// and stores the change, in one transaction.
func (d *DB) act(
	ctx context.Context, id, person string, now time.Time, do func(*record.Record, rules.Seat) error,
) (Game, error) {
	var g Game
	ply := 0
	err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		if g, err = scanGame(tx.StmtContext(ctx, d.turnGame).QueryContext(ctx, id)); err != nil {
			return err
		}
		ply = g.Record.Ply()
		seat, err := g.actor(person)
		if err != nil {
			return err
		}
		if err := do(g.Record, seat); err != nil {
			return err
		}
		g.touch(now)
		if err := d.addEvents(ctx, tx, g, ply, now); err != nil {
			return err
		}
		return d.store(ctx, tx, g)
	})
	if err != nil && (rules.IsKind(err, rules.Forbidden) || g.Record == nil || g.Record.Ply() != ply) {
		return Game{}, err // not to be shown, not read, or changed but not stored
	}
	return g, err
}

// actor is the seat that acts for the person: the one to act if it is the
// person's.
func (g Game) actor(person string) (rules.Seat, error) {
	seats := g.SeatsOf(person)
	if person == "" || len(seats) == 0 {
		return 0, rules.Errorf(rules.Forbidden, "error.not-a-player", "person %q in game %s", person, g.ID)
	}
	if g.Status == Waiting {
		return 0, rules.Errorf(rules.Conflict, "error.waiting", "game %s has a free seat", g.ID)
	}
	if toAct := g.Record.State().Turn().Seat; slices.Contains(seats, toAct) {
		return toAct, nil
	}
	return seats[0], nil
}

const insertEvent = `INSERT INTO events (game, ply, event, at) VALUES ($1, $2, $3, $4)`

// addEvents stores the events of a game from ply on.
func (d *DB) addEvents(ctx context.Context, tx *sql.Tx, g Game, ply int, now time.Time) error {
	insert := tx.StmtContext(ctx, d.addEvent)
	for i, event := range g.Record.Events()[ply:] {
		if _, err := insert.ExecContext(ctx, g.ID, ply+i, event, now.UnixMilli()); err != nil {
			return kind(err)
		}
	}
	return nil
}
