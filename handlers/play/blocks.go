package play

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
)

// MuteChat stores whether the visitor hides the chat of a game.
func (a *Area) MuteChat(c echo.Context) error {
	muted, err := web.ReadSwitch(c, "muted")
	if err != nil {
		return err
	}
	_, v, err := a.storedChat(c, db.Messages{})
	if err != nil {
		return err
	}
	if err := a.DB.Mute(c.Request().Context(), c.Param("id"), v.Person.ID, muted); err != nil {
		return err
	}
	return a.backToChat(c)
}

// BlockPlayer stores whether the visitor blocks the player in a seat of the game.
func (a *Area) BlockPlayer(c echo.Context) error {
	blocked, err := web.ReadSwitch(c, "blocked")
	if err != nil {
		return err
	}
	chat, v, err := a.storedChat(c, db.Messages{})
	if err != nil {
		return err
	}
	for _, other := range chat.Others {
		if c.FormValue("seat") != strconv.Itoa(int(other.Seat)) {
			continue
		}
		if err := a.setBlock(c, v.Person.ID, other.ID, blocked); err != nil {
			return err
		}
		return a.backToChat(c)
	}
	return rules.Errorf(rules.Invalid, "error.form", "seat=%.30q", c.FormValue("seat"))
}

func (a *Area) setBlock(c echo.Context, blocker, blocked string, on bool) error {
	if !on {
		return a.DB.Unblock(c.Request().Context(), blocker, blocked)
	}
	return a.DB.Block(c.Request().Context(), blocker, blocked, a.Now())
}
