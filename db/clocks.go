package db

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hexclub/rules"
	"hexclub/rules/rating"
	"hexclub/rules/record"
)

// headStart is the delay from the beginning of a live game to the start of its clock, in which
// players open the board. A turn starts the clock at once.
const headStart = 20 * time.Second

// Class returns the class of the clock, by which ratings are kept; empty without a clock.
func (g Game) Class() rating.Class { return rating.ClassOf(g.Record.Control()) }

// clocked reports whether a clock runs.
func (g Game) clocked() bool { return g.Status == Running && !g.Record.Control().None() }

// Left returns the remaining time of a seat; ok is false in a game without a clock.
func (g Game) Left(seat rules.Seat, now time.Time) (left time.Duration, ok bool) {
	if g.Record.Control().None() {
		return 0, false
	}
	if g.NoShow() == seat {
		return 0, true
	}
	left = time.Duration(g.Record.Remaining(seat)) * time.Millisecond
	if g.clocked() && g.Record.Turn().Seat == seat {
		left -= g.thought(now)
	}
	return max(left, 0), true
}

// Deadline returns the moment when the time of the seat to act runs out; ok is false if no clock
// runs.
func (g Game) Deadline() (at time.Time, ok bool) {
	if !g.clocked() {
		return time.Time{}, false
	}
	return g.Since.Add(time.Duration(g.Record.Remaining(g.Record.Turn().Seat)) * time.Millisecond), true
}

// thought returns how long the clock of the seat to act has run.
func (g Game) thought(now time.Time) time.Duration {
	if !g.clocked() {
		return 0
	}
	return max(now.Sub(g.Since), 0)
}

// setClock starts the clock of the seat to act, with a head start at the beginning of the game, or
// stops it when the game does not run. If a player leaves during the head start, the next player
// gets the rest of it.
func (g *Game) setClock(now time.Time) {
	switch {
	case !g.clocked():
		g.Since = time.Time{}
	case g.Record.Control().Live() && g.Record.EventCount() == 0:
		g.Since = fromMS(now.Add(headStart).UnixMilli())
	case len(g.Record.Turns()) == 0 && g.Since.After(now):
	default:
		g.Since = fromMS(now.UnixMilli())
	}
}

// ranAlone reports whether a clock has run for so long, or to its end, that the site may have
// stood still in that time.
func (g Game) ranAlone(now time.Time) bool {
	deadline, ok := g.Deadline()
	return ok && (g.thought(now) > StalledAfter || !now.Before(deadline))
}

// dropFlag reports whether the time of the seat to act has run out. If it has, dropFlag takes the
// seat out of the game, or calls off a game that the player has not started.
func (g *Game) dropFlag(now time.Time) (bool, error) {
	deadline, ok := g.Deadline()
	if !ok || now.Before(deadline) {
		return false, nil
	}
	return true, g.change(now, func(r *record.Record) error {
		seat := r.Turn().Seat
		if g.needsFirstTurn(seat) {
			return r.Abort(0)
		}
		return r.TimeOut(seat)
	})
}

// needsFirstTurn reports whether the game is called off, and not lost, if the time of the seat runs
// out now: in a live game of two before the first turn of the seat. Ladders and tournaments have
// their own rules. The second game of a match decides the match, so it is lost.
func (g Game) needsFirstTurn(seat rules.Seat) bool {
	return g.Record.Control().Live() && len(g.Players) == 2 && g.Pairing == "" && g.Leg != 2 && !g.Record.HasPlayed(seat)
}

// NoShow returns the seat that did not play a first turn in time, so that the game was called off;
// 0 for none. No event says so. It follows from the others, because outside of pairings the site
// calls off a game with two players for no other reason.
func (g Game) NoShow() rules.Seat {
	result, over := g.Record.Result()
	if !over || !result.Void() || g.Record.CalledOffBy() != 0 || len(g.SeatsOf("")) > 0 {
		return 0
	}
	if seat := g.Record.State().Turn().Seat; g.needsFirstTurn(seat) {
		return seat
	}
	return 0
}

// change runs do on a copy of the game's record at a moment, by server time, because other readers
// may share the record.
func (g *Game) change(now time.Time, do func(*record.Record) error) error {
	before, changed := g.Record.Turn(), g.Record.Clone()
	changed.Spend(g.thought(now).Milliseconds())
	if err := do(changed); err != nil {
		return err
	}
	changed.Spend(0) // the time of an unfinished turn is not stored
	g.Record = changed
	g.touch(now)
	if after := g.Record.Turn(); after.Seat != before.Seat || after.Number != before.Number {
		g.setClock(now)
	}
	return nil
}

// DropFlags takes players whose time has run out out of their games, or calls the games off, in at
// most limit games, and returns these games. It also returns a game in which an act at the same moment dropped the flag
// or came in time. An error in one game does not affect the others. Beyond the limit, DropFlags
// returns the games whose clocks were put forward since the last call because the site had been
// down.
func (d *DB) DropFlags(ctx context.Context, now time.Time, limit int) (changed []Game, err error) {
	ids, err := d.overdue(ctx, now)
	if err == nil && len(ids) > 0 {
		if err = d.awaken(ctx, now); err == nil {
			ids, err = d.overdue(ctx, now) // fewer, if the site had been down
		}
	}
	if err != nil {
		return nil, err
	}
	defer func() {
		resumed, failed := d.takeResumed(ctx)
		changed, err = append(changed, resumed...), errors.Join(err, failed)
	}()
	for _, id := range ids {
		if len(changed) == limit {
			break
		}
		g, failed := d.edit(ctx, id, now, func(context.Context, *sql.Tx, *Game) error { return nil })
		if failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		changed = append(changed, g)
	}
	return changed, err
}

func (d *DB) overdue(ctx context.Context, now time.Time) ([]string, error) {
	return scanTexts(d.read.QueryContext(ctx, "SELECT id FROM games WHERE deadline <= $1 ORDER BY deadline", now.UnixMilli()))
}
