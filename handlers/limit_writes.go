package handlers

import (
	"hexclub/rules"
	"net"
	"net/http"

	"github.com/labstack/echo/v4"
)

// held is a middleware of one route that limits its requests by visitor.
func (g *guard) held(by *limiter, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := g.visitor(c)
		if err != nil {
			return err
		}
		if err := allowVisitor(c, by, v); err != nil {
			return err
		}
		return next(c)
	}
}

// limitWrites is a middleware that limits requests that may change something. It runs before the body
// is read.
func (g *guard) limitWrites(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if method := c.Request().Method; method == http.MethodGet || method == http.MethodHead {
			return next(c)
		}
		err := g.allowWrite(c)
		if rules.IsKind(err, rules.TooMany) && g.mayBring(c) {
			_ = parseForm(c) // here, where bodies are bounded, to be given back
		}
		if err != nil {
			return err
		}
		return next(c)
	}
}

// allowWrite is allow for a request that may change something.
func (g *guard) allowWrite(c echo.Context) error {
	if err := allowAddress(c, g.limits.writesAt); err != nil {
		return err
	}
	chargeHolder(g.limits.writesOf, address(c), 1)
	v, err := g.visitor(c)
	if err != nil || !v.known {
		return err
	}
	return allow(c, g.limits.writesAs, v.person.ID)
}

// remoteAddress returns what finds the address of a request: that of its connection, or that which
// named proxies send. Anybody can write the header, so other senders are not believed.
func (g *guard) remoteAddress() echo.IPExtractor {
	if len(g.proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, prefix := range g.proxies {
		trust = append(trust, echo.TrustIPRange(&net.IPNet{
			IP: prefix.Addr().AsSlice(), Mask: net.CIDRMask(prefix.Bits(), prefix.Addr().BitLen()),
		}))
	}
	return echo.ExtractIPFromXFFHeader(trust...)
}
