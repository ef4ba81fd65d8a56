package handlers_test

import (
	"cmp"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/limit"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// The limits of each route that may change something, in addition to those of all such requests (WritesAt,
// WritesAs): the names of fields of web.Limits, or why none is needed.
var heldBy = map[string]string{
	"POST /play-now":                        "Games",
	"POST /play-bot":                        "Games",
	"POST /games":                           "Games",
	"POST /games/:id/seats":                 "Games",
	"POST /games/:id/rematch":               "Games",
	"POST /join/:invite":                    "Games",
	"POST /games/:id/chat":                  "Chat",
	"POST /signup":                          "SignUps",
	"POST /invited/:link":                   "LogInsAt, SignUps",
	"POST /login":                           "LogInsAt",
	"POST /settings/delete":                 "LogInsAt",
	"POST /settings/password":               "LogInsAt",
	"POST /login/forgotten":                 "ResetsAt",
	"POST /reset/:reset":                    "LogInsAt",
	"POST /first-admin/:offer":              "LogInsAt",
	"POST /settings/mail":                   "Mail, LogInsAt",
	"POST /settings/mail/remove":            "LogInsAt",
	"POST /club/invitations":                "Made",
	"POST /club/import":                     "Made",
	"POST /club/import/links":               "Made",
	"POST /club/import/links.csv":           "Made",
	"POST /seasons":                         "Made",
	"POST /seasons/:season/ladders":         "Made",
	"POST /tournaments":                     "Made",
	"POST /club/members/:member/invitation": "Made",

	// The number of turns in a game is limited, but not their rate.
	"POST /games/:id/turns":    turnsOfAGame,
	"POST /games/:id/resign":   turnsOfAGame,
	"POST /games/:id/draw":     turnsOfAGame,
	"POST /games/:id/takeback": turnsOfAGame,
	"POST /games/:id/accept":   turnsOfAGame,
	"POST /games/:id/decline":  turnsOfAGame,
	"POST /games/:id/leave":    turnsOfAGame,
	"POST /games/:id/abort":    turnsOfAGame,

	// A choice replaces the previous one; the number of blocks is limited.
	"POST /games/:id/chat/mute":   oneChoice,
	"POST /games/:id/chat/block":  oneChoice,
	"POST /people/:name/block":    oneChoice,
	"POST /settings/confirm":      oneChoice,
	"POST /settings/zone":         oneChoice,
	"POST /settings/chat":         oneChoice,
	"POST /settings/unblock":      oneChoice,
	"POST /settings/look":         oneChoice,
	"POST /settings/sessions":     oneChoice,
	"POST /settings/mail/notices": oneChoice,
	"POST /mail/confirm/:secret":  oneChoice,
	"POST /mail/stop/:stop/:kind": oneChoice,
	"POST /language":              oneChoice,
	"POST /logout":                oneChoice,
	"POST /learn/:game/:lesson":   oneChoice,

	// The state of an existing object changes, within its rules.
	"POST /pairings/:pairing/enter":         itsRules,
	"POST /pairings/:pairing/confirm":       itsRules,
	"POST /pairings/:pairing/contest":       itsRules,
	"POST /ladders/:ladder/join":            itsRules,
	"POST /ladders/:ladder/leave":           itsRules,
	"POST /ladders/:ladder/record":          itsRules,
	"POST /ladders/:ladder/challenge/:name": itsRules,
	"POST /decisions/:number/away":          itsRules,
	"POST /challenges/:challenge/accept":    itsRules,
	"POST /challenges/:challenge/refuse":    itsRules,
	"POST /challenges/:challenge/withdraw":  itsRules,
	"POST /tournaments/:tournament/enter":   itsRules,
	"POST /tournaments/:tournament/leave":   itsRules,
	"POST /tournaments/:tournament/pause":   itsRules,
	"POST /tournaments/:tournament/resume":  itsRules,

	// There are few organisers, and the audit log lists their acts.
	"POST /pairings/:pairing/decide":            organisersDo,
	"POST /games/:id/chat/remove":               organisersDo,
	"POST /club/log/:number/undo":               organisersDo,
	"POST /club/members/:member/role":           organisersDo,
	"POST /club/members/:member/reset":          organisersDo,
	"POST /club/members/:member/name":           organisersDo,
	"POST /club/members/:member/remove":         organisersDo,
	"POST /club/members/:member/close":          organisersDo,
	"POST /club/members/:member/delete":         organisersDo,
	"POST /club/members/:member/open":           organisersDo,
	"POST /club/invitations/:invitation/revoke": organisersDo,
	"POST /club/settings":                       organisersDo,
	"POST /admin/bans":                          organisersDo,
	"POST /admin/bans/lift":                     organisersDo,
	"POST /seasons/:season":                     organisersDo,
	"POST /seasons/:season/status":              organisersDo,
	"POST /ladders/:ladder/edit":                organisersDo,
	"POST /ladders/:ladder/add":                 organisersDo,
	"POST /ladders/:ladder/order":               organisersDo,
	"POST /ladders/:ladder/correct":             organisersDo,
	"POST /ladders/:ladder/close":               organisersDo,
	"POST /challenges/:challenge/decide":        organisersDo,
	"POST /challenges/:challenge/correct":       organisersDo,
	"POST /tournaments/:tournament/edit":        organisersDo,
	"POST /tournaments/:tournament/describe":    organisersDo,
	"POST /tournaments/:tournament/entrants":    organisersDo,
	"POST /tournaments/:tournament/remove":      organisersDo,
	"POST /tournaments/:tournament/numbers":     organisersDo,
	"POST /tournaments/:tournament/begin":       organisersDo,
	"POST /tournaments/:tournament/pair":        organisersDo,
	"POST /tournaments/:tournament/finish":      organisersDo,
	"POST /tournaments/:tournament/reopen":      organisersDo,
	"POST /tournaments/:tournament/off":         organisersDo,

	"POST /pairings/:pairing/confirm-decision":                 organisersDo,
	"POST /tournaments/:tournament/rounds/:round/results":      organisersDo,
	"POST /tournaments/:tournament/rounds/:round/results/undo": organisersDo,
	"POST /tournaments/:tournament/rounds/:round/deadline":     organisersDo,

	// Organisers look at what a form would make.
	"POST /seasons/:season/ladders/preview": storesNothing,
	"POST /ladders/:ladder/edit/preview":    storesNothing,
}

// Why the limits of all requests are enough.
const (
	turnsOfAGame  = "turns of a game"
	oneChoice     = "one choice"
	itsRules      = "its own rules"
	organisersDo  = "organisers do it"
	storesNothing = "it stores nothing"
)

// The limits of pages that cost more than others, or that a secret opens.
var dearPages = map[string]string{
	"GET /people/:name":             "Searches",
	"GET /people/:name/games":       "Searches",
	"GET /people/:name/board":       "Searches",
	"GET /archive":                  "Searches",
	"GET /club/members":             "Searches",
	"GET /club/members.csv":         "Files",
	"GET /club/log":                 "Searches",
	"GET /settings/games.json":      "Files",
	"GET /settings/games.txt":       "Files",
	"GET /analysis/:game/board.png": "Drawings",
	"GET /reset/:reset":             "LogInsAt",
	"GET /invited/:link":            "LogInsAt",
	"GET /first-admin/:offer":       "LogInsAt",
}

// Reads without a limit, and why.
var unlimitedReads = map[string]string{
	"GET /static/*":         "a file in memory, which browsers keep",
	"GET /healthz":          "asked by the operator's programs",
	"GET /readyz":           "asked by the operator's programs",
	"GET /events":           "a stream, which StreamsAt and ReadsAt limit",
	"GET /lobby/events":     "a stream, which StreamsAt and ReadsAt limit",
	"GET /games/events":     "a stream, which StreamsAt and ReadsAt limit",
	"GET /games/:id/events": "a stream, which StreamsAt and ReadsAt limit",
}

// The person who sends the request that tries a limit, and the state of the game: the request must reach the
// limit. The default is the admin, without a game.
var (
	askers = map[string]string{"SignUps": "guest", "Games": "opponent", "Chat": "opponent"}
	about  = map[string]string{
		"POST /games/:id/seats": "link", "POST /join/:invite": "link", "POST /games/:id/rematch": "over",
	}
)

// capital finds the start of a word in a field's name.
var capital = regexp.MustCompile("([a-z])([A-Z])")

// Every route that may change something has its limit, and those of all such requests. Every other route has the
// limit of reads, and expensive pages have their own limit. A new route has to be named above, or be a page that
// is read.
func TestEveryRouteHasItsLimit(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t).CopyOf(t)
	held := map[string][]string{} // routes by limit
	for _, route := range w.Routes(t) {
		if strings.HasPrefix(route, "GET ") {
			if unlimitedReads[route] == "" {
				held["ReadsAt"] = append(held["ReadsAt"], route)
			}
			by := dearPages[route]
			if strings.HasSuffix(route, web.PreviewPath) {
				by = "Drawings"
			}
			if by != "" {
				held[by] = append(held[by], route)
			} else if strings.HasSuffix(route, ".csv") || strings.HasSuffix(route, ".json") && !strings.HasSuffix(route, "record.json") {
				held["Files"] = append(held["Files"], route)
			}
			continue
		}
		by, named := heldBy[route]
		if !named {
			t.Errorf("say in heldBy what holds %s", route)
		}
		held["WritesAt"], held["WritesAs"] = append(held["WritesAt"], route), append(held["WritesAs"], route)
		if !named || slices.Contains([]string{turnsOfAGame, oneChoice, itsRules, organisersDo, storesNothing}, by) {
			continue
		}
		for limit := range strings.SplitSeq(by, ", ") {
			held[limit] = append(held[limit], route)
		}
	}
	for route := range heldBy {
		if !slices.ContainsFunc(w.Router.Routes(), func(r *echo.Route) bool { return r.Method+" "+r.Path == route }) {
			t.Errorf("%s is no route", route)
		}
	}
	if len(held["ReadsAt"]) < 80 {
		t.Errorf("%d routes have the limit of reads", len(held["ReadsAt"]))
	}
	for limit, routes := range held {
		t.Run(limit, func(t *testing.T) {
			log := w.Limited(t, limit)
			role := cmp.Or(askers[limit], "admin")
			for pass := range 2 { // after the first pass the bucket is full
				for _, route := range routes {
					before := w.Version(t)
					method, address, form := w.Request(route, cmp.Or(about[route], "running"), role)
					answer := w.Ask(method, address, role, sitetest.FormOf(form...))
					if w.Version(t) != before {
						w.Restore(t)
					}
					if pass > 0 && answer.Code != http.StatusTooManyRequests {
						t.Errorf("%s is answered %d", route, answer.Code)
					}
					if answer.Code == http.StatusTooManyRequests && answer.Header().Get("Retry-After") == "" {
						t.Errorf("%s does not say when to come again", route)
					}
				}
			}
			met := map[string]bool{} // names
			for _, line := range log.Logged(t) {
				if name, ok := line["limit"].(string); ok {
					met[name] = true
				}
			}
			name := strings.ToLower(capital.ReplaceAllString(limit, "$1-$2"))
			if got := slices.Collect(maps.Keys(met)); len(got) != 1 || got[0] != name {
				t.Errorf("the log calls it %q, want %q", got, name)
			}
		})
	}
}

// Health checks have no limit of reads. Streams, which cost as much as a page to open, have one.
func TestUnlimitedReads(t *testing.T) {
	t.Parallel()
	s, _ := sitetest.LimitedSite(t, web.Limits{ReadsAt: limit.Limit{Burst: 1, Every: time.Hour}})
	c := s.Client(t)
	c.Get("/rules").WantStatus(t, http.StatusOK)
	c.Get("/rules").WantTooMany(t)
	for _, path := range []string{"/healthz", "/readyz"} {
		c.Get(path).WantStatus(t, http.StatusOK)
	}
	c.Get("/games/events").WantTooMany(t)
}
