package play

import (
	"context"
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
		if level, _, err = a.levelFor(c.Request().Context(), v.Person.ID, game.Info().Key, last, known); err != nil {
			return err
		}
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

// nextLevel returns the level of the visitor's next bot in a game, and whether it follows from the visitor's games.
func (a *Area) nextLevel(c echo.Context, game string) (level bot.Level, fits bool, err error) {
	v, err := a.Visitor(c)
	if err != nil || !v.Known {
		return setup.FirstBot, false, err
	}
	last, known, err := a.DB.LastAgainstBots(c.Request().Context(), v.Person.ID, game)
	if err != nil {
		return setup.FirstBot, false, err
	}
	return a.levelFor(c.Request().Context(), v.Person.ID, game, last, known)
}

// levelFor returns the level of a person's next bot in a game, after the last game against a bot or, without one, by the
// person's rating. Fits is false if there is neither.
func (a *Area) levelFor(ctx context.Context, person, game string, last db.BotResult, known bool) (level bot.Level, fits bool, err error) {
	if known {
		return fittingLevel(last, true), true, nil
	}
	ratings, err := a.DB.RatingsOf(ctx, person, a.Now())
	if err != nil {
		return setup.FirstBot, false, err
	}
	most := db.KindRating{}
	for _, r := range ratings {
		if r.Key == game && r.Games > most.Games {
			most = r
		}
	}
	if most.Games == 0 {
		return setup.FirstBot, false, nil
	}
	return ratedLevel(game, most.Whole()), true, nil
}

// ratedLevel returns the level of the bot whose rating is nearest.
func ratedLevel(game string, rating int) bot.Level {
	nearest := setup.FirstBot
	for level := nearest; level <= bot.MaxLevel; level++ {
		if distance(level.Rating(game, 2), rating) < distance(nearest.Rating(game, 2), rating) {
			nearest = level
		}
	}
	return nearest
}

func distance(a, b int) int { return max(a-b, b-a) }

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
