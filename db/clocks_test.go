package db

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"hexclub/rules"
)

const (
	ms  = time.Millisecond
	day = 24 * time.Hour
)

// wantClock checks since when the clock of a game runs and what the seats have
// left at a moment.
func wantClock(t testing.TB, d *DB, g Game, since, now time.Time, left ...time.Duration) {
	t.Helper()
	g = read(t, d, g)
	if !g.Since.Equal(since) {
		t.Errorf("the clock runs since %v, want %v", g.Since.Sub(noon), since.Sub(noon))
	}
	for i, want := range left {
		if got, ok := g.Left(rules.Seat(i+1), now); got != want || !ok {
			t.Errorf("seat %d has %v left, want %v", i+1, got, want)
		}
	}
	seat := g.Record.Turn().Seat
	at, ok := g.Deadline()
	if want := since.Add(time.Duration(g.Record.Remaining(seat)) * ms); !ok || !at.Equal(want) {
		t.Errorf("the deadline is %v, want %v", at.Sub(noon), want.Sub(noon))
	}
	wantWhole(t, d, g.ID)
}

func TestClockBegins(t *testing.T) {
	d := openTest(t)
	t.Run("not while the game waits", func(t *testing.T) {
		g := create(t, d, NewGame{Control: control(t, "5+3")})
		if _, ok := g.Deadline(); ok || !g.Since.IsZero() {
			t.Errorf("game %+v", g)
		}
		if left, ok := g.Left(2, in(time.Hour)); !ok || left != 5*time.Minute {
			t.Errorf("%v left", left)
		}
		wantWhole(t, d, g.ID)
	})
	t.Run("never without one", func(t *testing.T) {
		g := begin(t, d, NewGame{})
		if _, ok := g.Deadline(); ok || !g.Since.IsZero() {
			t.Errorf("game %+v", g)
		}
		if left, ok := g.Left(1, noon); ok || left != 0 {
			t.Errorf("%v left", left)
		}
		if g.Class() != "" {
			t.Errorf("class %s", g.Class())
		}
		wantWhole(t, d, g.ID)
	})
	t.Run("of a live game with a head start", func(t *testing.T) {
		g := begin(t, d, NewGame{Control: control(t, "5+3")})
		wantClock(t, d, g, in(20*time.Second), in(20*time.Second), 5*time.Minute, 5*time.Minute)
		wantClock(t, d, g, in(20*time.Second), in(5*time.Second), 5*time.Minute, 5*time.Minute)
		wantClock(t, d, g, in(20*time.Second), in(30*time.Second), 5*time.Minute-10*time.Second, 5*time.Minute)
	})
	t.Run("with the turn of who plays sooner", func(t *testing.T) {
		g := begin(t, d, NewGame{Control: control(t, "5+3")})
		g = play(t, d, g, in(5*time.Second), "c2")
		wantEvents(t, d, g, "c2@0")
		wantClock(t, d, g, in(5*time.Second), in(6*time.Second), 5*time.Minute+3*time.Second, 5*time.Minute-time.Second)
	})
	t.Run("with what is thought beyond the head start", func(t *testing.T) {
		g := begin(t, d, NewGame{Control: control(t, "5+3")})
		g = play(t, d, g, in(27*time.Second), "c2")
		wantEvents(t, d, g, "c2@7000")
		wantClock(t, d, g, in(27*time.Second), in(27*time.Second), 5*time.Minute-4*time.Second, 5*time.Minute)
	})
	t.Run("of days at once", func(t *testing.T) {
		g := begin(t, d, NewGame{Control: control(t, "2d")})
		wantClock(t, d, g, noon, in(day), day, 2*day)
	})
}

func TestFischer(t *testing.T) {
	d := openTest(t)
	g := begin(t, d, NewGame{Control: control(t, "1+2")})
	for i, turn := range []string{"c2", "d3", "c2", "d2", "c2,c2xW"} { // each after eleven seconds more
		g = play(t, d, g, in(20*time.Second+time.Duration(i+1)*11*time.Second), turn)
	}
	wantEvents(t, d, g, "c2@11000 d3@11000 c2@11000 d2@11000 c2 c2xW@11000")
	wantClock(t, d, g, in(75*time.Second), in(80*time.Second), 33*time.Second, 37*time.Second)
}

func TestDaysATurn(t *testing.T) {
	d := openTest(t)
	g := begin(t, d, NewGame{Control: control(t, "1d")})
	g = play(t, d, g, in(day-ms), "c2")
	g = play(t, d, g, in(2*day-2*ms), "d3")
	wantEvents(t, d, g, "c2@86399999 d3@86399999")
	wantClock(t, d, g, in(2*day-2*ms), in(2*day), day-2*ms, day)
}

// A turn counts until the very millisecond in which the time is up.
func TestDeadline(t *testing.T) {
	d := openTest(t)
	for text, deadline := range map[string]time.Duration{"1+5": 65 * time.Second, "3d": 3 * day} {
		for late, lands := range map[time.Duration]bool{
			-time.Hour: true, -ms: true, -time.Nanosecond: true, 0: false, time.Nanosecond: false, ms: false, 100 * day: false,
		} {
			t.Run(fmt.Sprint(text, " ", late), func(t *testing.T) {
				g := begin(t, d, NewGame{Control: control(t, text)})
				g = play(t, d, g, noon, "c2")
				g = play(t, d, g, noon, "d3")
				at := in(deadline + late)
				after, err := d.PlayTurn(t.Context(), g.ID, g.by(1), 2, "c2", at)
				if lands {
					if err != nil || after.Status != Running || after.Record.Turn().Seat != 2 {
						t.Errorf("%v, %+v", err, after)
					}
					wantWhole(t, d, g.ID)
					return
				}
				wantError(t, err, rules.Conflict, "error.time-up")
				wantEnd(t, d, g, "win 2", rules.Timeout)
				if after.Revision != g.Revision+1 || after.Status != Over || !after.Changed.Equal(fromMS(at.UnixMilli())) || !after.Since.IsZero() {
					t.Errorf("shown is %+v", after)
				}
				wantEvents(t, d, g, fmt.Sprintf("c2@0 d3@0 timeout:1@%d", deadline.Milliseconds()))
			})
		}
	}
}

// Once a player's time is up, every act of a player ends the game on time. An act of a person
// without a seat has no effect.
func TestEveryActIsJudgedByTheClock(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	late := in(10 * time.Minute)
	requests := map[string]func(g Game, person string) (Game, error){
		"turn":     func(g Game, person string) (Game, error) { return d.PlayTurn(ctx, g.ID, person, 3, "d2", late) },
		"bad turn": func(g Game, person string) (Game, error) { return d.PlayTurn(ctx, g.ID, person, 4, "??", late) },
		"resign":   func(g Game, person string) (Game, error) { return d.Resign(ctx, g.ID, person, late) },
		"draw":     func(g Game, person string) (Game, error) { return d.OfferDraw(ctx, g.ID, person, late) },
		"takeback": func(g Game, person string) (Game, error) { return d.AskTakeback(ctx, g.ID, person, late) },
		"accept":   func(g Game, person string) (Game, error) { return d.Accept(ctx, g.ID, person, 4, late) },
		"decline":  func(g Game, person string) (Game, error) { return d.Decline(ctx, g.ID, person, 4, late) },
		"abort":    func(g Game, person string) (Game, error) { return d.Abort(ctx, g.ID, person, late) },
		"leave":    func(g Game, person string) (Game, error) { return d.LeaveSeat(ctx, g.ID, person, late) },
		"join": func(g Game, person string) (Game, error) {
			return d.TakeSeat(ctx, g.ID, Claim{Person: person, Invite: g.Invite}, late)
		},
	}
	wantActsOfPeople(t, requests)
	for name, act := range requests {
		for seat := rules.Seat(0); seat <= 2; seat++ {
			t.Run(fmt.Sprint(name, " by seat ", seat), func(t *testing.T) {
				g := begin(t, d, NewGame{Control: control(t, "5+0")})
				for i, turn := range []string{"c2", "d3", "c2"} {
					g = play(t, d, g, in(time.Duration(i)*time.Second), turn)
				}
				g = must(t)(d.OfferDraw(ctx, g.ID, g.by(1), in(3*time.Second)))
				person := newGuest(t, d).ID
				if seat > 0 {
					person = g.by(seat)
				}
				after, err := act(g, person)
				if seat == 0 && name != "join" {
					wantError(t, err, rules.Forbidden, "error.not-a-player")
					if after.Record != nil || read(t, d, g).Revision != g.Revision {
						t.Errorf("shown is %+v", after)
					}
					return
				}
				wantError(t, err, rules.Conflict, "error.time-up")
				wantEnd(t, d, g, "win 1", rules.Timeout)
				if after.Status != Over || after.Revision != g.Revision+1 {
					t.Errorf("shown is %+v", after)
				}
			})
		}
	}
}

func TestDropFlags(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	var games []Game
	for _, text := range []string{"3+0", "1+0", "2+0", "1d", ""} {
		g := begin(t, d, NewGame{Control: control(t, text)})
		games = append(games, play(t, d, play(t, d, g, noon, "c2"), noon, "d3"))
	}
	resigned := begin(t, d, NewGame{Control: control(t, "1+0")})
	must(t)(d.Resign(ctx, resigned.ID, resigned.by(1), noon))
	_ = create(t, d, NewGame{Control: control(t, "1+0")})

	dropped := func(at time.Duration, limit int) []string {
		t.Helper()
		changed, err := d.DropFlags(ctx, in(at), limit)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, g := range changed {
			ids = append(ids, g.ID)
			if stored := read(t, d, g); stored.Revision != g.Revision || stored.Status != g.Status {
				t.Errorf("returned is %+v, stored %+v", g, stored)
			}
		}
		return ids
	}
	for _, step := range []struct {
		at    time.Duration
		limit int
		want  []int
	}{
		{0, 10, nil},
		{time.Minute - ms, 10, nil},
		{time.Minute, 0, nil},
		{time.Minute, 10, []int{1}},
		{time.Minute, 10, nil},
		{time.Hour, 1, []int{2}}, // the first first
		{time.Hour, 1, []int{0}},
		{day - ms, 1, nil},
		{30 * day, 10, []int{3}},
		{3000 * day, 10, nil},
	} {
		var want []string
		for _, i := range step.want {
			want = append(want, games[i].ID)
		}
		if got := dropped(step.at, step.limit); !slices.Equal(got, want) {
			t.Errorf("after %v, %d at most: %v, want %v", step.at, step.limit, got, want)
		}
	}
	for _, g := range games[:4] {
		wantEnd(t, d, g, "win 2", rules.Timeout)
	}
	if g := read(t, d, games[4]); g.Status != Running {
		t.Errorf("without a clock the game is %s", g.Status)
	}
}

// What is wrong with some games keeps no other from ending, even when they would
// fill a round.
func TestDropFlagsPastBrokenGames(t *testing.T) {
	d := openTest(t)
	var broken Game
	for range 3 {
		broken = begin(t, d, NewGame{Control: control(t, "1+0")})
		spoil(t, d, broken, "junk")
	}
	whole := begin(t, d, NewGame{Control: control(t, "2+0")})
	whole = play(t, d, play(t, d, whole, noon, "c2"), noon, "d3")
	changed, err := d.DropFlags(t.Context(), in(time.Hour), 2)
	wantInternal(t, err, broken.ID)
	if len(changed) != 1 || changed[0].ID != whole.ID {
		t.Errorf("changed %+v", changed)
	}
	wantEnd(t, d, whole, "win 2", rules.Timeout)
}

// Where others play on, the clock of the next seat starts when the flag falls,
// not when it should have.
func TestFlagsAmongMany(t *testing.T) {
	d := openTest(t)
	for n := 3; n <= rules.MaxSeats; n++ {
		t.Run(fmt.Sprint(n, " seats"), func(t *testing.T) {
			g := begin(t, d, NewGame{Key: "hexellation", Setup: seats(fmt.Sprint(n)), Control: control(t, "1+1"), Terms: Terms{Rated: true}})
			at, want := 20*time.Second, ""
			for seat := 1; seat < n; seat++ {
				if got := read(t, d, g).Record.Turn().Seat; got != rules.Seat(seat) {
					t.Fatalf("seat %d is to act, want %d", got, seat)
				}
				at += time.Minute + 300*ms // the sweep is a little late
				changed, err := d.DropFlags(t.Context(), in(at), 10)
				if err != nil || len(changed) != 1 {
					t.Fatalf("%v, %v", changed, err)
				}
				want += fmt.Sprintf(" timeout:%d@60000", seat)
				wantEvents(t, d, g, want[1:])
				if seat == n-1 {
					break
				}
				left := make([]time.Duration, n)
				for i := range left {
					if i >= seat {
						left[i] = time.Minute
					}
				}
				wantClock(t, d, g, in(at), in(at), left...)
				_, err = d.Resign(t.Context(), g.ID, g.by(rules.Seat(seat)), in(at))
				wantError(t, err, rules.Conflict, "error.out")
			}
			wantEnd(t, d, g, fmt.Sprint("win ", n), rules.Timeout)
		})
	}
	t.Run("who is out loses no time", func(t *testing.T) {
		g := begin(t, d, NewGame{Key: "hexellation", Setup: seats("3"), Control: control(t, "1+0")})
		g = must(t)(d.Resign(t.Context(), g.ID, g.by(3), in(30*time.Second)))
		wantClock(t, d, g, in(20*time.Second), in(40*time.Second), 40*time.Second, time.Minute, time.Minute)
		wantEvents(t, d, g, "resign:3")
		g = must(t)(d.Resign(t.Context(), g.ID, g.by(1), in(40*time.Second)))
		wantEvents(t, d, g, "resign:3 resign:1@20000")
		wantEnd(t, d, g, "win 2", rules.Resignation)
	})
	t.Run("who leaves in the head start leaves it to the next", func(t *testing.T) {
		g := begin(t, d, NewGame{Key: "hexellation", Setup: seats("4"), Control: control(t, "1+0")})
		g = must(t)(d.Resign(t.Context(), g.ID, g.by(1), in(5*time.Second)))
		wantClock(t, d, g, in(20*time.Second), in(30*time.Second), time.Minute, 50*time.Second, time.Minute, time.Minute)
		g = must(t)(d.Resign(t.Context(), g.ID, g.by(2), in(25*time.Second))) // in 5 s of thought
		wantClock(t, d, g, in(25*time.Second), in(25*time.Second), time.Minute, 55*time.Second, time.Minute, time.Minute)
		wantEvents(t, d, g, "resign:1@0 resign:2@5000")
	})
	t.Run("who plays in it leaves nothing of it", func(t *testing.T) {
		g := begin(t, d, NewGame{Key: "hexellation", Setup: seats("3"), Control: control(t, "1+0")})
		g = play(t, d, g, in(5*time.Second), randomTurn(g.Record, newRandom(1)))
		g = must(t)(d.Resign(t.Context(), g.ID, g.by(2), in(8*time.Second)))
		wantClock(t, d, g, in(8*time.Second), in(8*time.Second))
	})
	t.Run("a late turn is the next seat's news", func(t *testing.T) {
		g := begin(t, d, NewGame{Key: "hexellation", Setup: seats("3"), Control: control(t, "1+0")})
		after, err := d.PlayTurn(t.Context(), g.ID, g.by(1), 0, "m:b2,m:a1,m:a2,m:b1,end", in(90*time.Second))
		wantError(t, err, rules.Conflict, "error.time-up")
		if after.Status != Running || after.Record.Turn().Seat != 2 || !after.Since.Equal(in(90*time.Second)) {
			t.Errorf("shown is %+v", after)
		}
		wantClock(t, d, g, in(90*time.Second), in(100*time.Second), 0, 50*time.Second, time.Minute)
	})
	t.Run("a team loses", func(t *testing.T) {
		g := begin(t, d, NewGame{Key: "six", Setup: seats("4"), Control: control(t, "1+0"), Terms: Terms{Rated: true}})
		if _, err := d.DropFlags(t.Context(), in(time.Hour), 10); err != nil {
			t.Fatal(err)
		}
		wantEnd(t, d, g, "win 2 4", rules.Timeout)
	})
}

// What the players agree on takes no time from anybody and gives none back; who
// accepts a takeback pays for the thought, without an increment.
func TestOffersAndClocks(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	g := begin(t, d, NewGame{Control: control(t, "2+5")})
	g = play(t, d, g, in(30*time.Second), "c2") // 10 s
	one, two := g.by(1), g.by(2)
	after := func(s int) time.Time { return in(time.Duration(s) * time.Second) }
	must(t)(d.OfferDraw(ctx, g.ID, one, after(31)))
	must(t)(d.Decline(ctx, g.ID, two, 2, after(32)))
	must(t)(d.OfferDraw(ctx, g.ID, two, after(33)))
	must(t)(d.Decline(ctx, g.ID, two, 4, after(34)))
	must(t)(d.AskTakeback(ctx, g.ID, one, after(35)))
	wantClock(t, d, g, after(30), after(36), 115*time.Second, 114*time.Second)
	must(t)(d.Accept(ctx, g.ID, two, 6, after(37)))
	wantEvents(t, d, g, "c2@10000 draw:1 decline:2 draw:2 decline:2 takeback:1 accept:2@7000")
	wantClock(t, d, g, after(37), after(40), 112*time.Second, 113*time.Second) // no second head start
	g = play(t, d, read(t, d, g), after(41), "c4")
	wantClock(t, d, g, after(41), after(41), 116*time.Second, 113*time.Second)
	must(t)(d.OfferDraw(ctx, g.ID, one, after(42)))
	must(t)(d.Accept(ctx, g.ID, two, 9, after(43)))
	wantEvents(t, d, g, "c2@10000 draw:1 decline:2 draw:2 decline:2 takeback:1 accept:2@7000 c4@4000 draw:1 accept:2@2000")
	wantEnd(t, d, g, "draw", rules.Agreement)
	if left, _ := read(t, d, g).Left(2, after(1000)); left != 111*time.Second {
		t.Errorf("when all is over seat 2 has %v left", left)
	}
}

// A takeback starts the clock anew also where the same seat is to act as before.
func TestTakebackAfterTheReply(t *testing.T) {
	d := openTest(t)
	g := begin(t, d, NewGame{Control: control(t, "2+5")})
	g = play(t, d, g, in(30*time.Second), "c2")
	g = play(t, d, g, in(31*time.Second), "d3")
	must(t)(d.AskTakeback(t.Context(), g.ID, g.by(1), in(35*time.Second)))
	must(t)(d.Accept(t.Context(), g.ID, g.by(2), 3, in(40*time.Second)))
	wantEvents(t, d, g, "c2@10000 d3@1000 takeback:1 accept:2@9000")
	wantClock(t, d, g, in(40*time.Second), in(42*time.Second), 104*time.Second, 124*time.Second)
}

// A clock of the machine that is set back costs no player time.
func TestClockSetBack(t *testing.T) {
	d := openTest(t)
	g := begin(t, d, NewGame{Control: control(t, "2+0")})
	g = play(t, d, g, in(30*time.Second), "c2")
	g = play(t, d, g, in(-time.Hour), "d3")
	wantEvents(t, d, g, "c2@10000 d3@0")
	wantClock(t, d, g, in(-time.Hour), in(-time.Hour), 110*time.Second, 2*time.Minute)
}

// A pulse is written whether a clock runs or not. A clock that begins later, when
// the last sign of life is long ago, runs from its beginning.
func TestPulse(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	pulse := func() (at int64) {
		t.Helper()
		if err := d.read.QueryRowContext(ctx, "SELECT at FROM pulse").Scan(&at); err != nil {
			t.Fatal(err)
		}
		return at
	}
	_ = begin(t, d, NewGame{})
	if err := d.Pulse(ctx, noon); err != nil || pulse() != noon.UnixMilli() {
		t.Errorf("seen at %d without a clock, %v", pulse(), err)
	}
	timed := begin(t, d, NewGame{Control: control(t, "1d")})
	if err := d.Pulse(ctx, in(time.Minute)); err != nil || pulse() != in(time.Minute).UnixMilli() {
		t.Errorf("seen at %d, %v", pulse(), err)
	}
	must(t)(d.Resign(ctx, timed.ID, timed.by(1), in(time.Minute)))
	later := create(t, d, NewGame{Control: control(t, "1d")})
	must(t)(d.joinGame(ctx, later.Invite, newGuest(t, d).ID, in(10*time.Hour)))
	if err := d.ResumeClocks(ctx, in(20*time.Hour)); err != nil {
		t.Fatal(err)
	}
	wantClock(t, d, later, in(20*time.Hour), in(20*time.Hour))
	if n := countRows(t, d, "pulse"); n != 1 {
		t.Errorf("%d rows", n)
	}
}

// A deadline that cannot be written leaves the game as it was.
func TestFlagThatCannotBeStored(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	g := begin(t, d, NewGame{Control: control(t, "1+0"), Terms: Terms{Rated: true}})
	g = play(t, d, play(t, d, g, noon, "c2"), noon, "d3")
	allow := refuseRows(t, d, "rating_changes")
	if _, err := d.DropFlags(ctx, in(time.Hour), 10); err == nil {
		t.Error("no error")
	}
	if got := read(t, d, g); got.Revision != g.Revision || got.Status != Running || got.Record.EventCount() != 2 {
		t.Errorf("stored is %+v", got)
	}
	if n := countRows(t, d, "ratings"); n != 0 {
		t.Errorf("%d ratings", n)
	}
	allow()
	if _, err := d.DropFlags(ctx, in(time.Hour), 10); err != nil {
		t.Fatal(err)
	}
	wantEnd(t, d, g, "win 2", rules.Timeout)
}
