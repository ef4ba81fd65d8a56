package db

import (
	"slices"
	"testing"
	"time"

	"hexclub/rules"
)

// without returns a function that reports whether one of the given people is away.
func without(people ...string) func(string) bool {
	return func(person string) bool { return slices.Contains(people, person) }
}

// A live game does not begin against an absent host: it waits unchanged until the host is back.
func TestLiveGameWaitsForItsHost(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben := newAccount(t, d).ID, newAccount(t, d).ID
	past := begin(t, d, NewGame{Host: anna, Control: control(t, "5+0")})
	must(t)(d.Resign(ctx, past.ID, past.by(1), noon))
	for name, test := range map[string]struct {
		new    NewGame
		begins bool // all the same
	}{
		"from the lobby":        {NewGame{Control: control(t, "5+0"), Terms: Terms{Listed: true, Drawn: true}}, false},
		"a challenge":           {NewGame{Control: control(t, "5+0"), Opponent: ben, Terms: Terms{Rated: true}}, false},
		"by a link":             {NewGame{Control: control(t, "60+0")}, false},
		"with days for a turn":  {NewGame{Control: control(t, "1d"), Opponent: ben}, true},
		"without a clock":       {NewGame{Opponent: ben}, true},
		"with a last seat free": {NewGame{Key: "hexellation", Setup: seats("3"), Control: control(t, "5+0")}, true},
	} {
		t.Run(name, func(t *testing.T) {
			test.new.Host = anna
			g := create(t, d, test.new)
			claim := Claim{Person: ben, Invite: g.Invite, Away: without(anna)}
			after, err := d.TakeSeat(ctx, g.ID, claim, in(20*24*time.Hour))
			if test.begins {
				if err != nil || len(after.SeatsOf(ben)) != 1 {
					t.Errorf("%+v, %v", after, err)
				}
				return
			}
			wantError(t, err, rules.Conflict, "error.away")
			for _, g := range []Game{after, read(t, d, g)} {
				if g.Status != Waiting || g.Revision != 1 || len(g.SeatsOf("")) != 1 || test.new.Opponent != "" && g.ReservedFor(ben) == 0 {
					t.Errorf("it is %s, revision %d, of %+v", g.Status, g.Revision, g.Players)
				}
			}
			wantError(t, g.CheckStranger(Claim{Invite: g.Invite, Away: without(anna)}), rules.Conflict, map[bool]string{
				false: "error.away", true: "error.seat-taken",
			}[test.new.Opponent != ""])
			if changed, err := d.DropFlags(ctx, in(30*24*time.Hour), 9); err != nil || len(changed) > 0 {
				t.Errorf("flags fall in %v, %v", idsOf(changed), err)
			}
			claim.Away = without(ben) // who claims is there
			if after := must(t)(d.TakeSeat(ctx, g.ID, claim, noon)); after.Status != Running {
				t.Errorf("with everybody there it is %s", after.Status)
			}
		})
	}
}

// In a game of more than two, absent players lose their seats when it would begin.
func TestLiveGameWaitsForItsPlayers(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	host, ben, cora, dora := newAccount(t, d).ID, newAccount(t, d).ID, newAccount(t, d).ID, newAccount(t, d).ID
	g := create(t, d, NewGame{Key: "six", Setup: seats("4"), Host: host, Control: control(t, "5+0"), Opponent: ben, Terms: Terms{Drawn: true}})
	take := func(person string, gone ...string) Game {
		t.Helper()
		return must(t)(d.TakeSeat(ctx, g.ID, Claim{Person: person, Invite: g.Invite, Away: without(gone...)}, noon))
	}
	take(ben)
	if after := take(cora, host, ben); after.Status != Waiting || len(after.SeatsOf("")) != 1 {
		t.Errorf("before the last seat it is %s of %+v", after.Status, after.Players)
	}
	after := take(dora, ben, cora)
	if after.Status != Waiting || len(after.SeatsOf("")) != 2 || len(after.SeatsOf(dora)) != 1 || len(after.SeatsOf(host)) != 1 || after.ReservedFor(ben) == 0 {
		t.Errorf("it is %s of %+v", after.Status, after.Players)
	}
	wantWhole(t, d, g.ID)
	take(ben, cora)
	if after := take(cora); after.Status != Running {
		t.Errorf("with everybody there it is %s", after.Status)
	}
}

// Who chose the seat that was kept for them, and lost it, can come back to it.
func TestSeatKeptForAbsentPlayer(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	ben, cora := newAccount(t, d).ID, newAccount(t, d).ID
	g := create(t, d, NewGame{Key: "hexellation", Setup: seats("3"), Control: control(t, "5+0"), Opponent: ben})
	seat := g.ReservedFor(ben)
	must(t)(d.TakeSeat(ctx, g.ID, Claim{Person: ben, Seat: seat, Away: without()}, noon))
	must(t)(d.TakeSeat(ctx, g.ID, Claim{Person: cora, Invite: g.Invite, Away: without(ben)}, noon))
	after := must(t)(d.TakeSeat(ctx, g.ID, Claim{Person: ben, Seat: seat, Away: without()}, noon))
	if after.Status != Running || len(after.SeatsOf(ben)) != 1 {
		t.Errorf("it is %s of %+v", after.Status, after.Players)
	}
}

func TestRematchWaitsForItsRequester(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	g := begin(t, d, NewGame{Control: control(t, "5+0"), Terms: Terms{Rated: true}})
	one, two := g.by(1), g.by(2)
	must(t)(d.Resign(ctx, g.ID, one, noon))
	asked := must(t)(d.Rematch(ctx, g.ID, one, noon, without(two)))
	must(t)(d.Rematch(ctx, g.ID, one, noon, without(one, two))) // sits there
	after, err := d.Rematch(ctx, g.ID, two, noon, without(one))
	wantError(t, err, rules.Conflict, "error.away")
	if after.ID != asked.ID || after.Status != Waiting || after.ReservedFor(two) == 0 || after.Revision != asked.Revision {
		t.Errorf("it is %+v", after)
	}
	if after := must(t)(d.Rematch(ctx, g.ID, two, noon, without())); after.ID != asked.ID || after.Status != Running {
		t.Errorf("with both there it is %+v", after)
	}
}

// PlayNow never finds the game of an absent host.
func TestPlayNowPassesOverAbsentHosts(t *testing.T) {
	d := openTest(t)
	anna, ben, cora := newAccount(t, d).ID, newAccount(t, d).ID, newAccount(t, d).ID
	for text, want := range map[string]string{"5+0": ben, "1d": anna} {
		n := NewGame{Key: "tartan", HostSeat: 1, Control: control(t, text), Terms: Terms{Listed: true}}
		made := map[string]string{}
		for i, host := range []string{ben, anna} { // of live games the last comes first
			n.Host = host
			if text == "1d" { // the first
				n.Host = []string{anna, ben}[i]
			}
			made[n.Host] = must(t)(d.CreateGame(t.Context(), n, in(time.Duration(i)*time.Second))).ID
		}
		n.Host = cora
		if g := must(t)(d.PlayNow(t.Context(), n, in(time.Minute), without(anna))); g.ID != made[want] || g.Status != Running {
			t.Errorf("with %s it is %+v", text, g)
		}
		n.Host = newAccount(t, d).ID
		if g := must(t)(d.PlayNow(t.Context(), n, in(time.Minute), without(anna, ben))); (g.Host == n.Host) != (text == "5+0") {
			t.Errorf("with %s it is then %+v", text, g)
		}
	}
}
