package db

import (
	"maps"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/hexone"
)

func TestCreateGame(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	host := newGuest(t, d).ID

	t.Run("to invite to", func(t *testing.T) {
		g, err := d.CreateGame(ctx, NewGame{Key: "hexone", Host: host, HostSeat: 2}, noon)
		if err != nil {
			t.Fatal(err)
		}
		if g.Status != Waiting || g.Invite == "" || g.Revision != 1 || g.Key != "hexone" || g.Rules < 1 ||
			g.Host != host || g.Explore || !g.Created.Equal(noon) || !g.Changed.Equal(noon) || g.Record.EventCount() != 0 {
			t.Errorf("game %+v", g)
		}
		if len(g.Players) != 2 || g.Players[0] != (Player{}) || g.Players[1] != (Player{ID: host}) {
			t.Errorf("players %+v", g.Players)
		}
	})
	t.Run("for one device", func(t *testing.T) {
		g, err := d.CreateGame(ctx, NewGame{Key: "hexone", Host: host, BothSeats: true}, noon)
		if err != nil {
			t.Fatal(err)
		}
		if g.Status != Running || g.Invite != "" || len(g.SeatsOf(host)) != 2 {
			t.Errorf("game %+v", g)
		}
		_, err = d.GameByInvite(ctx, "")
		wantError(t, err, rules.NotFound, "error.no-game")
	})
	t.Run("with options, exploring allowed", func(t *testing.T) {
		g, err := d.CreateGame(ctx, NewGame{
			Key: "six", Host: host, HostSeat: 3, Explore: true,
			Setup: rules.Setup{Options: map[string]string{"seats": "4", "declare": "yes"}},
		}, noon)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"rules": "basic", "seats": "4", "declare": "yes"}
		if got := g.Record.Setup().Options; !maps.Equal(got, want) || !g.Explore || g.Host != host {
			t.Errorf("options %v, explore %v, host %s; want %v, true, %s", got, g.Explore, g.Host, want, host)
		}
		if len(g.Players) != 4 || g.Players[2].ID != host || len(g.SeatsOf("")) != 3 {
			t.Errorf("players %+v", g.Players)
		}
	})
	t.Run("from a position", func(t *testing.T) {
		from := playRandom(t, d, newGame(t, d, true), 6, 1).Record.State().Position()
		g, err := d.CreateGame(ctx, NewGame{
			Key: "hexone", Host: host, BothSeats: true, Setup: rules.Setup{Position: from},
		}, noon)
		if err != nil {
			t.Fatal(err)
		}
		if g.Record.State().Position() != from || g.Record.Setup().Position != from || g.Record.EventCount() != 0 {
			t.Errorf("position %s, want %s", g.Record.State().Position(), from)
		}
	})
	for name, bad := range map[string]struct {
		new  NewGame
		kind rules.ErrorKind
	}{
		"no such rules":   {NewGame{Key: "chess", Host: host, HostSeat: 1}, rules.NotFound},
		"no such host":    {NewGame{Key: "hexone", Host: "nobody", HostSeat: 1}, rules.NotFound},
		"no host":         {NewGame{Key: "hexone", HostSeat: 1}, rules.NotFound},
		"no seat":         {NewGame{Key: "hexone", Host: host}, rules.Invalid},
		"a seat too many": {NewGame{Key: "hexone", Host: host, HostSeat: 3}, rules.Invalid},
		"a bad position":  {NewGame{Key: "hexone", Host: host, HostSeat: 1, Setup: rules.Setup{Position: "?"}}, rules.Invalid},
		"an unknown option": {NewGame{
			Key: "hexone", Host: host, HostSeat: 1, Setup: rules.Setup{Options: map[string]string{"none": "such"}},
		}, rules.Invalid},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := d.CreateGame(ctx, bad.new, noon); !rules.IsKind(err, bad.kind) {
				t.Errorf("error %v, want kind %d", err, bad.kind)
			}
		})
	}
}

func TestJoinGame(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	game := newGame(t, d, false)
	host := game.Players[0].ID
	friend, late := newGuest(t, d).ID, newGuest(t, d).ID

	_, err := d.joinGame(ctx, "nothing", friend, noon)
	wantError(t, err, rules.NotFound, "error.no-game")
	for _, nobody := range []string{"", "nobody"} {
		_, err = d.joinGame(ctx, game.Invite, nobody, noon)
		wantError(t, err, rules.NotFound, "error.not-found")
	}
	_, err = d.joinGame(ctx, game.Invite, host, noon)
	wantError(t, err, rules.Conflict, "error.already-in")

	g, err := d.joinGame(ctx, game.Invite, friend, noon.Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	if g.Status != Running || g.Players[1].ID != friend || g.Revision != 2 || !g.Changed.Equal(noon.Add(time.Second)) {
		t.Errorf("game %+v", g)
	}
	if read, err := d.GameByInvite(ctx, game.Invite); err != nil || read.Status != Running || read.Players[1].ID != friend ||
		read.Revision != 2 || !read.Changed.Equal(g.Changed) {
		t.Errorf("read %+v, %v", read, err)
	}

	_, err = d.joinGame(ctx, game.Invite, late, noon)
	wantError(t, err, rules.Conflict, "error.seat-taken")
	_, err = d.joinGame(ctx, game.Invite, friend, noon)
	wantError(t, err, rules.Conflict, "error.already-in")
}

// A new player gets the first free seat. The game begins when all seats are taken.
func TestJoinGameOfSix(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	host := newGuest(t, d).ID
	game, err := d.CreateGame(ctx, NewGame{
		Key: "hexellation", Host: host, HostSeat: 3, Setup: rules.Setup{Options: map[string]string{"seats": "6"}},
	}, noon)
	if err != nil {
		t.Fatal(err)
	}
	for i, seat := range []rules.Seat{1, 2, 4, 5, 6} {
		person := newGuest(t, d).ID
		g, err := d.joinGame(ctx, game.Invite, person, noon)
		if err != nil {
			t.Fatal(err)
		}
		want := Waiting
		if seat == 6 {
			want = Running
		}
		if seats := g.SeatsOf(person); len(seats) != 1 || seats[0] != seat || g.Status != want || g.Host != host || g.Revision != i+2 {
			t.Errorf("seats %v, want %d; game %+v", seats, seat, g)
		}
		_, err = d.joinGame(ctx, game.Invite, person, noon)
		wantError(t, err, rules.Conflict, "error.already-in")
	}
	_, err = d.joinGame(ctx, game.Invite, newGuest(t, d).ID, noon)
	wantError(t, err, rules.Conflict, "error.seat-taken")
}

func TestGame(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()

	t.Run("not there", func(t *testing.T) {
		_, err := d.Game(ctx, "none")
		wantError(t, err, rules.NotFound, "error.no-game")
		_, err = d.Revision(ctx, "none")
		wantError(t, err, rules.NotFound, "error.no-game")
	})
	t.Run("its revision alone", func(t *testing.T) {
		game := playRandom(t, d, newGame(t, d, true), 6, 1)
		mustExec(t, d, "INSERT INTO events (game, ply, event, at) VALUES ($1, 999, 'junk', 0)", game.ID) // not replayed
		if revision, err := d.Revision(ctx, game.ID); err != nil || revision != game.Revision {
			t.Errorf("revision %d, %v; want %d", revision, err, game.Revision)
		}
	})
	t.Run("of newer rules", func(t *testing.T) {
		game := newGame(t, d, true)
		mustExec(t, d, "UPDATE games SET revision = revision + 1, rules = rules + 1 WHERE id = $1", game.ID)
		_, err := d.Game(ctx, game.ID)
		wantInternal(t, err, "version 3")
		mustExec(t, d, "UPDATE games SET revision = revision + 1, rules = 0 WHERE id = $1", game.ID)
		_, err = d.Game(ctx, game.ID)
		wantInternal(t, err, "version 0")
	})
	t.Run("of the first rules", func(t *testing.T) {
		game := playRandom(t, d, newGame(t, d, true), 6, 1)
		mustExec(t, d, "UPDATE games SET revision = revision + 1, rules = 1 WHERE id = $1", game.ID)
		read, err := d.Game(ctx, game.ID)
		if err != nil || read.Rules != 1 || read.Record.Setup().Version != 1 || read.Record.EventCount() != game.Record.EventCount() {
			t.Errorf("game %+v, %v", read, err)
		}
	})
	t.Run("of rules that are gone", func(t *testing.T) {
		game := newGame(t, d, true)
		mustExec(t, d, "UPDATE games SET revision = revision + 1, game = 'chess' WHERE id = $1", game.ID)
		_, err := d.Game(ctx, game.ID)
		wantInternal(t, err, "chess")
	})
	t.Run("with events that cannot be", func(t *testing.T) {
		for _, event := range []string{"c3", "junk", "resign:9"} { // c3 is the centre: a refusal
			game := newGame(t, d, true)
			spoil(t, d, game, event)
			_, err := d.Game(ctx, game.ID)
			wantInternal(t, err, game.ID)
			_, err = d.PlayTurn(ctx, game.ID, game.Players[0].ID, 1, "d3", noon)
			wantInternal(t, err, game.ID)
		}
	})
}

// crashing is a game whose engine has a fault.
type crashing struct{ hexone.Game }

func (crashing) New(rules.Setup) (rules.State, error) { panic("nobody has thought of that") }

// A game whose replay makes an engine panic counts as broken, and does not affect other games.
func TestReplayPanics(t *testing.T) {
	err := (&storedGame{Game: Game{Rules: 1}, options: "{}"}).replayBy(t.Context(), crashing{})
	wantInternal(t, err, "panic: nobody has thought of that, at db.crashing.New games_test.go:")
}

// spoil makes an event the first of a game that has none, at another revision.
func spoil(t *testing.T, d *DB, g Game, event string) {
	t.Helper()
	mustExec(t, d, "INSERT INTO events (game, ply, event, at) VALUES ($1, 0, $2, 0)", g.ID, event)
	mustExec(t, d, "UPDATE games SET revision = revision + 1 WHERE id = $1", g.ID)
}

// Games and the people of their seats are read in one statement each. What cannot be found
// or replayed is left out.
func TestGamesAndPlayers(t *testing.T) {
	d := openTest(t)
	one, two, broken := newPair(t, d), newPair(t, d), newPair(t, d)
	mustExec(t, d, "UPDATE games SET rules = 99, revision = revision + 1 WHERE id = $1", broken.ID)
	games, err := d.Games(t.Context(), []string{two.ID, "none", broken.ID, one.ID})
	if err != nil || len(games) != 2 || games[one.ID].Host != one.Host || len(games[two.ID].Players) != 2 {
		t.Errorf("games %+v, %v", games, err)
	}
	makeAccount(t, d, one.Host, "Anna")
	players, err := d.Players(t.Context(), []string{"none", one.Host, two.Host})
	if err != nil || len(players) != 2 || players[one.Host].Name != "Anna" || players[two.Host].ID != two.Host {
		t.Errorf("players %+v, %v", players, err)
	}
	if games, err := d.Games(t.Context(), nil); err != nil || len(games) > 0 {
		t.Errorf("of no ids there are the games %+v, %v", games, err)
	}
}
