package play

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/views/board"
	"hexclub/views/page"
	"hexclub/views/play"
	"hexclub/views/table"
)

// ShowInvitation asks the visitor of an invitation link whether to play. If no seat is free, it shows the game.
func (a *Area) ShowInvitation(c echo.Context) error {
	game, err := a.DB.GameByInvite(c.Request().Context(), c.Param("invite"))
	if err != nil {
		return err
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	switch {
	case game.Status == db.Over || v.SitsIn(game):
		return c.Redirect(http.StatusSeeOther, "/games/"+game.ID)
	case len(game.OpenTo(db.Claim{Person: v.Person.ID, Invite: c.Param("invite")})) > 0:
		return a.invitation(c, http.StatusOK, game)
	}
	web.ShowNotice(c, "join.taken")
	in, err := a.tableInput(c, game)
	if err != nil {
		return err
	}
	return a.gamePage(c, http.StatusOK, table.New(in), nil)
}

// invitation asks whether to take one of the seats that are free to the visitor.
func (a *Area) invitation(c echo.Context, status int, game db.Game) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	t := a.Catalog(c)
	f, err := a.Frame(c, t.T("join.tab"))
	if err != nil {
		return err
	}
	info := game.Record.Game().Info()
	players := web.PlayerNames(t, info, game.Players)
	open := game.OpenTo(db.Claim{Person: v.Person.ID, Invite: c.Param("invite")})
	host := game.SeatsOf(game.Host)[0] // the host of a waiting game has a seat
	picture, err := board.GamePicture(t, game.Record.Game())
	if err != nil {
		return err
	}
	return a.Render(c, status, play.Join(play.NewJoin(f, play.Invitation{
		Info: info, Terms: termsOf(game), Host: players[host-1], Avatar: web.AvatarOf(game.Players[host-1]), Players: players, Open: open,
		Action: "/join/" + c.Param("invite"), Board: board.SVG(picture),
	})))
}

// termsOf returns the terms of a game.
func termsOf(g db.Game) page.Terms {
	return page.Terms{
		Options: g.Record.Setup().Options, Control: g.Record.Control(), Rated: g.Rated, Match: g.Leg > 0, Drawn: g.Drawn,
		Explore: g.Explore,
	}
}
