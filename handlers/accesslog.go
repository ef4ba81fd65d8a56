package handlers

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/static"
)

// requestHeader carries the id of a request, for the log and for error pages.
const requestHeader = "X-Request-Id"

// goodID is what ids of requests look like that a proxy gives.
var goodID = regexp.MustCompile(`^[0-9A-Za-z_-]{8,64}$`)

// identify gives each request an id: that of a proxy the site knows, if it is fit for a
// log, else a new one.
func (a *App) identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id := c.Request().Header.Get(requestHeader)
		if !goodID.MatchString(id) || !a.fromProxy(c.Request()) {
			id = db.NewID(12)
		}
		c.Response().Header().Set(requestHeader, id)
		a.noticeProxy(c.Request())
		return next(c)
	}
}

// noticeProxy warns, once, where a proxy on this machine or near it passes requests on
// and is not known: all visitors then share its limits and bans.
func (a *App) noticeProxy(r *http.Request) {
	if from, ok := a.unknownProxy(r); ok {
		a.unknown.Do(func() {
			a.Log.Warn("all who come by a proxy share limits and bans: --proxy (HEXCLUB_PROXY) does not name it", "address", from.String())
		})
	}
}

// unknownProxy returns the address of the proxy on this machine or near it that passed a
// request on, when the site does not know that proxy.
func (a *App) unknownProxy(r *http.Request) (from netip.Addr, ok bool) {
	if r.Header.Get(echo.HeaderXForwardedFor) == "" || a.fromProxy(r) {
		return netip.Addr{}, false
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	from = peer.Addr().Unmap()
	return from, err == nil && (from.IsLoopback() || from.IsPrivate() || from.IsLinkLocalUnicast() || sharedRange.Contains(from))
}

// sharedRange holds the addresses that providers and virtual networks use inside (RFC 6598).
var sharedRange = netip.MustParsePrefix("100.64.0.0/10")

// fromProxy reports whether a request was passed on by a proxy that the site knows.
func (a *App) fromProxy(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && slices.ContainsFunc(a.proxies, func(p netip.Prefix) bool { return p.Contains(peer.Addr().Unmap()) })
}

func requestID(c echo.Context) string { return c.Response().Header().Get(requestHeader) }

// route is what was asked for, as routes.go has it. The log and the metrics never have
// the address itself: invitations, links in mails and the like are secrets, and anybody
// can make up new addresses.
func route(c echo.Context) string {
	if c.Path() == "" {
		return "none"
	}
	return c.Path()
}

// streamKey keeps with a request that it is told of when its stream ends.
const streamKey = "stream" // true once the answer goes on after the handler

// statusGone is what the log and the metrics tell of who did not wait for an answer: it is
// no trouble of the site's.
const statusGone = 499

// logRequests writes a line for each request once it is answered, and counts it. A
// stream's is written when the stream ends, and that of one refused tells why. A request
// that a panic breaks off has one, too.
func (a *App) logRequests(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		began := time.Now()
		defer func() { a.logRequest(c, time.Since(began)) }()
		if err := next(c); err != nil {
			c.Error(err)
		}
		return nil
	}
}

// logRequest writes the line of a request that took so long, and counts it.
func (a *App) logRequest(c echo.Context, took time.Duration) {
	status := c.Response().Status
	if status == http.StatusServiceUnavailable && c.Request().Context().Err() != nil {
		status = statusGone
	}
	a.metrics.request(c.Request().Method, route(c), status, took)
	line := append(about(c), slog.String("method", c.Request().Method), slog.Int("status", status))
	if r, ok := c.Get(refusedKey).(refused); ok {
		a.logRefusal(c.Request().Context(), r, line)
	} else if streams, _ := c.Get(streamKey).(bool); !streams {
		a.Log.LogAttrs(c.Request().Context(), levelOf(c), "request", append(line,
			slog.Float64("ms", milliseconds(took)), slog.Int64("bytes", c.Response().Size))...)
	}
}

// levelOf is how loud a request is told: what programs ask for again and again is not
// for every log.
func levelOf(c echo.Context) slog.Level {
	path := c.Path()
	if strings.HasPrefix(path, static.Prefix) || path == "/healthz" || path == "/readyz" {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// about is what every line about a request has.
func about(c echo.Context) []slog.Attr {
	attributes := []slog.Attr{
		slog.String("request", requestID(c)), slog.String("route", route(c)), slog.String("address", c.RealIP()),
	}
	if v, ok := c.Get(visitorKey).(*visitor); ok && v.known {
		attributes = append(attributes, slog.String("person", v.person.ID))
	}
	return attributes
}

// streamEnds writes the line of a stream that began just now when it is called. It holds
// on to nothing of the request.
func (a *App) streamEnds(c echo.Context) func() {
	c.Set(streamKey, true)
	began, attributes := time.Now(), about(c)
	return func() {
		a.Log.LogAttrs(context.Background(), slog.LevelInfo, "stream ended", append(attributes, slog.Float64("seconds", time.Since(began).Seconds()))...)
	}
}

// milliseconds is a duration with a precision that tells something.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
