package gate

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
)

// LimitReads is a middleware that limits the reads of an address. It runs before anything is read
// from the database.
func (g *Guard) LimitReads(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if method := c.Request().Method; method != http.MethodGet && method != http.MethodHead {
			return next(c)
		}
		cost := web.ReadCost(c.Path())
		if cost == 0 {
			return next(c)
		}
		from := web.Address(c)
		if err := web.AllowCost(c, g.Limits.ReadsAt, from, cost); err != nil {
			return err
		}
		web.ChargeHolder(g.Limits.ReadsOf, from, cost)
		return next(c)
	}
}
