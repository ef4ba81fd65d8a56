package db

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"
)

// StalledAfter is the age of the last pulse from which on the site is taken to have stood still:
// its disk was full, its machine was suspended, or another program kept it from writing. It is
// three times the period of pulses.
const StalledAfter = 15 * time.Second

// Pulse stores that the site runs at this moment. It writes as durably as a turn is written, so
// that it fails when no turn could be stored. When the last pulse is older than StalledAfter, it
// puts clocks and deadlines forward first, as ResumeClocks does.
func (d *DB) Pulse(ctx context.Context, now time.Time) error {
	return d.pulse(ctx, now, regular, d.file.Deadline())
}

// ResumeClocks puts clocks and deadlines forward by the time for which the site was down. The
// site calls it once when it starts, before anything is played. A clock goes on from the last
// pulse, or from its game's last change if that came later, with what was left then of a head
// start. Deadlines on ladders and in tournaments move only if the site was down for longer than
// a moment. ResumeClocks stores a pulse.
func (d *DB) ResumeClocks(ctx context.Context, now time.Time) error {
	return d.pulse(ctx, now, starting, d.file.Deadline())
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
	return d.pulse(ctx, now, stalling, d.file.Deadline())
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

// takeResumed returns the games whose clocks were put forward since the last call.
func (d *DB) takeResumed(ctx context.Context) (games []Game, err error) {
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
