package handlers

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/rules/bot"
	"hexclub/rules/games"
	"hexclub/rules/rating"
	"hexclub/views"
	"hexclub/views/club"
	"hexclub/views/i18n"
	"hexclub/views/page"
	"hexclub/views/play"
)

// homePosition is the picture on the front page: a Hexone game halfway through.
const homePosition = "..r2/.b2r1-./xr2b2b1./-.b1r2./.-b1x 2"

// home answers with the front page: for who plays, what waits there. With
// "next=none" it says that nextGame has found no game.
func (a *App) home(c echo.Context) error {
	if c.QueryParam("next") == "none" {
		tell(c, "home.none-next")
	}
	f, err := a.frame(c, a.catalog(c).T("home.tab"))
	if err != nil {
		return err
	}
	page := views.HomePage{Frame: f}
	if page.Desk, err = a.desk(c, f); err != nil {
		return err
	}
	if page.Desk != nil && page.Desk.Empty() {
		page.Desk = nil
	}
	front, err := a.front.get(f.T)
	if err != nil {
		return err
	}
	page.Board, page.Shelf = front.board, front.shelf
	return a.render(c, http.StatusOK, views.Home(page))
}

// showDesk answers with the visitor's games alone, for htmx to swap in.
func (a *App) showDesk(c echo.Context) error {
	if _, err := a.somebody(c); err != nil {
		return err
	}
	f, err := a.frame(c, a.catalog(c).T("home.tab"))
	if err != nil {
		return err
	}
	f.Path, f.Return = "/", "/"
	desk, err := a.desk(c, f)
	if err != nil {
		return err
	}
	return a.render(c, http.StatusOK, views.DeskFragment(*desk))
}

// deskEvents streams an event "changed" whenever one of the visitor's games
// does. With "since", the mark of the games that the page shows, the first comes
// at once when it is another by now, or when the visitor's session has ended.
func (a *App) deskEvents(c echo.Context) error {
	v, err := a.visitor(c)
	if err == nil && !v.known && !v.ended() {
		err = errNobody(c)
	}
	if err != nil {
		return err
	}
	topic := personTopic(v.person.ID)
	f := feed{events: map[string]string{topic: "changed"}, pause: time.Second}
	if v.signedIn() && v.person.Role.Organises() {
		f.events[organisersTopic] = "changed"
	}
	f.missed = func() ([]string, error) {
		mark, err := a.DB.DeskMark(c.Request().Context(), v.person.ID)
		if err != nil || mark == c.QueryParam("since") {
			return nil, err
		}
		return []string{topic}, nil
	}
	return a.follow(c, f)
}

// nextGame leads to the most urgent game in which the visitor is to act; with
// "after", the id of a game, to the one after it. When no other game waits it
// leads to the front page.
func (a *App) nextGame(c echo.Context) error {
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	ids, err := a.DB.Urgent(c.Request().Context(), v.person.ID)
	if err != nil {
		return err
	}
	if i := slices.Index(ids, c.QueryParam("after")); i >= 0 {
		ids = slices.Concat(ids[i+1:], ids[:i])
	}
	if len(ids) > 0 {
		return c.Redirect(http.StatusSeeOther, "/games/"+ids[0])
	}
	return c.Redirect(http.StatusSeeOther, "/?next=none")
}

// desk is the visitor's games; nil for who is nobody yet.
func (a *App) desk(c echo.Context, f page.Frame) (*views.Desk, error) {
	v, err := a.visitor(c)
	if err != nil || !v.known {
		return nil, err
	}
	ctx, person := c.Request().Context(), v.person.ID
	// The mark comes first: what changes in between is told by the stream.
	mark, err := a.DB.DeskMark(ctx, person)
	if err != nil {
		return nil, err
	}
	stored, err := a.DB.Desk(ctx, person, a.Now())
	if err != nil {
		return nil, err
	}
	desk := &views.Desk{T: f.T, Title: f.PageTitle(), Mark: mark, Archive: archiveHref(v)}
	if stored.Older {
		desk.Older = desk.Archive + "?" + play.FilterResult + "=" + play.ResultUnfinished
	}
	for _, shelf := range []struct {
		lines *[]play.GameLine
		rows  []db.GameRow
	}{
		{&desk.Turn, stored.Turn},
		{&desk.Others, stored.Others},
		{&desk.Waiting, stored.Waiting},
		{&desk.Device, stored.Device},
		{&desk.Bots, stored.Bots},
		{&desk.Recent, stored.Recent},
	} {
		if *shelf.lines, err = a.gameLines(f.T, shelf.rows, person); err != nil {
			return nil, err
		}
	}
	for i := range desk.Bots {
		desk.Bots[i].Mine = false // nobody waits
	}
	pictures, err := a.drawThumbnails(c, f, stored.Turn[:views.Pictured(len(desk.Turn))])
	if err != nil {
		return nil, err
	}
	for i := range pictures {
		desk.Turn[i].Board = pictures[i]
	}
	if desk.Club, err = a.clubList(c, f, person); err != nil {
		return nil, err
	}
	if desk.Decisions, err = a.decisions(c, f.T, v); err != nil {
		return nil, err
	}
	desk.Challenges, err = a.challenges(c, f, stored.Challenges, person)
	return desk, err
}

// clubList is what the club wants of the visitor: first what an organiser has to decide,
// then what tournaments want, then the visitor's own, which is not told twice.
func (a *App) clubList(c echo.Context, f page.Frame, person string) ([]club.ClubItem, error) {
	disputes, err := a.disputes(c, f.T)
	if err != nil {
		return nil, err
	}
	duties, err := a.tournamentDuties(c, f)
	if err != nil {
		return nil, err
	}
	own, err := a.clubItems(c, f.T, person)
	own = slices.DeleteFunc(own, func(item club.ClubItem) bool {
		return slices.ContainsFunc(disputes, func(d club.ClubItem) bool { return d.ID == item.ID })
	})
	return slices.Concat(disputes, duties, own), err
}

// begunStays is how long the lobby shows a game with days for each turn, or
// without a clock, after it began.
const begunStays = time.Hour

// begun lists the games of the visitor that may have begun unnoticed, while the
// visitor waited in the lobby: live ones, and those that not all have played in.
func (a *App) begun(c echo.Context, t *i18n.Catalog, v *visitor) (list []play.ListedGame, err error) {
	if !v.known {
		return nil, nil
	}
	desk, err := a.DB.Desk(c.Request().Context(), v.person.ID, a.Now())
	if err != nil {
		return nil, err
	}
	for _, row := range slices.Concat(desk.Turn, desk.Others) {
		young := row.Turn <= len(row.Players) && a.Now().Sub(row.Changed) < begunStays
		if !row.Control.Live() && !young {
			continue
		}
		game, err := a.listed(t, row, v.person.ID)
		if err != nil {
			return nil, err
		}
		list = append(list, game)
	}
	return list, nil
}

// archiveHref is the address of the visitor's games.
func archiveHref(v *visitor) string {
	if v.signedIn() {
		return page.PersonHref(v.person.Name) + "/games"
	}
	return "/archive"
}

func idsOf(rows []db.GameRow) []string {
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	return ids
}

// challenges is the games to which the visitor is asked, as the lobby lists
// them.
func (a *App) challenges(c echo.Context, f page.Frame, rows []db.GameRow, person string) (play.LobbyList, error) {
	if len(rows) == 0 {
		return play.NewLobbyList(f, "", play.LobbyInput{}), nil
	}
	waiting, err := a.DB.Games(c.Request().Context(), idsOf(rows))
	if err != nil {
		return play.LobbyList{}, err
	}
	reserved, err := a.reservedPlayers(c.Request().Context(), slices.Collect(maps.Values(waiting))...)
	if err != nil {
		return play.LobbyList{}, err
	}
	var in play.LobbyInput
	for _, row := range rows {
		game, ok := waiting[row.ID]
		if !ok {
			continue // it cannot be replayed, or was just deleted
		}
		ratings := map[db.Standing]rating.Rating{}
		for _, player := range row.Players {
			if player.ID == row.Host && player.Rating != nil {
				ratings[game.HostStanding()] = *player.Rating
			}
		}
		in.Challenges = append(in.Challenges, a.seek(f.T, game, ratings, reserved, person))
	}
	return play.NewLobbyList(f, "", in), nil
}

// gameLines is games as a person's lists show them.
func (a *App) gameLines(t *i18n.Catalog, rows []db.GameRow, person string) ([]play.GameLine, error) {
	lines := make([]play.GameLine, len(rows))
	for i, row := range rows {
		game, err := a.listed(t, row, person)
		if err != nil {
			return nil, err
		}
		lines[i] = play.NewGameLine(t, game)
	}
	return lines, nil
}

// listed is a game as a person's lists know it.
func (a *App) listed(t *i18n.Catalog, row db.GameRow, person string) (play.ListedGame, error) {
	game, err := games.Find(row.Key)
	if err != nil {
		return play.ListedGame{}, err
	}
	over := row.Status == db.Over
	g := play.ListedGame{
		ID: row.ID, Info: game.Info(), Own: row.Seat(person), Control: row.Control, Rated: row.Rated, Turn: row.Turn, ToAct: row.ToAct,
		Waiting: row.Status == db.Waiting, Begun: row.Created, Ended: row.Changed, Result: row.Result, Reason: rules.Reason(row.Reason),
	}
	players := make([]db.Player, len(row.Players))
	for i, p := range row.Players {
		players[i] = p.Player
	}
	g.Alone = !slices.ContainsFunc(players, func(p db.Player) bool { return p.ID != person })
	for i, name := range playerNames(t, game.Info(), players) {
		seat, p := play.ListedSeat{Name: name, Href: page.PersonHref(players[i].Name)}, row.Players[i]
		if p.Rating != nil && !over {
			mark := page.NewRatingMark(t, *p.Rating)
			seat.Rating = &mark
		}
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

// playerNames is how the players of a game are called, by seat from 1. Where
// one person plays all seats the colours tell them apart, bots of one level
// letters.
func playerNames(t *i18n.Catalog, info rules.Info, players []db.Player) []string {
	names := page.BotNames(t, botLevels(players))
	alone := !slices.ContainsFunc(players, func(p db.Player) bool { return p.ID != players[0].ID })
	for i, p := range players {
		switch {
		case alone:
			names[i] = t.T("colour." + info.Colours[i])
		case p.Bot() == 0:
			names[i] = playerName(t, p)
		}
	}
	return names
}

// botLevels is the levels of the bots among players, by seat from 1; 0 for
// others.
func botLevels(players []db.Player) []bot.Level {
	levels := make([]bot.Level, len(players))
	for i, p := range players {
		levels[i] = p.Bot()
	}
	return levels
}

// profilesOf is where the profiles of players are who go by these names, by
// seat - 1: those without an account have none, nor has a colour.
func profilesOf(names []string, players []db.Player) []string {
	profiles := make([]string, len(players))
	for i, p := range players {
		if p.Name == names[i] {
			profiles[i] = page.PersonHref(p.Name)
		}
	}
	return profiles
}

// playerName is how a player is called on pages.
func playerName(t *i18n.Catalog, p db.Player) string {
	if level := p.Bot(); level != 0 {
		return page.BotName(t, level)
	}
	return page.PlayerName(t, p.ID, p.Name, p.Deleted)
}
