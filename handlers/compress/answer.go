package compress

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
)

// A SharedAnswer is a page, or a part of one, that is the same for many requests. It is rendered
// and compressed once.
type SharedAnswer struct {
	plain, zipped []byte // zipped is nil if compression does not help
}

// Answer renders a shared answer.
func (z *Compressor) Answer(component templ.Component) (*SharedAnswer, error) {
	var plain bytes.Buffer
	if err := component.Render(context.Background(), &plain); err != nil {
		return nil, err
	}
	answer := &SharedAnswer{plain: web.AsText(plain.Bytes())}
	if len(answer.plain) < minSize {
		return answer, nil
	}
	zipped, err := z.zip(answer.plain)
	answer.zipped = zipped
	return answer, err
}

// Send sends the answer. The compressor does not compress a compressed answer again.
func (s *SharedAnswer) Send(c echo.Context) error {
	if s.zipped == nil || !strings.Contains(c.Request().Header.Get(echo.HeaderAcceptEncoding), "gzip") {
		return c.HTMLBlob(http.StatusOK, s.plain)
	}
	c.Response().Header().Set(echo.HeaderContentEncoding, "gzip")
	return c.HTMLBlob(http.StatusOK, s.zipped)
}
