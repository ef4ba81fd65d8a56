package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/views/page"
)

// showQR serves the address of a page of this site as a QR code. The page is a path in the address.
func (a *App) showQR(c echo.Context) error {
	path := c.QueryParam("path")
	if web.LocalPath(path) != path {
		return rules.Errorf(rules.Invalid, "error.form", "path=%.200q", path)
	}
	image, ok := page.QRImage(a.SiteURL(c, path))
	if !ok {
		return rules.Errorf(rules.Invalid, "error.form", "a path of %d bytes", len(path))
	}
	c.Response().Header().Set("Cache-Control", "public, max-age=86400") // the address says all
	return c.Blob(http.StatusOK, "image/svg+xml", image)
}
