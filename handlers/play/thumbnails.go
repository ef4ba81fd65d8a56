package play

import (
	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/views/board"
	"hexclub/views/page"
)

// maxThumbnails limits the cache of thumbnails, in bytes of HTML.
const maxThumbnails = 4 << 20

// A thumbnail is the key of a small picture of a game: all values that the picture depends on.
type thumbnail struct {
	game     string
	revision int
	changed  int64  // in milliseconds: a server that lost its last changes may give a revision to others
	language string // tag
	turn     int    // of the board, as in page.Look
}

// DrawThumbnails returns small pictures of games, in order; nil for a game that cannot be replayed. It reads the
// games that are not cached in one query.
func (a *Area) DrawThumbnails(c echo.Context, f page.Frame, rows []db.GameRow) ([]templ.Component, error) {
	pictures, missing := make([]templ.Component, len(rows)), []string(nil)
	for i, row := range rows {
		if html := a.thumbnails.Get(thumbnail{row.ID, row.Revision, row.Changed.UnixMilli(), f.T.Tag, f.Look.Turn}); html != "" {
			pictures[i] = templ.Raw(html)
		} else {
			missing = append(missing, row.ID)
		}
	}
	if len(missing) == 0 {
		return pictures, nil
	}
	read, err := a.DB.Games(c.Request().Context(), missing)
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		game, ok := read[row.ID]
		if !ok {
			continue
		}
		html, err := board.DrawBoard(board.NewThumbnail(f.T, game.Record.Game(), game.Record.State(), f.Look))
		if err != nil {
			return nil, err
		}
		a.thumbnails.Put(thumbnail{game.ID, game.Revision, game.Changed.UnixMilli(), f.T.Tag, f.Look.Turn}, html)
		pictures[i] = templ.Raw(html)
	}
	return pictures, nil
}
