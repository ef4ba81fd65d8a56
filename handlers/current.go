package handlers

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/views"
	"hexclub/views/i18n"
)

// watchable is how many games the page of current games shows.
const watchable = 12

// showCurrent answers with the page of the games that are being played.
func (a *App) showCurrent(c echo.Context) error {
	page, _, err := a.currentPage(c)
	if err != nil {
		return err
	}
	if page.Frame, err = a.frame(c, page.T.T("current.title")); err != nil {
		return err
	}
	return a.render(c, http.StatusOK, views.Current(page))
}

// currentEvents streams that some game changed.
func (a *App) currentEvents(c echo.Context) error {
	return a.follow(c, feed{events: map[string]string{gamesTopic: "changed"}, pause: time.Second})
}

// showCurrentBoards answers a page that tells which games it shows, and as of
// which revision, with what is new: the games that changed, or the whole list
// when others are played now.
func (a *App) showCurrentBoards(c echo.Context) error {
	page, ids, err := a.currentPage(c)
	if err != nil {
		return err
	}
	var seen []string
	for _, text := range c.QueryParams()["seen"] {
		id, _, _ := strings.Cut(text, ".")
		seen = append(seen, id)
	}
	if !slices.Equal(slices.Sorted(slices.Values(seen)), slices.Sorted(slices.Values(ids))) {
		return a.render(c, http.StatusOK, views.WatchListFragment(page))
	}
	changed := slices.DeleteFunc(page.Games, func(card views.WatchCard) bool {
		return slices.Contains(c.QueryParams()["seen"], card.Seen)
	})
	if len(changed) == 0 {
		return c.NoContent(http.StatusNoContent)
	}
	return a.render(c, http.StatusOK, views.WatchCardsFragment(changed))
}

// currentPage is the games that are being played, without the frame around
// them, and their ids.
func (a *App) currentPage(c echo.Context) (page views.CurrentPage, ids []string, err error) {
	list, err := a.DB.Current(c.Request().Context(), watchable, a.Now())
	if err != nil {
		return page, nil, err
	}
	page.T = a.catalog(c)
	for _, game := range list {
		page.Games = append(page.Games, views.NewWatchCard(page.T, a.gameModel(page.T, game)))
		ids = append(ids, game.ID)
	}
	return page, ids, nil
}

// gameModel is a game as views have it.
func (a *App) gameModel(t *i18n.Catalog, game db.Game) views.Game {
	names := playerNames(t, game.Record.Game().Info(), game.Players)
	return views.Game{
		ID: game.ID, Record: game.Record, Players: names, Profiles: profilesOf(names, game.Players), Bots: botLevels(game.Players),
		Revision: game.Revision, Waiting: game.Status == db.Waiting, Explore: game.Explore,
		Clocks: a.clocks(game), Class: game.Class(), Rated: game.Rated,
		Gone: slices.ContainsFunc(game.Players, func(p db.Player) bool { return p.Deleted }),
	}
}
