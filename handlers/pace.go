package handlers

import (
	"time"

	"github.com/labstack/echo/v4"
)

// longestDelay is how long a request waits at most because its address sends too many.
const longestDelay = 2 * time.Second

// pace is a middleware that delays requests of an address that sends more than Limits.AllAt. To
// reject a request takes a tenth of a page's time, so that a client without patience could still
// use the whole processor. A request that waits costs no time of it.
//
// Behind a proxy that the site does not know, where everybody has the same address, nothing waits.
func (a *App) pace(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if a.behindUnknownProxy(c) {
			return next(c)
		}
		wait := a.limits.allAt.delay(address(c), longestDelay)
		if wait == 0 {
			return next(c)
		}
		a.metrics.delay()
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
			return next(c)
		case <-c.Request().Context().Done():
			return c.Request().Context().Err()
		}
	}
}
