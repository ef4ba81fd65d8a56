package handlers

import (
	"encoding/xml"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/rules/games"
	"hexclub/views/learn"
	"hexclub/views/page"
	"hexclub/views/table"
)

// notCrawled are the prefixes of addresses that search engines should skip: private pages, secret links, and sections
// with an unlimited number of pages.
var notCrawled = []string{
	"/*?", "/embed/", "/projector/", "/events", "/desk", "/next", "/settings", "/login", "/join/", "/reset/", "/invited/", "/first-admin/",
	"/mail/", "/admin", "/games/*/", "/lobby/", "/analysis/*/",
}

// showRobots serves the addresses that search engines should skip, and the address of the sitemap (RFC 9309).
func (a *App) showRobots(c echo.Context) error {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, start := range notCrawled {
		b.WriteString("Disallow: " + start + "\n")
	}
	b.WriteString("Sitemap: " + a.SiteURL(c, "/sitemap.xml") + "\n")
	return c.String(http.StatusOK, b.String())
}

// A sitemap lists pages for search engines (https://www.sitemaps.org/protocol.html).
type sitemap struct {
	XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	Pages   []mapPage `xml:"url"`
}

type mapPage struct {
	Address string `xml:"loc"`
}

// showSitemap serves the list of permanent public pages.
func (a *App) showSitemap(c echo.Context) error {
	paths := []string{"/", "/lobby", "/games", "/people", "/learn", "/rules", "/rules/glossary", "/club", "/privacy"}
	for _, game := range games.All() {
		info := game.Info()
		paths = append(paths, page.CourseHref(info.Key), "/rules/"+info.Key, table.AnalysisPath(info))
		course, err := a.Learn.Courses.Of(info.Key)
		if err != nil {
			return err
		}
		for _, lesson := range course.Lessons {
			paths = append(paths, learn.LessonHref(lesson))
		}
	}
	var list sitemap
	for _, path := range paths {
		list.Pages = append(list.Pages, mapPage{a.SiteURL(c, path)})
	}
	return c.XML(http.StatusOK, list)
}
