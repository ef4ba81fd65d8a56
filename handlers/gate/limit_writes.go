package gate

import (
	"net"
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/limit"
	"hexclub/handlers/web"
	"hexclub/rules"
)

// Held is a middleware that limits the requests of one route by visitor.
func (g *Guard) Held(by *limit.Limiter, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := g.Visitor(c)
		if err != nil {
			return err
		}
		if err := web.AllowVisitor(c, by, v); err != nil {
			return err
		}
		return next(c)
	}
}

// LimitWrites is a middleware that limits requests that may change something. It runs before the body is read.
func (g *Guard) LimitWrites(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if method := c.Request().Method; method == http.MethodGet || method == http.MethodHead {
			return next(c)
		}
		err := g.allowWrite(c)
		if rules.IsKind(err, rules.TooMany) && g.AcceptsForm(c) {
			_ = web.ParseForm(c) // here, because the size of bodies is limited here; the form is shown again
		}
		if err != nil {
			return err
		}
		return next(c)
	}
}

// allowWrite is Allow for a request that may change something.
func (g *Guard) allowWrite(c echo.Context) error {
	if err := web.AllowAddress(c, g.Limits.WritesAt); err != nil {
		return err
	}
	web.ChargeHolder(g.Limits.WritesOf, web.Address(c), 1)
	v, err := g.Visitor(c)
	if err != nil || !v.Known {
		return err
	}
	return web.Allow(c, g.Limits.WritesAs, v.Person.ID)
}

// RemoteAddress returns the function that finds the address of a request: that of its connection, or that in the
// header of a named proxy. Headers of other senders are ignored.
func (g *Guard) RemoteAddress() echo.IPExtractor {
	if len(g.Proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, prefix := range g.Proxies {
		trust = append(trust, echo.TrustIPRange(&net.IPNet{
			IP: prefix.Addr().AsSlice(), Mask: net.CIDRMask(prefix.Bits(), prefix.Addr().BitLen()),
		}))
	}
	return echo.ExtractIPFromXFFHeader(trust...)
}
