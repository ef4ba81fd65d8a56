package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
)

// ran stores the pulse of a site that ran until a moment.
func ran(t testing.TB, d *DB, until time.Time) {
	t.Helper()
	mustExec(t, d, "UPDATE pulse SET at = $1", until.UnixMilli())
}

// TestStall checks that clocks do not run while nothing can be stored, and that no flag falls then,
// whichever call is the first to succeed again.
func TestStall(t *testing.T) {
	const s = time.Second
	for _, tt := range []struct {
		name  string
		after time.Duration // the last pulse, 10 seconds after the first player's clock began
		first func(d *DB, g Game, now time.Time) error
	}{
		{"a pulse", 300 * s, func(d *DB, _ Game, now time.Time) error { return d.Pulse(t.Context(), now) }},
		{"the flags", 300 * s, func(d *DB, _ Game, now time.Time) error {
			_, err := d.DropFlags(t.Context(), now, 10)
			return err
		}},
		{"an offer of the player", 300 * s, func(d *DB, g Game, now time.Time) error {
			_, err := d.OfferDraw(t.Context(), g.ID, g.by(1), now)
			return err
		}},
		{"an offer of the opponent", 300 * s, func(d *DB, g Game, now time.Time) error {
			_, err := d.OfferDraw(t.Context(), g.ID, g.by(2), now)
			return err
		}},
		{"an offer before a flag would have fallen", 100 * s, func(d *DB, g Game, now time.Time) error {
			_, err := d.OfferDraw(t.Context(), g.ID, g.by(1), now)
			return err
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := openTest(t)
			g := begin(t, d, NewGame{Control: control(t, "4+0")})
			ran(t, d, in(30*s))
			now := in(30*s + tt.after)

			allow := refuseWrites(t, d)
			wantError(t, d.Pulse(t.Context(), now.Add(-ms)), rules.Unavailable, "error.storage")
			if fallen, err := d.DropFlags(t.Context(), now.Add(-ms), 10); len(fallen) > 0 {
				t.Errorf("flags fall while nothing can be stored: %v, %v", fallen, err)
			}
			allow()

			if err := tt.first(d, g, now); err != nil {
				t.Fatal(err)
			}
			wantClock(t, d, g, now.Add(-10*s), now, 230*s, 240*s)
			changed, err := d.DropFlags(t.Context(), now, 10)
			if err != nil || tt.name != "the flags" && (len(changed) != 1 || changed[0].ID != g.ID || changed[0].Status != Running) {
				t.Errorf("changed are %+v, %v", changed, err)
			}
			if err := d.Pulse(t.Context(), now.Add(5*s)); err != nil { // no other stall
				t.Fatal(err)
			}
			wantClock(t, d, g, now.Add(-10*s), now, 230*s, 240*s)
			ran(t, d, now.Add(230*s))
			if fallen, err := d.DropFlags(t.Context(), now.Add(230*s), 10); len(fallen) != 1 || fallen[0].Status != Over {
				t.Errorf("with a pulse the flag does not fall: %+v, %v", fallen, err)
			}
		})
	}
}

// TestLatePulse stores pulses of calls that read the clock before others did, and waited. The
// stored pulse does not go back for them, or the same stall would be credited twice.
func TestLatePulse(t *testing.T) {
	const s = time.Second
	for name, late := range map[string]func(d *DB) error{
		"a health check": func(d *DB) error { return d.Pulse(t.Context(), in(325*s)) },
		"a call that noticed the stall first": func(d *DB) error {
			noticed := false
			return d.inTx(t.Context(), func(context.Context, *sql.Tx) error {
				if noticed {
					return nil
				}
				noticed = true
				return stall{in(310 * s)}
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := openTest(t)
			g := begin(t, d, NewGame{Control: control(t, "4+0")}) // its clock runs from 20 s on
			ran(t, d, in(30*s))
			wantFine(t, []error{d.Pulse(t.Context(), in(330*s)), late(d), d.Pulse(t.Context(), in(342*s))})
			wantClock(t, d, g, in(320*s), in(342*s), 218*s, 240*s)
		})
	}
}

// TestPulseAfterClockSetBack stores pulses after the system's clock was set back: later pulses follow
// the new time, also where the difference is too small to distinguish from a late call's.
func TestPulseAfterClockSetBack(t *testing.T) {
	const s = time.Second
	for _, back := range []time.Duration{time.Hour, 10 * s} {
		d := openTest(t)
		g := begin(t, d, NewGame{Control: control(t, "4+0")})
		wantFine(t, []error{d.Pulse(t.Context(), in(30*s)), d.Pulse(t.Context(), in(35*s-back)), d.Pulse(t.Context(), in(40*s-back))})
		seen, err := lastPulse(t.Context(), d.read)
		if err != nil || seen.Before(in(40*s-back)) || seen.After(in(31*s)) {
			t.Errorf("the clock was set back by %s, the pulse is at %s, %v", back, seen, err)
		}
		if back == 10*s && !seen.After(in(30*s)) {
			t.Errorf("a late pulse left the row at %s, so it wrote nothing to the disk", seen)
		}
		wantFine(t, []error{d.ResumeClocks(t.Context(), in(20*s-back))})
		if seen, err = lastPulse(t.Context(), d.read); err != nil || !seen.Equal(in(20*s-back)) {
			t.Errorf("after a start the pulse is at %s, %v", seen, err)
		}
		wantClock(t, d, g, in(20*s), in(40*s), 220*s, 240*s)
	}
}

// TestTournamentAfterDowntime checks that deadlines of tournaments move by the time for which the
// site was down or stood still, so that no player forfeits a game because of it.
func TestTournamentAfterDowntime(t *testing.T) {
	for name, resume := range map[string]func(d *DB, now time.Time) error{
		"a start":                        func(d *DB, now time.Time) error { return d.ResumeClocks(t.Context(), now) },
		"a pulse":                        func(d *DB, now time.Time) error { return d.Pulse(t.Context(), now) },
		"the first call that notices it": func(*DB, time.Time) error { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			m := newTournament(t, TournamentSettings{Rounds: 3, Days: 2, Forfeit: true, ByDate: true, Opens: noon.Add(time.Hour)}, 4)
			d, ctx := m.d, t.Context()
			m.begin()
			ran(t, d, noon)
			down := 5 * day
			now := noon.Add(down)
			m.ok(resume(d, now))
			if made, err := d.OpenRounds(ctx, now); err != nil || len(made) > 0 {
				t.Errorf("a round opens at once: %+v, %v", made, err)
			}
			if next := m.full().Next; !next.Equal(noon.Add(time.Hour + down)) {
				t.Errorf("the next round opens at %v", next)
			}
			ran(t, d, now.Add(2*time.Hour))
			made, err := d.OpenRounds(ctx, now.Add(time.Hour))
			if err != nil || len(made) != 2 {
				t.Fatalf("made are %+v, %v", made, err)
			}

			due := made[0].Due
			seen := now.Add(2 * time.Hour)
			ran(t, d, seen)
			now = seen.Add(down)
			m.ok(resume(d, now))
			if over, err := d.ForfeitOverdue(ctx, now, 100); err != nil || len(over) > 0 {
				t.Errorf("forfeited at once: %+v, %v", over, err)
			}
			p, err := d.Pairing(ctx, made[0].ID)
			if err != nil || !p.Due.Equal(due.Add(down)) || p.Revision == made[0].Revision {
				t.Errorf("a pairing is due at %v, was %v; %v", p.Due, due, err)
			}
			var round int64
			err = d.read.QueryRow("SELECT due FROM tournament_rounds WHERE tournament = $1", m.id).Scan(&round)
			if err != nil || round != p.Due.UnixMilli() {
				t.Errorf("the round is due at %d, %v", round, err)
			}
			if next := m.full().Next; !next.Equal(p.Due) {
				t.Errorf("the next round opens at %v, and this one is due at %v", next, p.Due)
			}
			ran(t, d, p.Due)
			if over, err := d.ForfeitOverdue(ctx, p.Due, 100); err != nil || len(over) != 2 {
				t.Errorf("at the new deadline forfeited are %+v, %v", over, err)
			}
		})
	}
}

// TestBrieflyDown checks that a short restart does not move deadlines counted in days. Deadlines
// of rounds that were published after the last pulse, or were overdue before it, never move.
func TestBrieflyDown(t *testing.T) {
	m := newTournament(t, TournamentSettings{Rounds: 3, Days: 2}, 4)
	m.begin()
	made := m.publish()
	due := func() time.Time {
		t.Helper()
		p, err := m.d.Pairing(t.Context(), made[0].ID)
		m.ok(err)
		return p.Due
	}
	for _, tt := range []struct {
		name          string
		seen, resumes time.Duration // after noon, when the round was published
		moves         bool
	}{
		{"a restart", time.Hour, time.Hour + 9*time.Minute, false},
		{"down before it was published", -time.Hour, day, false},
		{"overdue before", 3 * day, 5 * day, false},
		{"down for long", time.Hour, day, true},
	} {
		before := due()
		ran(t, m.d, noon.Add(tt.seen))
		m.ok(m.d.ResumeClocks(t.Context(), noon.Add(tt.resumes)))
		want := before
		if tt.moves {
			want = before.Add(tt.resumes - tt.seen)
		}
		if got := due(); !got.Equal(want) {
			t.Errorf("%s: due at %v, want %v", tt.name, got, want)
		}
	}
}

// TestLadderAfterAStall checks that a ladder's deadlines take effect only with a fresh pulse, in a
// background job and when a player acts.
func TestLadderAfterAStall(t *testing.T) {
	for name, act := range map[string]func(c *climb, made Challenge){
		"by itself": func(c *climb, _ Challenge) { c.ticks(60 * day) },
		"an act": func(c *climb, made Challenge) {
			_, err := c.d.AcceptChallenge(t.Context(), made.ID, made.To.ID, c.tick(60*day))
			c.try(err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := openTest(t)
			c := newClimb(t, d, nil, "Anna", "Ben")
			made := c.challenges("Ben", "Anna")
			ran(t, d, c.tick(time.Hour))
			act(c, made)
			if is := c.again(made); !is.Open() {
				t.Errorf("the challenge is %+v", is)
			}
		})
	}
}

// TestDeadlineAfterAStall checks that a call that finds a stall keeps to its deadline. Another program
// takes the lock before the pulse, or before the second attempt: neither waits for it.
func TestDeadlineAfterAStall(t *testing.T) {
	for name, locks := range map[string]int{"the pulse": 2, "the second attempt": 3} {
		t.Run(name, func(t *testing.T) {
			transactions := 0
			var d *DB
			release := func() {}
			trace := func(query string, _ []driver.NamedValue) {
				if strings.HasPrefix(query, "PRAGMA busy_timeout") && query != "PRAGMA busy_timeout(5000)" {
					if transactions++; transactions == locks {
						release = lockByAnother(t, d)
					}
				}
			}
			var err error
			d, err = Open(WithTrace(t.Context(), trace), filepath.Join(t.TempDir(), "test.db"))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { wantFine(t, []error{d.Close()}) })
			ran(t, d, noon)
			first := true
			err = d.inTxUntil(t.Context(), time.Now(), func(context.Context, *sql.Tx) error {
				if first {
					first = false
					return stall{in(time.Hour)}
				}
				return nil
			})
			wantError(t, err, rules.Unavailable, "error.busy")
			release()
		})
	}
}

// lockByAnother lets another program hold SQLite's lock for writing until release is called.
func lockByAnother(t testing.TB, d *DB) (release func()) {
	t.Helper()
	other, err := sql.Open("sqlite", "file:"+pathOf(t, d)+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Close() })
	tx, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
	}
}

func wantFine(t testing.TB, errs []error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
}
