package handlers

import (
	"hexclub/views/account"
	"hexclub/views/i18n"
	"net/http"

	"github.com/labstack/echo/v4"
)

// unblock takes back that the visitor has blocked somebody.
func (a *accountArea) unblock(c echo.Context) error {
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	if err := a.DB.Unblock(c.Request().Context(), v.person.ID, c.FormValue("person")); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/settings#chat")
}

// setChats keeps whether the visitor chats at all, and lets the others of the
// visitor's games know.
func (a *accountArea) setChats(c echo.Context) error {
	on, err := readSwitch(c, "chat")
	if err != nil {
		return err
	}
	v, err := a.player(c)
	if err != nil {
		return err
	}
	if err := a.DB.SetChats(c.Request().Context(), v.person.ID, on); err != nil {
		return err
	}
	a.publishChats(c, v.person.ID)
	return c.Redirect(http.StatusSeeOther, "/settings#chat")
}

// chatSettings is how the visitor wants to chat.
func (a *accountArea) chatSettings(c echo.Context, t *i18n.Catalog) (settings account.ChatSettings, err error) {
	v, err := a.visitor(c)
	if err != nil || !v.known {
		return account.ChatSettings{On: true}, err
	}
	ctx := c.Request().Context()
	if settings.On, err = a.DB.Chats(ctx, v.person.ID); err != nil {
		return settings, err
	}
	blocked, err := a.DB.Blocks(ctx, v.person.ID)
	for _, person := range blocked {
		settings.Blocked = append(settings.Blocked, account.BlockedPerson{ID: person.ID, Name: playerName(t, person)})
	}
	return settings, err
}
