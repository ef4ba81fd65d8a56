package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/rules/games"
	"hexclub/views"
)

// showAllRules leads to the rules of each game.
func (a *App) showAllRules(c echo.Context) error {
	t := a.catalog(c)
	return a.gameList(c, views.GamesPage{Heading: t.T("rules.all"), Help: t.T("rules.all-help"), Learn: true})
}

// showRules answers with the rules of a game in short.
func (a *App) showRules(c echo.Context) error {
	game, err := games.Find(c.Param("game"))
	if err != nil {
		return err
	}
	info := game.Info()
	t := a.catalog(c)
	title := t.T("rules.title", "Game", t.T(info.Key+".name"))
	f, err := a.frame(c, title)
	if err != nil {
		return err
	}
	page := views.RulesPage{Frame: f, Game: info.Key}
	page.Title = title
	page.Rules, page.Readings = views.NewRules(t, info)
	return a.render(c, http.StatusOK, views.Rules(page))
}
