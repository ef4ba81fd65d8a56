package play

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/table"
)

// ShowHint serves a game as ShowGame and ShowBoard do, with the turn that a search suggests. Only the player to
// act in a casual game against bots may ask; others get an *rules.Error of kind Forbidden.
func (a *Area) ShowHint(c echo.Context) error {
	in, err := a.readTable(c)
	if err != nil {
		return err
	}
	if !in.MayHint() {
		return rules.Errorf(rules.Forbidden, "error.hint", "game %s", in.Game.ID)
	}
	in.Pointing = table.Pointing{}
	draft := in.Game.Record.Draft(in.Draft)
	if draft.Err == nil && !draft.Done && !web.Bodiless(c) {
		if in.Hint, err = a.hints.Suggest(c, in.Game.Record, draft.State); err != nil {
			return err
		}
	}
	shown := table.New(in)
	if web.IsHTMX(c) {
		return a.tableFragment(c, http.StatusOK, shown.Tools.Return, shown)
	}
	return a.gamePage(c, http.StatusOK, shown, nil)
}
