package play

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/play"
)

// overseenChat returns the chat of a game of others, for an organiser.
func (a *Area) overseenChat(c echo.Context, v *web.Visitor, which db.Messages) (play.Chat, error) {
	stored, err := a.DB.OverseenChat(c.Request().Context(), c.Param("id"), v.Person.ID, which)
	if err != nil {
		return play.Chat{}, err
	}
	chat := newChat(a.Catalog(c), c.Param("id"), v.Person.ID, stored)
	chat.Overseen = true
	return chat, nil
}

// oversees reports whether the page of a game links to the chat of others: the visitor is an organiser, and
// there are messages.
func (a *Area) oversees(c echo.Context, game string, chat *play.Chat) (bool, error) {
	v, err := a.Visitor(c)
	if err != nil || chat != nil || !v.SignedIn() || !v.Person.Role.Organises() {
		return false, err
	}
	return a.DB.HasMessages(c.Request().Context(), game)
}

// RemoveMessage removes a message, and publishes it to the pages that show it.
func (a *Area) RemoveMessage(c echo.Context) error {
	number, err := strconv.Atoi(c.FormValue("number"))
	if err != nil {
		return rules.Errorf(rules.Invalid, "error.form", "number=%.20q", c.FormValue("number"))
	}
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	game := c.Param("id")
	if err := a.DB.RemoveMessage(c.Request().Context(), game, number, v.Person.ID, a.Now()); err != nil {
		return err
	}
	a.Live.Publish(web.ChatTopic(game))
	a.LogSecurity(c, "message.removed", "game", game, "number", number, "by", v.Person.ID)
	if err := a.LeaveNotice(c, "chat.remove-done"); err != nil {
		return err
	}
	return a.backToChat(c)
}
