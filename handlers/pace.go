package handlers

import (
	"time"

	"github.com/labstack/echo/v4"
)

// longestDelay is how long a request waits at most because its address sends too many.
const longestDelay = 2 * time.Second

// maxWaitingAt is how many requests of one address may wait because it sends too many. Behind a named
// proxy an address may have any number of connections, and each request that waits takes memory.
const maxWaitingAt = 64

// pace is a middleware that delays requests of an address that sends more than Limits.AllAt. A
// client that ignores the time to wait could otherwise use the whole processor, although rejecting a
// request takes a tenth of the time of a page. A request that waits uses no processor time. When
// maxWaitingAt requests of the address wait, further ones are rejected.
//
// Behind a proxy that the site does not know, all clients have the same address, so no request waits.
func (a *App) pace(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if a.behindUnknownProxy(c) {
			return next(c)
		}
		from := address(c)
		if wait := a.limits.allAt.delay(from, longestDelay); wait > 0 {
			if err := a.delay(c, from, wait); err != nil {
				return err
			}
		}
		return next(c)
	}
}

// delay waits for so long with a request of an address. The error is that of the request's context,
// or of kind TooMany when too many requests of the address wait.
func (a *App) delay(c echo.Context, from string, wait time.Duration) error {
	waiting := a.limits.waitingAt
	if !waiting.enter(from) {
		return tooMany(c, waiting.name, a.limits.allAt.problem, longestDelay)
	}
	defer waiting.leave(from)
	a.metrics.delay()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-c.Request().Context().Done():
		return c.Request().Context().Err()
	}
}
