package play

import (
	"html/template"
	"sync"

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
	language string // tag
	turn     int    // of the board, as in page.Look
}

// thumbnails caches the small pictures of games that were used last, so that a game is drawn once at each
// revision. The zero value is empty. Its methods may be called from any goroutine.
type thumbnails struct {
	mu            sync.Mutex
	recent, older map[thumbnail]template.HTML // a picture that is used moves from older to recent
	size          int                         // of recent, in bytes
}

// get returns a picture; empty if it is not cached.
func (k *thumbnails) get(key thumbnail) template.HTML {
	k.mu.Lock()
	defer k.mu.Unlock()
	if picture := k.recent[key]; picture != "" {
		return picture
	}
	picture := k.older[key]
	if picture != "" {
		delete(k.older, key)
		k.add(key, picture)
	}
	return picture
}

// put adds a picture.
func (k *thumbnails) put(key thumbnail, picture template.HTML) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.recent[key] == "" {
		k.add(key, picture)
	}
}

// add adds a picture to recent. When recent reaches half of maxThumbnails, it becomes older, and the previous
// older pictures are dropped.
func (k *thumbnails) add(key thumbnail, picture template.HTML) {
	if k.recent == nil || k.size+len(picture) > maxThumbnails/2 {
		k.recent, k.older, k.size = map[thumbnail]template.HTML{}, k.recent, 0
	}
	k.recent[key] = picture
	k.size += len(picture)
}

// DrawThumbnails returns small pictures of games, in order; nil for a game that cannot be replayed. It reads the
// games that are not cached in one query.
func (a *Area) DrawThumbnails(c echo.Context, f page.Frame, rows []db.GameRow) ([]templ.Component, error) {
	pictures, missing := make([]templ.Component, len(rows)), []string(nil)
	for i, row := range rows {
		if html := a.thumbnails.get(thumbnail{row.ID, row.Revision, f.T.Tag, f.Look.Turn}); html != "" {
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
		a.thumbnails.put(thumbnail{game.ID, game.Revision, f.T.Tag, f.Look.Turn}, html)
		pictures[i] = templ.Raw(html)
	}
	return pictures, nil
}
