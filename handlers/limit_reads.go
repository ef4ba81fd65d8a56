package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// limitReads is a middleware that limits the reads of an address. It runs before anything is read
// from the database.
func (g *guard) limitReads(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if method := c.Request().Method; method != http.MethodGet && method != http.MethodHead {
			return next(c)
		}
		cost := ReadCost(c.Path())
		if cost == 0 {
			return next(c)
		}
		from := address(c)
		if err := allowCost(c, g.limits.readsAt, from, cost); err != nil {
			return err
		}
		chargeHolder(g.limits.readsOf, from, cost)
		return next(c)
	}
}
