package play_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/handlers/play"
	"hexclub/handlers/sitetest"
	"hexclub/rules/bot"
	"hexclub/rules/games"
)

// In every game one click begins a game, which the bot plays to its end.
func TestPlayBot(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	s.WithBots(t)
	for _, game := range games.All() {
		t.Run(game.Info().Key, func(t *testing.T) {
			c := s.Client(t)
			for _, path := range []string{"/", "/rules/" + game.Info().Key, "/lobby"} {
				page := c.Get(path)
				button := page.Find("form[action='/play-bot'] [value=" + game.Info().Key + "]").Length()
				if path == "/lobby" {
					button = page.Find("#play-now button[formaction='/play-bot']").Length()
				}
				if button == 0 {
					t.Errorf("%s has no button to play a bot", path)
				}
			}
			path := c.AgainstBot("game", game.Info().Key)
			c.Get(path).WantText(t, ".players", "Pip · bot 1").WantText(t, ".status.mine", "Your turn").WantCount(t, ".clock", 0)
			for turn := range 400 {
				g := s.Until(t, path, sitetest.Answered)
				if g.Status == db.Over {
					c.Get(path).WantCount(t, ".status.over", 1).WantCount(t, "form[action$='/rematch']", 1)
					return
				}
				if turn > 60 { // the bot had enough turns
					c.NoRedirects().Post(path+"/resign").WantStatus(t, http.StatusSeeOther)
					continue
				}
				turn := sitetest.ATurn(g.Record, rng())
				c.NoRedirects().Turn(path, turn, g.Record.Moved()).WantStatus(t, http.StatusSeeOther)
			}
			t.Error("the game does not end")
		})
	}
}

// After a win the next bot is stronger, after a loss weaker, and seats alternate.
func TestBotsFitTheirPlayers(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	for i, want := range []struct {
		level bot.Level
		seat  int
		wins  bool   // the visitor wins
		next  string // bot that the page offers next; empty for none
	}{
		{1, 0, false, ""}, // there is none weaker
		{1, 1, true, "Next level: Lotta · bot 2"},
		{2, 0, false, "Easier: Pip · bot 1"},
		{1, 1, true, "Next level: Lotta · bot 2"},
	} {
		g := s.GameAt(t, c.AgainstBot("game", "tartan"))
		if g.Players[want.seat].ID != g.Host || g.Players[1-want.seat].Bot() != want.level {
			t.Errorf("game %d: %+v, want level %d and seat %d", i+1, g.Players, want.level, want.seat+1)
		}
		for range 2 { // or resigning would cancel the game
			if _, err := s.DB.PlayTurn(t.Context(), g.ID, g.Players[g.Record.Turn().Seat-1].ID, g.Record.Moved(), sitetest.ATurn(g.Record, rng()), s.Now()); err != nil {
				t.Fatal(err)
			}
			g = s.GameAt(t, "/games/"+g.ID)
		}
		loses := g.Host
		if want.wins {
			loses = db.BotID(want.level)
		}
		if _, err := s.DB.Resign(t.Context(), g.ID, loses, s.Now()); err != nil {
			t.Fatal(err)
		}
		over := c.Get("/games/" + g.ID)
		if want.next == "" {
			over.WantCount(t, "form[action='/play-bot']", 0)
			continue
		}
		over.WantText(t, "form[action='/play-bot']", want.next)
		_, level, _ := strings.Cut(want.next, "bot ")
		over.WantCount(t, "form[action='/play-bot'] [name=level][value='"+level+"']", 1)
		s.Client(t).Get("/games/"+g.ID).WantCount(t, "form[action='/play-bot']", 0)
	}
	for _, test := range []struct {
		last db.BotResult
		want bot.Level
	}{
		{db.BotResult{Level: 3, Outcome: db.Won}, 4},
		{db.BotResult{Level: 6, Outcome: db.Won}, 6},
		{db.BotResult{Level: 3, Outcome: db.Drawn}, 3},
		{db.BotResult{Level: 3, Outcome: db.Lost}, 2},
		{db.BotResult{Level: 6, Outcome: db.Lost}, 5},
		{db.BotResult{Level: 2, Outcome: db.Lost}, 1},
		{db.BotResult{Level: 1, Outcome: db.Lost}, 1},
	} {
		if got := play.FittingLevel(test.last, true); got != test.want {
			t.Errorf("after %+v comes level %d, want %d", test.last, got, test.want)
		}
	}
}

// The first bot of a person with a rating is the one with the nearest rating.
func TestPlayBotByRating(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c, person := s.NewAccount(t, "Anna")
	for class, games := range map[string]int{"quick": 2, "long": 1} { // the second counts less
		_, err := s.Raw(t).Exec("INSERT INTO ratings (person, game, class, rating, deviation, volatility, games, at) VALUES ($1, 'six', $2, $3, 90, 0.06, $4, 0)",
			person.ID, class, bot.Level(2+games).Rating("six", 2)+1, games)
		if err != nil {
			t.Fatal(err)
		}
	}
	c.Get("/lobby?game=six").WantText(t, "#play-now", "level 4")
	if g := s.GameAt(t, c.AgainstBot("game", "six")); g.Players[1].Bot() != 4 {
		t.Errorf("the bot of %+v does not fit", g.Players)
	}
	c.Get("/lobby?game=hexit").WantText(t, "#play-now", "level 1 – for beginners")
}

// PlayBot finds an existing game against a bot in which the visitor has taken no turn.
func TestPlayBotLeadsBack(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	for _, game := range games.All() {
		key := game.Info().Key
		first := c.AgainstBot("game", key, "level", "4")
		fitting := c.AgainstBot("game", key)
		if fitting == first || c.AgainstBot("game", key) != fitting {
			t.Errorf("%s: not the game of the level that fits", key)
		}
		second := c.AgainstBot("game", key, "level", "5")
		if second == first || c.AgainstBot("game", key, "level", "4") != first || c.AgainstBot("game", key, "level", "5") != second {
			t.Errorf("%s: not the game of the level that is asked for", key)
		}
		if other := s.Client(t).AgainstBot("game", key, "level", "5"); other == second {
			t.Errorf("%s: somebody else comes to it", key)
		}
		g := s.GameAt(t, second)
		c.Turn(second, sitetest.ATurn(g.Record, rng()), g.Record.Moved()).WantStatus(t, http.StatusOK)
		if third := c.AgainstBot("game", key, "level", "5"); third == second {
			t.Errorf("%s: it leads to the game that is played", key)
		}
	}
}

// The form for new games seats bots in the chosen seats.
func TestSetUpBots(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	c.SignUp("Anna")
	for _, test := range []struct {
		name, form string
		players    string // by seat: me, a level, - for a free seat
		status     db.Status
	}{
		{"a bot begins", "game hexone opponent bot level 5 starter other", "5 me", db.Running},
		{"the level not said", "game hexone opponent bot starter me", "me 1", db.Running},
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
			g := s.GameAt(t, c.Post("/games", strings.Fields(test.form)...).WantStatus(t, http.StatusOK).Path)
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
		c.Post("/games", strings.Fields(bad)...).WantStatus(t, http.StatusUnprocessableEntity)
	}
	named := strings.Fields("game hexellation option.seats 3 opponent named player Anna seat 1 bots yes bot-2 1 bot-3 1")
	s.Client(t).Post("/games", named...).WantStatus(t, http.StatusUnprocessableEntity).WantText(t, "#problem", "Leave a seat free")
	none := c.Post("/games", strings.Fields("game six option.seats 4 opponent lobby seat 3 bots yes bot-3 6")...)
	none.WantText(t, ".for-more .fields .notice", "No other seat has a bot").WantCount(t, "[name=bot-3][aria-invalid] [value='6'][selected]", 1)
	for _, bad := range []string{"game chess", "", "game hexone level 7"} {
		c.Post("/play-bot", strings.Fields(bad)...).WantStatus(t, http.StatusUnprocessableEntity)
	}
	before := s.Count(t, "people")
	s.Client(t).Post("/play-bot", "game", "hexone", "level", "7")
	if after := s.Count(t, "people"); after != before {
		t.Error("somebody was made a guest for a game that is not to be had")
	}
	form := c.Get("/games/new?game=six&option.seats=4&opponent=bot&level=5&bots=yes&bot-3=1")
	form.WantCount(t, "[name=opponent][value=bot]", 1).WantCount(t, "[name=level][value='5'][checked]", 1)
	form.WantCount(t, "[name=bot-3] [value='1'][selected]", 1).WantCount(t, "[name=bot-2] [value=''][selected]", 1)
	c.Get("/games/new?game=six").WantCount(t, "[name=level][value='1'][checked]", 1)
}
