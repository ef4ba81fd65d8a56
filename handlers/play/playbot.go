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

// PlayBot redirects to a new game against bots, with the game, options and level in the form. Without a level it
// chooses one that fits the visitor. If such a game exists in which the visitor has taken no turn, it redirects
// to that game.
func (a *Area) PlayBot(c echo.Context) error {
	game, err := games.Find(c.FormValue("game"))
	if err != nil {
		return &rules.Error{Kind: rules.Invalid, Key: "error.form", Detail: "game", Err: err}
	}
	level, err := web.ReadLevel(c, setup.LevelField)
	if err != nil {
		return err
	}
	chosen, err := game.Info().Complete(rules.Setup{Options: web.FormOptions(c)})
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
	seat := last.Seat%rules.Seat(web.SeatsOf(chosen)) + 1 // seats alternate
	g, made, err := a.DB.PlayBots(c.Request().Context(), db.NewGame{
		Key: game.Info().Key, Setup: chosen, Host: v.Person.ID, HostSeat: seat, Fill: level,
	}, a.Now())
	if err != nil {
		return err
	}
	if made {
		a.PublishMeeting(g)
	}
	return c.Redirect(http.StatusSeeOther, "/games/"+g.ID)
}

// nextLevel returns the level of the visitor's next bot in a game, and whether it follows from the visitor's last game.
func (a *Area) nextLevel(c echo.Context, game string) (level bot.Level, fits bool, err error) {
	v, err := a.Visitor(c)
	if err != nil || !v.Known {
		return setup.FirstBot, false, err
	}
	last, known, err := a.DB.LastAgainstBots(c.Request().Context(), v.Person.ID, game)
	return fittingLevel(last, known), known, err
}

// fittingLevel returns the level of a person's next bot after the last game, if there was one: one level higher
// after a win, and one lower after a loss.
func fittingLevel(last db.BotResult, known bool) bot.Level {
	switch {
	case !known:
		return setup.FirstBot
	case last.Outcome == db.Won:
		return min(last.Level+1, bot.MaxLevel)
	case last.Outcome == db.Lost:
		return max(1, last.Level-1)
	}
	return last.Level
}

// nextBot returns the level of a different bot that fits a player after a game against a bot; 0 for the same
// level and after any other game.
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
