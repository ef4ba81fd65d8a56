package db

import (
	"cmp"
	"context"
	"database/sql"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// newPairing pairs two new accounts, on this site unless n says the rest: of Hexone
// and one game if n names no other.
func newPairing(t testing.TB, d *DB, n NewPairing) Pairing {
	t.Helper()
	n.Key, n.Unit = cmp.Or(n.Key, "hexone"), cmp.Or(n.Unit, pairing.OneGame)
	n.First, n.Second = newAccount(t, d).ID, newAccount(t, d).ID
	p, err := d.AddPairing(t.Context(), n, noon)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func readPairing(t testing.TB, d *DB, p Pairing) Pairing {
	t.Helper()
	p, err := d.Pairing(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	wantStanding(t, d, p)
	return p
}

// wantStanding checks that the row says what the results add up to.
func wantStanding(t testing.TB, d *DB, p Pairing) {
	t.Helper()
	var s pairing.Standing
	err := d.read.QueryRowContext(t.Context(), `SELECT undecided, winner, half_wins_1, half_wins_2, points_1, points_2, worth_1, worth_2
		FROM pairings WHERE id = $1`, p.ID).Scan(&s.Undecided, &s.Winner, &s.Halves[0], &s.Halves[1], &s.Points[0], &s.Points[1], &s.Worth[0], &s.Worth[1])
	s.Over, s.Tied, s.Next = p.Standing.Over, p.Standing.Tied, p.Standing.Next
	if err != nil || s != p.Standing || (p.Status == PairingOver) != p.Standing.Over || (p.Status == PairingOpen) != p.Ended.IsZero() {
		t.Errorf("%v, the row has %+v, the pairing is %+v", err, s, p)
	}
}

// gamesOf is the games of a pairing on this site.
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
	must(t)(d.Accept(t.Context(), last.ID, last.by(2), g.Record.Ply(), now))
}

// organiserOf is a new account that organises.
func organiserOf(t testing.TB, d *DB) string {
	t.Helper()
	id := newAccount(t, d).ID
	if err := d.GiveRole(t.Context(), id, Organiser, noon); err != nil {
		t.Fatal(err)
	}
	return id
}

func TestAddPairing(t *testing.T) {
	d := openTest(t)
	t.Run("its first game runs at once", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Key: "six", Site: true, Control: control(t, "2d"), Rated: true, Due: in(time.Hour)})
		list := gamesOf(t, d, p)
		if len(list) != 1 || list[0].Status != Running || list[0].by(1) != p.Players[0].ID || list[0].by(2) != p.Players[1].ID ||
			!list[0].Rated || list[0].Explore || list[0].Nth != 1 || list[0].Pairing != p.ID || list[0].Invite != "" {
			t.Errorf("games %+v", list)
		}
		if p.Status != PairingOpen || !p.Due.Equal(in(time.Hour)) || !p.Made.Equal(noon) || p.Standing != (pairing.Standing{Next: 1}) || len(p.Touched) != 1 {
			t.Errorf("%+v", p)
		}
	})
	t.Run("over the board there is none", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Control: control(t, "5+0")})
		if list := gamesOf(t, d, p); len(list) != 0 || !p.Control.None() {
			t.Errorf("games %+v of %+v", list, p)
		}
	})
	t.Run("refused", func(t *testing.T) {
		anna, ben, guest := newAccount(t, d).ID, newAccount(t, d).ID, newGuest(t, d).ID
		before := countRows(t, d, "pairings")
		for key, tt := range map[string]struct {
			kind rules.ErrorKind
			n    NewPairing
		}{
			"error.pairing-self":    {rules.Invalid, NewPairing{First: anna, Second: anna}},
			"error.pairing-members": {rules.Forbidden, NewPairing{First: anna, Second: guest}},
			"error.not-found":       {rules.NotFound, NewPairing{First: anna, Second: "nobody"}},
			"error.pairing-due":     {rules.Invalid, NewPairing{First: anna, Second: ben, Due: noon}},
			"error.pairing-unit":    {rules.Invalid, NewPairing{First: anna, Second: ben, Unit: "three"}},
			"error.match":           {rules.Invalid, NewPairing{First: anna, Second: ben, Unit: pairing.Match, Key: "six"}},
			"error.pairing-rated":   {rules.Invalid, NewPairing{First: anna, Second: ben, Rated: true}},
			"error.rated-clock":     {rules.Invalid, NewPairing{First: anna, Second: ben, Rated: true, Site: true}},
			"error.game":            {rules.NotFound, NewPairing{First: anna, Second: ben, Key: "chess"}},
		} {
			tt.n.Key, tt.n.Unit = cmp.Or(tt.n.Key, "hexone"), cmp.Or(tt.n.Unit, pairing.OneGame)
			_, err := d.AddPairing(t.Context(), tt.n, noon)
			wantError(t, err, tt.kind, key)
		}
		if after := countRows(t, d, "pairings"); after != before {
			t.Errorf("%d pairings, before %d", after, before)
		}
	})
	t.Run("in spite of blocks and of many that wait", func(t *testing.T) {
		anna, ben := newAccount(t, d).ID, newAccount(t, d).ID
		if err := d.Block(t.Context(), anna, ben, noon); err != nil {
			t.Fatal(err)
		}
		n := NewPairing{Key: "six", Unit: pairing.OneGame, Site: true, Control: control(t, "5+3"), First: anna, Second: ben}
		for range mostWaiting + 1 {
			if _, err := d.AddPairing(t.Context(), n, noon); err != nil {
				t.Fatal(err)
			}
		}
		create(t, d, NewGame{Host: anna}) // these do not count
	})
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
					if g.Nth != i+1 || g.by(pairing.Seat(1, i+1)) != p.Players[0].ID || g.by(pairing.Seat(2, i+1)) != p.Players[1].ID ||
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
			if l, err := d.Lobby(ctx, ben, "", 10, noon); err != nil || len(l.Challenges)+len(l.Own)+len(l.Seeks) != 0 {
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

// Nobody calls a game of a pairing off, in none of its games.
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

// What one enters the other confirms.
func TestEnterResult(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	won, lost := scoredGame(1, 20), scoredGame(2, 30)
	match := func(t *testing.T) Pairing { return newPairing(t, d, NewPairing{Unit: pairing.Match}) }
	enter := func(t *testing.T, p Pairing, player int, list ...pairing.Game) Pairing {
		t.Helper()
		p, err := d.EnterResult(ctx, p.ID, p.Players[player-1].ID, list, noon)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	t.Run("confirmed", func(t *testing.T) {
		p := match(t)
		waits := enter(t, p, 1, won, lost)
		if e := readPairing(t, d, p).Entered; e == nil || e.By != p.Players[0].ID || !slices.Equal(e.Games, []pairing.Game{won, lost}) || waits.Status != PairingOpen {
			t.Fatalf("entered is %+v", e)
		}
		_, err := d.ConfirmResult(ctx, p.ID, p.Players[0].ID, waits.Revision, noon)
		wantError(t, err, rules.Conflict, "error.pairing-none")
		_, err = d.ConfirmResult(ctx, p.ID, p.Players[1].ID, waits.Revision-1, noon)
		wantError(t, err, rules.Conflict, "error.pairing-changed")
		_, err = d.ConfirmResult(ctx, p.ID, newAccount(t, d).ID, waits.Revision, noon)
		wantError(t, err, rules.Forbidden, "error.not-paired")
		if after, err := d.ConfirmResult(ctx, p.ID, p.Players[1].ID, waits.Revision, in(time.Hour)); err != nil || after.Status != PairingOver {
			t.Fatalf("%+v, %v", after, err)
		}
		p = readPairing(t, d, p)
		if p.How != EndEntered || p.Standing.Winner != 2 || p.Standing.Points != [2]int{40, 60} || p.Entered != nil || !p.Ended.Equal(in(time.Hour)) {
			t.Errorf("the pairing is %+v", p)
		}
		_, err = d.EnterResult(ctx, p.ID, p.Players[0].ID, []pairing.Game{won, won}, noon)
		wantError(t, err, rules.Conflict, "error.pairing-over")
		_, err = d.ConfirmResult(ctx, p.ID, p.Players[1].ID, p.Revision, noon)
		wantError(t, err, rules.Conflict, "error.pairing-over")
	})
	t.Run("both enter the same", func(t *testing.T) {
		p := match(t)
		enter(t, p, 1, won, lost)
		if p = enter(t, p, 2, won, lost); p.Status != PairingOver || p.How != EndEntered {
			t.Errorf("the pairing is %+v", p)
		}
	})
	t.Run("both enter another", func(t *testing.T) {
		p := match(t)
		enter(t, p, 1, won, lost)
		after, err := d.EnterResult(ctx, p.ID, p.Players[1].ID, []pairing.Game{lost, lost}, noon)
		wantError(t, err, rules.Conflict, "error.pairing-entered")
		if after.Entered == nil || after.Entered.By != p.Players[0].ID {
			t.Errorf("the pairing is %+v", after)
		}
		if after = enter(t, p, 1, lost, lost); after.Status != PairingOpen || !slices.Equal(after.Entered.Games, []pairing.Game{lost, lost}) {
			t.Errorf("entered anew it is %+v", after)
		}
	})
	t.Run("contested", func(t *testing.T) {
		p := match(t)
		waits := enter(t, p, 1, won, lost)
		_, err := d.ContestResult(ctx, p.ID, p.Players[1].ID, string(make([]byte, maxReason+1)), waits.Revision, noon)
		wantError(t, err, rules.Invalid, "error.pairing-word")
		_, err = d.ContestResult(ctx, p.ID, p.Players[0].ID, "", waits.Revision, noon)
		wantError(t, err, rules.Conflict, "error.pairing-none")
		after, err := d.ContestResult(ctx, p.ID, p.Players[1].ID, " I won both. ", waits.Revision, in(time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		if e := readPairing(t, d, p).Entered; e.Against != p.Players[1].ID || e.Contest != "I won both." || !e.ContestedAt.Equal(in(time.Minute)) {
			t.Errorf("contested is %+v", e)
		}
		_, err = d.ConfirmResult(ctx, p.ID, p.Players[1].ID, after.Revision, noon)
		wantError(t, err, rules.Conflict, "error.pairing-none")
		if p = enter(t, p, 2, lost, lost); p.Entered.By != p.Players[1].ID || p.Entered.Against != "" {
			t.Errorf("entered anew it is %+v", p.Entered)
		}
	})
	t.Run("all at once", func(t *testing.T) {
		p := match(t)
		waits := enter(t, p, 1, won, lost)
		var group sync.WaitGroup
		outcomes := make([]error, 8)
		for i := range outcomes {
			group.Add(1)
			go func() {
				defer group.Done()
				if i%2 == 0 {
					_, outcomes[i] = d.ConfirmResult(ctx, p.ID, p.Players[1].ID, waits.Revision, noon)
				} else {
					_, outcomes[i] = d.EnterResult(ctx, p.ID, p.Players[1].ID, []pairing.Game{won, lost}, noon)
				}
			}()
		}
		group.Wait()
		good := 0
		for _, err := range outcomes {
			if err == nil {
				good++
			} else {
				wantError(t, err, rules.Conflict, "error.pairing-over")
			}
		}
		if p = readPairing(t, d, p); good != 1 || p.Status != PairingOver || p.Revision != waits.Revision+1 {
			t.Errorf("%d confirmed; %+v", good, p)
		}
	})
	t.Run("refused", func(t *testing.T) {
		p, site := match(t), newPairing(t, d, NewPairing{Site: true})
		anna := p.Players[0].ID
		for key, list := range map[string][]pairing.Game{
			"error.pairing-unfinished": {won},
			"error.pairing-surplus":    {won, lost, won},
			"error.pairing-points":     {won, scoredGame(1, 50)},
			"error.pairing-outcome":    {won, {}},
			"error.pairing-forfeit":    {won, {Forfeit: [2]bool{true, true}}},
		} {
			_, err := d.EnterResult(ctx, p.ID, anna, list, noon)
			wantError(t, err, rules.Invalid, key)
		}
		_, err := d.EnterResult(ctx, p.ID, newAccount(t, d).ID, []pairing.Game{won, lost}, noon)
		wantError(t, err, rules.Forbidden, "error.not-paired")
		_, err = d.EnterResult(ctx, p.ID, "", []pairing.Game{won, lost}, noon)
		wantError(t, err, rules.Forbidden, "error.not-paired")
		_, err = d.EnterResult(ctx, site.ID, site.Players[0].ID, []pairing.Game{won}, noon)
		wantError(t, err, rules.Conflict, "error.pairing-site")
		_, err = d.EnterResult(ctx, "none", anna, nil, noon)
		wantError(t, err, rules.NotFound, "error.no-pairing-page")
		if after := readPairing(t, d, p); after.Revision != p.Revision || after.Entered != nil {
			t.Errorf("the pairing is %+v", after)
		}
	})
	t.Run("without a winner the organiser chooses", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Key: "six", Decisive: true})
		level := pairing.Game{Halves: [2]int{1, 1}}
		enter(t, p, 1, level, level, level)
		p = enter(t, p, 2, level, level, level)
		if p = readPairing(t, d, p); p.Status != PairingOpen || !p.Standing.Undecided {
			t.Fatalf("the pairing is %+v", p)
		}
		_, err := d.EnterResult(ctx, p.ID, p.Players[0].ID, []pairing.Game{level, level, {Halves: [2]int{2, 0}}}, noon)
		wantError(t, err, rules.Conflict, "error.pairing-over")
		organiser := organiserOf(t, d)
		_, err = d.DecidePairing(ctx, p.ID, organiser, Decision{Games: p.Games, Why: "A coin fell.", Revision: p.Revision}, noon)
		wantError(t, err, rules.Invalid, "error.pairing-no-winner")
		_, err = d.DecidePairing(ctx, p.ID, organiser, Decision{Forfeit: [2]bool{true, true}, Why: "Both gone.", Revision: p.Revision}, noon)
		wantError(t, err, rules.Invalid, "error.pairing-no-winner")
		if _, err = d.DecidePairing(ctx, p.ID, organiser, Decision{Games: p.Games, Winner: 2, Why: "A coin fell.", Revision: p.Revision}, noon); err != nil {
			t.Fatal(err)
		}
		if p = readPairing(t, d, p); p.Standing.Winner != 2 || p.Standing.Worth != [2]int{0, 2} || p.How != EndDecided {
			t.Errorf("the pairing is %+v", p)
		}
	})
}

// scoredGame is a game of Hexone that a player has won with so many whole points.
func scoredGame(winner, points int) pairing.Game {
	var g pairing.Game
	g.Halves[winner-1], g.Points[winner-1] = 2, 2*points
	return g
}

func TestDecidePairing(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	organiser := organiserOf(t, d)
	decide := func(t *testing.T, p Pairing, decision Decision) Pairing {
		t.Helper()
		decision.Why, decision.Revision = cmp.Or(decision.Why, "So it was."), readPairing(t, d, p).Revision
		if _, err := d.DecidePairing(ctx, p.ID, organiser, decision, in(time.Hour)); err != nil {
			t.Fatal(err)
		}
		return readPairing(t, d, p)
	}
	lastAct := func(t *testing.T) Entry {
		t.Helper()
		list, _, err := d.Log(ctx, LogFilter{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return list[0]
	}
	first, second := [2]bool{true, false}, [2]bool{false, true}
	t.Run("a result over the board", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{})
		p = decide(t, p, Decision{Games: []pairing.Game{scoredGame(2, 12)}})
		if p.Status != PairingOver || p.How != EndDecided || p.Standing.Winner != 2 || p.Decided == nil || p.Decided.By.ID != organiser ||
			p.Decided.Reason != "So it was." || !p.Decided.At.Equal(in(time.Hour)) {
			t.Errorf("the pairing is %+v", p)
		}
		act := lastAct(t)
		if act.Act != "pairing-decided" || act.By.ID != organiser || act.Href != "/pairings/"+p.ID || act.Detail["Was"] != "–" || act.Detail["Is"] != "0–1 (0–1 0:12)" ||
			act.Detail["FirstPeople"] != p.Players[0].ID || act.Detail["Reason"] != "So it was." {
			t.Errorf("the log has %+v", act)
		}
	})
	t.Run("a correction", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Key: "six", Site: true})
		lose(t, d, p, 1, noon)
		p = decide(t, p, Decision{Games: []pairing.Game{{Halves: [2]int{2, 0}}}})
		if p.Standing.Winner != 1 || p.How != EndDecided || !p.Ended.Equal(noon) {
			t.Errorf("corrected it is %+v", p)
		}
		if act := lastAct(t); act.Act != "pairing-corrected" || act.Detail["Was"] != "0–1 (0–1)" || act.Detail["Is"] != "1–0 (1–0)" {
			t.Errorf("the log has %+v", act)
		}
		wantEnd(t, d, gamesOf(t, d, p)[0], "win 2", rules.Resignation) // the game stays as it was played
		if p = decide(t, p, Decision{Off: true}); p.Status != PairingOff || p.Standing != (pairing.Standing{}) || len(p.Games) != 0 {
			t.Errorf("called off it is %+v", p)
		}
		if act := lastAct(t); act.Act != "pairing-off" || act.Detail["Was"] != "1–0 (1–0)" {
			t.Errorf("the log has %+v", act)
		}
		if p = decide(t, p, Decision{Forfeit: second}); p.Status != PairingOver || p.Standing.Winner != 1 || p.How != EndForfeit {
			t.Errorf("after that it is %+v", p)
		}
	})
	t.Run("a correction by which the same player wins", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Unit: pairing.TwoGames})
		p = decide(t, p, Decision{Games: []pairing.Game{scoredGame(1, 20), scoredGame(1, 12)}})
		decide(t, p, Decision{Games: []pairing.Game{scoredGame(1, 21), scoredGame(1, 12)}})
		if act := lastAct(t); act.Detail["Was"] != "1–0 (1–0 20:0; 1–0 12:0)" || act.Detail["Is"] != "1–0 (1–0 21:0; 1–0 12:0)" {
			t.Errorf("the log has %+v", act)
		}
	})
	t.Run("a match given up halfway", func(t *testing.T) {
		for forfeit, want := range map[[2]bool][2]int{first: {98, 98}, second: {196, 0}, {true, true}: {98, 0}} {
			p := newPairing(t, d, NewPairing{Unit: pairing.Match, Site: true, Rated: true, Control: control(t, "2d")})
			lose(t, d, p, 2, noon)
			running := gamesOf(t, d, p)[1]
			p = decide(t, p, Decision{Forfeit: forfeit})
			if p.Standing.Points != want || p.Status != PairingOver || p.How != EndForfeit || p.Games[1].Forfeit != forfeit {
				t.Errorf("%v: the pairing is %+v", forfeit, p)
			}
			list := gamesOf(t, d, p)
			if len(list) != 2 || list[1].Status != Over {
				t.Fatalf("%v: games %+v", forfeit, list)
			}
			switch forfeit {
			case first: // has seat 2 there
				wantEnd(t, d, running, "win 1", rules.Resignation)
			case second:
				wantEnd(t, d, running, "win 2", rules.Resignation)
			default:
				wantEnd(t, d, running, "void", rules.CalledOff)
			}
		}
	})
	t.Run("a game given up where it stands", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Site: true})
		g := playRandom(t, d, gamesOf(t, d, p)[0], 20, 3)
		p = decide(t, p, Decision{Forfeit: first})
		result, _ := read(t, d, g).Record.Result()
		if got := p.Games[0]; got.Points[1] != int(result.Halves[1]) || got.Halves != [2]int{0, 2} {
			t.Errorf("%+v of %v", got, result)
		}
	})
	t.Run("another result while the game goes on", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Key: "six", Unit: pairing.TwoGames, Site: true, Rated: true, Control: control(t, "2d")})
		lose(t, d, p, 2, noon)
		g := gamesOf(t, d, p)[1]
		random := newRandom(5)
		for range 4 {
			g = play(t, d, g, noon, randomTurn(g.Record, random))
		}
		draw := pairing.Game{Halves: [2]int{1, 1}}
		if p = decide(t, p, Decision{Games: []pairing.Game{draw, draw}}); p.Standing.Worth != [2]int{1, 1} {
			t.Errorf("the pairing is %+v", p)
		}
		wantEnd(t, d, g, "void", rules.CalledOff)
	})
	t.Run("a live one for which nobody came", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Unit: pairing.Match, Site: true, Control: control(t, "5+0")})
		p = decide(t, p, Decision{Forfeit: second})
		if list := gamesOf(t, d, p); len(list) != 1 || list[0].Status != Over || p.Standing.Points != [2]int{196, 0} {
			t.Errorf("%+v with %+v", p, list)
		}
	})
	t.Run("after replays somebody goes", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Key: "six", Decisive: true, Site: true})
		for range 3 {
			drawn(t, d, p, noon)
		}
		if p = decide(t, p, Decision{Forfeit: first}); p.Standing.Winner != 2 || p.Chosen != 2 {
			t.Errorf("the pairing is %+v", p)
		}
	})
	t.Run("refused", func(t *testing.T) {
		p := newPairing(t, d, NewPairing{Key: "six"})
		good := Decision{Games: []pairing.Game{{Halves: [2]int{2, 0}}}, Why: "So it was.", Revision: p.Revision}
		before := countRows(t, d, "log")
		for _, who := range []string{p.Players[0].ID, newAccount(t, d).ID, newGuest(t, d).ID, ""} {
			_, err := d.DecidePairing(ctx, p.ID, who, good, noon)
			wantError(t, err, rules.Forbidden, "error.organisers-only")
		}
		for key, change := range map[string]func(*Decision){
			"error.pairing-reason":     func(n *Decision) { n.Why = " " },
			"error.pairing-unfinished": func(n *Decision) { n.Games = nil },
			"error.pairing-winner":     func(n *Decision) { n.Winner = 2 },
			"error.pairing-outcome":    func(n *Decision) { n.Games = []pairing.Game{{}} },
		} {
			bad := good
			change(&bad)
			after, err := d.DecidePairing(ctx, p.ID, organiser, bad, noon)
			wantError(t, err, rules.Invalid, key)
			if after.Status != PairingOpen {
				t.Errorf("shown is %+v", after)
			}
		}
		stale := good
		stale.Revision--
		_, err := d.DecidePairing(ctx, p.ID, organiser, stale, noon)
		wantError(t, err, rules.Conflict, "error.pairing-changed")
		_, err = d.DecidePairing(ctx, "none", organiser, good, noon)
		wantError(t, err, rules.NotFound, "error.no-pairing-page")
		if after := readPairing(t, d, p); after.Revision != p.Revision || countRows(t, d, "log") != before {
			t.Errorf("the pairing is %+v", after)
		}
	})
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

func TestPairingsOf(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben := newAccount(t, d).ID, newAccount(t, d).ID
	last := ""
	wantNews := func() {
		t.Helper()
		mark, err := d.DeskMark(ctx, anna)
		if err != nil || mark == last {
			t.Errorf("the mark is %s, as before, %v", mark, err)
		}
		last = mark
	}
	wantNews()
	var want []string
	for i, due := range []time.Time{in(2 * time.Hour), {}, in(time.Hour)} {
		n := NewPairing{Key: "six", Unit: pairing.OneGame, First: anna, Second: ben, Due: due}
		if i == 1 {
			n.First, n.Second = ben, anna
		}
		p, err := d.AddPairing(ctx, n, noon)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, p.ID)
		wantNews()
	}
	list, err := d.PairingsOf(ctx, anna)
	if err != nil || len(list) != 3 || list[0].ID != want[2] || list[1].ID != want[0] || list[2].ID != want[1] {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := d.EnterResult(ctx, want[0], ben, []pairing.Game{{Halves: [2]int{2, 0}}}, noon); err != nil {
		t.Fatal(err)
	}
	wantNews()
	if _, err := d.EnterResult(ctx, want[0], anna, []pairing.Game{{Halves: [2]int{2, 0}}}, noon); err != nil {
		t.Fatal(err)
	}
	wantNews()
	if list, err := d.PairingsOf(ctx, anna); err != nil || len(list) != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := d.PairingsOf(ctx, ""); err != nil || len(list) != 0 {
		t.Errorf("nobody has %+v, %v", list, err)
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
			if err := d.setPairingDue(ctx, tx, p.ID, in(time.Hour)); err != nil {
				return err
			}
			_, err := d.lapsePairing(ctx, tx, p.ID, in(2*time.Hour))
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
		if after.Status != PairingOff || after.How != EndLapsed || !after.Due.Equal(in(time.Hour)) || after.Entered != nil || len(after.Games) != 0 {
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
