package account

import (
	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
	"hexclub/views/account"
	"hexclub/views/i18n"
)

// Unblock removes a person from the visitor's block list.
func (a *Area) Unblock(c echo.Context) error {
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	if err := a.DB.Unblock(c.Request().Context(), v.Person.ID, c.FormValue("person")); err != nil {
		return err
	}
	return saved(c, settingsPath, "play")
}

// SetChats switches chat on or off for the visitor, and updates the visitor's games for the other
// players.
func (a *Area) SetChats(c echo.Context) error {
	on, err := web.ReadSwitch(c, "chat")
	if err != nil {
		return err
	}
	v, err := a.Player(c)
	if err != nil {
		return err
	}
	if err := a.DB.SetChats(c.Request().Context(), v.Person.ID, on); err != nil {
		return err
	}
	a.PublishChats(c, v.Person.ID)
	return saved(c, settingsPath, "play")
}

// chatSettings returns the visitor's chat settings.
func (a *Area) chatSettings(c echo.Context, t *i18n.Catalog) (settings account.ChatSettings, err error) {
	v, err := a.Visitor(c)
	if err != nil || !v.Known {
		return account.ChatSettings{On: true}, err
	}
	ctx := c.Request().Context()
	if settings.On, err = a.DB.Chats(ctx, v.Person.ID); err != nil {
		return settings, err
	}
	blocked, err := a.DB.Blocks(ctx, v.Person.ID)
	for _, person := range blocked {
		settings.Blocked = append(settings.Blocked, account.BlockedPerson{ID: person.ID, Name: web.PlayerName(t, person), Account: person.Name})
	}
	return settings, err
}
