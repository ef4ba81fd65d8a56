package handlers

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules/rating"
	"hexclub/views"
	"hexclub/views/club/pairings"
	"hexclub/views/page"
	"hexclub/views/play"
)

// watchedAtHome is the number of games that the front page shows to visitors without games.
const watchedAtHome = 4

// home serves the front page; for a player with their games. With "next=none" it says that nextGame has found no
// game.
func (a *App) home(c echo.Context) error {
	if c.QueryParam("next") == "none" {
		web.ShowNotice(c, "home.none-next")
	}
	f, err := a.Frame(c, a.Catalog(c).T("home.tab"))
	if err != nil {
		return err
	}
	f.Preview = a.Preview(c, views.NewHomePreview(f, a.SiteURL(c, "/")))
	p := views.HomePage{Frame: f}
	if p.Desk, err = a.desk(c, f); err != nil {
		return err
	}
	if p.Desk != nil && p.Desk.Empty() {
		p.Desk = nil
	}
	front, err := a.Front.Get(f.T)
	if err != nil {
		return err
	}
	p.Awaiting.Live = p.Desk != nil
	p.Board, p.Shelf = front.Board, front.Shelf
	if p.Desk == nil {
		if p.Watched, err = a.Play.Watched(c, watchedAtHome); err != nil {
			return err
		}
		p.Hero = views.HeroOf(p.Watched)
	}
	return a.Render(c, http.StatusOK, views.Home(p))
}

// showDesk serves the visitor's games only, for htmx.
func (a *App) showDesk(c echo.Context) error {
	if _, err := a.KnownVisitor(c); err != nil {
		return err
	}
	f, err := a.Frame(c, a.Catalog(c).T("home.tab"))
	if err != nil {
		return err
	}
	f.Path, f.Return = "/", "/"
	desk, err := a.desk(c, f)
	if err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, views.DeskFragment(*desk))
}

// deskEvents streams an event "changed" when one of the visitor's games changes. With "since", the mark of the
// games on the page, it sends the first event at once if the mark has changed, or if the visitor's session has
// ended.
func (a *App) deskEvents(c echo.Context) error {
	v, err := a.Visitor(c)
	if err == nil && !v.Known && !v.Ended() {
		err = web.ErrNotLoggedIn(c)
	}
	if err != nil {
		return err
	}
	topic := web.PersonTopic(v.Person.ID)
	f := web.Feed{Events: map[string]string{topic: "changed"}, Pause: time.Second}
	if v.SignedIn() && v.Person.Role.Organises() {
		f.Events[web.OrganisersTopic] = "changed"
	}
	f.Missed = func() ([]string, error) {
		mark, err := a.DB.DeskMark(c.Request().Context(), v.Person.ID)
		if err != nil || mark == c.QueryParam("since") {
			return nil, err
		}
		return []string{topic}, nil
	}
	return a.Follow(c, f)
}

// nextGame redirects to the most urgent game in which the visitor is to act; with "after", the id of a game, to
// the one after it. If there is no other game it redirects to the front page.
func (a *App) nextGame(c echo.Context) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	ids, err := a.DB.Urgent(c.Request().Context(), v.Person.ID)
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

// desk returns the visitor's games; nil for an unknown visitor.
func (a *App) desk(c echo.Context, f page.Frame) (*views.Desk, error) {
	v, err := a.Visitor(c)
	if err != nil || !v.Known {
		return nil, err
	}
	ctx, person := c.Request().Context(), v.Person.ID
	// The mark is read first: the stream announces later changes.
	mark, err := a.DB.DeskMark(ctx, person)
	if err != nil {
		return nil, err
	}
	stored, err := a.DB.Desk(ctx, person, a.Now())
	if err != nil {
		return nil, err
	}
	desk := &views.Desk{T: f.T, Title: f.PageTitle(), Mark: mark, Awaiting: f.Awaiting, Archive: web.ArchiveHref(v)}
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
		if *shelf.lines, err = a.Play.GameLines(f.Calendar(), shelf.rows, person); err != nil {
			return nil, err
		}
	}
	for i := range desk.Bots {
		desk.Bots[i].Mine = false // no opponent is waiting
	}
	pictures, err := a.Play.DrawThumbnails(c, f, stored.Turn[:views.Pictured(len(desk.Turn))])
	if err != nil {
		return nil, err
	}
	for i := range pictures {
		desk.Turn[i].Board = pictures[i]
	}
	if desk.Club, err = a.clubList(c, f, person); err != nil {
		return nil, err
	}
	if desk.Decisions, err = a.Club.Decisions(c, f.Calendar(), v); err != nil {
		return nil, err
	}
	desk.Challenges, err = a.challenges(c, f, stored.Challenges, person)
	return desk, err
}

// clubList returns what awaits the visitor in the club: first decisions of organisers, then tournaments, then
// the visitor's own challenges and pairings. Each appears once.
func (a *App) clubList(c echo.Context, f page.Frame, person string) ([]pairings.ClubItem, error) {
	disputes, err := a.Club.Disputes(c, f.Calendar())
	if err != nil {
		return nil, err
	}
	tasks, err := a.Club.TournamentTasks(c, f)
	if err != nil {
		return nil, err
	}
	own, err := a.Club.ClubItems(c, f.Calendar(), person)
	own = slices.DeleteFunc(own, func(item pairings.ClubItem) bool {
		return slices.ContainsFunc(disputes, func(d pairings.ClubItem) bool { return d.ID == item.ID })
	})
	return slices.Concat(disputes, tasks, own), err
}

// challenges returns the challenges to the visitor, for the list in the lobby.
func (a *App) challenges(c echo.Context, f page.Frame, rows []db.GameRow, person string) (play.LobbyList, error) {
	if len(rows) == 0 {
		return play.NewLobbyList(f, "", play.LobbyInput{}), nil
	}
	waiting, err := a.DB.Games(c.Request().Context(), idsOf(rows))
	if err != nil {
		return play.LobbyList{}, err
	}
	reserved, err := a.Play.ReservedPlayers(c.Request().Context(), slices.Collect(maps.Values(waiting))...)
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
		in.Challenges = append(in.Challenges, a.Play.Seek(f.T, game, ratings, reserved, person))
	}
	return play.NewLobbyList(f, "", in), nil
}

func idsOf(rows []db.GameRow) []string {
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	return ids
}
