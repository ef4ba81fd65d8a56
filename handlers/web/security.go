package web

import (
	"log/slog"

	"github.com/labstack/echo/v4"
)

// securityMessage is the message of all lines that logSecurity writes.
const securityMessage = "security"

// LogSecurity logs an event that whoever guards the site wants to see: who was let in
// or turned away, and what was taken from whom. Events are named noun.what-happened,
// such as "log-in.refused"; attributes are pairs of name and value, and hold no
// secrets.
func (m *Monitor) LogSecurity(c echo.Context, event string, attributes ...any) {
	m.Metrics.event(event)
	m.Log.LogAttrs(c.Request().Context(), slog.LevelWarn, securityMessage, append([]slog.Attr{
		slog.String("event", event), slog.String("request", RequestID(c)), slog.String("address", c.RealIP()),
	}, slog.Group("", attributes...))...)
}
