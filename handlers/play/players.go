package play

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules/games"
	"hexclub/views/page"
	"hexclub/views/play"
)

// playerLines is the number of players on a page of their list.
const playerLines = 50

// ShowPlayers serves the list of players, filtered by the address.
func (a *Area) ShowPlayers(c echo.Context) error {
	filter, err := readPlayerFilter(c)
	if err != nil {
		return err
	}
	rows, more, err := a.DB.ListPlayers(c.Request().Context(), filter, playerLines, a.Now())
	if err != nil {
		return err
	}
	f, err := a.Frame(c, a.Catalog(c).T("people.title"))
	if err != nil {
		return err
	}
	if filter == (db.PlayerFilter{}) {
		f.Preview = a.Preview(c, page.Preview{URL: "/people", Title: f.T.T("people.title"), About: f.T.T("people.about")})
	}
	list := play.PlayerList{Search: filter.Search, Game: filter.Key, After: filter.After, More: more}
	for _, row := range rows {
		player := play.ListedPlayer{ID: row.ID, Name: row.Name, Games: row.Games, Online: a.Presence.Here(row.ID)}
		if r := row.Rating; r != nil {
			player.Rating = &play.KindRating{Key: r.Key, Class: r.Class, Games: r.Games, Rating: r.Rating}
		}
		list.Players = append(list.Players, player)
	}
	return a.Render(c, http.StatusOK, play.Players(play.NewPlayersPage(f, list)))
}

// readPlayerFilter reads the filter from the address. It fails with an *rules.Error of kind Invalid for an unknown game.
func readPlayerFilter(c echo.Context) (filter db.PlayerFilter, err error) {
	var keys []string
	for _, game := range games.All() {
		keys = append(keys, game.Info().Key)
	}
	key, err := web.Choice(c, play.FilterGame, keys...)
	search := []rune(web.TrimName(c.QueryParam(play.SearchField)))
	return db.PlayerFilter{Search: string(search[:min(len(search), web.MaxName)]), Key: key, After: c.QueryParam(play.FilterAfter)}, err
}
