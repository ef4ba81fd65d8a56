package handlers

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

// heavyUse is the part of its limit of reads, writes or log-ins from which on an address gives
// way to others. A class behind one address stays below: its limits refill faster.
const heavyUse = 0.1

// giveWay is a middleware that keeps what one address asks for from delaying others.
//
// The site makes one page at a time for an address. All requests of heavy users, pages and forms,
// are done one by one at a low priority: they are answered as fast as others while the processor
// has nothing else to do. Their transactions have a normal priority, because others share them.
//
// Nothing of this happens behind a proxy that the site does not know, where everybody has the
// same address.
func (a *App) giveWay(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		request, from := c.Request(), address(c)
		heavy := a.limits.heavyUser(from)
		reads := request.Method == http.MethodGet || request.Method == http.MethodHead
		if !reads && !heavy || reads && readCost(c.Path()) == 0 || waitsElsewhere(c.Path()) {
			return next(c)
		}
		if _, shared := a.unknownProxy(request); shared {
			return next(c)
		}
		own, err := a.limits.working.enter(request.Context(), from)
		if err != nil {
			return err
		}
		defer own.leave()
		c.Response().Before(own.leave) // readers may take the answer as slowly as they like
		if !heavy {
			return next(c)
		}
		place, err := a.background.enter(request.Context(), "")
		if err != nil {
			return err
		}
		defer place.leave()
		c.Response().Before(place.leave)
		atLowPriority(func() { err = next(c) })
		return err
	}
}

// waitsElsewhere reports whether a route has a queue of its own, for searches or for pictures.
func waitsElsewhere(route string) bool {
	return strings.HasSuffix(route, "/hint") || strings.HasSuffix(route, "/board.png")
}
