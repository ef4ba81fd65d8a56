package handlers

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
)

// muteChat keeps whether the visitor wants to see the chat of a game.
func (a *playArea) muteChat(c echo.Context) error {
	muted, err := readSwitch(c, "muted")
	if err != nil {
		return err
	}
	_, v, err := a.storedChat(c, db.Messages{})
	if err != nil {
		return err
	}
	if err := a.DB.Mute(c.Request().Context(), c.Param("id"), v.person.ID, muted); err != nil {
		return err
	}
	return a.backToChat(c)
}

// blockPlayer keeps whether the visitor wants nothing to do with who sits in a
// seat of the game.
func (a *playArea) blockPlayer(c echo.Context) error {
	blocked, err := readSwitch(c, "blocked")
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
		if err := a.setBlock(c, v.person.ID, other.ID, blocked); err != nil {
			return err
		}
		return a.backToChat(c)
	}
	return rules.Errorf(rules.Invalid, "error.form", "seat=%.30q", c.FormValue("seat"))
}

func (a *playArea) setBlock(c echo.Context, blocker, blocked string, on bool) error {
	if !on {
		return a.DB.Unblock(c.Request().Context(), blocker, blocked)
	}
	return a.DB.Block(c.Request().Context(), blocker, blocked, a.Now())
}
