package handlers

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"hexclub/static"
)

// readCost returns what reading a route costs of Limits.ReadsAt. The unit is the work of a
// page or a board: about two milliseconds of a core. 0 is no limit of reads: for what costs
// nearly nothing, and for streams, which are counted while they are open.
func readCost(route string) int {
	const tournament = "/tournaments/:tournament"
	switch route {
	case static.Prefix + "*", "/healthz", "/readyz":
		return 0
	case "/events", "/lobby/events", "/games/events", "/games/:id/events":
		return 0
	case "/games/:id/turns/:turn", "/games/:id/turns/:turn/:step": // replay the game twice
		return 2
	case "/", "/lobby", "/lobby/list", "/desk", "/matches/:id", "/pairings/:pairing": // read several games
		return 2
	case "/ladders/:ladder", "/ladders/:ladder/history", "/ladders/:ladder/chronicle", "/seasons/:season", "/club",
		"/archive", "/people/:name", "/people/:name/games", "/club/members", "/club/log":
		return 3
	case tournament, tournament + "/rounds/:round", tournament + "/bracket", "/analysis/:game/board.svg":
		return 3
	case tournament + "/table", tournament + "/tiebreaks", tournament + "/pair", tournament + "/organise":
		return 10
	case "/analysis/:game/board.png", "/settings/games.json", "/settings/games.txt":
		return 20
	}
	if strings.HasPrefix(route, tournament) && (strings.HasSuffix(route, ".csv") || strings.HasSuffix(route, ".json")) {
		return 10
	}
	return 1
}

// limitReads holds an address to the limit of what it reads. It comes before anything is
// read from the database.
func (a *App) limitReads(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if method := c.Request().Method; method != http.MethodGet && method != http.MethodHead {
			return next(c)
		}
		if err := allowCost(c, a.limits.readsAt, address(c), readCost(c.Path())); err != nil {
			return err
		}
		return next(c)
	}
}
