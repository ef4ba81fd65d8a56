package db

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/rules"
)

func TestCreateGameOnTerms(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben, guest := newAccount(t, d).ID, newAccount(t, d).ID, newGuest(t, d).ID
	gone := newAccount(t, d).ID
	mustExec(t, d, "UPDATE people SET deleted = true, name = NULL, folded = NULL WHERE id = $1", gone)
	rated, clock := Terms{Rated: true}, control(t, "5+3")

	t.Run("all that is asked for", func(t *testing.T) {
		g := create(t, d, NewGame{
			Host: anna, Control: clock, Match: true, Opponent: ben, HostSeat: 2, Terms: Terms{Listed: true, Drawn: true, Rated: true},
		})
		if g.Terms != (Terms{true, true, true}) || g.Record.Control() != clock || g.Leg != 1 || g.FirstLeg != "" || g.RematchOf != "" ||
			g.Class() != "quick" || g.Status != Waiting || g.Invite == "" {
			t.Errorf("game %+v", g)
		}
		if g.Players[0] != (Player{Reserved: ben}) || g.Players[1].ID != anna || g.Players[1].Reserved != "" {
			t.Errorf("players %+v", g.Players)
		}
		wantWhole(t, d, g.ID)
	})
	t.Run("a challenge of many takes the first seat", func(t *testing.T) {
		g := create(t, d, NewGame{Key: "six", Setup: seats("4"), Host: anna, Opponent: ben})
		if g.Players[1].Reserved != ben || g.Players[2].Reserved+g.Players[3].Reserved != "" {
			t.Errorf("players %+v", g.Players)
		}
	})
	for name, tt := range map[string]struct {
		new  NewGame
		kind rules.ErrorKind
		key  string
	}{
		"one device, rated":           {NewGame{BothSeats: true, Terms: rated}, rules.Invalid, "error.terms-device"},
		"one device, listed":          {NewGame{BothSeats: true, Terms: Terms{Listed: true}}, rules.Invalid, "error.terms-device"},
		"one device, a clock":         {NewGame{BothSeats: true, Control: clock}, rules.Invalid, "error.terms-device"},
		"one device, a match":         {NewGame{BothSeats: true, Match: true}, rules.Invalid, "error.terms-device"},
		"rated, no clock":             {NewGame{Terms: rated}, rules.Invalid, "error.rated-clock"},
		"a match of another":          {NewGame{Key: "hexit", Match: true}, rules.Invalid, "error.match"},
		"oneself":                     {NewGame{Opponent: anna}, rules.Invalid, "error.challenge-self"},
		"a seat below":                {NewGame{HostSeat: -1}, rules.Invalid, "error.seat"},
		"a guest, rated":              {NewGame{Host: guest, Control: clock, Terms: rated}, rules.Forbidden, "error.rated-guest"},
		"a guest challenged, rated":   {NewGame{Opponent: guest, Control: clock, Terms: rated}, rules.Forbidden, "error.rated-guest"},
		"nobody challenged":           {NewGame{Opponent: "nobody"}, rules.NotFound, "error.not-found"},
		"challenged, but gone":        {NewGame{Opponent: gone}, rules.NotFound, "error.not-found"},
		"challenged, but gone, rated": {NewGame{Opponent: gone, Control: clock, Terms: rated}, rules.NotFound, "error.not-found"},
	} {
		t.Run(name, func(t *testing.T) {
			before := countRows(t, d, "games")
			n := tt.new
			n.Key, n.Host, n.HostSeat = cmp.Or(n.Key, "hexone"), cmp.Or(n.Host, anna), cmp.Or(n.HostSeat, 1)
			_, err := d.CreateGame(ctx, n, noon)
			wantError(t, err, tt.kind, tt.key)
			if after := countRows(t, d, "games"); after != before {
				t.Errorf("%d games, before %d", after, before)
			}
		})
	}
}

func TestTakeSeat(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben, guest := newAccount(t, d).ID, newAccount(t, d).ID, newGuest(t, d).ID
	four := NewGame{Key: "six", Setup: seats("4"), Host: anna}
	with := func(n NewGame, change func(*NewGame)) NewGame { change(&n); return n }
	listed := with(four, func(n *NewGame) { n.Listed = true })
	ratedOne := with(four, func(n *NewGame) { n.Listed, n.Rated, n.Control = true, true, control(t, "5+3") })
	challenge := with(four, func(n *NewGame) { n.Opponent = ben })
	both := with(listed, func(n *NewGame) { n.Opponent = ben })
	duel := NewGame{Host: anna, Opponent: ben, Terms: Terms{Listed: true}}

	for name, tt := range map[string]struct {
		new    NewGame
		claim  Claim
		invite bool // the claimant knows the secret
		seat   rules.Seat
		kind   rules.ErrorKind // when seat is 0
		key    string
	}{
		"listed, any":                      {new: listed, claim: Claim{Person: guest}, seat: 2},
		"listed, one":                      {new: listed, claim: Claim{Person: guest, Seat: 4}, seat: 4},
		"listed, the host's":               {new: listed, claim: Claim{Person: guest, Seat: 1}, kind: rules.Conflict, key: "error.seat-taken"},
		"listed, none such":                {new: listed, claim: Claim{Person: guest, Seat: 5}, kind: rules.Invalid, key: "error.seat"},
		"listed, below":                    {new: listed, claim: Claim{Person: guest, Seat: -1}, kind: rules.Invalid, key: "error.seat"},
		"listed, nobody":                   {new: listed, claim: Claim{}, kind: rules.NotFound, key: "error.not-found"},
		"listed, none known":               {new: listed, claim: Claim{Person: "nobody"}, kind: rules.NotFound, key: "error.not-found"},
		"invited, any":                     {new: four, claim: Claim{Person: guest}, invite: true, seat: 2},
		"invited, one":                     {new: four, claim: Claim{Person: guest, Seat: 3}, invite: true, seat: 3},
		"not invited":                      {new: four, claim: Claim{Person: guest}, kind: rules.Forbidden, key: "error.not-invited"},
		"not invited, one":                 {new: four, claim: Claim{Person: guest, Seat: 3}, kind: rules.Forbidden, key: "error.not-invited"},
		"a wrong secret":                   {new: four, claim: Claim{Person: guest, Invite: "x"}, kind: rules.Forbidden, key: "error.not-invited"},
		"challenged, any":                  {new: challenge, claim: Claim{Person: ben}, seat: 2},
		"challenged, the kept one":         {new: challenge, claim: Claim{Person: ben, Seat: 2}, seat: 2},
		"challenged, another":              {new: challenge, claim: Claim{Person: ben, Seat: 3}, kind: rules.Conflict, key: "error.seat-taken"},
		"challenged and invited":           {new: challenge, claim: Claim{Person: ben, Seat: 3}, invite: true, seat: 3},
		"kept for another, listed":         {new: both, claim: Claim{Person: guest, Seat: 2}, kind: rules.Conflict, key: "error.seat-taken"},
		"kept for another, the next":       {new: both, claim: Claim{Person: guest}, seat: 3},
		"kept for another, invited":        {new: challenge, claim: Claim{Person: guest, Seat: 2}, invite: true, kind: rules.Conflict, key: "error.seat-taken"},
		"all kept for another":             {new: duel, claim: Claim{Person: guest}, kind: rules.Conflict, key: "error.seat-taken"},
		"all kept for another, not listed": {new: with(duel, func(n *NewGame) { n.Listed = false }), claim: Claim{Person: guest}, kind: rules.Forbidden, key: "error.not-invited"},
		"rated, an account":                {new: ratedOne, claim: Claim{Person: ben}, seat: 2},
		"rated, a guest":                   {new: ratedOne, claim: Claim{Person: guest}, kind: rules.Forbidden, key: "error.rated-guest"},
		"the host, any":                    {new: four, claim: Claim{Person: anna}, kind: rules.Conflict, key: "error.already-in"},
		"the host, the same":               {new: four, claim: Claim{Person: anna, Seat: 1}, kind: rules.Conflict, key: "error.already-in"},
		"the host moves":                   {new: four, claim: Claim{Person: anna, Seat: 3}, seat: 3},
		"the host moves where it is kept":  {new: challenge, claim: Claim{Person: anna, Seat: 2}, kind: rules.Conflict, key: "error.seat-taken"},
	} {
		t.Run(name, func(t *testing.T) {
			g := create(t, d, tt.new)
			if tt.invite {
				tt.claim.Invite = g.Invite
			}
			after, err := d.TakeSeat(ctx, g.ID, tt.claim, in(time.Minute))
			if tt.seat == 0 {
				wantError(t, err, tt.kind, tt.key)
				if read(t, d, g).Revision != g.Revision || (tt.kind == rules.Conflict || tt.kind == rules.Invalid) != (after.Record != nil) {
					t.Errorf("shown is %+v", after)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if after.ReservedFor(tt.claim.Person) != 0 {
				t.Errorf("a seat is still kept: %+v", after.Players)
			}
			if got := after.SeatsOf(tt.claim.Person); !slices.Equal(got, []rules.Seat{tt.seat}) || after.Revision != g.Revision+1 ||
				after.Status != Waiting || !after.Changed.Equal(in(time.Minute)) {
				t.Errorf("sits in %v of %+v", got, after)
			}
			wantWhole(t, d, g.ID)
		})
	}

	t.Run("no game", func(t *testing.T) {
		_, err := d.TakeSeat(ctx, "none", Claim{Person: ben}, noon)
		wantError(t, err, rules.NotFound, "error.no-game")
	})
	t.Run("while it runs", func(t *testing.T) {
		g := begin(t, d, four)
		_, err := d.TakeSeat(ctx, g.ID, Claim{Person: guest, Invite: g.Invite}, noon)
		wantError(t, err, rules.Conflict, "error.seat-taken")
		after, err := d.TakeSeat(ctx, g.ID, Claim{Person: anna, Seat: 2}, noon)
		wantError(t, err, rules.Conflict, "error.already-in")
		if after.ID != g.ID {
			t.Errorf("shown is %+v", after)
		}
	})
	t.Run("when it was called off", func(t *testing.T) {
		g := create(t, d, listed)
		must(t)(d.Abort(ctx, g.ID, anna, noon))
		_, err := d.TakeSeat(ctx, g.ID, Claim{Person: ben}, noon)
		wantError(t, err, rules.Conflict, "error.seat-taken")
	})
}

// A person who has blocked a player, or is blocked by one, cannot join through the lobby, but can
// with an invitation.
func TestTakeSeatAmongBlocked(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	host, guest := newAccount(t, d).ID, newAccount(t, d).ID
	four := NewGame{Key: "six", Setup: seats("4"), Host: host, Terms: Terms{Listed: true}}
	for _, pair := range [][2]string{{host, guest}, {guest, host}} {
		listed := create(t, d, four)
		asked := four
		asked.Opponent = guest
		kept := create(t, d, asked)
		if err := d.Block(ctx, pair[0], pair[1], noon); err != nil {
			t.Fatal(err)
		}
		for _, claim := range []Claim{{Person: guest}, {Person: guest, Seat: 3}, {Person: guest, Invite: "wrong"}} {
			_, err := d.TakeSeat(ctx, listed.ID, claim, noon)
			wantError(t, err, rules.Forbidden, "error.not-invited")
		}
		must(t)(d.TakeSeat(ctx, kept.ID, Claim{Person: guest}, noon))
		must(t)(d.TakeSeat(ctx, listed.ID, Claim{Person: guest, Invite: listed.Invite}, noon))
		must(t)(d.TakeSeat(ctx, listed.ID, Claim{Person: guest, Seat: 4}, noon)) // sits there already
		if err := d.Unblock(ctx, pair[0], pair[1]); err != nil {
			t.Fatal(err)
		}
	}
}

// A waiting room: people come, move, leave and are replaced until all sit.
func TestWaitingRoom(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	people := make([]string, 5)
	for i := range people {
		people[i] = newAccount(t, d).ID
	}
	g := create(t, d, NewGame{Key: "six", Setup: seats("4"), Host: people[0], Opponent: people[1], Control: control(t, "5+0"), Terms: Terms{Listed: true}})
	sit := func(person int, seat rules.Seat) {
		t.Helper()
		g = must(t)(d.TakeSeat(ctx, g.ID, Claim{Person: people[person], Seat: seat}, in(time.Hour)))
	}
	// sitting checks the seats: their players, and for whom the free ones are reserved.
	sitting := func(want string) {
		t.Helper()
		var got []string
		for _, player := range read(t, d, g).Players {
			name := "free"
			if i := slices.Index(people, player.ID); i >= 0 {
				name = fmt.Sprint(i)
			} else if i := slices.Index(people, player.Reserved); i >= 0 {
				name = fmt.Sprint("for", i)
			}
			got = append(got, name)
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("sitting is %s, want %s", got, want)
		}
		wantWhole(t, d, g.ID)
	}
	sitting("0 for1 free free")
	sit(0, 4)
	sit(1, 0) // the kept one before others
	sitting("free 1 free 0")
	sit(0, 1)
	g = must(t)(d.LeaveSeat(ctx, g.ID, people[1], noon))
	sitting("0 for1 free free")
	sit(1, 0)
	sit(1, 3) // the seat that was kept is anybody's, or the game could never begin
	sitting("0 free 1 free")
	sit(2, 2)
	sit(0, 4)
	sitting("free 2 1 0")
	g = must(t)(d.LeaveSeat(ctx, g.ID, people[2], noon))
	g = must(t)(d.LeaveSeat(ctx, g.ID, people[1], noon))
	sitting("free free free 0")
	_, err := d.LeaveSeat(ctx, g.ID, people[1], noon)
	wantError(t, err, rules.Forbidden, "error.not-a-player")
	sit(3, 0)
	sit(4, 0)
	sitting("3 4 free 0")
	if g.Status != Waiting || !g.Since.IsZero() {
		t.Errorf("game %+v", g)
	}
	sit(1, 0)
	sitting("3 4 1 0")
	if g.Status != Running || !g.Since.Equal(in(time.Hour+20*time.Second)) {
		t.Errorf("game %+v", g)
	}
	_, err = d.LeaveSeat(ctx, g.ID, people[4], noon)
	wantError(t, err, rules.Conflict, "error.begun")
}

// Who sits where is drawn when all are there: every order comes up.
func TestDrawnSeats(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben, cleo := newAccount(t, d).ID, newAccount(t, d).ID, newAccount(t, d).ID
	orders := map[string]int{}
	for range 120 { // each of six is missing once in 3 * 10^9
		g := create(t, d, NewGame{Key: "hexellation", Setup: seats("3"), Host: anna, Terms: Terms{Drawn: true, Listed: true}})
		g = must(t)(d.TakeSeat(ctx, g.ID, Claim{Person: ben, Seat: 3}, noon))
		if g.by(1) != anna || g.by(3) != ben {
			t.Fatalf("drawn too soon: %+v", g.Players)
		}
		g = must(t)(d.TakeSeat(ctx, g.ID, Claim{Person: cleo}, noon))
		order := ""
		for _, player := range read(t, d, g).Players {
			order += map[string]string{anna: "a", ben: "b", cleo: "c"}[player.ID]
		}
		orders[order]++
	}
	if len(orders) != 6 {
		t.Errorf("drawn were %v", orders)
	}
	first := map[string]bool{}
	for range 60 {
		g := create(t, d, NewGame{Host: anna, Opponent: ben, Terms: Terms{Drawn: true}})
		g = must(t)(d.TakeSeat(ctx, g.ID, Claim{Person: ben}, noon))
		if len(g.SeatsOf(anna)) != 1 || len(g.SeatsOf(ben)) != 1 {
			t.Fatalf("players %+v", g.Players)
		}
		first[g.by(1)] = true
	}
	if len(first) != 2 {
		t.Errorf("the same person starts, always")
	}
	for range 20 { // not drawn: as they sat down
		if g := begin(t, d, NewGame{Host: anna, HostSeat: 2}); g.by(2) != anna {
			t.Errorf("players %+v", g.Players)
		}
	}
}

func TestCallingOff(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	anna, ben, cleo := newAccount(t, d).ID, newAccount(t, d).ID, newAccount(t, d).ID
	for name, tt := range map[string]struct {
		status Status
		who    string
		leave  bool // the seat, rather than call the game off
		kind   rules.ErrorKind
		key    string // empty: it is called off
		event  string
	}{
		"the host cancels":             {Waiting, anna, false, 0, "", "abort:1"},
		"who sits there only leaves":   {Waiting, cleo, false, rules.Forbidden, "error.not-a-player", ""},
		"a stranger cancels":           {Waiting, "stranger", false, rules.Forbidden, "error.not-a-player", ""},
		"nobody cancels":               {Waiting, "", false, rules.Forbidden, "error.not-a-player", ""},
		"the host leaves":              {Waiting, anna, true, 0, "", "abort:1"},
		"who is challenged leaves":     {Waiting, ben, true, rules.Forbidden, "error.not-a-player", ""},
		"a stranger leaves":            {Waiting, "stranger", true, rules.Forbidden, "error.not-a-player", ""},
		"nobody leaves":                {Waiting, "", true, rules.Forbidden, "error.not-a-player", ""},
		"the host aborts":              {Running, anna, false, 0, "", "abort:1"},
		"another player aborts":        {Running, cleo, false, 0, "", "abort:3"},
		"a stranger aborts":            {Running, "stranger", false, rules.Forbidden, "error.not-a-player", ""},
		"a player leaves when it runs": {Running, anna, true, rules.Conflict, "error.begun", ""},
		"called off again":             {Over, ben, false, rules.Conflict, "error.over", ""},
		"left when over":               {Over, ben, true, rules.Conflict, "error.begun", ""},
	} {
		t.Run(name, func(t *testing.T) {
			g := create(t, d, NewGame{
				Key: "hexellation", Setup: seats("4"), Host: anna, Opponent: ben, Control: control(t, "5+0"), Terms: Terms{Listed: true, Rated: true},
			})
			g = must(t)(d.TakeSeat(ctx, g.ID, Claim{Person: cleo, Seat: 3}, noon))
			if tt.status != Waiting {
				must(t)(d.TakeSeat(ctx, g.ID, Claim{Person: ben}, noon))
				g = must(t)(d.TakeSeat(ctx, g.ID, Claim{Person: newAccount(t, d).ID}, noon))
			}
			if tt.status == Over {
				g = must(t)(d.Abort(ctx, g.ID, anna, noon))
			}
			do := d.Abort
			if tt.leave {
				do = d.LeaveSeat
			}
			after, err := do(ctx, g.ID, tt.who, in(time.Second))
			if tt.key != "" {
				wantError(t, err, tt.kind, tt.key)
				if read(t, d, g).Revision != g.Revision || (tt.kind == rules.Conflict) != (after.Record != nil) {
					t.Errorf("shown is %+v", after)
				}
				return
			}
			if err != nil || after.Status != Over || after.Revision != g.Revision+1 || !after.Since.IsZero() {
				t.Errorf("%v, shown is %+v", err, after)
			}
			wantEvents(t, d, g, tt.event)
			wantEnd(t, d, g, "void", rules.CalledOff)
		})
	}
	t.Run("who is challenged declines", func(t *testing.T) {
		g := create(t, d, NewGame{Host: anna, Opponent: ben})
		must(t)(d.Abort(ctx, g.ID, ben, in(time.Second)))
		wantEvents(t, d, g, "abort:2")
		wantEnd(t, d, g, "void", rules.CalledOff)
	})
	t.Run("one of several who is challenged declines", func(t *testing.T) {
		g := create(t, d, NewGame{Key: "hexellation", Setup: seats("4"), Host: anna, Opponent: ben})
		after := must(t)(d.Abort(ctx, g.ID, ben, in(time.Second)))
		if after.Status != Waiting || after.ReservedFor(ben) != 0 || len(after.SeatsOf("")) != 3 || after.Revision != g.Revision+1 {
			t.Errorf("the game is %+v", after)
		}
		_, err := d.Abort(ctx, g.ID, ben, in(time.Second))
		wantError(t, err, rules.Forbidden, "error.not-a-player")
	})
	for _, do := range []func(string) (Game, error){
		func(game string) (Game, error) { return d.Abort(ctx, game, anna, noon) },
		func(game string) (Game, error) { return d.LeaveSeat(ctx, game, anna, noon) },
	} {
		_, err := do("none")
		wantError(t, err, rules.NotFound, "error.no-game")
	}
	// Who left without having played is not waited for.
	three := acts(t, d, begin(t, d, NewGame{Key: "hexellation", Setup: seats("3")}), "resign:3")
	random := newRandom(1)
	for range 2 {
		three = play(t, d, three, noon, randomTurn(three.Record, random))
	}
	_, err := d.Abort(ctx, three.ID, three.by(1), noon)
	wantError(t, err, rules.Conflict, "error.abort-late")
	g := create(t, d, NewGame{Host: anna, Opponent: ben})
	must(t)(d.Abort(ctx, g.ID, anna, noon))
	_, err = d.Abort(ctx, g.ID, ben, noon) // there is nothing to decline any more
	wantError(t, err, rules.Forbidden, "error.not-a-player")
	if n := countRows(t, d, "ratings"); n != 0 {
		t.Errorf("%d ratings of games that were called off", n)
	}
}

// The number of a person's waiting games is limited. Running games do not count.
func TestMostGamesWaiting(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	host := newAccount(t, d).ID
	ask := func(n NewGame) (Game, error) {
		n.Key, n.Host, n.HostSeat = "hexone", host, 1
		return d.CreateGame(ctx, n, noon)
	}
	seek := NewGame{Terms: Terms{Listed: true}}
	var last Game
	for range maxSeeks {
		last = must(t)(ask(seek))
	}
	_, err := ask(seek)
	wantError(t, err, rules.TooMany, "error.many-waiting")
	must(t)(d.TakeSeat(ctx, last.ID, Claim{Person: newAccount(t, d).ID}, noon))
	last = must(t)(ask(seek))
	for range maxWaiting - maxSeeks {
		must(t)(ask(NewGame{}))
	}
	for _, n := range []NewGame{{}, seek, {Match: true}} {
		_, err = ask(n)
		wantError(t, err, rules.TooMany, "error.many-waiting")
	}
	must(t)(ask(NewGame{BothSeats: true}))
	must(t)(d.Abort(ctx, last.ID, host, noon))
	must(t)(ask(NewGame{}))
	if got := countRows(t, d, "games"); got != maxWaiting+3 {
		t.Errorf("%d games", got)
	}
}

// A guest who signs up keeps the reserved seat. It stays reserved for a guest who is absorbed by an
// account.
func TestKeptSeatsOfGuests(t *testing.T) {
	d := openTest(t)
	ctx := t.Context()
	guest, account := newGuest(t, d).ID, newAccount(t, d).ID
	g := create(t, d, NewGame{Opponent: guest})
	if err := d.Absorb(ctx, guest, account); err != nil {
		t.Fatal(err)
	}
	if got := read(t, d, g).Players[1].Reserved; got != account {
		t.Errorf("kept for %s", got)
	}
	after := must(t)(d.TakeSeat(ctx, g.ID, Claim{Person: account}, noon))
	if after.Status != Running {
		t.Errorf("game %+v", after)
	}
}
