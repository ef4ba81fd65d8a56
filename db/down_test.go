package db

import (
	"testing"
	"time"
)

// TestDown checks that downtime does not count against any player. "pulse" is what the site does
// while it runs, and "up" what it does when it starts.
func TestDown(t *testing.T) {
	type step struct {
		what string
		at   time.Duration // after the game began, at noon
	}
	s := time.Second
	for _, tt := range []struct {
		name    string
		control string
		steps   []step
		thought time.Duration // by the seat to act, when all is done; below 0: of a head start that is left
	}{
		{"never", "5+0", []step{{"pulse", 30 * s}, {"pulse", 60 * s}, {"", 90 * s}}, 70 * s},
		{"since a pulse", "5+0", []step{{"pulse", 30 * s}, {"up", 1000 * s}}, 10 * s},
		{"and thinking on", "5+0", []step{{"pulse", 30 * s}, {"up", 1000 * s}, {"", 1005 * s}}, 15 * s},
		{"without a pulse", "5+0", []step{{"up", 1000 * s}}, -20 * s},
		{"twice without a pulse", "5+0", []step{{"up", 1000 * s}, {"up", 2000 * s}}, -20 * s},
		{"twice in a row", "5+0", []step{{"pulse", 30 * s}, {"up", 1000 * s}, {"up", 1001 * s}, {"up", 5000 * s}}, 10 * s},
		{"twice, soon", "5+0", []step{{"pulse", 50 * s}, {"up", 51 * s}, {"up", 52 * s}, {"", 53 * s}}, 31 * s},
		{"twice, with a pulse", "5+0", []step{{"pulse", 30 * s}, {"up", 1000 * s}, {"pulse", 1010 * s}, {"up", 5000 * s}}, 20 * s},
		{"in the head start", "5+0", []step{{"pulse", 1 * s}, {"up", 5 * s}, {"", 25 * s}}, 1 * s},
		{"from the head start on", "5+0", []step{{"pulse", 10 * s}, {"up", 100 * s}, {"", 103 * s}}, -7 * s},
		{"the turn was the last that was seen", "5+0", []step{{"pulse", 30 * s}, {"c2", 40 * s}, {"up", 100 * s}, {"", 101 * s}}, 1 * s},
		{"a pulse, then a turn, then a pulse", "5+0", []step{{"pulse", 30 * s}, {"c2", 40 * s}, {"pulse", 45 * s}, {"up", 100 * s}}, 5 * s},
		{"an offer was the last that was seen", "5+0", []step{{"pulse", 30 * s}, {"c2", 40 * s}, {"draw", 44 * s}, {"up", 100 * s}, {"", 101 * s}}, 5 * s},
		{"an offer in a turn that a pulse saw", "5+0", []step{{"pulse", 30 * s}, {"draw", 34 * s}, {"up", 100 * s}}, 14 * s},
		{"an offer, then a pulse", "5+0", []step{{"draw", 34 * s}, {"pulse", 38 * s}, {"up", 100 * s}}, 18 * s},
		{"an offer in the head start", "5+0", []step{{"pulse", 1 * s}, {"draw", 4 * s}, {"up", 100 * s}}, -16 * s},
		{"the clock set back before the turn", "5+0", []step{{"pulse", 20 * s}, {"c2", 40 * s}, {"up", 30 * s}}, -10 * s},
		{"the clock set back", "5+0", []step{{"pulse", 40 * s}, {"up", 30 * s}}, 10 * s},
		{"days", "1d", []step{{"pulse", 1000 * s}, {"up", 200_000 * s}, {"", 200_005 * s}}, 1005 * s},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := openTest(t)
			ctx := t.Context()
			g := begin(t, d, NewGame{Control: control(t, tt.control)})
			now := noon
			for _, step := range tt.steps {
				now = in(step.at)
				var err error
				switch step.what {
				case "pulse":
					ran(t, d, now)
				case "up":
					err = d.ResumeClocks(ctx, now)
				case "draw":
					_, err = d.OfferDraw(ctx, g.ID, g.by(1), now)
				case "":
				default:
					g = play(t, d, read(t, d, g), now, step.what)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			wantClock(t, d, g, now.Add(-tt.thought), now)
			// After that, the player to act has the rest of the time, to the millisecond.
			g = read(t, d, g)
			deadline, _ := g.Deadline()
			ran(t, d, deadline)
			_ = d.resumed.take()
			if changed, err := d.DropFlags(ctx, deadline.Add(-ms), 10); len(changed) != 0 || err != nil {
				t.Errorf("a flag falls too soon: %v", err)
			}
			if changed, err := d.DropFlags(ctx, deadline, 10); len(changed) != 1 || err != nil {
				t.Errorf("no flag falls: %v", err)
			}
		})
	}
}

// Somebody who left in the head start was the last that was seen: what was left
// of it then is left still.
func TestDownAfterLeavingInTheHeadStart(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	g := begin(t, d, NewGame{Key: "hexellation", Setup: seats("3"), Control: control(t, "5+0")})
	if err := d.Pulse(ctx, in(3*time.Second)); err != nil {
		t.Fatal(err)
	}
	must(t)(d.Resign(ctx, g.ID, g.by(1), in(5*time.Second)))
	if err := d.ResumeClocks(ctx, in(1000*time.Second)); err != nil {
		t.Fatal(err)
	}
	wantClock(t, d, g, in(1015*time.Second), in(1000*time.Second))
}

// Only games in which a clock runs are touched by a restart, and their pages
// hear of it.
func TestDownTouchesRunningClocksAlone(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	timed := begin(t, d, NewGame{Control: control(t, "5+0")})
	others := []Game{
		begin(t, d, NewGame{}), create(t, d, NewGame{Control: control(t, "5+0")}), newGame(t, d, true),
		begin(t, d, NewGame{Control: control(t, "1d")}),
	}
	others[3] = must(t)(d.Resign(ctx, others[3].ID, others[3].by(1), in(time.Second)))
	if err := d.Pulse(ctx, in(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if err := d.ResumeClocks(ctx, in(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := read(t, d, timed); got.Revision != timed.Revision+1 || !got.Changed.Equal(timed.Changed) {
		t.Errorf("with a clock: %+v, was %+v", got, timed)
	}
	for _, g := range others {
		if got := read(t, d, g); got.Revision != g.Revision || !got.Since.Equal(g.Since) {
			t.Errorf("without a running clock: %+v, was %+v", got, g)
		}
		wantWhole(t, d, g.ID)
	}
}
