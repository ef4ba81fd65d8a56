package db

import (
	"context"
	"database/sql"
	"errors"
	"sync"
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
		resumed, failed := d.Resumed(ctx)
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

// StalledAfter is the age of the last pulse from which on the site is taken to have stood still:
// its disk was full, its machine was suspended, or another program kept it from writing. It is
// three times the period of pulses.
const StalledAfter = 15 * time.Second

// Pulse stores that the site runs at this moment. It writes as durably as a turn is written, so
// that it fails when no turn could be stored. When the last pulse is older than StalledAfter, it
// puts clocks and deadlines forward first, as ResumeClocks does.
func (d *DB) Pulse(ctx context.Context, now time.Time) error {
	return d.pulse(ctx, now, regular, d.engine.Deadline())
}

// ResumeClocks puts clocks and deadlines forward by the time for which the site was down. The
// site calls it once when it starts, before anything is played. A clock goes on from the last
// pulse, or from its game's last change if that came later, with what was left then of a head
// start. Deadlines on ladders and in tournaments move only if the site was down for longer than
// a moment. ResumeClocks stores a pulse. It does nothing while other nodes serve the site, which then
// was not down.
func (d *DB) ResumeClocks(ctx context.Context, now time.Time) error {
	alone, err := d.ServesAlone(ctx)
	if err != nil || !alone {
		return err
	}
	return d.pulse(ctx, now, starting, d.engine.Deadline())
}

// A pulseCause is the occasion on which a pulse is stored.
type pulseCause int

const (
	regular  pulseCause = iota // every few seconds while the site runs
	starting                   // once, when the site starts
	stalling                   // by a call that found the last pulse too old
)

// pulse stores a pulse in a transaction that has to begin before until. It resumes clocks if the
// site stood still, and always when it starts.
func (d *DB) pulse(ctx context.Context, now time.Time, cause pulseCause, until time.Time) error {
	var games []string
	err := d.inTxUntil(ctx, until, func(ctx context.Context, tx *sql.Tx) error {
		games = nil
		seen, err := lastPulse(ctx, tx)
		if err != nil {
			return err
		}
		still := stalled(seen, now)
		if cause == stalling && !still {
			return nil // another call has stored a pulse since
		}
		if cause == starting || still {
			if games, err = resume(ctx, tx, seen, now); err != nil {
				return err
			}
		}
		at := now
		if cause == regular {
			at = notBefore(seen, now)
		}
		_, err = exec(ctx, tx, "UPDATE pulse SET at = $1", at.UnixMilli())
		return err
	})
	if err == nil && cause != starting { // nobody watches before the site has started
		d.resumed.add(games)
	}
	return err
}

// notBefore returns the regular pulse to store after seen. A pulse that is no later than seen
// comes from a call that read the clock and then waited, while another pulse was stored.
// The pulse does not go back then: the time in between would count as a stall once more. It
// moves by a millisecond, because SQLite writes nothing to the disk when a row keeps its value.
// A much older pulse shows that the system's clock was set back.
func notBefore(seen, now time.Time) time.Time {
	if late := seen.Sub(now); late >= 0 && late <= StalledAfter {
		return seen.Add(time.Millisecond)
	}
	return now
}

// resume puts clocks and deadlines forward by the time since the last pulse. It returns the ids
// of the games whose clocks run.
func resume(ctx context.Context, tx *sql.Tx, seen, now time.Time) ([]string, error) {
	games, err := scanTexts(tx.QueryContext(ctx, "SELECT id FROM games WHERE deadline IS NOT NULL AND changed < $1", now.UnixMilli()))
	if err != nil {
		return nil, err
	}
	const shift = `UPDATE games SET
		since = since + $1 - seen.at, deadline = deadline + $1 - seen.at, revision = revision + 1
		FROM (SELECT id, CASE WHEN changed > p.at THEN changed ELSE p.at END AS at
			FROM games, pulse p WHERE deadline IS NOT NULL AND p.at < $1) seen
		WHERE games.id = seen.id AND seen.at < $1`
	if _, err := exec(ctx, tx, shift, now.UnixMilli()); err != nil {
		return nil, err
	}
	if now.Sub(seen) < briefly {
		return games, nil
	}
	if err := resumeLadders(ctx, tx, seen, now); err != nil {
		return nil, err
	}
	return games, resumeTournaments(ctx, tx, seen, now)
}

// lastPulse returns the moment of the last pulse; the zero Time when there was none.
func lastPulse(ctx context.Context, from asker) (time.Time, error) {
	var at int64
	err := kind(from.QueryRowContext(ctx, "SELECT at FROM pulse").Scan(&at))
	return sinceMS(at), err
}

// pulseMS returns a pulse as it is stored: 0 if there was none.
func pulseMS(seen time.Time) int64 {
	if seen.IsZero() {
		return 0
	}
	return seen.UnixMilli()
}

// stalled reports whether a pulse is too old for a clock to have run since.
func stalled(seen, now time.Time) bool { return !seen.IsZero() && now.Sub(seen) > StalledAfter }

// A stall is the error of a transaction that found the last pulse too old. The transaction is
// to be undone, and done again after a pulse: inTx does so.
type stall struct{ now time.Time }

func (stall) Error() string { return "the site has stood still since its last pulse" }

// awake returns a stall when the last pulse is too old for a clock or a deadline to count.
func awake(ctx context.Context, tx *sql.Tx, now time.Time) error {
	seen, err := lastPulse(ctx, tx)
	if err == nil && stalled(seen, now) {
		return stall{now}
	}
	return err
}

// awaken stores a pulse if the last one is too old. Before it takes the connection that writes,
// it looks whether that is so.
func (d *DB) awaken(ctx context.Context, now time.Time) error {
	seen, err := lastPulse(ctx, d.read)
	if err != nil || !stalled(seen, now) {
		return err
	}
	return d.pulse(ctx, now, stalling, d.engine.Deadline())
}

// gameIDs are the games whose clocks were put forward, until their watchers learn of it.
type gameIDs struct {
	mu  sync.Mutex
	ids []string
}

func (l *gameIDs) add(ids []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ids = append(l.ids, ids...)
}

func (l *gameIDs) take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	ids := l.ids
	l.ids = nil
	return ids
}

// Resumed returns the games whose clocks this program has put forward since the last call, or the last of DropFlags, because the site
// had been down.
func (d *DB) Resumed(ctx context.Context) (games []Game, err error) {
	for _, id := range d.resumed.take() {
		g, failed := d.Game(ctx, id)
		if failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		games = append(games, g)
	}
	return games, err
}
