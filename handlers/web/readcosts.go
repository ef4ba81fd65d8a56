package web

import "hexclub/static"

// readCosts are the costs of routes for Limits.ReadsAt that are not 1. The unit is the work of a page or a
// board: about two milliseconds of a core. 0 is no limit of reads.
var readCosts = map[string]int{
	// These cost nearly nothing.
	static.Prefix + "*": 0,
	"/healthz":          0,
	"/readyz":           0,

	// These read a tournament.
	"/projector/tournaments/:tournament":               3,
	"/projector/tournaments/:tournament/rounds/:round": 3,
	"/tournaments/:tournament/rounds/:round/slips":     3,

	// These read several games, or replay a game twice.
	"/":                            2,
	"/lobby":                       2,
	"/lobby/list":                  2,
	"/desk":                        2,
	"/games/:id/turns/:turn":       2,
	"/games/:id/turns/:turn/:step": 2,
	"/matches/:id":                 2,
	"/pairings/:pairing":           2,

	"/ladders":                   3,
	"/tournaments":               3,
	"/ladders/:ladder":           3,
	"/projector/ladders/:ladder": 2,
	"/ladders/:ladder/history":   3,
	"/ladders/:ladder/record":    3,
	"/ladders/:ladder/chronicle": 3,
	"/seasons/:season":           3,
	"/club":                      4,
	"/club/members":              3,
	"/club/members.csv":          10,
	"/club/log":                  3,
	"/archive":                   3,
	"/styleguide":                10,
	"/people":                    3,
	"/people/:name":              4, // replays six games
	"/people/:name/games":        3,
	"/people/:name/board":        3,
	"/analysis/:game/board.svg":  3,

	"/tournaments/:tournament":                3,
	"/tournaments/:tournament/rounds/:round":  3,
	"/tournaments/:tournament/bracket":        3,
	"/tournaments/:tournament/table":          10,
	"/tournaments/:tournament/tiebreaks":      10,
	"/tournaments/:tournament/pair":           10,
	"/tournaments/:tournament/organise":       10,
	"/tournaments/:tournament/standings.csv":  10,
	"/tournaments/:tournament/standings.json": 10,
	"/tournaments/:tournament/table.csv":      10,
	"/tournaments/:tournament/table.json":     10,
	"/tournaments/:tournament/pairings.csv":   10,
	"/tournaments/:tournament/pairings.json":  10,
	"/analysis/:game/board.png":               60,
	PreviewPath:                               60,
	"/rules/:game/preview.png":                60,
	"/learn/:game/preview.png":                60,
	"/learn/:game/:lesson/preview.png":        60,
	"/analysis/:game/preview.png":             60,
	"/games/:id/preview.png":                  60,
	"/games/:id/turns/:turn/preview.png":      60,
	"/people/:name/preview.png":               60,
	"/ladders/:ladder/preview.png":            60,
	"/tournaments/:tournament/preview.png":    60,
	"/sitemap.xml":                            20,
	"/settings/games.json":                    20,
	"/settings/games.txt":                     20,
}

// ReadCost returns what reading a route costs.
func ReadCost(route string) int {
	if cost, ok := readCosts[route]; ok {
		return cost
	}
	return 1
}
