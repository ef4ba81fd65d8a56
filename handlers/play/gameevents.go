package play

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
)

// GameEvents streams an event "changed" when a game changes, and to its players an event "chat" when their chat
// changes. With "since", a revision, it sends the first event at once if the game has a later revision. So no
// change between a page and its stream is missed.
func (a *Area) GameEvents(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	v, err := a.Visitor(c)
	if err != nil {
		return err
	}
	seated, err := a.DB.SitsIn(ctx, id, v.Person.ID)
	if err != nil {
		return err
	}
	f := web.Feed{Events: map[string]string{id: "changed"}}
	if v.Known && seated {
		f.Events[web.ChatTopic(id)] = "chat"
	}
	f.Missed = func() ([]string, error) {
		revision, err := a.DB.Revision(ctx, id)
		if err != nil || strconv.Itoa(revision) == c.QueryParam("since") {
			return nil, err
		}
		return []string{id}, nil
	}
	return a.Follow(c, f)
}
