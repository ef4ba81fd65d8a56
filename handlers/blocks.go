package handlers

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/rules"
	"hexclub/views/account"
	"hexclub/views/i18n"
)

// muteChat keeps whether the visitor wants to see the chat of a game.
func (a *App) muteChat(c echo.Context) error {
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
func (a *App) blockPlayer(c echo.Context) error {
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

func (a *App) setBlock(c echo.Context, blocker, blocked string, on bool) error {
	if !on {
		return a.DB.Unblock(c.Request().Context(), blocker, blocked)
	}
	return a.DB.Block(c.Request().Context(), blocker, blocked, a.Now())
}

// unblock takes back that the visitor has blocked somebody.
func (a *App) unblock(c echo.Context) error {
	v, err := a.visitor(c)
	if err != nil {
		return err
	}
	if err := a.setBlock(c, v.person.ID, c.FormValue("person"), false); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/settings#chat")
}

// setChats keeps whether the visitor chats at all, and lets the others of the
// visitor's games know.
func (a *App) setChats(c echo.Context) error {
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

// publishChats tells the open pages of a person's games that who reads what is
// written there may be another. When that fails they tell with the next message.
func (a *App) publishChats(c echo.Context, person string) {
	ids, err := a.DB.OpenGames(context.WithoutCancel(c.Request().Context()), person)
	if err != nil {
		a.Log.Error("who chats is not published", "request", requestID(c), "error", err)
	}
	for _, id := range ids {
		a.Live.Publish(chatTopic(id))
	}
}

// chatSettings is how the visitor wants to chat.
func (a *App) chatSettings(c echo.Context, t *i18n.Catalog) (settings account.ChatSettings, err error) {
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

// readSwitch is whether a form switches something on. Anything but on and off is
// an *rules.Error of kind Invalid.
func readSwitch(c echo.Context, name string) (on bool, err error) {
	value := c.FormValue(name)
	if value != "on" && value != "off" {
		return false, rules.Errorf(rules.Invalid, "error.form", "%s=%.30q", name, value)
	}
	return value == "on", nil
}
