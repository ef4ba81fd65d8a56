package handlers

import (
	"context"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
)

// JobEvery returns the interval of a background job, 0 for an unknown one.
func (a *App) JobEvery(name string) time.Duration {
	for _, d := range a.jobs() {
		if d.name == name {
			return d.every
		}
	}
	return 0
}

// Repeat repeats a job until ctx is done.
func (a *App) Repeat(ctx context.Context, name string, every time.Duration, do func(context.Context) error) {
	a.repeat(ctx, job{name, every, false, do})
}

// Streams returns the number of open streams.
func (a *App) Streams() int { return a.Limits.StreamsAt.Total() }

// FollowEvents streams notifications of changes, with a pause between them.
func (a *App) FollowEvents(c echo.Context, events map[string]string, pause time.Duration) error {
	return a.Follow(c, web.Feed{Events: events, Pause: pause})
}

// SetMailTimeouts sets the maximum duration of sending an e-mail, and how long the last one may
// take after the site stops.
func (a *App) SetMailTimeouts(timeout, stop time.Duration) {
	a.Post.Sender.Timeout, a.Post.Sender.StopTimeout = timeout, stop
}
