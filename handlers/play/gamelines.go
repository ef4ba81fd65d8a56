package play

import (
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules/games"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/play"
)

// begunShownFor is how long the lobby shows a game with days for each turn, or without a clock, after its start.
const begunShownFor = time.Hour

// begunGames lists the visitor's games that may have begun unnoticed while the visitor waited in the lobby: live
// games, and recent ones in which some players have not moved.
func (a *Area) begunGames(c echo.Context, t *i18n.Catalog, v *web.Visitor) (list []play.ListedGame, err error) {
	if !v.Known {
		return nil, nil
	}
	desk, err := a.DB.Desk(c.Request().Context(), v.Person.ID, a.Now())
	if err != nil {
		return nil, err
	}
	for _, row := range slices.Concat(desk.Turn, desk.Others) {
		young := row.Turn <= len(row.Players) && a.Now().Sub(row.Changed) < begunShownFor
		if !row.Control.Live() && !young {
			continue
		}
		game, err := a.listedGame(t, row, v.Person.ID)
		if err != nil {
			return nil, err
		}
		list = append(list, game)
	}
	return list, nil
}

// GameLines converts games for a person's lists.
func (a *Area) GameLines(c page.Calendar, rows []db.GameRow, person string) ([]play.GameLine, error) {
	lines := make([]play.GameLine, len(rows))
	for i, row := range rows {
		game, err := a.listedGame(c.T, row, person)
		if err != nil {
			return nil, err
		}
		lines[i] = play.NewGameLine(c, game)
	}
	return lines, nil
}

// listedGame converts a game for a person's lists.
func (a *Area) listedGame(t *i18n.Catalog, row db.GameRow, person string) (play.ListedGame, error) {
	game, err := games.Find(row.Key)
	if err != nil {
		return play.ListedGame{}, err
	}
	g := play.ListedGame{
		ID: row.ID, Info: game.Info(), Own: row.Seat(person), Control: row.Control, Rated: row.Rated, Turn: row.Turn, ToAct: row.ToAct,
		Waiting: row.Status == db.Waiting, Begun: row.Created, Ended: row.Changed, Result: row.Result, Reason: row.Reason,
	}
	players := make([]db.Player, len(row.Players))
	for i, p := range row.Players {
		players[i] = p.Player
	}
	g.Alone = !slices.ContainsFunc(players, func(p db.Player) bool { return p.ID != person })
	for i, name := range web.PlayerNames(t, game.Info(), players) {
		seat, p := play.ListedSeat{Name: name, Avatar: web.AvatarOf(players[i])}, row.Players[i]
		if p.Change != nil {
			points := p.Change.Points()
			seat.Change = &points
		}
		g.Seats = append(g.Seats, seat)
	}
	g.Yours = row.Status == db.Running && players[row.ToAct-1].ID == person
	if !row.Deadline.IsZero() {
		left := max(row.Deadline.Sub(a.Now()), 0)
		g.Left = &left
	}
	return g, nil
}

// profilesOf returns the addresses of the players' profiles, by seat - 1. They are empty for players without an
// account, whose displayed name differs from the account's name.
func profilesOf(names []string, players []db.Player) []string {
	profiles := make([]string, len(players))
	for i, p := range players {
		if p.Name == names[i] {
			profiles[i] = page.PersonHref(p.Name)
		}
	}
	return profiles
}

// avatarsOf returns the ids of the players' avatars, by seat - 1.
func avatarsOf(players []db.Player) []string {
	ids := make([]string, len(players))
	for i, p := range players {
		ids[i] = web.AvatarOf(p)
	}
	return ids
}
