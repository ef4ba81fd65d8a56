package gate

import (
	"cmp"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/static"
	"hexclub/views/page"
)

// contentPolicy lets a page load only files of this site, and run no inline script.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// framePolicy is contentPolicy for pages that other sites may show in frames. These have no forms and no
// session.
var framePolicy = strings.Replace(contentPolicy, "frame-ancestors 'none'", "frame-ancestors *", 1)

// Framable lets other sites show a handler's pages in a frame, but not its errors.
func Framable(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set("Content-Security-Policy", framePolicy)
		err := next(c)
		if err != nil {
			c.Response().Header().Set("Content-Security-Policy", contentPolicy)
		}
		return err
	}
}

// RecoverPanics turns a panic into an internal error, and logs its stack.
func (g *Guard) RecoverPanics() echo.MiddlewareFunc {
	return middleware.RecoverWithConfig(middleware.RecoverConfig{
		DisableStackAll: true,
		LogErrorFunc: func(c echo.Context, err error, stack []byte) error {
			g.Log.Error("panic", "request", web.RequestID(c), "method", c.Request().Method,
				"route", web.Route(c), "error", err, "stack", string(stack))
			return err
		},
	})
}

// securityHeaders are the headers of every answer. They must not be modified.
var securityHeaders = http.Header{
	"Content-Security-Policy":    {contentPolicy},
	"X-Content-Type-Options":     {"nosniff"},
	"Referrer-Policy":            {"same-origin"},
	"Cross-Origin-Opener-Policy": {"same-origin"},
	"Permissions-Policy":         {"camera=(), geolocation=(), microphone=()"},
}

// pageHeaders are the headers of every answer except static files. They must not be modified.
var pageHeaders = http.Header{
	"Cache-Control": {"private, no-cache"},
	// htmx gets errors, and answers to forms, as parts of a page.
	"Vary": {"Accept-Language, Cookie, HX-Request"},
}

// SecurityHeaders is a middleware that sets the headers that restrict what browsers do with an answer.
func (g *Guard) SecurityHeaders(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Response().Header()
		maps.Copy(header, securityHeaders)
		if len(c.Request().TransferEncoding) > 0 { // a proxy may have used a length instead (RFC 9112, 6.1)
			header.Set("Connection", "close")
		}
		if g.Sessions.Secure {
			header.Set("Strict-Transport-Security", "max-age=31536000") // a year
		}
		if !strings.HasPrefix(c.Request().URL.Path, static.Prefix) {
			maps.Copy(header, pageHeaders)
			if slices.ContainsFunc(c.ParamNames(), isSecret) {
				web.KeepSecret(c)
			}
		}
		return next(c)
	}
}

// isSecret reports whether a parameter of addresses is a secret that gives access or changes
// something. Browsers and proxies must not store such a page.
func isSecret(parameter string) bool {
	return slices.Contains([]string{"reset", "offer", "link", "invite", "secret", "stop"}, parameter)
}

// SameOrigin rejects requests that another site makes a browser send.
func (g *Guard) SameOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := g.origin.Check(c.Request()); err != nil {
			noteOrigin(c, "another site")
			return &rules.Error{Kind: rules.Forbidden, Key: "error.cross-origin", Err: err}
		}
		if g.unencrypted(c.Request()) {
			noteOrigin(c, "the site's name without encryption")
			return g.refuseUnencrypted(c)
		}
		return next(c)
	}
}

// noteOrigin notes the origin of a request that is not from this site.
func noteOrigin(c echo.Context, from string) {
	web.Reject(c, "request.cross-origin", slog.String("from", from), slog.String("origin", fmt.Sprintf("%.100s", c.Request().Header.Get("Origin"))))
}

// unencrypted reports whether a request comes from a page with this site's name without encryption, although the
// site has encryption. An attacker in the network could have written that page. The check by origin compares
// only names for browsers without Sec-Fetch-Site.
func (g *Guard) unencrypted(r *http.Request) bool {
	return g.Sessions.Secure && r.Method == http.MethodPost && r.Header.Get("Origin") == "http://"+g.URL.Host
}

// refuseUnencrypted rejects a form, with a link to the encrypted page of the form.
func (g *Guard) refuseUnencrypted(c echo.Context) error {
	t, site := g.Catalog(c), g.FullURL("")
	text := t.T("error.unencrypted", "Address", site)
	return g.AnswerProblem(c, http.StatusForbidden, text, "", func() templ.Component {
		heading := t.T("error.heading.forbidden")
		p := page.ErrorPage{Frame: g.BareFrame(c, heading), Heading: heading, Text: text, Encrypted: site + cmp.Or(g.Referrer(c), "/")}
		return page.Error(p)
	})
}

// ReadForm parses the form of a request, so that a truncated or malformed form is rejected instead of read as
// empty. Lists of members are parsed after the check of the role (WithList).
func ReadForm(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if c.Request().Method != http.MethodPost || web.BringsList(c) {
			return next(c)
		}
		if err := web.ParseForm(c); err != nil {
			return err
		}
		return next(c)
	}
}
