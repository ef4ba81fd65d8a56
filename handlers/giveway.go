package handlers

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/rules"
)

// The parts of an address's limits from which on it gives way to others. A class behind one
// address stays below: its limits of reads and writes refill faster than it uses them, and thirty
// may log in at once.
const (
	heavyUse    = 0.1 // of the reads or the writes
	heavyLogIns = 0.5
)

// heavyLogInCost is how many times a log-in counts for the limit of an address that uses much of
// its limits of reads or writes. A password is hashed at a normal priority and takes as long as
// dozens of pages.
const heavyLogInCost = 3

// maxLowPriority is how many requests may run at a low priority at once, those included whose
// answers are still being sent: each takes a thread. More run at the normal priority.
const maxLowPriority = 32

// giveWay is a middleware that keeps what one address asks for from delaying others.
//
// The site makes one page at a time for an address. All requests of heavy users, pages and forms,
// are done one by one at a low priority: they are answered as fast as others while the processor
// has nothing else to do. Transactions and password hashes have a normal priority.
//
// Nothing of this happens behind a proxy that the site does not know, where everybody has the
// same address.
func (a *App) giveWay(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		request := c.Request()
		reads := request.Method == http.MethodGet || request.Method == http.MethodHead
		if reads && readCost(c.Path()) == 0 || waitsElsewhere(c.Path()) || a.behindUnknownProxy(c) {
			return next(c)
		}
		from := address(c)
		heavy := a.limits.heavyUser(from)
		if !reads && !heavy {
			return next(c)
		}
		leave, err := enter(c, a.limits.working, from)
		if err != nil {
			return err
		}
		defer leave()
		if !heavy {
			return next(c)
		}
		leaveHeavy, err := enter(c, a.background, "")
		if err != nil {
			return err
		}
		defer leaveHeavy()
		select {
		case a.lowPriority <- struct{}{}:
			defer func() { <-a.lowPriority }()
			atLowPriority(func() { err = next(c) })
			return err
		default:
			return next(c)
		}
	}
}

// behindUnknownProxy reports whether a request has the address of a proxy, and not its client's.
func (a *App) behindUnknownProxy(c echo.Context) bool {
	_, shared := a.unknownProxy(c.Request())
	return shared
}

// allowLogInAt is allow for an attempt to log in from the request's address.
func (a *App) allowLogInAt(c echo.Context) error {
	cost := 1
	if !a.behindUnknownProxy(c) && a.limits.heavyTraffic(address(c)) {
		cost = heavyLogInCost
	}
	return allowCost(c, a.limits.logInsAt, address(c), cost)
}

// placesKey keeps with a request what gives back the slots that it has, a func().
const placesKey = "places"

// enter waits for a slot for a request. The request gives it back when its answer begins, because
// readers may take the answer as slowly as they like, or before by leavePlaces. The error is that
// of slots.enter.
func enter(c echo.Context, s *slots, key string) (leave func(), err error) {
	place, err := s.enter(c.Request().Context(), key)
	if known := new(rules.Error); errors.As(err, &known) && known.Kind == rules.TooMany {
		meet(c, "working")
		c.Response().Header().Set("Retry-After", strconv.Itoa(known.Wait))
	}
	if err != nil {
		return nil, err
	}
	if place == nil { // there is any number of slots
		return func() {}, nil
	}
	c.Response().Before(place.leave)
	before, _ := c.Get(placesKey).(func())
	c.Set(placesKey, func() {
		place.leave()
		if before != nil {
			before()
		}
	})
	return place.leave, nil
}

// leavePlaces gives back the slots of a request that goes on to wait for something else.
func leavePlaces(c echo.Context) {
	if leave, ok := c.Get(placesKey).(func()); ok {
		leave()
	}
}

// waitsElsewhere reports whether a route has a queue of its own, for searches or for pictures.
func waitsElsewhere(route string) bool {
	return strings.HasSuffix(route, "/hint") || strings.HasSuffix(route, "/board.png")
}
