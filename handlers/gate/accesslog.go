package gate

import (
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers/web"
	"hexclub/static"
)

// Identify gives each request an id: that of a known proxy, if it is fit for a log, else a new one.
func (g *Guard) Identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id := c.Request().Header.Get(web.RequestHeader)
		if !web.GoodID.MatchString(id) || !g.FromProxy(c.Request()) {
			id = db.NewID(12)
		}
		c.Response().Header().Set(web.RequestHeader, id)
		g.NoticeProxy(c.Request())
		return next(c)
	}
}

// statusClientClosed is the status in the log and the metrics for a client that disconnected before the answer.
// It is no error of the site.
const statusClientClosed = 499

// LogRequests logs and counts each request after its answer. The line of a stream is written when the stream
// ends. The line of a rejected request has the reason. A request that panics has a line, too.
func (g *Guard) LogRequests(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		began := time.Now()
		defer func() { g.logRequest(c, time.Since(began)) }()
		if err := next(c); err != nil {
			c.Error(err)
		}
		return nil
	}
}

// logRequest logs and counts a request with its duration.
func (g *Guard) logRequest(c echo.Context, took time.Duration) {
	status := c.Response().Status
	if status == http.StatusServiceUnavailable && c.Request().Context().Err() != nil {
		status = statusClientClosed
	}
	g.Metrics.Request(c.Request().Method, web.Route(c), status, took)
	line := append(web.About(c), slog.String("method", c.Request().Method), slog.Int("status", status))
	if r, ok := c.Get(web.RejectedKey).(web.RejectedRequest); ok {
		g.LogRejection(c.Request().Context(), r, line, g.Now())
	} else if streams, _ := c.Get(web.StreamKey).(bool); !streams {
		g.Log.LogAttrs(c.Request().Context(), levelOf(c), "request", append(line,
			slog.Float64("ms", milliseconds(took)), slog.Int64("bytes", c.Response().Size))...)
	}
}

// levelOf returns the log level of a request. Requests that programs repeat all the time have a low level.
func levelOf(c echo.Context) slog.Level {
	path := c.Path()
	if strings.HasPrefix(path, static.Prefix) || path == "/healthz" || path == "/readyz" {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// milliseconds converts a duration, with a useful precision.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
