package handlers

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/games"
	"hexclub/rules/hexone"
	"hexclub/views"
	"hexclub/views/i18n"
)

// homeGames is how many of the reader's games the front page lists.
const homeGames = 30

// homePosition is the picture on the front page: a Hexone game in full swing.
const homePosition = "..r2/.b2r1-./xr2b2b1./-.b1r2./.-b1x 2"

func (a *App) home(c echo.Context) error {
	f, err := a.frame(c, a.catalog(c).T("home.tab"))
	if err != nil {
		return err
	}
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	page := views.HomePage{Frame: f}
	picture, err := hexone.Game{}.New(rules.Setup{Position: homePosition})
	if err != nil {
		return err
	}
	page.Board = views.NewPicture(f.T, hexone.Game{}, picture)
	if page.Shelf, err = views.NewGameList(f.T); err != nil {
		return err
	}
	if v.known {
		if page.Games, err = a.gameLines(c, f.T, v.person.ID); err != nil {
			return err
		}
	}
	return a.render(c, http.StatusOK, views.Home(page))
}

func (a *App) gameLines(c echo.Context, t *i18n.Catalog, person string) ([]views.GameLine, error) {
	rows, err := a.DB.GamesOf(c.Request().Context(), person, homeGames)
	if err != nil {
		return nil, err
	}
	lines := make([]views.GameLine, 0, len(rows))
	for _, row := range rows {
		game, err := games.Find(row.Key)
		if err != nil {
			return nil, err
		}
		toAct := row.ToAct
		yours := row.Status == db.Running && toAct != 0 && row.Players[toAct-1].ID == person
		lines = append(lines, views.NewGameLine(t, views.ListedGame{
			ID: row.ID, Key: row.Key, Players: playerNames(t, game.Info(), row.Players), ToAct: toAct, Turn: row.Turn,
			Waiting: row.Status == db.Waiting, Result: row.Result, Yours: yours,
		}, game.Info()))
	}
	return lines, nil
}

// playerNames is how the players of a game are called, by seat from 1. Where
// one person plays all seats the colours tell them apart.
func playerNames(t *i18n.Catalog, info rules.Info, players []db.Player) []string {
	names := make([]string, len(players))
	alone := len(slices.CompactFunc(slices.Clone(players), func(a, b db.Player) bool { return a.ID == b.ID })) == 1
	for i, p := range players {
		if alone {
			names[i] = t.T("colour." + info.Colours[i])
		} else {
			names[i] = playerName(t, p)
		}
	}
	return names
}

// playerName is how a player is called on pages.
func playerName(t *i18n.Catalog, p db.Player) string {
	return views.PlayerName(t, p.ID, p.Name, p.Deleted)
}
