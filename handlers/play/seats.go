package play

import (
	"cmp"
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/table"
)

// Join gives the visitor a free seat of the game of an invitation link.
func (a *Area) Join(c echo.Context) error {
	game, err := a.DB.GameByInvite(c.Request().Context(), c.Param("invite"))
	if err != nil {
		return err
	}
	return a.sit(c, game, c.Param("invite"))
}

// TakeSeat gives the visitor a free seat of a game, or another seat.
func (a *Area) TakeSeat(c echo.Context) error {
	game, err := a.DB.Game(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	return a.sit(c, game, c.FormValue("invite"))
}

// sit gives the visitor the seat in the form, or any free seat. If that is refused, it shows the game and the
// reason. It makes no guest for a seat that is refused.
func (a *Area) sit(c echo.Context, game db.Game, invite string) error {
	seat, err := strconv.Atoi(cmp.Or(c.FormValue("seat"), "0"))
	if err != nil || seat < 0 || seat > rules.MaxSeats {
		return rules.Errorf(rules.Invalid, "error.form", "seat=%.20q", c.FormValue("seat"))
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	claim := db.Claim{Person: v.Person.ID, Invite: invite, Seat: rules.Seat(seat), Away: a.Presence.Away}
	if !v.Known {
		if err := game.CheckStranger(claim); err != nil {
			return a.refusedSeat(c, game, err)
		}
	}
	if v, err = a.limitedPlayer(c); err != nil {
		return err
	}
	claim.Person = v.Person.ID
	after, err := a.DB.TakeSeat(c.Request().Context(), game.ID, claim, a.Now())
	if err != nil {
		if after.Record != nil {
			game = after
		}
		if flagFell(err) {
			a.Publish(game)
		}
		return a.refusedSeat(c, game, err)
	}
	a.PublishMeeting(after)
	return c.Redirect(http.StatusSeeOther, "/games/"+game.ID)
}

// refusedSeat shows the game, and why the visitor did not get the seat. A visitor who has a seat only sees the
// game; if the invitation is still valid, it is shown instead.
func (a *Area) refusedSeat(c echo.Context, game db.Game, problem error) error {
	var known *rules.Error
	switch {
	case !errors.As(problem, &known) || web.IsHTMX(c) || web.WantsMembers(problem):
		return problem
	case errors.Is(problem, db.ErrAlreadyIn):
		return c.Redirect(http.StatusSeeOther, "/games/"+game.ID)
	case errors.Is(problem, db.ErrAway) && c.Param("invite") != "":
		web.ShowNotice(c, known.Key)
		return a.invitation(c, http.StatusConflict, game)
	}
	in, err := a.tableInput(c, game)
	if err != nil {
		return err
	}
	in.Problem = problem
	return a.gamePage(c, web.StatusOf(problem), table.New(in), nil)
}

// LeaveSeat takes the visitor out of a waiting game.
func (a *Area) LeaveSeat(c echo.Context) error {
	return a.leave(c, a.DB.LeaveSeat)
}

// Abort cancels a game, or declines a challenge.
func (a *Area) Abort(c echo.Context) error {
	return a.leave(c, a.DB.Abort)
}

// leave takes the visitor out of a game. It redirects to the lobby if the game never began, else to the game's
// page.
func (a *Area) leave(c echo.Context, do gameAct) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	game, err := do(c.Request().Context(), c.Param("id"), v.Person.ID, a.Now())
	if err != nil || len(game.SeatsOf("")) == 0 {
		return a.afterAct(c, game, err)
	}
	a.PublishMeeting(game)
	a.Live.Publish(web.PersonTopic(v.Person.ID))
	if err := a.LeaveNotice(c, leftNotice(game)); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/lobby")
}

// leftNotice returns the key of the message after the visitor left a waiting game.
func leftNotice(game db.Game) string {
	if game.Status == db.Over {
		return "lobby.called-off"
	}
	return "lobby.left"
}

// Rematch redirects to the rematch of an ended game.
func (a *Area) Rematch(c echo.Context) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if v.Known {
		if err := a.AllowGame(c, v); err != nil {
			return err
		}
	}
	ctx, id := c.Request().Context(), c.Param("id")
	game, err := a.DB.Rematch(ctx, id, v.Person.ID, a.Now(), a.Presence.Away)
	if err != nil {
		if game.Record != nil { // the game still waits
			return a.refusedSeat(c, game, err)
		}
		return err
	}
	a.PublishMeeting(game)
	a.Live.Publish(id) // its page links to the rematch now
	return c.Redirect(http.StatusSeeOther, "/games/"+game.ID)
}
