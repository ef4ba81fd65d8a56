package handlers_test

import (
	"cmp"
	"fmt"
	"html"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/sitetest"
)

// notPages are the routes that answer with fragments, files or redirects.
var notPages = []string{
	"/desk", "/next", "/rules/:game/figures/:rule", "/lobby/list", "/games/boards", "/games/:id/chat/news", "/healthz", "/readyz", "/robots.txt", "/sitemap.xml",
	"/manifest.webmanifest", "/static/*",
}

// isPage reports whether a route answers with a page of its own.
func isPage(r *echo.Route) bool {
	for _, end := range []string{"/board", "/hint", "/events", ".svg", ".png", ".txt", ".json", ".csv"} {
		if strings.HasSuffix(r.Path, end) {
			return false
		}
	}
	return r.Method == http.MethodGet && !slices.Contains(notPages, r.Path)
}

// TestEveryPageHasAState checks that each route of a page has a page state, which all tests of pages open. With
// HEXCLUB_SHOTS, it writes pictures of all routes to that folder, and index.html with a list of them; HEXCLUB_LANGUAGE
// is their language.
func TestEveryPageHasAState(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	states := map[string][]sitetest.Scene{}
	for _, scene := range s.Scenes {
		if !scene.Posts() {
			route := routeOf(s, scene)
			states[route] = append(states[route], scene)
		}
	}
	var routes []string
	for _, r := range s.Router.Routes() {
		if !isPage(r) {
			continue
		}
		routes = append(routes, r.Path)
		if len(states[r.Path]) == 0 && *state == "" {
			t.Errorf("no page state shows %s", r.Path)
		}
	}
	if folder := os.Getenv("HEXCLUB_SHOTS"); folder != "" {
		slices.Sort(routes)
		drawRoutes(t, s, slices.Compact(routes), states, folder)
	}
}

// routeOf returns the path of the route that answers the request of a page state.
func routeOf(s *sitetest.Stage, scene sitetest.Scene) string {
	path, _, _ := strings.Cut(scene.Path, "?")
	c := s.Router.NewContext(nil, nil)
	s.Router.Router().Find(http.MethodGet, path, c)
	return c.Path()
}

// drawRoutes writes the pictures of routes, each in its first state, and the list of them.
func drawRoutes(t *testing.T, s *sitetest.Stage, routes []string, states map[string][]sitetest.Scene, folder string) {
	sitetest.NeedsTools(t)
	language := cmp.Or(os.Getenv("HEXCLUB_LANGUAGE"), "en")
	var list strings.Builder
	list.WriteString("<!DOCTYPE html><meta charset=utf-8><title>Routes</title><style>body{font:1rem sans-serif}img{width:100%;border:1px solid #888}" +
		"section{display:grid;grid-template-columns:1fr 1fr 3fr 3fr;gap:.5rem}</style>\n")
	shown := []string{"phone", "phone-dark", "desktop", "desktop-dark"}
	p := sitetest.NewBrowser(t).Person(s.Site, looks[shown[0]])
	for _, route := range routes {
		if len(states[route]) == 0 {
			continue
		}
		scene := states[route][0]
		scene.Who.Post("/language", "lang", language)
		p.Visits(scene)
		fmt.Fprintf(&list, "<h2>%s</h2><p>%s</p><section>", html.EscapeString(route), html.EscapeString(scene.Name))
		for _, look := range shown {
			p.Looks(looks[look])
			name := language + "-" + look + "-" + scene.Name
			p.Shot(name)
			fmt.Fprintf(&list, "<img loading=lazy alt=%q src=%q>", look, name+".png")
		}
		list.WriteString("</section>\n")
	}
	if err := os.WriteFile(filepath.Join(folder, "index-"+language+".html"), []byte(list.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
