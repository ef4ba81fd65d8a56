package handlers_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/rules/bot"
	"hexclub/rules/games"
)

// One click begins a game in every game, which the bot plays to its end.
func TestPlayBot(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.withBots(t)
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			c := s.client(t)
			for _, path := range []string{"/", "/games/new", "/rules/" + game.Info().Key, "/lobby"} {
				page := c.get(path)
				button := page.Find("form[action='/play-bot'] [value=" + game.Info().Key + "]").Length()
				if path == "/lobby" {
					button = page.Find("#play-now button[formaction='/play-bot']").Length()
				}
				if button == 0 {
					t.Errorf("%s has no button to play a bot", path)
				}
			}
			path := c.againstBot("game", game.Info().Key)
			c.get(path).wantText(t, ".players", "Lotta · bot 2").wantText(t, ".status.mine", "Your turn").wantCount(t, ".clock", 0)
			for turn := range 400 {
				g := s.until(t, path, answered)
				if g.Status == db.Over {
					c.get(path).wantCount(t, ".status.over", 1).wantCount(t, "form[action$='/rematch']", 1)
					return
				}
				if turn > 60 { // the bot has had its chance
					c.still().post(path+"/resign").wantStatus(t, http.StatusSeeOther)
					continue
				}
				turn := aTurn(g.Record, rng())
				c.still().turn(path, turn, g.Record.Moved()).wantStatus(t, http.StatusSeeOther)
			}
			t.Error("the game does not end")
		})
	}
}

// Who wins meets a stronger bot, who loses a weaker one, and seats change.
func TestBotsFitTheirPlayers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	for i, want := range []struct {
		level bot.Level
		seat  int
		wins  bool   // the visitor
		next  string // bot that the page names afterwards; empty for none
	}{
		{2, 0, false, "bot 1, weaker"},
		{1, 1, false, ""}, // there is none weaker
		{1, 0, true, "bot 2, stronger"},
		{2, 1, false, "bot 1, weaker"},
	} {
		g := s.gameAt(t, c.againstBot("game", "tartan"))
		if g.Players[want.seat].ID != g.Host || g.Players[1-want.seat].Bot() != want.level {
			t.Errorf("game %d: %+v, want level %d and seat %d", i+1, g.Players, want.level, want.seat+1)
		}
		for range 2 { // or it would be called off
			if _, err := s.DB.PlayTurn(t.Context(), g.ID, g.Players[g.Record.Turn().Seat-1].ID, g.Record.Moved(), aTurn(g.Record, rng()), s.Now()); err != nil {
				t.Fatal(err)
			}
			g = s.gameAt(t, "/games/"+g.ID)
		}
		loses := g.Host
		if want.wins {
			loses = db.BotID(want.level)
		}
		if _, err := s.DB.Resign(t.Context(), g.ID, loses, s.Now()); err != nil {
			t.Fatal(err)
		}
		over := c.get("/games/" + g.ID)
		if want.next == "" {
			over.wantCount(t, "form[action='/play-bot']", 0)
			continue
		}
		over.wantText(t, "form[action='/play-bot']", want.next)
		level := strings.TrimPrefix(strings.Split(want.next, ",")[0], "bot ")
		over.wantCount(t, "form[action='/play-bot'] [name=level][value='"+level+"']", 1)
		s.client(t).get("/games/"+g.ID).wantCount(t, "form[action='/play-bot']", 0)
	}
	for _, test := range []struct {
		last db.BotResult
		want bot.Level
	}{
		{db.BotResult{Level: 3, Outcome: db.Won}, 4},
		{db.BotResult{Level: 6, Outcome: db.Won}, 6},
		{db.BotResult{Level: 3, Outcome: db.Drawn}, 3},
		{db.BotResult{Level: 3, Outcome: db.Lost}, 2},
		{db.BotResult{Level: 6, Outcome: db.Lost}, 2},
		{db.BotResult{Level: 6, Outcome: db.Lost, Best: 1}, 2},
		{db.BotResult{Level: 6, Outcome: db.Lost, Best: 3}, 4},
		{db.BotResult{Level: 6, Outcome: db.Lost, Best: 6}, 5},
		{db.BotResult{Level: 2, Outcome: db.Lost, Best: 6}, 1},
		{db.BotResult{Level: 1, Outcome: db.Lost}, 1},
	} {
		if got := handlers.FittingLevel(test.last, true); got != test.want {
			t.Errorf("after %+v comes level %d, want %d", test.last, got, test.want)
		}
	}
}

// Who has begun a game against a bot and taken no turn finds it again.
func TestPlayBotLeadsBack(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	for _, game := range games.All() {
		key := game.Info().Key
		first := c.againstBot("game", key, "level", "4")
		fitting := c.againstBot("game", key)
		if fitting == first || c.againstBot("game", key) != fitting {
			t.Errorf("%s: not the game of the level that fits", key)
		}
		second := c.againstBot("game", key, "level", "5")
		if second == first || c.againstBot("game", key, "level", "4") != first || c.againstBot("game", key, "level", "5") != second {
			t.Errorf("%s: not the game of the level that is asked for", key)
		}
		if other := s.client(t).againstBot("game", key, "level", "5"); other == second {
			t.Errorf("%s: somebody else comes to it", key)
		}
		g := s.gameAt(t, second)
		c.turn(second, aTurn(g.Record, rng()), g.Record.Moved()).wantStatus(t, http.StatusOK)
		if third := c.againstBot("game", key, "level", "5"); third == second {
			t.Errorf("%s: it leads to the game that is played", key)
		}
	}
}

// The form that makes games seats bots wherever it is told to.
func TestSetUpBots(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	c.signUp("Anna")
	for _, test := range []struct {
		name, form string
		players    string // by seat: me, a level, - for a free seat
		status     db.Status
	}{
		{"a bot begins", "game hexone opponent bot level 5 starter other", "5 me", db.Running},
		{"the level not said", "game hexone opponent bot starter me", "me 2", db.Running},
		{"with a clock", "game tartan opponent bot level 1 starter me clock 5+3", "me 1", db.Running},
		{"a match", "game hexone opponent bot level 1 starter me match two", "me 1", db.Running},
		{"all others", "game six option.seats 4 opponent bot level 3 seat 2", "3 me 3 3", db.Running},
		{"others of several levels", "game six option.seats 4 opponent bot level 3 seat 2 bots yes bot-1 6", "6 me 3 3", db.Running},
		{"among people", "game hexellation option.seats 4 opponent lobby seat 2 bots yes bot-1 6 bot-4 1", "6 me - 1", db.Waiting},
		{"the host's is the host's", "game hexellation option.seats 3 opponent invite seat 1 bots yes bot-1 6 bot-2 1", "me 1 -", db.Waiting},
		{"in all seats", "game hexellation option.seats 3 opponent lobby seat 1 bots yes bot-2 6 bot-3 1", "me 6 1", db.Running},
		{"seats that are not there", "game hexellation option.seats 3 opponent lobby seat 1 bots yes bot-2 1 bot-6 1", "me 1 -", db.Waiting},
		{"none of another level", "game six option.seats 4 opponent bot level 3 seat 2 bots yes", "3 me 3 3", db.Running},
		{"none after all", "game hexellation option.seats 3 opponent lobby seat 1 bots no bot-2 1", "me - -", db.Waiting},
		{"of two, not said with the opponent", "game hexone opponent lobby starter me bots yes bot-2 1", "me -", db.Waiting},
		{"a seat at random", "game hexellation option.seats 3 opponent lobby seat random bots yes bot-1 1 bot-2 1", "1 1 me", db.Running},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := s.gameAt(t, c.post("/games", strings.Fields(test.form)...).wantStatus(t, http.StatusOK).path)
			var players []string
			for _, p := range g.Players {
				who := "-"
				switch {
				case p.ID == g.Host:
					who = "me"
				case p.Bot() != 0:
					who = fmt.Sprint(p.Bot())
				}
				players = append(players, who)
			}
			if got := strings.Join(players, " "); got != test.players || g.Status != test.status || g.Listed && g.Status == db.Running {
				t.Errorf("%s, %s, listed %v; want %s, %s", got, g.Status, g.Listed, test.players, test.status)
			}
		})
	}
	for _, bad := range []string{
		"game hexone opponent bot level 7", "game hexone opponent bot level 0", "game hexone opponent bot level two",
		"game six option.seats 4 seat 1 bots yes bot-2 9", "game six option.seats 4 seat 1 bots perhaps",
		"game hexone opponent bot counts yes clock 5+3", "game six option.seats 4 opponent lobby counts yes clock 5+3 seat 1 bots yes bot-3 1",
	} {
		c.post("/games", strings.Fields(bad)...).wantStatus(t, http.StatusUnprocessableEntity)
	}
	named := strings.Fields("game hexellation option.seats 3 opponent named player Anna seat 1 bots yes bot-2 1 bot-3 1")
	s.client(t).post("/games", named...).wantStatus(t, http.StatusUnprocessableEntity).wantText(t, "#problem", "none is left")
	none := c.post("/games", strings.Fields("game six option.seats 4 opponent lobby seat 3 bots yes bot-3 6")...)
	none.wantText(t, ".for-more .fields .notice", "None of the other seats has a bot").wantCount(t, "[name=bot-3][aria-invalid] [value='6'][selected]", 1)
	for _, bad := range []string{"game chess", "", "game hexone level 7"} {
		c.post("/play-bot", strings.Fields(bad)...).wantStatus(t, http.StatusUnprocessableEntity)
	}
	before := s.count(t, "people")
	s.client(t).post("/play-bot", "game", "hexone", "level", "7")
	if after := s.count(t, "people"); after != before {
		t.Error("somebody was made a guest for a game that is not to be had")
	}
	form := c.get("/games/new?game=six&option.seats=4&opponent=bot&level=5&bots=yes&bot-3=1")
	form.wantCount(t, "[value=bot][checked]", 1).wantCount(t, "[name=level] [value='5'][selected]", 1)
	form.wantCount(t, "[name=bot-3] [value='1'][selected]", 1).wantCount(t, "[name=bot-2] [value=''][selected]", 1)
	c.get("/games/new?game=six").wantCount(t, "[name=level] [value='2'][selected]", 1)
}
