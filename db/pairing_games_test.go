package db

import (
	"context"
	"database/sql"
	"reflect"
	"slices"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
	"hexclub/rules/record"
)

// gamesOf returns the games of a pairing on this site.
func gamesOf(t testing.TB, d *DB, p Pairing) []Game {
	t.Helper()
	list, err := d.PairingGames(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range list {
		wantWhole(t, d, g.ID)
	}
	return list
}

// lose resigns the last game of a pairing for player 1 or 2.
func lose(t testing.TB, d *DB, p Pairing, player int, now time.Time) Game {
	t.Helper()
	list := gamesOf(t, d, p)
	last := list[len(list)-1]
	return must(t)(d.Resign(t.Context(), last.ID, p.Players[player-1].ID, now))
}

// drawn agrees on a draw in the last game of a pairing.
func drawn(t testing.TB, d *DB, p Pairing, now time.Time) {
	t.Helper()
	list := gamesOf(t, d, p)
	last := list[len(list)-1]
	g := must(t)(d.OfferDraw(t.Context(), last.ID, last.by(1), now))
	must(t)(d.Accept(t.Context(), last.ID, last.by(2), g.Record.EventCount(), now))
}

// A pairing on the site goes its way from game to game.
func TestPairingOnTheSite(t *testing.T) {
	d := openTest(t)
	tests := map[string]struct {
		n      NewPairing
		plays  string // for each game, who loses it, or "=" for a draw
		status PairingStatus
		worth  [2]int
		points [2]int
		tied   bool
	}{
		"a game":               {NewPairing{Key: "six"}, "2", PairingOver, [2]int{2, 0}, [2]int{}, false},
		"a draw":               {NewPairing{Key: "six"}, "=", PairingOver, [2]int{1, 1}, [2]int{}, false},
		"two games":            {NewPairing{Key: "six", Unit: pairing.TwoGames}, "21", PairingOver, [2]int{1, 1}, [2]int{}, false},
		"two games won":        {NewPairing{Key: "hexone", Unit: pairing.TwoGames}, "11", PairingOver, [2]int{0, 2}, [2]int{0, 196}, false},
		"half of two":          {NewPairing{Key: "six", Unit: pairing.TwoGames}, "2", PairingOpen, [2]int{}, [2]int{}, false},
		"a match":              {NewPairing{Unit: pairing.Match}, "22", PairingOver, [2]int{2, 0}, [2]int{196, 0}, false},
		"a match, equal sums":  {NewPairing{Unit: pairing.Match}, "21", PairingOver, [2]int{0, 2}, [2]int{98, 98}, true},
		"a match, resigned":    {NewPairing{Unit: pairing.Match}, "12", PairingOver, [2]int{2, 0}, [2]int{98, 98}, false},
		"a knockout":           {NewPairing{Key: "six", Decisive: true}, "1", PairingOver, [2]int{0, 2}, [2]int{}, false},
		"a knockout's replays": {NewPairing{Key: "six", Decisive: true}, "==2", PairingOver, [2]int{2, 0}, [2]int{}, false},
		"two, equal, replayed": {NewPairing{Key: "six", Decisive: true, Unit: pairing.TwoGames}, "12=1", PairingOver, [2]int{0, 2}, [2]int{}, false},
		"nobody has won":       {NewPairing{Key: "six", Decisive: true}, "===", PairingOpen, [2]int{}, [2]int{}, false},
	}
	for name, tt := range tests {
		for _, clock := range []string{"", "2d"} {
			t.Run(name+" "+clock, func(t *testing.T) {
				tt.n.Site, tt.n.Control = true, control(t, clock)
				p := newPairing(t, d, tt.n)
				for i, play := range tt.plays {
					at := in(time.Duration(i+1) * time.Minute)
					if play == '=' {
						drawn(t, d, p, at)
					} else {
						lose(t, d, p, int(play-'0'), at)
					}
				}
				p = readPairing(t, d, p)
				if p.Status != tt.status || p.Standing.Worth != tt.worth || p.Standing.Points != tt.points || p.Standing.Tied != tt.tied || len(p.Games) != len(tt.plays) {
					t.Errorf("the pairing is %+v", p)
				}
				if over := p.Status == PairingOver; over != (p.How == EndPlayed) || over != p.Ended.Equal(in(time.Duration(len(tt.plays))*time.Minute)) {
					t.Errorf("it ended by %q at %s", p.How, p.Ended)
				}
				list := gamesOf(t, d, p)
				if want := len(tt.plays) + min(p.Standing.Next, 1); len(list) != want {
					t.Fatalf("%d games, want %d", len(list), want)
				}
				for i, g := range list {
					if g.Nth != i+1 || g.by(record.MatchSeat(1, i+1)) != p.Players[0].ID || g.by(record.MatchSeat(2, i+1)) != p.Players[1].ID ||
						(g.Leg != 0) != (p.Unit == pairing.Match) || g.Record.Control() != p.Control || g.Rated {
						t.Errorf("game %d is %+v", i+1, g)
					}
				}
			})
		}
	}
}

// With a live clock the first game begins when both are here, and those that follow
// a minute after the one before.
func TestLivePairing(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	for _, unit := range []pairing.Unit{pairing.TwoGames, pairing.Match} {
		t.Run(string(unit), func(t *testing.T) {
			p := newPairing(t, d, NewPairing{Unit: unit, Site: true, Rated: true, Control: control(t, "5+3")})
			first, anna, ben := gamesOf(t, d, p)[0], p.Players[0].ID, p.Players[1].ID
			if first.Status != Waiting || first.by(1) != anna || first.Players[1].Reserved != ben || first.Listed {
				t.Fatalf("the first game is %+v", first)
			}
			if l, err := d.Meetings(ctx, ben, 10, noon); err != nil || len(l.Challenges)+len(l.Own) != 0 {
				t.Errorf("the lobby has %+v, %v", l, err)
			}
			if desk, err := d.Desk(ctx, ben, noon); err != nil || len(desk.Challenges) != 0 {
				t.Errorf("the desk has %+v, %v", desk, err)
			}
			gone := func(id string) bool { return id == anna }
			_, err := d.TakeSeat(ctx, first.ID, Claim{Person: ben, Away: gone}, noon)
			wantError(t, err, rules.Conflict, "error.away")
			_, err = d.TakeSeat(ctx, first.ID, Claim{Person: newAccount(t, d).ID}, noon)
			wantError(t, err, rules.Forbidden, "error.not-invited")
			for _, who := range []string{anna, ben} {
				_, err = d.Abort(ctx, first.ID, who, noon)
				wantError(t, err, rules.Conflict, "error.abort-pairing")
			}
			_, err = d.LeaveSeat(ctx, first.ID, anna, noon)
			wantError(t, err, rules.Conflict, "error.abort-pairing")
			if off, err := d.ExpireSeeks(ctx, in(400*24*time.Hour), func(string) bool { return true }); err != nil || len(off) != 0 {
				t.Errorf("expired are %+v, %v", off, err)
			}
			if g := must(t)(d.TakeSeat(ctx, first.ID, Claim{Person: ben}, noon)); g.Status != Running {
				t.Errorf("it is %s", g.Status)
			}
			must(t)(d.Resign(ctx, first.ID, ben, in(time.Hour/30)))
			second := gamesOf(t, d, p)[1]
			if second.Status != Running || second.by(1) != ben || !second.Rated {
				t.Errorf("the second game is %+v", second)
			}
			wantClock(t, d, second, in(time.Hour/30+time.Minute), in(time.Hour/30))
			deadline, _ := second.Deadline()
			if _, err := d.DropFlags(ctx, deadline, 10); err != nil {
				t.Fatal(err)
			}
			if p = readPairing(t, d, p); p.Status != PairingOver || p.Standing.Winner != 1 {
				t.Errorf("the pairing is %+v", p)
			}
		})
	}
}

// A game of a pairing cannot be called off by its players.
func TestPairingIsNotCalledOff(t *testing.T) {
	d := openTest(t)
	for _, unit := range pairing.Units() {
		p := newPairing(t, d, NewPairing{Unit: unit, Site: true})
		for p.Status == PairingOpen {
			list := gamesOf(t, d, p)
			g := list[len(list)-1]
			for _, seat := range []rules.Seat{1, 2} {
				after, err := d.Abort(t.Context(), g.ID, g.by(seat), noon)
				wantError(t, err, rules.Conflict, "error.abort-pairing")
				if after.Status != Running || read(t, d, g).Revision != g.Revision {
					t.Errorf("game %d of %s is %+v", g.Nth, unit, after)
				}
			}
			lose(t, d, p, 1, noon)
			p = readPairing(t, d, p)
		}
	}
}

// Who deletes the account forfeits what is still to be played.
func TestDeletionForfeitsPairings(t *testing.T) {
	d := openTest(t)
	anna := newAccount(t, d).ID
	var open []Pairing
	for _, n := range []NewPairing{
		{Key: "hexone", Unit: pairing.Match},
		{Key: "hexone", Unit: pairing.Match, Site: true},
		{Key: "hexone", Unit: pairing.TwoGames, Site: true, Rated: true, Control: control(t, "2d")},
		{Key: "six", Unit: pairing.OneGame, Site: true, Control: control(t, "5+3")},
		{Key: "six", Unit: pairing.OneGame, Site: true, Decisive: true},
		{Key: "six", Unit: pairing.OneGame, Site: true, Decisive: true},
	} {
		n.First, n.Second = anna, newAccount(t, d).ID
		p, err := d.AddPairing(t.Context(), n, noon)
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, p)
	}
	lose(t, d, open[1], 2, noon)
	drawn(t, d, open[4], noon)
	for range 3 {
		drawn(t, d, open[5], noon)
	}
	over := newPairing(t, d, NewPairing{Key: "six", Site: true})
	lose(t, d, over, 2, noon)
	for i, who := range []string{anna, over.Players[1].ID} {
		changed, err := d.DeletePerson(t.Context(), who, in(time.Hour))
		if err != nil || i == 0 && len(changed) != 4 {
			t.Errorf("%d games changed, %v", len(changed), err)
		}
	}
	for i, p := range open {
		p = readPairing(t, d, p)
		if p.Status != PairingOver || p.How != EndForfeit || !p.Players[0].Deleted || p.Standing.Winner != 2 {
			t.Errorf("pairing %d is %+v", i, p)
		}
		for _, g := range gamesOf(t, d, p) {
			if g.Status != Over {
				t.Errorf("a game of pairing %d is %s", i, g.Status)
			}
		}
	}
	if p := readPairing(t, d, open[1]); p.Standing.Points != [2]int{98, 98} || !p.Standing.Tied {
		t.Errorf("the match is %+v", p)
	}
	if p := readPairing(t, d, over); p.How != EndPlayed || p.Standing.Winner != 1 {
		t.Errorf("what was over is %+v", p)
	}
}

// A pairing whose time is over is called off with its games, unless somebody alone
// is to blame.
func TestPairingLapses(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	now := noon
	awaited := func(p Pairing) (player int) {
		t.Helper()
		if err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			player, err = d.awaitedIn(ctx, tx, p, now)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return player
	}
	site := newPairing(t, d, NewPairing{Unit: pairing.TwoGames, Site: true})
	live := newPairing(t, d, NewPairing{Site: true, Control: control(t, "5+3")})
	table := newPairing(t, d, NewPairing{Key: "six"})
	over := newPairing(t, d, NewPairing{Key: "six", Site: true})
	lose(t, d, over, 1, noon)
	over = readPairing(t, d, over)
	if got := []int{awaited(site), awaited(live), awaited(table), awaited(over)}; !slices.Equal(got, []int{1, 0, 0, 0}) {
		t.Errorf("awaited are %v", got)
	}
	play(t, d, gamesOf(t, d, site)[0], noon, "c2")
	if got := awaited(site); got != 2 {
		t.Errorf("awaited is %d", got)
	}
	lose(t, d, site, 2, noon)
	if got := awaited(site); got != 2 { // starts the second game
		t.Errorf("awaited is %d", got)
	}
	said, err := d.EnterResult(ctx, table.ID, table.Players[1].ID, []pairing.Game{{Halves: [2]int{2, 0}}}, noon)
	now = in(23 * time.Hour)
	if err != nil || awaited(said) != 0 { // the other is to have time to answer
		t.Errorf("awaited is %d, %v", awaited(said), err)
	}
	if now = in(24 * time.Hour); awaited(said) != 1 {
		t.Errorf("awaited is %d", awaited(said))
	}
	for _, p := range []Pairing{site, live, table, over} {
		if err := d.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
			_, err := d.lapsePairing(ctx, tx, p.ID, nil, in(2*time.Hour))
			return err
		}); err != nil {
			t.Fatal(err)
		}
		after := readPairing(t, d, p)
		if p.ID == over.ID {
			if !reflect.DeepEqual(after, p) {
				t.Errorf("what was over is %+v", after)
			}
			continue
		}
		if after.Status != PairingOff || after.How != EndLapsed || after.Entered != nil || len(after.Games) != 0 {
			t.Errorf("the pairing is %+v", after)
		}
		list := gamesOf(t, d, p)
		for i, g := range list {
			if result, ended := g.Record.Result(); !ended || result.Void() != (i == len(list)-1) {
				t.Errorf("game %d is %+v", i+1, g)
			}
		}
	}
}
