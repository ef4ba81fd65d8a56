package handlers_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"hexclub/db"
	"hexclub/handlers"
)

// A site is the real router over a real database file.
type site struct {
	*handlers.App
	url string
}

func newSite(t testing.TB) *site {
	t.Helper()
	store, err := db.Open(filepath.Join(t.TempDir(), "hexclub.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	app, err := handlers.New(handlers.Config{DB: store, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app.Router())
	t.Cleanup(server.Close)
	t.Cleanup(app.Live.Close) // before the server, which waits for its streams
	return &site{app, server.URL}
}

// A client is one browser without JavaScript: it keeps cookies and follows
// redirects.
type client struct {
	t    testing.TB
	http *http.Client
	url  string
	htmx bool // sends requests as htmx does
}

func (s *site) client(t testing.TB) *client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &client{t: t, http: &http.Client{Jar: jar}, url: s.url}
}

// A page is an answer, read.
type page struct {
	*goquery.Document
	status int
	path   string // where redirects led
	header http.Header
	body   string
}

func (c *client) get(path string) page {
	c.t.Helper()
	return c.do(http.MethodGet, path, nil, nil)
}

// post sends a form of pairs of name and value.
func (c *client) post(path string, pairs ...string) page {
	c.t.Helper()
	form := url.Values{}
	for i := 1; i < len(pairs); i += 2 {
		form.Add(pairs[i-1], pairs[i])
	}
	header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	return c.do(http.MethodPost, path, strings.NewReader(form.Encode()), header)
}

func (c *client) do(method, path string, body io.Reader, header http.Header) page {
	c.t.Helper()
	request, err := http.NewRequest(method, c.url+path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	if header != nil {
		request.Header = header
	}
	if c.htmx {
		request.Header.Set("HX-Request", "true")
	}
	response, err := c.http.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	document, err := goquery.NewDocumentFromReader(strings.NewReader(string(text)))
	if err != nil {
		c.t.Fatal(err)
	}
	return page{document, response.StatusCode, response.Request.URL.Path, response.Header, string(text)}
}

// wantStatus fails the test when the answer has another status.
func (p page) wantStatus(t testing.TB, status int) page {
	t.Helper()
	if p.status != status {
		t.Fatalf("%s answered %d, want %d:\n%s", p.path, p.status, status, p.text("main"))
	}
	return p
}

// text is what a reader sees of the elements that a selector finds.
func (p page) text(selector string) string {
	return strings.Join(strings.Fields(p.Find(selector).Text()), " ")
}

// newGame makes a game and returns its path.
func (c *client) newGame(opponent, starter string) string {
	c.t.Helper()
	p := c.post("/games", "game", "hexone", "opponent", opponent, "starter", starter)
	return p.wantStatus(c.t, http.StatusOK).path
}

// invitation is the path to join a game, as its host's page shows it.
func (c *client) invitation(game string) string {
	c.t.Helper()
	address, ok := c.get(game).Find(".invite input").Attr("value")
	if !ok {
		c.t.Fatalf("%s shows no invitation", game)
	}
	return strings.TrimPrefix(address, c.url)
}

// turn commits a turn as the form on the page does.
func (c *client) turn(game, draft string, ply int) page {
	c.t.Helper()
	return c.post(game+"/turns", "draft", draft, "ply", fmt.Sprint(ply))
}

// twoPlayers is a running game between two people, the host to start.
func (s *site) twoPlayers(t testing.TB) (game string, host, guest *client) {
	t.Helper()
	host, guest = s.client(t), s.client(t)
	game = host.newGame("invite", "me")
	if p := guest.post(host.invitation(game)); p.path != game {
		t.Fatalf("joining leads to %s, not to %s", p.path, game)
	}
	return game, host, guest
}
