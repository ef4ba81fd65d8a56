package handlers

import (
	"time"

	"github.com/labstack/echo/v4"
)

// Follow streams the events that tell of changes, with a pause between.
func (a *App) Follow(c echo.Context, events map[string]string, pause time.Duration) error {
	return a.follow(c, feed{events: events, pause: pause})
}

// Streams is how many streams are open.
func (a *App) Streams() (n int) {
	g := a.limits.streamsAt
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, count := range g.count {
		n += count
	}
	return n
}

// ReleaseGames announces changes of the current games that wait for the end of a period.
func (a *App) ReleaseGames() { a.currentNews.release() }
