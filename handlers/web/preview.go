package web

import (
	"cmp"

	"github.com/labstack/echo/v4"

	"hexclub/views/page"
)

// PreviewPath is the path of the picture of the site. The pictures of other pages have their address with this path
// at its end.
const PreviewPath = "/preview.png"

// Preview completes the preview of a public page, whose addresses are given as paths.
func (s *Site) Preview(c echo.Context, p page.Preview) *page.Preview {
	p.Shared = page.Shared{URL: s.SiteURL(c, p.URL), Path: p.URL, Picture: cmp.Or(p.Picture, PreviewPath)}
	p.URL, p.Picture = p.Shared.URL, s.SiteURL(c, p.Shared.Picture)
	return &p
}
