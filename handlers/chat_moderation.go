package handlers

import (
	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/play"
	"strconv"

	"github.com/labstack/echo/v4"
)

// overseenChat is the chat of a game in which the visitor does not play, for an organiser.
func (a *playArea) overseenChat(c echo.Context, v *visitor, which db.Messages) (play.Chat, error) {
	stored, err := a.DB.OverseenChat(c.Request().Context(), c.Param("id"), v.person.ID, which)
	if err != nil {
		return play.Chat{}, err
	}
	chat := newChat(a.catalog(c), c.Param("id"), v.person.ID, stored)
	chat.Overseen = true
	return chat, nil
}

// oversees tells whether the visitor is an organiser whom the page of a game leads to the
// chat of others.
func (a *playArea) oversees(c echo.Context, game string, chat *play.Chat) (bool, error) {
	v, err := a.visitor(c)
	if err != nil || chat != nil || !v.signedIn() || !v.person.Role.Organises() {
		return false, err
	}
	return a.DB.HasMessages(c.Request().Context(), game)
}

// removeMessage takes a message away, and tells the pages that show it.
func (a *playArea) removeMessage(c echo.Context) error {
	number, err := strconv.Atoi(c.FormValue("number"))
	if err != nil {
		return rules.Errorf(rules.Invalid, "error.form", "number=%.20q", c.FormValue("number"))
	}
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	game := c.Param("id")
	if err := a.DB.RemoveMessage(c.Request().Context(), game, number, v.person.ID, a.Now()); err != nil {
		return err
	}
	a.Live.Publish(chatTopic(game))
	a.logSecurity(c, "message.removed", "game", game, "number", number, "by", v.person.ID)
	if err := a.leaveNotice(c, "chat.remove-done"); err != nil {
		return err
	}
	return a.backToChat(c)
}
