package handlers

import (
	"maps"
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

// Thumbnails returns how many small pictures of games are kept.
func (a *App) Thumbnails() int {
	a.thumbnails.mu.Lock()
	defer a.thumbnails.mu.Unlock()
	return len(a.thumbnails.recent) + len(a.thumbnails.older)
}

// ReleaseGames announces changes of the current games that wait for the end of a period.
func (a *App) ReleaseGames() { a.currentNews.release() }

// ReadCost returns what reading a route costs.
func ReadCost(route string) int { return readCost(route) }

// ReadCosts returns what reading routes costs, where that is not 1.
func ReadCosts() map[string]int { return maps.Clone(readCosts) }
