package web

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"time"

	"github.com/labstack/echo/v4"
)

func RequestID(c echo.Context) string { return c.Response().Header().Get(RequestHeader) }

// Route is what was asked for, as routes.go has it. The log and the metrics never have
// the address itself: invitations, links in mails and the like are secrets, and anybody
// can make up new addresses.
func Route(c echo.Context) string {
	if c.Path() == "" {
		return "none"
	}
	return c.Path()
}

// RequestHeader carries the id of a request, for the log and for error pages.
const RequestHeader = "X-Request-Id"

// GoodID is what ids of requests look like that a proxy gives.
var GoodID = regexp.MustCompile(`^[0-9A-Za-z_-]{8,64}$`)

// unknownProxy returns the address of the proxy on this machine or near it that passed a
// request on, when the site does not know that proxy.
func (s *Site) unknownProxy(r *http.Request) (from netip.Addr, ok bool) {
	if r.Header.Get(echo.HeaderXForwardedFor) == "" || s.FromProxy(r) {
		return netip.Addr{}, false
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	from = peer.Addr().Unmap()
	return from, err == nil && (from.IsLoopback() || from.IsPrivate() || from.IsLinkLocalUnicast() || sharedRange.Contains(from))
}

// FromProxy reports whether a request was passed on by a proxy that the site knows.
func (s *Site) FromProxy(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && slices.ContainsFunc(s.Proxies, func(p netip.Prefix) bool { return p.Contains(peer.Addr().Unmap()) })
}

// NoticeProxy warns, once, where a proxy on this machine or near it passes requests on
// and is not known: all visitors then share its limits and bans.
func (s *Site) NoticeProxy(r *http.Request) {
	if from, ok := s.unknownProxy(r); ok {
		s.unknown.Do(func() {
			s.Log.Warn("all who come by a proxy share limits and bans: --proxy (HEXCLUB_PROXY) does not name it", "address", from.String())
		})
	}
}

// streamEnds writes the line of a stream that began just now when it is called. It holds
// on to nothing of the request.
func (s *Site) streamEnds(c echo.Context) func() {
	c.Set(StreamKey, true)
	began, attributes := time.Now(), About(c)
	return func() {
		s.Log.LogAttrs(context.Background(), slog.LevelInfo, "stream ended", append(attributes, slog.Float64("seconds", time.Since(began).Seconds()))...)
	}
}

// StreamKey keeps with a request that it is told of when its stream ends.
const StreamKey = "stream" // true once the answer goes on after the handler

// About is what every line about a request has.
func About(c echo.Context) []slog.Attr {
	attributes := []slog.Attr{
		slog.String("request", RequestID(c)), slog.String("route", Route(c)), slog.String("address", c.RealIP()),
	}
	if v, ok := c.Get(visitorKey).(*Visitor); ok && v.Known {
		attributes = append(attributes, slog.String("person", v.Person.ID))
	}
	return attributes
}

// BehindUnknownProxy reports whether a request has the address of a proxy, and not its client's.
func (s *Site) BehindUnknownProxy(c echo.Context) bool {
	_, shared := s.unknownProxy(c.Request())
	return shared
}

// sharedRange holds the addresses that providers and virtual networks use inside (RFC 6598).
var sharedRange = netip.MustParsePrefix("100.64.0.0/10")
