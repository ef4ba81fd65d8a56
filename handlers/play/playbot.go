package play

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/views/setup"
)

// PlayBot leads to a game against bots that begins at once, of the game that the
// form names, with its options, if it has any: of the level that it names, else of one that fits the visitor. Who
// has begun such a game and taken no turn yet finds that one again.
func (a *Area) PlayBot(c echo.Context) error {
	game, err := games.Find(c.FormValue("game"))
	if err != nil {
		return &rules.Error{Kind: rules.Invalid, Key: "error.form", Detail: "game", Err: err}
	}
	level, err := web.ReadLevel(c, setup.LevelField)
	if err != nil {
		return err
	}
	setup, err := game.Info().Complete(rules.Setup{Options: web.FormOptions(c)})
	if err != nil {
		return err
	}
	v, err := a.limitedPlayer(c)
	if err != nil {
		return err
	}
	last, known, err := a.DB.LastAgainstBots(c.Request().Context(), v.Person.ID, game.Info().Key)
	if err != nil {
		return err
	}
	if level == 0 {
		level = fittingLevel(last, known)
	}
	seat := last.Seat%rules.Seat(web.SeatsOf(setup)) + 1 // seats change from game to game
	g, made, err := a.DB.PlayBots(c.Request().Context(), db.NewGame{
		Key: game.Info().Key, Setup: setup, Host: v.Person.ID, HostSeat: seat, Fill: level,
	}, a.Now())
	if err != nil {
		return err
	}
	if made {
		a.PublishMeeting(g)
	}
	return c.Redirect(http.StatusSeeOther, "/games/"+g.ID)
}

// fittingLevel is the level of the bot that somebody is to play next whose last
// game ended so, if there was one: who wins meets the next, who loses the one
// before, and after a game far above none but the one next to the best ever beaten.
func fittingLevel(last db.BotResult, known bool) bot.Level {
	switch {
	case !known:
		return setup.FirstBot
	case last.Outcome == db.Won:
		return min(last.Level+1, bot.MaxLevel)
	case last.Outcome == db.Lost:
		return max(1, min(last.Level-1, max(last.Best+1, setup.FirstBot)))
	}
	return last.Level
}

// nextBot is the level of another bot that fits a player of a game that is over and
// was played against one; 0 for the same again and after any other game.
func (a *Area) nextBot(c echo.Context, game db.Game, player string) (bot.Level, error) {
	played := slices.IndexFunc(game.Players, func(p db.Player) bool { return p.Bot() != 0 })
	if played < 0 || len(game.Players) > 2 {
		return 0, nil
	}
	last, known, err := a.DB.LastAgainstBots(c.Request().Context(), player, game.Key)
	next := fittingLevel(last, known)
	if err != nil || next == game.Players[played].Bot() {
		return 0, err
	}
	return next, nil
}
