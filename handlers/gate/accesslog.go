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

// Identify gives each request an id: that of a proxy the site knows, if it is fit for a
// log, else a new one.
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

// statusClientClosed is what the log and the metrics tell of who did not wait for an answer: it is
// no trouble of the site's.
const statusClientClosed = 499

// LogRequests writes a line for each request once it is answered, and counts it. A
// stream's is written when the stream ends, and that of a rejected one has the reason. A request
// that a panic breaks off has one, too.
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

// logRequest writes the line of a request that took so long, and counts it.
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

// levelOf returns the level of the line of a request: what programs ask for again and again is not
// for every log.
func levelOf(c echo.Context) slog.Level {
	path := c.Path()
	if strings.HasPrefix(path, static.Prefix) || path == "/healthz" || path == "/readyz" {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// milliseconds is a duration with a useful precision.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
