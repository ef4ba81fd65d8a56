package db

import (
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/pairing"
)

// A live game of two is called off, and changes no ratings, if a player's time runs out before that
// player's first turn. Other games are lost on time.
func TestNoShow(t *testing.T) {
	d := openTest(t)
	six, sky, quick, rated := seats("4"), seats("3"), control(t, "1+0"), Terms{Rated: true}
	onSite := func(t *testing.T, n NewPairing) Game {
		t.Helper()
		n.Site, n.Rated, n.Control = true, true, quick
		p := newPairing(t, d, n)
		return must(t)(d.TakeSeat(t.Context(), gamesOf(t, d, p)[0].ID, Claim{Person: p.Players[1].ID}, noon))
	}
	game := func(n NewGame) func(*testing.T) Game {
		return func(t *testing.T) Game { t.Helper(); return begin(t, d, n) }
	}
	second := func(t *testing.T) Game {
		t.Helper()
		g := begin(t, d, NewGame{Match: true, Control: quick, Terms: rated})
		must(t)(d.Resign(t.Context(), g.ID, g.by(2), noon))
		return matchOf(t, d, g).Second
	}
	for name, tt := range map[string]struct {
		begin  func(*testing.T) Game
		turns  []string
		noShow rules.Seat
		result string // of a game that is not called off
	}{
		"casual, the first player":       {game(NewGame{Control: quick}), nil, 1, ""},
		"casual, the second player":      {game(NewGame{Control: quick}), []string{"c2"}, 2, ""},
		"casual, after one turn each":    {game(NewGame{Control: quick}), []string{"c2", "d3"}, 0, "win 2"},
		"casual, after two turns of one": {game(NewGame{Control: quick}), []string{"c2", "d3", "c2"}, 0, "win 1"},
		"rated, the first player":        {game(NewGame{Control: quick, Terms: rated}), nil, 1, ""},
		"rated, the second player":       {game(NewGame{Control: quick, Terms: rated}), []string{"c2"}, 2, ""},
		"rated, after one turn each":     {game(NewGame{Control: quick, Terms: rated}), []string{"c2", "d3"}, 0, "win 2"},
		"the first game of a match":      {game(NewGame{Match: true, Control: quick, Terms: rated}), []string{"c2"}, 2, ""},
		"the second game of a match":     {second, nil, 0, "win 2"},
		"days for a turn":                {game(NewGame{Control: control(t, "1d"), Terms: rated}), nil, 0, "win 2"},
		"two teams":                      {game(NewGame{Key: "six", Setup: six, Control: quick, Terms: rated}), nil, 0, "win 2 4"},
		"a pairing":                      {func(t *testing.T) Game { return onSite(t, NewPairing{}) }, nil, 0, "win 2"},
		"a pairing, the second player":   {func(t *testing.T) Game { return onSite(t, NewPairing{}) }, []string{"c2"}, 0, "win 1"},
		"a match of a pairing":           {func(t *testing.T) Game { return onSite(t, NewPairing{Unit: pairing.Match}) }, nil, 0, "win 2"},
	} {
		t.Run(name, func(t *testing.T) {
			g := tt.begin(t)
			for _, turn := range tt.turns {
				g = play(t, d, g, in(time.Second), turn)
			}
			deadline, _ := g.Deadline()
			if _, err := d.DropFlags(t.Context(), deadline, 100); err != nil {
				t.Fatal(err)
			}
			if tt.noShow == 0 {
				wantEnd(t, d, g, tt.result, rules.Timeout)
			} else {
				wantEnd(t, d, g, "void", rules.CalledOff)
			}
			g = read(t, d, g)
			if got := g.NoShow(); got != tt.noShow {
				t.Errorf("seat %d did not start, want %d", got, tt.noShow)
			}
			if left, ok := g.Left(max(tt.noShow, 1), deadline); tt.noShow != 0 && (left != 0 || !ok) {
				t.Errorf("it has %v left", left)
			}
		})
	}
	t.Run("a player of three", func(t *testing.T) {
		g := begin(t, d, NewGame{Key: "hexellation", Setup: sky, Control: quick})
		if _, err := d.DropFlags(t.Context(), in(80*time.Second), 100); err != nil {
			t.Fatal(err)
		}
		wantEvents(t, d, g, "timeout:1@60000")
	})
}

// A turn that was taken back is no first turn.
func TestNoShowAfterTakeback(t *testing.T) {
	d := openTest(t)
	g := begin(t, d, NewGame{Control: control(t, "1+0")})
	play(t, d, g, noon, "c2")
	must(t)(d.AskTakeback(t.Context(), g.ID, g.by(1), noon))
	g = must(t)(d.Accept(t.Context(), g.ID, g.by(2), 2, noon))
	deadline, _ := g.Deadline()
	if _, err := d.DropFlags(t.Context(), deadline, 100); err != nil {
		t.Fatal(err)
	}
	wantEnd(t, d, g, "void", rules.CalledOff)
	if got := read(t, d, g).NoShow(); got != 1 {
		t.Errorf("seat %d did not start, want 1", got)
	}
}

// The late request of a player learns that the time is up. Another rematch can be requested.
func TestRequestsAfterNoShow(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	first := begin(t, d, NewGame{Control: control(t, "1+0"), Terms: Terms{Rated: true}})
	one, two := first.by(1), first.by(2)
	must(t)(d.Resign(ctx, first.ID, one, noon))
	must(t)(d.Rematch(ctx, first.ID, one, noon, nil))
	again := must(t)(d.Rematch(ctx, first.ID, two, noon, nil))
	off, err := d.PlayTurn(ctx, again.ID, again.by(1), 0, "c2", in(time.Hour))
	wantError(t, err, rules.Conflict, "error.time-up")
	if off.Status != Over || off.NoShow() != 1 {
		t.Errorf("shown is %+v", off)
	}
	wantEnd(t, d, again, "void", rules.CalledOff)
	for _, old := range []Game{first, again} {
		if next := must(t)(d.Rematch(ctx, old.ID, one, in(time.Hour), nil)); next.ID == again.ID || next.Status != Waiting {
			t.Errorf("the rematch of %s is %+v", old.ID, next)
		}
	}
}

// The player who did not start is known after a restart, too.
func TestNoShowIsStored(t *testing.T) {
	d := openTest(t)
	g := begin(t, d, NewGame{Control: control(t, "1+0")})
	play(t, d, g, noon, "c2")
	if _, err := d.DropFlags(t.Context(), in(time.Hour), 100); err != nil {
		t.Fatal(err)
	}
	wantEvents(t, d, g, "c2@0 abort:0")
	openAt(t, pathOf(t, d), func(d *DB) {
		if got := read(t, d, g).NoShow(); got != 2 {
			t.Errorf("seat %d did not start, want 2", got)
		}
	})
}

// Games that were called off for other reasons have no player who did not start in time.
func TestCalledOffIsNoNoShow(t *testing.T) {
	d := openTest(t)
	ctx, quick := t.Context(), control(t, "1+0")
	off := map[string]Game{"still running": begin(t, d, NewGame{Control: quick})}
	g := begin(t, d, NewGame{Control: quick})
	off["by a player"] = must(t)(d.Abort(ctx, g.ID, g.by(2), noon))
	g = create(t, d, NewGame{Control: quick})
	off["by the host"] = must(t)(d.LeaveSeat(ctx, g.ID, g.Host, noon))
	create(t, d, NewGame{Control: quick, Terms: Terms{Listed: true}})
	expired, err := d.ExpireSeeks(ctx, in(time.Hour), func(string) bool { return false })
	if err != nil || len(expired) != 1 {
		t.Fatalf("expired are %+v, %v", expired, err)
	}
	off["by the site, before a second player came"] = expired[0]

	p := newPairing(t, d, NewPairing{Site: true, Control: quick})
	g = must(t)(d.TakeSeat(ctx, gamesOf(t, d, p)[0].ID, Claim{Person: p.Players[1].ID}, noon))
	if _, err := d.DecidePairing(ctx, p.ID, organiserOf(t, d), Decision{Forfeit: [2]bool{true, true}, Why: "Nobody came."}.filled(readPairing(t, d, p)), noon); err != nil {
		t.Fatal(err)
	}
	wantEnd(t, d, g, "void", rules.CalledOff)
	off["by an organiser"] = g
	for name, g := range off {
		if got := read(t, d, g).NoShow(); got != 0 {
			t.Errorf("%s: seat %d did not start", name, got)
		}
	}
}
