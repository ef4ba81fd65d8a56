package gate

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
)

// longestDelay is the maximum delay of a request whose address sends too many.
const longestDelay = 2 * time.Second

// Pace is a middleware that delays requests of an address that sends more than Limits.AllAt, or of networks of
// one holder (HolderOf) that together send eight times that. A client that ignores the time to wait could
// otherwise use the whole processor, although a rejected request takes only a tenth of the time of a page. A
// delayed request uses no processor time. If maxWaitingAt requests of the address wait, further ones are
// rejected, after a delay as well.
//
// Behind an unknown proxy, all clients have the same address, so no request is delayed.
func (g *Guard) Pace(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if g.BehindUnknownProxy(c) {
			return next(c)
		}
		from := web.Address(c)
		wait := g.Limits.AllAt.Delay(from, longestDelay)
		if holder, ok := web.HolderOf(from); ok {
			wait = max(wait, g.Limits.AllOf.Delay(holder, longestDelay))
		}
		if wait == 0 {
			return next(c)
		}
		if !g.Limits.WaitingAt.Enter(from) {
			_ = web.TooMany(c, g.Limits.WaitingAt.Name, g.Limits.AllAt.Problem, longestDelay)
			return rejectSlowly(c, http.StatusTooManyRequests)
		}
		err := g.delay(c, wait)
		g.Limits.WaitingAt.Leave(from)
		if err != nil {
			return err
		}
		return next(c)
	}
}

// delay delays a request. The error is that of the request's context.
func (g *Guard) delay(c echo.Context, wait time.Duration) error {
	g.Metrics.Delay()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-c.Request().Context().Done():
		return c.Request().Context().Err()
	}
}

// rejectSlowly answers a request with a status and no page after about longestDelay, and then closes its
// connection. The time is random, so that many rejected clients do not return together. Meanwhile it holds the
// connection instead of the server, which would need 20 KB for it. A client that gets its answer at once, and
// does not wait, could use the whole processor by sending more. Without access to the connection, the answer is
// sent at once.
func rejectSlowly(c echo.Context, status int) error {
	conn, _, err := c.Response().Hijack()
	if err != nil {
		return c.NoContent(status)
	}
	c.Response().Status, c.Response().Committed = status, true
	header := c.Response().Header()
	header.Set("Content-Length", "0")
	header.Set("Connection", "close")
	var head strings.Builder
	_ = header.Write(&head) // a buffer cannot fail
	answer := fmt.Sprintf("HTTP/1.1 %d %s\r\n%s\r\n", status, http.StatusText(status), head.String())
	time.AfterFunc(longestDelay/2+rand.N(longestDelay), func() {
		_ = web.Stream{Conn: conn}.Send(answer) // the client may be gone
		_ = conn.Close()
	})
	return nil
}
