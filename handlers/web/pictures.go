package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"weak"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/cache"
	"hexclub/handlers/limit"
	"hexclub/rules"
	"hexclub/views/board"
	"hexclub/views/draw"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// maxPictures limits the cache of pictures, in bytes. That of a preview has some 80 KB.
const maxPictures = 8 << 20

// pictureLife is how long browsers and proxies use a picture without asking again, in seconds. It is not
// longer, because players are renamed and delete their accounts.
const pictureLife = 3600

// Pictures draws PNGs one at a time.
type Pictures struct {
	limit.Queue
	canvas weak.Pointer[draw.Canvas] // the last one used, which takes up to 20 MB
	recent cache.Recent[string, []byte]
}

// newPictures returns the queue and the cache of pictures.
func newPictures() *Pictures {
	return &Pictures{Queue: limit.NewPictureQueue(), recent: cache.Recent[string, []byte]{Most: maxPictures}}
}

// PNG returns a drawing as PNG, when its turn comes. It gives up the request's slots, and takes one for drawing.
func (s *Site) PNG(c echo.Context, drawing draw.Drawing, width int) (file []byte, err error) {
	ReleaseSlots(c)
	leave, err := Enter(c, s.Limits.Drawing, Address(c))
	if err != nil {
		return nil, err
	}
	defer leave()
	ctx := c.Request().Context()
	if busy := s.Pictures.Do(ctx, func() { file, err = s.Pictures.png(ctx, drawing, width) }); busy != nil {
		return nil, busy
	}
	return file, err
}

// png returns a drawing as PNG. Only one call runs at a time. Successive pictures share a canvas, which the garbage
// collector frees when none follows.
func (p *Pictures) png(ctx context.Context, drawing draw.Drawing, width int) ([]byte, error) {
	canvas := p.canvas.Value()
	if canvas == nil {
		canvas = new(draw.Canvas)
		p.canvas = weak.Make(canvas)
	}
	return canvas.PNG(ctx, drawing, width)
}

// SendPicture sends a picture of a width in pixels that is the same for all readers. Content has all that the picture
// depends on, so that a picture that is cached need not be drawn.
func (s *Site) SendPicture(c echo.Context, content string, width int, draw func() (draw.Drawing, error)) error {
	// The hashed name of a file stands for the version of the program.
	sum := sha256.Sum256([]byte(s.Static.Path("site.css") + "\n" + content))
	key := hex.EncodeToString(sum[:12])
	file, tag := s.Pictures.recent.Get(key), `"`+key+`"`
	known := strings.Contains(c.Request().Header.Get("If-None-Match"), tag)
	if len(file) == 0 && !known {
		drawing, err := draw()
		if err != nil {
			return err
		}
		if file, err = s.PNG(c, drawing, width); err != nil {
			return err
		}
		s.Pictures.recent.Put(key, bytes.Clone(file)) // without the unused end of its buffer
	}
	header := c.Response().Header()
	header.Set("ETag", tag)
	if header.Get("Set-Cookie") == "" {
		header.Set("Cache-Control", fmt.Sprintf("public, max-age=%d", pictureLife))
		header.Del("Vary")
	}
	if known {
		return c.NoContent(http.StatusNotModified)
	}
	return c.Blob(http.StatusOK, "image/png", file)
}

// SendCard sends the card of a page with a figure, which key identifies.
func (s *Site) SendCard(c echo.Context, card board.Card, key string, figure func(t *i18n.Catalog) (draw.Drawing, error)) error {
	club, err := s.Club(c)
	if err != nil {
		return err
	}
	card.Club = page.ClubName(club.Name)
	return s.SendPicture(c, fmt.Sprintf("%#v %q", card, key), page.PreviewWidth, func() (d draw.Drawing, err error) {
		// The figure is the same in all languages, so its few words are in the first one, in letters that the font has.
		if card.Figure, err = figure(s.Text.Match(i18n.Tags[0], "")); err != nil {
			return d, err
		}
		return card.Draw()
	})
}

// GameCard sends a card with a typical position of a game.
func (s *Site) GameCard(c echo.Context, card board.Card, game rules.Game) error {
	return s.SendCard(c, card, game.Info().Key, func(t *i18n.Catalog) (draw.Drawing, error) { return board.GameFigure(t, game) })
}
