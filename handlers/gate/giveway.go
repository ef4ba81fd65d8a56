package gate

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/limit"
	"hexclub/handlers/priority"
	"hexclub/handlers/web"
	"hexclub/rules"
)

// The number of requests that may run at a low priority at once, including those that wait for a search and
// those whose answers are still being sent. Each takes a thread. Further requests are rejected.
const (
	maxLowPriority   = 32
	maxLowPriorityAt = 16 // by address
)

// threads counts the requests that run at a low priority.
type threads struct {
	all chan struct{} // holds one for each
	at  *limit.Gauge  // by address
}

func newThreads() *threads {
	return &threads{all: make(chan struct{}, maxLowPriority), at: limit.NewGauge("low-priority-at", maxLowPriorityAt)}
}

// enter reports whether a request of an address may run at a low priority. If so, the caller must call leave.
func (t *threads) enter(address string) (ok bool) {
	if !t.at.Enter(address) {
		return false
	}
	select {
	case t.all <- struct{}{}:
		return true
	default:
		t.at.Leave(address)
		return false
	}
}

func (t *threads) leave(address string) {
	<-t.all
	t.at.Leave(address)
}

// GiveWay is a middleware that keeps the requests of one address from delaying those of others.
//
// The site makes one page at a time for an address. All requests of heavy users, pages and forms, run in the
// background. Transactions and password hashes have a normal priority, and searches and pictures their own
// queues.
//
// Behind an unknown proxy it does nothing, because all clients have the same address.
func (g *Guard) GiveWay(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		request := c.Request()
		reads := request.Method == http.MethodGet || request.Method == http.MethodHead
		if reads && web.ReadCost(c.Path()) == 0 || isStream(c.Path()) || g.BehindUnknownProxy(c) {
			return next(c)
		}
		from := web.Address(c)
		heavy := g.Limits.HeavyUser(from)
		if !reads && !heavy {
			return next(c)
		}
		leave, err := web.Enter(c, g.Limits.Working, from)
		if err != nil {
			return err
		}
		defer leave()
		if heavy {
			return g.inBackground(c, heavyWork, func() error { return next(c) })
		}
		return next(c)
	}
}

// GiveWayRejected is a middleware that answers rejected requests of heavy users in the background.
// A client that ignores the time to wait gets hundreds of these answers a second.
func (g *Guard) GiveWayRejected(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := next(c)
		if !rules.IsKind(err, rules.TooMany) || errors.Is(err, limit.ErrBusy) ||
			g.BehindUnknownProxy(c) || !g.Limits.HeavyUser(web.Address(c)) {
			return err
		}
		return g.rejectInBackground(c, http.StatusTooManyRequests, func() error {
			g.Fail(err, c)
			return nil
		})
	}
}

// rejectInBackground answers a rejected request with a page in the background. If too many of them wait, the
// answer has only the status.
func (g *Guard) rejectInBackground(c echo.Context, status int, answer func() error) error {
	header, why := c.Response().Header(), c.Get(web.RejectedKey)
	wait := header.Get("Retry-After")
	err := g.inBackground(c, rejections, answer)
	if errors.Is(err, limit.ErrBusy) {
		header.Set("Retry-After", wait) // instead of that of the background
		c.Set(web.RejectedKey, why)
		return rejectSlowly(c, status)
	}
	return err
}

// Kinds of requests in the background. Rejected requests, of which a client can send any number, do
// not delay the pages of heavy users.
const (
	heavyWork  = "work"       // pages and forms of heavy users
	rejections = "rejections" // of requests over a limit or from banned addresses
)

// inBackground runs a request at a low priority, one at a time with others of its kind. While the processor is
// idle, it takes no longer than others. The error is that of the work, that of slots.enter, or limit.ErrBusy for
// more than maxLowPriority requests, or maxLowPriorityAt of the address.
func (g *Guard) inBackground(c echo.Context, kind string, work func() error) error {
	leave, err := web.Enter(c, g.background, kind)
	if err != nil {
		return err
	}
	defer leave()
	from := web.Address(c)
	if !g.lowPriority.enter(from) {
		return web.TooBusy(c, g.lowPriority.at.Name, limit.ErrBusy.Errorf("too many answers are being sent"))
	}
	defer g.lowPriority.leave(from)
	priority.Low(func() { err = work() })
	return err
}

// isStream reports whether a route is a stream of events, which stays open.
func isStream(route string) bool { return strings.HasSuffix(route, "/events") || route == "/events" }
