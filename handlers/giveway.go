package handlers

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/rules"
)

// The parts of an address's limits from which on it gives way to others. A class behind one address
// uses more than heavyUse only for some seconds, while all open their pages at the same time. Its
// steady use stays below, because its limits of reads and writes refill faster. It never reaches
// veryHeavyUse, so thirty may log in while they open their pages.
const (
	heavyUse      = 0.1 // of the reads or the writes
	veryHeavyUse  = 0.5 // of the same
	heavyLogIns   = 0.5
	heavyRequests = 0.9 // from 1 on they wait (pace)
)

// heavyLogInCost is how many times a log-in counts for the limit of an address that uses more than
// veryHeavyUse. A password is hashed at a normal priority and takes as long as dozens of pages.
const heavyLogInCost = 3

// Requests that may run at a low priority at once, including those that wait for a search and those
// whose answers are still being sent: each takes a thread. More are rejected.
const (
	maxLowPriority   = 32
	maxLowPriorityAt = 16 // by address
)

// threads counts the requests that run at a low priority.
type threads struct {
	all chan struct{} // holds one for each
	at  *gauge        // by address
}

func newThreads() *threads {
	return &threads{all: make(chan struct{}, maxLowPriority), at: newGauge("low-priority-at", maxLowPriorityAt)}
}

// enter reports whether a request of an address may run at a low priority. If so, it must leave.
func (t *threads) enter(address string) (ok bool) {
	if !t.at.enter(address) {
		return false
	}
	select {
	case t.all <- struct{}{}:
		return true
	default:
		t.at.leave(address)
		return false
	}
}

// leave ends what enter began.
func (t *threads) leave(address string) {
	<-t.all
	t.at.leave(address)
}

// giveWay is a middleware that keeps what one address asks for from delaying others.
//
// The site makes one page at a time for an address. All requests of heavy users, pages and forms,
// are done in the background. Transactions and password hashes have a normal priority, and searches
// and pictures their own queues.
//
// Nothing of this happens behind a proxy that the site does not know, where everybody has the
// same address.
func (a *App) giveWay(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		request := c.Request()
		reads := request.Method == http.MethodGet || request.Method == http.MethodHead
		if reads && readCost(c.Path()) == 0 || isStream(c.Path()) || a.behindUnknownProxy(c) {
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
		if heavy {
			return a.inBackground(c, heavyWork, func() error { return next(c) })
		}
		return next(c)
	}
}

// giveWayRejected is a middleware that answers rejected requests of heavy users in the background.
// A client that ignores the time to wait gets hundreds of these answers a second.
func (a *App) giveWayRejected(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := next(c)
		var known *rules.Error
		if !errors.As(err, &known) || known.Kind != rules.TooMany || known.Key == busyProblem ||
			a.behindUnknownProxy(c) || !a.limits.heavyUser(address(c)) {
			return err
		}
		return a.rejectInBackground(c, http.StatusTooManyRequests, func() error {
			a.fail(err, c)
			return nil
		})
	}
}

// rejectInBackground answers a rejected request with a page in the background. When too many of them
// wait, the answer has only the status.
func (a *App) rejectInBackground(c echo.Context, status int, answer func() error) error {
	header, why := c.Response().Header(), c.Get(refusedKey)
	wait := header.Get("Retry-After")
	err := a.inBackground(c, rejections, answer)
	if known := new(rules.Error); errors.As(err, &known) && known.Key == busyProblem {
		header.Set("Retry-After", wait) // not that of the background
		c.Set(refusedKey, why)
		return rejectSlowly(c, status)
	}
	return err
}

// busyProblem is the key of the message that the background, or a slot, has too much to do.
const busyProblem = "error.busy"

// Kinds of requests in the background. Rejected requests, of which a client can send any number, do
// not delay the pages of heavy users.
const (
	heavyWork  = "work"       // pages and forms of heavy users
	rejections = "rejections" // of requests over a limit or from banned addresses
)

// inBackground does a request at a low priority, one by one with those of its kind. They are answered as fast as others while the processor has nothing else to do. The
// error is that of the work, that of slots.enter, or of kind TooMany (busyProblem) when there are
// maxLowPriority already, or maxLowPriorityAt of the address.
func (a *App) inBackground(c echo.Context, kind string, work func() error) error {
	leave, err := enter(c, a.background, kind)
	if err != nil {
		return err
	}
	defer leave()
	from := address(c)
	if !a.lowPriority.enter(from) {
		return tooBusy(c, a.lowPriority.at.name, errBusy("too many answers are being sent"))
	}
	defer a.lowPriority.leave(from)
	atLowPriority(func() { err = work() })
	return err
}

// behindUnknownProxy reports whether a request has the address of a proxy, and not its client's.
func (a *App) behindUnknownProxy(c echo.Context) bool {
	_, shared := a.unknownProxy(c.Request())
	return shared
}

// allowLogInAt is allow for an attempt to log in from the request's address.
func (a *App) allowLogInAt(c echo.Context) error {
	cost := 1
	if !a.behindUnknownProxy(c) && a.limits.trafficAbove(veryHeavyUse, address(c)) {
		cost = heavyLogInCost
	}
	return allowCost(c, a.limits.logInsAt, address(c), cost)
}

// slotsKey is the key of the function that gives back the slots of a request, a func().
const slotsKey = "slots"

// enter waits for a slot for a request. The request gives it back when its answer begins, because
// readers may take the answer as slowly as they like, or earlier by releaseSlots. The error is that
// of slots.enter.
func enter(c echo.Context, s *slots, key string) (leave func(), err error) {
	slot, err := s.enter(c.Request().Context(), key)
	if err != nil {
		return nil, tooBusy(c, s.name, err)
	}
	if slot == nil { // there is any number of slots
		return func() {}, nil
	}
	c.Response().Before(slot.leave)
	before, _ := c.Get(slotsKey).(func())
	c.Set(slotsKey, func() {
		slot.leave()
		if before != nil {
			before()
		}
	})
	return slot.leave, nil
}

// releaseSlots gives back the slots of a request that goes on to wait for something else.
func releaseSlots(c echo.Context) {
	if release, ok := c.Get(slotsKey).(func()); ok {
		release()
	}
}

// tooBusy notes with a request which limit it met and how long to wait, after an error of
// slots.enter, and returns the error.
func tooBusy(c echo.Context, limit string, err error) error {
	if known := new(rules.Error); errors.As(err, &known) && known.Kind == rules.TooMany {
		meet(c, limit)
		c.Response().Header().Set("Retry-After", strconv.Itoa(known.Wait))
	}
	return err
}

// isStream reports whether a route is a stream of events, which stays open.
func isStream(route string) bool { return strings.HasSuffix(route, "/events") || route == "/events" }
