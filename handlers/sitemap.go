package handlers

import (
	"context"
	"encoding/xml"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/rules/games"
	"hexclub/views/club/ladders"
	"hexclub/views/club/seasons"
	"hexclub/views/club/tournaments"
	"hexclub/views/learn"
	"hexclub/views/page"
	"hexclub/views/table"
)

// secretAddresses are the prefixes of addresses that nobody should follow on their own: private pages and secret links.
var secretAddresses = []string{
	"/events", "/desk", "/next", "/settings", "/login", "/join/", "/reset/", "/invited/", "/first-admin/", "/mail/", "/admin",
}

// endlessAddresses are the prefixes of sections with an unlimited number of pages, which search engines should skip.
var endlessAddresses = []string{"/*?", "/embed/", "/projector/", "/games/*/", "/lobby/", "/analysis/*/"}

// previewAgents are programs that show links and follow robots.txt. They read a page only after somebody sent its address,
// so the unlimited sections are no problem.
var previewAgents = []string{"facebookexternalhit", "Twitterbot", "LinkedInBot", "Slackbot-LinkExpanding", "Discordbot", "TelegramBot", "WhatsApp"}

// showRobots serves the addresses that programs should skip, and the address of the sitemap (RFC 9309).
func (a *App) showRobots(c echo.Context) error {
	var b strings.Builder
	group := func(agents []string, rules ...string) {
		for _, agent := range agents {
			b.WriteString("User-agent: " + agent + "\n")
		}
		for _, start := range rules {
			b.WriteString("Disallow: " + start + "\n")
		}
	}
	group([]string{"*"}, slices.Concat(endlessAddresses, secretAddresses)...)
	b.WriteString("Allow: /*" + web.PreviewPath + "\n\n") // longer than the rules above, so it is stronger
	group(previewAgents, secretAddresses...)
	b.WriteString("\nSitemap: " + a.SiteURL(c, "/sitemap.xml") + "\n")
	return c.String(http.StatusOK, b.String())
}

// A sitemap lists pages for search engines (https://www.sitemaps.org/protocol.html).
type sitemap struct {
	XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	Pages   []mapPage `xml:"url"`
}

// A mapPage is a page of a sitemap.
type mapPage struct {
	Address string `xml:"loc"`
	Changed string `xml:"lastmod,omitempty"` // last day with a change; empty if that is unknown
}

const (
	maxMapped  = 50_000           // pages in a sitemap, as the protocol has it
	sitemapAge = 10 * time.Minute // how long the list of pages is kept
)

// showSitemap serves the list of public pages.
func (a *App) showSitemap(c echo.Context) error {
	pages, err := a.findable.Get(c.Request().Context())
	if err != nil {
		return err
	}
	list := sitemap{Pages: make([]mapPage, len(pages))}
	for i, p := range pages {
		list.Pages[i] = mapPage{a.SiteURL(c, p.Address), p.Changed}
	}
	return c.XML(http.StatusOK, list)
}

// findablePages lists the paths of all pages that search engines should find: those that are always there, the club's
// seasons, open ladders and tournaments, and the profiles of its members. Games are found through these.
func (a *App) findablePages(ctx context.Context) ([]mapPage, error) {
	pages := []mapPage{}
	for _, path := range []string{"/", "/lobby", "/games", "/people", "/learn", "/rules", "/rules/glossary", "/club", "/ladders", "/tournaments", "/seasons", "/privacy"} {
		pages = append(pages, mapPage{Address: path})
	}
	for _, game := range games.All() {
		info := game.Info()
		for _, path := range []string{page.CourseHref(info.Key), "/rules/" + info.Key, "/rules/" + info.Key + "/sheet", table.AnalysisPath(info)} {
			pages = append(pages, mapPage{Address: path})
		}
		course, err := a.Learn.Courses.Of(info.Key)
		if err != nil {
			return nil, err
		}
		for _, lesson := range course.Lessons {
			pages = append(pages, mapPage{Address: learn.LessonHref(lesson)})
		}
	}
	held, err := a.clubPages(ctx)
	if err != nil {
		return nil, err
	}
	pages = append(pages, held...)
	names, err := a.DB.JoinedNames(ctx, max(0, maxMapped-len(pages)))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		pages = append(pages, mapPage{Address: page.PersonHref(name)})
	}
	return pages[:min(len(pages), maxMapped)], nil
}

// clubPages lists the pages of seasons, of open ladders, and of tournaments that were not called off.
func (a *App) clubPages(ctx context.Context) (pages []mapPage, err error) {
	all, err := a.DB.Seasons(ctx)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	ids := make([]string, len(all))
	for i, s := range all {
		ids[i] = s.ID
		pages = append(pages, mapPage{Address: seasons.Href(s.ID)})
	}
	list, err := a.DB.LaddersOf(ctx, ids...)
	if err != nil {
		return nil, err
	}
	for _, l := range list {
		if l.Open() {
			pages = append(pages, mapPage{Address: ladders.Href(l.ID)})
		}
	}
	held, err := a.DB.TournamentsOf(ctx, ids...)
	if err != nil {
		return nil, err
	}
	for _, t := range held {
		if t.Status != db.TournamentOff {
			pages = append(pages, mapPage{Address: tournaments.Href(t.ID), Changed: day(t.Ended)})
		}
	}
	return pages, nil
}

// day returns the day of a moment as sitemaps have it; empty for the zero time.
func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}
