package handlers

import (
	"hexclub/static"
	"hexclub/views/ops"
	"hexclub/views/page"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"
)

// keepOut is a middleware that rejects all requests of banned addresses. It lets through static files,
// which the page about the ban needs, and health checks, which may come from a proxy.
func (g *guard) keepOut(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		path := c.Request().URL.Path
		if strings.HasPrefix(path, static.Prefix) || path == "/healthz" || path == "/readyz" {
			return next(c)
		}
		ban, banned := g.bans.of(c.RealIP(), g.Now())
		if !banned {
			return next(c)
		}
		turnAway(c, "address-ban.met")
		t := g.catalog(c)
		c.Response().Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(ban.Until.Sub(g.Now()).Seconds()))))
		c.Response().Header().Set("Connection", "close")
		if club := g.bans.club.Load(); club != nil {
			c.Set(clubKey, *club)
		}
		text := ops.BannedText(t, ban.Until)
		return g.rejectInBackground(c, http.StatusForbidden, func() error {
			return g.answerProblem(c, http.StatusForbidden, text, "", func() templ.Component {
				heading := t.T("error.heading.forbidden")
				return ops.Banned(page.ErrorPage{Frame: g.bareFrame(c, heading), Heading: heading, Text: text})
			})
		})
	}
}
