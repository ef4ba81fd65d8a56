package play

import (
	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/views/page"
	"hexclub/views/table"
)

// gamePreview returns the preview of a game, or of a moment of it; nil for a private game.
func (a *Area) gamePreview(c echo.Context, game db.Game, at *table.Moment) *page.Preview {
	if game.Private() {
		return nil
	}
	t := a.Catalog(c)
	return a.Preview(c, table.NewPreview(table.PreviewInput{
		T: t, ID: game.ID, Record: game.Record, Players: web.PublicNames(t, game.Record.Game().Info(), game.Players), At: at,
	}))
}
