package web

import (
	"context"
	"log/slog"
	"regexp"
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

// streamEnds writes the line of a stream that began just now when it is called. It holds
// on to nothing of the request.
func (s *Site) streamEnds(c echo.Context) func() {
	c.Set(StreamKey, true)
	began, attributes := time.Now(), About(c)
	return func() {
		s.Log.LogAttrs(context.Background(), slog.LevelInfo, "stream ended", append(attributes, slog.Float64("seconds", time.Since(began).Seconds()))...)
	}
}

// StreamKey marks a request whose line is logged when its stream ends.
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
