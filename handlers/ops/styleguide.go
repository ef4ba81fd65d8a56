package ops

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/views/styleguide"
)

// ShowStyleguide serves the style guide in the look that the query sets.
func (a *Area) ShowStyleguide(c echo.Context) error {
	f, err := a.Frame(c, a.Catalog(c).T("styleguide.title"))
	if err != nil {
		return err
	}
	f.Look = styleguide.Look(f.Look, c.QueryParams())
	page, err := styleguide.New(f)
	if err != nil {
		return err
	}
	return a.Render(c, http.StatusOK, styleguide.Guide(page))
}
