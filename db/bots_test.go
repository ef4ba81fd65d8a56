package db

import (
	"cmp"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/record"
)

// againstBot returns a game of a new account against a bot. The bot sits in seat 2 unless n has
// another seat.
func againstBot(t testing.TB, d *DB, n NewGame) Game {
	t.Helper()
	if n.Bots == nil {
		n.Bots = map[rules.Seat]bot.Level{2: 3}
	}
	return create(t, d, n)
}

// hasBots reports whether bots play.
func (g Game) hasBots() bool {
	return slices.ContainsFunc(g.Players, func(p Player) bool { return p.Bot() != 0 })
}

// botTurns returns the games in which a bot is to act.
func botTurns(t testing.TB, d *DB) (ids []string) {
	t.Helper()
	list, err := d.BotTurns(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range list {
		ids = append(ids, turn.Game)
	}
	return ids
}

func TestEveryLevelHasABot(t *testing.T) {
	d := openTest(t)
	for level := bot.Level(1); level <= bot.MaxLevel; level++ {
		p, err := d.Person(t.Context(), BotID(level))
		if err != nil || BotLevel(p.ID) != level || p.Hash != "" {
			t.Errorf("level %d: %+v, %v", level, p, err)
		}
	}
	for _, id := range []string{newGuest(t, d).ID, "", "3", "bot-", "bot-0", "bot-7", "bot-99", "bot--1", "bot-03", "bot-3 "} {
		if got := BotLevel(id); got != 0 {
			t.Errorf("%q is of level %d", id, got)
		}
	}
}

// A game with all seats taken by the host and bots begins at once.
func TestGameAgainstBotBegins(t *testing.T) {
	d := openTest(t)
	g := againstBot(t, d, NewGame{})
	if g.Status != Running || g.Invite != "" || g.Players[1].Bot() != 3 || g.Players[0].Bot() != 0 || !g.hasBots() {
		t.Errorf("game %+v", g)
	}
	if g.BotToAct() != 0 || len(botTurns(t, d)) != 0 {
		t.Errorf("level %d is to act before its turn, in %v", g.BotToAct(), botTurns(t, d))
	}
	g = play(t, d, g, noon, randomTurn(g.Record, newRandom(1)))
	if g.BotToAct() != 3 || !slices.Equal(botTurns(t, d), []string{g.ID}) {
		t.Errorf("level %d is to act, in %v", g.BotToAct(), botTurns(t, d))
	}
	g = play(t, d, g, noon, randomTurn(g.Record, newRandom(1)))
	if g.BotToAct() != 0 || len(botTurns(t, d)) != 0 {
		t.Errorf("level %d is to act after its turn, in %v", g.BotToAct(), botTurns(t, d))
	}
	first := againstBot(t, d, NewGame{HostSeat: 2, Bots: map[rules.Seat]bot.Level{1: 1}})
	if !slices.Equal(botTurns(t, d), []string{first.ID}) {
		t.Errorf("a bot that begins is to act in %v", botTurns(t, d))
	}
	must(t)(d.Resign(t.Context(), first.ID, first.Host, noon))
	if len(botTurns(t, d)) != 0 {
		t.Errorf("after the end a bot is to act in %v", botTurns(t, d))
	}
}

// Bots keep some of many seats; people take the others.
func TestBotsAmongPeople(t *testing.T) {
	d := openTest(t)
	bots := map[rules.Seat]bot.Level{1: 6, 3: 1}
	g := create(t, d, NewGame{
		Key: "hexellation", Setup: seats("4"), HostSeat: 2, Bots: bots, Control: control(t, "5+3"), Terms: Terms{Listed: true},
	})
	if g.Status != Waiting || len(g.SeatsOf("")) != 1 || len(botTurns(t, d)) != 0 {
		t.Fatalf("game %+v", g)
	}
	ben := newAccount(t, d).ID
	away := func(person string) bool { return person != g.Host && person != ben }
	g = must(t)(d.TakeSeat(t.Context(), g.ID, Claim{Person: ben, Away: away}, noon))
	if g.Status != Running || g.by(4) != ben || !slices.Equal(botTurns(t, d), []string{g.ID}) {
		t.Errorf("with all seats taken: %+v", g)
	}
	rated := NewGame{Control: control(t, "5+3"), Terms: Terms{Rated: true}}
	for name, bad := range map[string]struct {
		n   NewGame
		key string
	}{
		"a bot in the host's seat": {NewGame{Bots: map[rules.Seat]bot.Level{1: 1}}, "error.seat"},
		"a bot in no seat":         {NewGame{Bots: map[rules.Seat]bot.Level{3: 1}}, "error.seat"},
		"a bot in seat 0":          {NewGame{Bots: map[rules.Seat]bot.Level{0: 1}}, "error.seat"},
		"no such level":            {NewGame{Bots: map[rules.Seat]bot.Level{2: 7}}, "error.level"},
		"level 0":                  {NewGame{Bots: map[rules.Seat]bot.Level{2: 0}}, "error.level"},
		"for a rating":             {NewGame{Bots: bots, Terms: rated.Terms, Control: rated.Control}, "error.rated-bot"},
		"on one device":            {NewGame{Bots: bots, BothSeats: true}, "error.terms-device"},
		"no seat for a challenge":  {NewGame{Bots: map[rules.Seat]bot.Level{2: 1}, Opponent: ben}, "error.bot-everywhere"},
	} {
		bad.n.Key, bad.n.Host, bad.n.HostSeat = "hexone", g.Host, 1
		_, err := d.CreateGame(t.Context(), bad.n, noon)
		if known := new(rules.Error); !errors.As(err, &known) || known.Kind != rules.Invalid || known.Key != bad.key {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Bots give turns back and play on rather than draw.
func TestBotsAnswerOffers(t *testing.T) {
	d := openTest(t)
	g := againstBot(t, d, NewGame{})
	for range 2 {
		g = play(t, d, g, noon, randomTurn(g.Record, newRandom(1)))
	}
	g = must(t)(d.OfferDraw(t.Context(), g.ID, g.Host, noon))
	if closed := g.Record.Closed(); closed.How != record.Declined || closed.By != 2 || g.Status != Running {
		t.Errorf("of a draw the bot made %+v", closed)
	}
	g = must(t)(d.AskTakeback(t.Context(), g.ID, g.Host, noon))
	if len(g.Record.Turns()) != 0 || g.Record.Offer().Kind != record.NoOffer || len(botTurns(t, d)) != 0 {
		t.Errorf("after a takeback %d turns stand", len(g.Record.Turns()))
	}
	g = play(t, d, g, noon, randomTurn(g.Record, newRandom(1)))
	g = must(t)(d.AskTakeback(t.Context(), g.ID, g.Host, noon)) // while the bot thinks
	if len(g.Record.Turns()) != 0 || len(botTurns(t, d)) != 0 {
		t.Errorf("after another takeback %d turns stand", len(g.Record.Turns()))
	}
	read(t, d, g) // can be replayed
}

// A rematch against a bot begins at once, with the sides changed, and so does
// the second game of a match.
func TestRematchAgainstBot(t *testing.T) {
	d := openTest(t)
	g := againstBot(t, d, NewGame{Match: true})
	g = must(t)(d.Resign(t.Context(), g.ID, g.Host, noon))
	second := matchOf(t, d, g).Second
	if second.Status != Running || second.by(1) != BotID(3) || !slices.Equal(botTurns(t, d), []string{second.ID}) {
		t.Fatalf("the second game of the match: %+v", second)
	}
	must(t)(d.Resign(t.Context(), second.ID, g.Host, noon))
	again := must(t)(d.Rematch(t.Context(), g.ID, g.Host, noon, func(string) bool { return true }))
	if again.Status != Running || again.Invite != "" || again.by(1) != BotID(3) || again.by(2) != g.Host || again.Leg != 1 {
		t.Errorf("the rematch: %+v", again)
	}
	if twice := must(t)(d.Rematch(t.Context(), g.ID, g.Host, noon, nil)); twice.ID != again.ID {
		t.Errorf("asked for twice it is %s and %s", again.ID, twice.ID)
	}
}

// Bots' turns do not count as awaited, unless a clock runs.
func TestBotsAwaitNoPlayer(t *testing.T) {
	d := openTest(t)
	host := newReader(t, d, noon)
	slow := againstBot(t, d, NewGame{Host: host})
	later := in(20 * time.Minute)
	wantTold(t, plan(t, d, host, later))
	if a, err := d.Awaiting(t.Context(), host, later); a != (Awaiting{}) || err != nil {
		t.Errorf("%+v is awaited, %v", a, err)
	}
	timed := againstBot(t, d, NewGame{Host: host, Control: control(t, "1d")})
	if urgent, err := d.Urgent(t.Context(), host); !slices.Equal(urgent, []string{timed.ID}) || err != nil {
		t.Errorf("urgent are %v, %v", urgent, err)
	}
	wantTold(t, plan(t, d, host, in(23*time.Hour)))
	desk, err := d.Desk(t.Context(), host, later)
	if err != nil || len(desk.Turn) != 1 || desk.Turn[0].ID != timed.ID || len(desk.Bots) != 1 || desk.Bots[0].ID != slow.ID {
		t.Errorf("desk %+v, %v", desk, err)
	}
	if desk, err = d.Desk(t.Context(), host, in(aloneStays+time.Minute)); err != nil || len(desk.Bots) != 0 || !desk.Older {
		t.Errorf("desk after weeks %+v, %v", desk, err)
	}
	page, _, err := d.Unfinished(t.Context(), host, Filter{}, Place{}, 9, later)
	if err != nil || len(page) != 1 || page[0].ID != slow.ID {
		t.Errorf("unfinished %+v, %v", page, err)
	}
	must(t)(d.Resign(t.Context(), play(t, d, play(t, d, timed, noon, "c2"), noon, "d3").ID, host, noon))
	wantTold(t, plan(t, d, host, in(24*time.Hour)))
	if current, err := d.Current(t.Context(), 9, later); err != nil || len(current) != 1 || current[0].ID != slow.ID {
		t.Errorf("current %v, %v", len(current), err)
	}
	begin(t, d, NewGame{})
	if current, err := d.Current(t.Context(), 1, later); err != nil || len(current) != 1 || current[0].hasBots() {
		t.Errorf("games between people do not come first: %+v, %v", current, err)
	}
}

// A game against a bot that its player has left is no longer being played; one
// with a clock ends by itself, and one between people is theirs.
func TestCurrentWithoutAbandoned(t *testing.T) {
	d := openTest(t)
	left := againstBot(t, d, NewGame{})
	timed := againstBot(t, d, NewGame{Control: control(t, "30d")})
	between := begin(t, d, NewGame{})
	for after, want := range map[time.Duration][]string{
		aloneStays:                    {between.ID, left.ID, timed.ID},
		aloneStays + time.Millisecond: {between.ID, timed.ID},
	} {
		current, err := d.Current(t.Context(), 9, in(after))
		var got []string
		for _, g := range current {
			got = append(got, g.ID)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || err != nil {
			t.Errorf("after %v %v are played, want %v: %v", after, got, want, err)
		}
	}
}

// A live game that begins takes its people out of other seeks, not the bots.
func TestBotsPlayManyGames(t *testing.T) {
	d := openTest(t)
	live := control(t, "5+3")
	seek := create(t, d, NewGame{
		Key: "hexellation", Setup: seats("3"), Control: live, Bots: map[rules.Seat]bot.Level{2: 3}, Terms: Terms{Listed: true},
	})
	own := newAccount(t, d).ID
	mine := create(t, d, NewGame{Host: own, Control: live, Terms: Terms{Listed: true}})
	g := againstBot(t, d, NewGame{Host: own, Control: live})
	if len(g.Withdrawn) != 1 || g.Withdrawn[0].ID != mine.ID || read(t, d, seek).by(2) != BotID(3) {
		t.Errorf("withdrawn %+v; the other is %+v", g.Withdrawn, read(t, d, seek))
	}
	n := NewGame{Key: "hexellation", Setup: seats("3"), Host: own, HostSeat: 1, Control: live}
	found := must(t)(d.PlayNow(t.Context(), n, noon, nil))
	if found.ID == seek.ID {
		t.Error("who asks for a game now meets bots")
	}
}

// After an account is deleted, bots have nothing to do in its games.
func TestDeletedAmongBots(t *testing.T) {
	d := openTest(t)
	g := againstBot(t, d, NewGame{HostSeat: 2, Bots: map[rules.Seat]bot.Level{1: 1}})
	room := create(t, d, NewGame{Key: "hexellation", Setup: seats("3"), Host: g.Host, Bots: map[rules.Seat]bot.Level{2: 3}})
	changed, err := d.DeletePerson(t.Context(), g.Host, noon)
	if err != nil || len(changed) != 2 || len(botTurns(t, d)) != 0 || read(t, d, g).Status != Over || read(t, d, room).Status != Over {
		t.Errorf("%d games changed, bots are to act in %v, %v", len(changed), botTurns(t, d), err)
	}
}

func TestLastAgainstBots(t *testing.T) {
	d := openTest(t)
	host := newAccount(t, d).ID
	if _, ok, err := d.LastAgainstBots(t.Context(), host, "hexone"); ok || err != nil {
		t.Errorf("before any game: %v, %v", ok, err)
	}
	end := func(n NewGame, after time.Duration) {
		n.Host = host
		g := againstBot(t, d, n)
		for range len(g.Players) {
			g = play(t, d, g, in(after), randomTurn(g.Record, newRandom(1)))
		}
		g = must(t)(d.Resign(t.Context(), g.ID, host, in(after)))
		for ; g.Status == Running; g = play(t, d, g, in(after), randomTurn(g.Record, newRandom(1))) {
		}
	}
	end(NewGame{Bots: map[rules.Seat]bot.Level{2: 5}}, time.Minute)
	end(NewGame{HostSeat: 2, Bots: map[rules.Seat]bot.Level{1: 4}}, time.Hour)
	end(NewGame{Key: "tartan"}, 2*time.Hour)
	end(NewGame{Setup: rules.Setup{Options: map[string]string{"seats": "3"}}, Key: "hexellation", Fill: 6, Bots: map[rules.Seat]bot.Level{}}, 2*time.Hour)
	if _, ok, err := d.LastAgainstBots(t.Context(), host, "hexellation"); ok || err != nil {
		t.Errorf("after a game of three: %v, %v", ok, err)
	}
	for level, outcome := range map[bot.Level]Outcome{1: Won, 3: Won, 6: Lost} {
		n := NewGame{Key: "six", Host: host, Fill: level, Bots: map[rules.Seat]bot.Level{}}
		g := againstBot(t, d, n)
		for range 2 {
			g = play(t, d, g, noon, randomTurn(g.Record, newRandom(1)))
		}
		who := host
		if outcome == Won {
			who = BotID(level)
		}
		must(t)(d.Resign(t.Context(), g.ID, who, in(time.Duration(level)*time.Minute)))
	}
	if last, ok, err := d.LastAgainstBots(t.Context(), host, "six"); err != nil || !ok || last != (BotResult{Level: 6, Outcome: Lost, Seat: 1}) {
		t.Errorf("%+v, %v, %v", last, ok, err)
	}
	last, ok, err := d.LastAgainstBots(t.Context(), host, "hexone")
	if err != nil || !ok || last != (BotResult{Level: 4, Outcome: Lost, Seat: 2}) {
		t.Errorf("%+v, %v, %v", last, ok, err)
	}
	var rows int
	if err := d.read.QueryRow("SELECT count(*) FROM finished WHERE person LIKE " + botIDs).Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d games are filed for bots, %v", rows, err)
	}
}

// Who plays a bot has a new game, but finds the one again that was begun and not
// played in, if that is no other in anything.
func TestPlayBots(t *testing.T) {
	d := openTest(t)
	for _, test := range []struct {
		name  string
		game  NewGame   // of Hex-It, with a bot of level 3 in seat 1 where nothing else is said
		turns int       // taken in it
		level bot.Level // that is asked for
		want  bool
	}{
		{"alike", NewGame{Fill: 3}, 0, 3, true},
		{"where the bot has begun", NewGame{Fill: 3}, 1, 3, true},
		{"of another level", NewGame{Fill: 3}, 0, 4, false},
		{"of level 1", NewGame{Fill: 1}, 0, 1, true},
		{"begun by the person", NewGame{HostSeat: 1, Fill: 3}, 0, 3, true},
		{"played in by the person, who began", NewGame{HostSeat: 1, Fill: 3}, 1, 3, false},
		{"played in by the person", NewGame{Fill: 3}, 2, 3, false},
		{"with other options", NewGame{Fill: 3, Setup: rules.Setup{Options: map[string]string{"tiles": "19"}}}, 0, 3, false},
		{"with a clock", NewGame{Fill: 3, Control: control(t, "5+3")}, 0, 3, false},
		{"with days for each turn", NewGame{Fill: 3, Control: control(t, "1d")}, 0, 3, false},
		{"on one device", NewGame{BothSeats: true}, 0, 3, false},
		{"that waits for somebody", NewGame{}, 0, 3, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			n := test.game
			n.Key, n.HostSeat, n.Explore = "hexit", cmp.Or(n.HostSeat, 2), true
			g := create(t, d, n)
			for range test.turns {
				g = play(t, d, g, noon, randomTurn(g.Record, newRandom(1)))
			}
			wantAgain(t, d, g, test.level, test.want)
		})
	}
	again := func(g Game, want bool) { t.Helper(); wantAgain(t, d, g, 3, want) }
	first := againstBot(t, d, NewGame{Key: "hexit", Explore: true})
	again(first, true)
	again(must(t)(d.Abort(t.Context(), first.ID, first.Host, noon)), false)
	again(againstBot(t, d, NewGame{Key: "hexit"}), false) // not explored
	again(againstBot(t, d, NewGame{Explore: true, Match: true}), false)
	again(begin(t, d, NewGame{Key: "hexit", Explore: true}), false)
	g, made, err := d.PlayBots(t.Context(), NewGame{
		Key: "tartan", Host: first.Host, HostSeat: 2, Fill: 3, Match: true, Control: control(t, "5+3"), Terms: Terms{Rated: true},
	}, noon)
	if err != nil || !made || g.Status != Running || !g.Explore || g.Rated || g.Leg != 0 || !g.Record.Control().None() || g.Players[0].Bot() != 3 {
		t.Errorf("of another game: made %v, %v: %+v", made, err, g)
	}
}

// wantAgain fails the test unless its host comes to the game again, or to a new
// one, who asks for bots of a level by its rules as they are at first.
func wantAgain(t testing.TB, d *DB, g Game, level bot.Level, want bool) {
	t.Helper()
	found, made, err := d.PlayBots(t.Context(), NewGame{Key: g.Key, Host: g.Host, HostSeat: 2, Fill: level}, noon)
	if err != nil || made == want || want != (found.ID == g.ID) || found.Status != Running {
		t.Errorf("found %s, made %v, %v; want it again: %v", found.ID, made, err, want)
	}
}

// PlayBots rejects unknown games and seats without a bot.
func TestPlayBotsRefuses(t *testing.T) {
	d := openTest(t)
	host := newAccount(t, d).ID
	for name, test := range map[string]struct {
		n    NewGame
		want rules.ErrorKind
	}{
		"people":         {NewGame{Key: "hexit", Host: host, HostSeat: 1}, rules.Invalid},
		"level 7":        {NewGame{Key: "hexit", Host: host, HostSeat: 1, Fill: 7}, rules.Invalid},
		"level -1":       {NewGame{Key: "hexit", Host: host, HostSeat: 1, Fill: -1}, rules.Invalid},
		"seat 3 of two":  {NewGame{Key: "hexit", Host: host, HostSeat: 3, Fill: 1}, rules.Invalid},
		"another game":   {NewGame{Key: "chess", Host: host, HostSeat: 1, Fill: 1}, rules.NotFound},
		"nobody as host": {NewGame{Key: "hexit", Host: "nobody", HostSeat: 1, Fill: 1}, rules.NotFound},
	} {
		if _, _, err := d.PlayBots(t.Context(), test.n, noon); !rules.IsKind(err, test.want) {
			t.Errorf("%s: %v, want one of kind %v", name, err, test.want)
		}
	}
}

// Who asks twice in one moment, by a click too many, has one game.
func TestPlayBotsAtOnce(t *testing.T) {
	d := openTest(t)
	host := newAccount(t, d).ID
	for _, key := range []string{"hexone", "hexit", "six", "tartan", "hexellation"} {
		var all sync.WaitGroup
		var made atomic.Int32
		for range 8 {
			all.Go(func() {
				_, isNew, err := d.PlayBots(t.Context(), NewGame{Key: key, Host: host, HostSeat: 1, Fill: 2}, noon)
				if err != nil {
					t.Error(err)
				}
				if isNew {
					made.Add(1)
				}
			})
		}
		all.Wait()
		if made.Load() != 1 {
			t.Errorf("%s: %d games", key, made.Load())
		}
	}
}
