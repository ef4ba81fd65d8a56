package gate

import (
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
	"hexclub/static"
	"hexclub/views/page"
)

// RejectBanned is a middleware that rejects all requests of banned addresses. It lets through static files,
// which the page about the ban needs, and health checks, which may come from a proxy.
func (g *Guard) RejectBanned(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		path := c.Request().URL.Path
		if strings.HasPrefix(path, static.Prefix) || path == "/healthz" || path == "/readyz" {
			return next(c)
		}
		ban, banned := g.Limits.Bans.Of(c.RealIP(), g.Now())
		if !banned {
			return next(c)
		}
		web.Reject(c, "address-ban.met")
		t := g.Catalog(c)
		c.Response().Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(ban.Until.Sub(g.Now()).Seconds()))))
		c.Response().Header().Set("Connection", "close")
		if club := g.Limits.Bans.Club.Load(); club != nil {
			c.Set(web.ClubKey, *club)
		}
		text := page.BannedText(g.BareFrame(c, "").Calendar(), ban.Until)
		return g.rejectInBackground(c, http.StatusForbidden, func() error {
			return g.AnswerProblem(c, http.StatusForbidden, text, "", func() templ.Component {
				heading := t.T("error.heading.forbidden")
				return page.Banned(page.ErrorPage{Frame: g.BareFrame(c, heading), Heading: heading, Text: text})
			})
		})
	}
}
