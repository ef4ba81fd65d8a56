package play

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules/games"
	"hexclub/rules/rating"
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
	classes, err := a.ratedClasses(c, &filter)
	if err != nil {
		return err
	}
	online, err := a.onlinePlayers(c, filter)
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
	if filter.Key+filter.Search+filter.After == "" { // whatever else is in the address
		f.Preview = a.Preview(c, page.Preview{URL: "/people", Title: f.T.T("people.title"), About: f.T.T("people.about")})
	}
	list := play.PlayerList{Search: filter.Search, Game: filter.Key, Class: filter.Class, Classes: classes, Later: filter.After != "" || filter.Above > 0, More: more}
	list.Online, list.Players = a.listedPlayers(online), a.listedPlayers(rows)
	return a.Render(c, http.StatusOK, play.Players(play.NewPlayersPage(f, list)))
}

// ratedClasses returns the classes of clock in which there are ratings in the game of a filter, and completes the filter
// with the first one if it has none of them.
func (a *Area) ratedClasses(c echo.Context, filter *db.PlayerFilter) ([]rating.Class, error) {
	if filter.Key == "" {
		return nil, nil
	}
	classes, err := a.DB.RatedClasses(c.Request().Context(), filter.Key)
	if err == nil && len(classes) > 0 && !slices.Contains(classes, filter.Class) {
		filter.Class = classes[0]
	}
	return classes, err
}

// onlinePlayers returns the players that are on the site now, for the first page of the list by name.
func (a *Area) onlinePlayers(c echo.Context, filter db.PlayerFilter) ([]db.PlayerRow, error) {
	if filter.Key != "" || filter.After != "" {
		return nil, nil
	}
	filter.Among = a.Presence.Accounts()
	rows, _, err := a.DB.ListPlayers(c.Request().Context(), filter, playerLines, a.Now())
	return rows, err
}

func (a *Area) listedPlayers(rows []db.PlayerRow) (players []play.ListedPlayer) {
	for _, row := range rows {
		player := play.ListedPlayer{ID: row.ID, Name: row.Name, Line: row.Line, Place: row.Place, Games: row.Games, Online: a.Presence.Here(row.ID)}
		if r := row.Rating; r != nil {
			player.Rating = &play.KindRating{Key: r.Key, Class: r.Class, Games: r.Games, Rating: r.Rating}
		}
		players = append(players, player)
	}
	return players
}

// readPlayerFilter reads the filter from the address. It fails with an *rules.Error of kind Invalid for an unknown game or class.
func readPlayerFilter(c echo.Context) (filter db.PlayerFilter, err error) {
	var keys, classes []string
	for _, game := range games.All() {
		keys = append(keys, game.Info().Key)
	}
	for _, class := range rating.Classes() {
		classes = append(classes, string(class))
	}
	key, err := web.Choice(c, play.FilterGame, keys...)
	if err != nil {
		return filter, err
	}
	class, err := web.Choice(c, play.FilterClass, classes...)
	search := []rune(web.TrimName(c.QueryParam(play.SearchField)))
	filter = db.PlayerFilter{Search: string(search[:min(len(search), web.MaxName)]), Key: key, Class: rating.Class(class)}
	if after := c.QueryParam(play.FilterAfter); key == "" {
		filter.After = after
	} else {
		filter.Above, _ = strconv.Atoi(after) // 0, the first page, for what is no number
	}
	return filter, err
}
