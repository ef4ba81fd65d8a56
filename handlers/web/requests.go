package web

import (
	"context"
	"log/slog"
	"regexp"
	"time"

	"github.com/labstack/echo/v4"
)

// RequestID returns the id of a request, which its log entries and its answer have.
func RequestID(c echo.Context) string { return c.Response().Header().Get(RequestHeader) }

// Route returns the route of a request, as routes.go has it. The log and the metrics never have the address,
// because it can be a secret, such as an invitation, and clients can invent any number of addresses.
func Route(c echo.Context) string {
	if c.Path() == "" {
		return "none"
	}
	return c.Path()
}

// RequestHeader has the id of a request, for the log and for error pages.
const RequestHeader = "X-Request-Id"

// GoodID matches the ids that a proxy may give.
var GoodID = regexp.MustCompile(`^[0-9A-Za-z_-]{8,64}$`)

// streamEnds returns a function that logs the end of a stream. It does not refer to the request.
func (s *Site) streamEnds(c echo.Context) func() {
	c.Set(StreamKey, true)
	began, attributes := time.Now(), About(c)
	return func() {
		s.Log.LogAttrs(context.Background(), slog.LevelInfo, "stream ended", append(attributes, slog.Float64("seconds", time.Since(began).Seconds()))...)
	}
}

// StreamKey marks a request that is logged when its stream ends.
const StreamKey = "stream" // true once the answer continues after the handler

// About returns the attributes of every log line about a request.
func About(c echo.Context) []slog.Attr {
	attributes := []slog.Attr{
		slog.String("request", RequestID(c)), slog.String("route", Route(c)), slog.String("address", c.RealIP()),
	}
	if v, ok := c.Get(visitorKey).(*Visitor); ok && v.Known {
		attributes = append(attributes, slog.String("person", v.Person.ID))
	}
	return attributes
}
