package handlers_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/rules/record"
)

// A site is the real router over a real database file.
type site struct {
	*handlers.App
	url    string
	file   string // the database
	router *echo.Echo
	mail   mailPaths          // on a site with mail, once somebody is written to
	cups   map[string]*client // who plays in cups, by name
}

// newSite opens a site.
func newSite(t testing.TB) *site {
	t.Helper()
	return serve(t, openSite(t, handlers.Config{}))
}

// serve opens a server for a site.
func serve(t testing.TB, s *site) *site {
	t.Helper()
	server := httptest.NewServer(s.router)
	t.Cleanup(server.Close)
	t.Cleanup(s.Live.Close) // before the server, which waits for its streams
	s.url = server.URL
	return s
}

// openSite is a site over a database file of its own, without a server, configured as
// newApp has it.
func openSite(t testing.TB, config handlers.Config) *site {
	t.Helper()
	return openFile(t, filepath.Join(t.TempDir(), "hexclub.db"), config)
}

// openFile is openSite over a file.
func openFile(t testing.TB, file string, config handlers.Config) *site {
	t.Helper()
	store, err := db.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	config.DB = store
	app := newApp(t, config)
	s := &site{App: app, file: file, router: app.Router()}
	if config.Now == nil {
		s.ran(t, time.Now().Add(time.Hour)) // no background job stores pulses here
	}
	return s
}

// newApp is an app by a configuration that says no more than the database and what is
// particular: else nothing is logged, and the clock is the real one.
func newApp(t testing.TB, config handlers.Config) *handlers.App {
	t.Helper()
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	embedded, err := readEmbedded()
	if err != nil {
		t.Fatal(err)
	}
	config.Hints, config.Embedded = 1, embedded // hints are the quickest
	app, err := handlers.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// readEmbedded reads what all sites bring along, once.
var readEmbedded = sync.OnceValues(handlers.ReadEmbedded)

// loggedSite is a site whose log of what is wrong, or matters for its security, can be read.
func loggedSite(t testing.TB) (*site, *logBuffer) {
	t.Helper()
	s, log := newSite(t), &logBuffer{}
	s.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return s, log
}

// A logBuffer is a log in memory, for any goroutine.
type logBuffer struct {
	mu      sync.Mutex
	text    strings.Builder
	awaited map[string]chan struct{} // closed when a line has the text
}

// await is closed when a line with a text is written from now on.
func (l *logBuffer) await(text string) <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.awaited == nil {
		l.awaited = map[string]chan struct{}{}
	}
	l.awaited[text] = make(chan struct{})
	return l.awaited[text]
}

func (l *logBuffer) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, err := l.text.Write(line)
	for text, come := range l.awaited {
		if strings.Contains(string(line), text) {
			close(come)
			delete(l.awaited, text)
		}
	}
	return n, err
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// stored is every row that the database holds, in text: what a request that
// changes nothing leaves as it was.
func (s *site) stored(t testing.TB) string {
	t.Helper()
	file := s.raw(t)
	var text strings.Builder
	for _, table := range []string{"people", "sessions", "games", "seats", "events", "mail", "mail_links", "letters", "notices", "club", "log", "invitations", "resets", "first_admin", "seasons"} {
		rows, err := file.Query("SELECT * FROM " + beyondStart(table) + " ORDER BY 1, 2")
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values, targets := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(targets...); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&text, table, values)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}

// wantStored fails the test when the database does not hold what it held before.
func (s *site) wantStored(t testing.TB, before string) {
	t.Helper()
	if after := s.stored(t); after != before {
		t.Errorf("the database had\n%s\nand has\n%s", before, after)
	}
}

// beyondStart is a table without the bots, who are always there, and without the club as
// every site begins.
func beyondStart(table string) string {
	switch table {
	case "people":
		return "people WHERE id NOT LIKE 'bot-%'"
	case "club":
		return "club WHERE name <> '' OR welcome <> '' OR NOT open OR NOT guests"
	}
	return table
}

// count is how many rows a table holds.
func (s *site) count(t testing.TB, table string) int {
	t.Helper()
	n := 0
	if err := s.raw(t).QueryRow("SELECT count(*) FROM " + beyondStart(table)).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// raw is the database file, opened beside the site.
func (s *site) raw(t testing.TB) *sql.DB {
	t.Helper()
	file, err := sql.Open("sqlite", "file:"+s.file+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// A client is one browser without JavaScript: it keeps cookies and follows
// redirects.
type client struct {
	t      testing.TB
	http   *http.Client
	url    string
	header http.Header // sent with every request
}

func (s *site) client(t testing.TB) *client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &client{t: t, http: &http.Client{Jar: jar}, url: s.url, header: http.Header{}}
}

// cookies are those that the browser has of the site.
func (c *client) cookies() []*http.Cookie {
	c.t.Helper()
	address, err := url.Parse(c.url)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.http.Jar.Cookies(address)
}

// cookie is the value of a cookie in the browser, empty for none.
func (c *client) cookie(name string) string {
	c.t.Helper()
	for _, cookie := range c.cookies() {
		if cookie.Name == name {
			return cookie.Value
		}
	}
	return ""
}

// holding is the same browser with more cookies.
func (c *client) holding(cookies ...*http.Cookie) *client {
	c.t.Helper()
	address, err := url.Parse(c.url)
	if err != nil {
		c.t.Fatal(err)
	}
	c.http.Jar.SetCookies(address, cookies)
	return c
}

// with is the same browser sending one more header.
func (c *client) with(name, value string) *client {
	other := *c
	other.header = c.header.Clone()
	other.header.Set(name, value)
	return &other
}

// htmx is the same browser sending requests as htmx does.
func (c *client) htmx() *client { return c.with("HX-Request", "true") }

// still is the same browser not following redirects.
func (c *client) still() *client {
	other, still := *c, *c.http
	still.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	other.http = &still
	return &other
}

// A webPage is an answer, read.
type webPage struct {
	status   int
	path     string // where redirects led
	header   http.Header
	body     string
	document func() *goquery.Document // made of the body when it is asked for
}

// Find is the elements that a selector finds.
func (p webPage) Find(selector string) *goquery.Selection { return p.document().Find(selector) }

func (c *client) get(path string) webPage {
	c.t.Helper()
	return c.do(http.MethodGet, path, nil, nil)
}

// post sends a form of pairs of name and value.
func (c *client) post(path string, pairs ...string) webPage {
	c.t.Helper()
	return c.do(http.MethodPost, path, strings.NewReader(formOf(pairs...)), formType)
}

// formType is the header of a form's request.
var formType = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}

func formOf(pairs ...string) string {
	form := url.Values{}
	for i := 1; i < len(pairs); i += 2 {
		form.Add(pairs[i-1], pairs[i])
	}
	return form.Encode()
}

func (c *client) do(method, path string, body io.Reader, header http.Header) webPage {
	c.t.Helper()
	p, err := c.try(method, path, body, header)
	if err != nil {
		c.t.Fatal(err)
	}
	return p
}

// try is do for any goroutine.
func (c *client) try(method, path string, body io.Reader, header http.Header) (webPage, error) {
	request, err := http.NewRequest(method, c.url+path, body)
	if err != nil {
		return webPage{}, err
	}
	maps.Copy(request.Header, c.header)
	maps.Copy(request.Header, header)
	response, err := c.http.Do(request)
	if err != nil {
		return webPage{}, err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return webPage{}, err
	}
	document := sync.OnceValue(func() *goquery.Document {
		document, err := goquery.NewDocumentFromReader(bytes.NewReader(text))
		if err != nil {
			c.t.Error(err)
			return &goquery.Document{Selection: &goquery.Selection{}}
		}
		return document
	})
	return webPage{response.StatusCode, response.Request.URL.Path, response.Header, string(text), document}, nil
}

// wantStatus fails the test when the answer has another status.
func (p webPage) wantStatus(t testing.TB, status int) webPage {
	t.Helper()
	if p.status != status {
		t.Fatalf("%s answered %d, want %d:\n%s", p.path, p.status, status, p.text("main"))
	}
	return p
}

// text is what a reader sees of the elements that a selector finds.
func (p webPage) text(selector string) string {
	return strings.Join(strings.Fields(p.Find(selector).Text()), " ")
}

// list is what a reader sees of each element that a selector finds.
func (p webPage) list(selector string) []string {
	return p.Find(selector).Map(func(_ int, found *goquery.Selection) string {
		return strings.Join(strings.Fields(found.Text()), " ")
	})
}

// attribute is an attribute of the first element that a selector finds, empty
// when there is none.
func (p webPage) attribute(selector, name string) string {
	value, _ := p.Find(selector).First().Attr(name)
	return value
}

// wantText fails the test unless the text of what a selector finds holds
// another.
func (p webPage) wantText(t testing.TB, selector, want string) webPage {
	t.Helper()
	if got := p.text(selector); !strings.Contains(got, want) {
		t.Errorf("%s of %s is %q, want it to hold %q", selector, p.path, got, want)
	}
	return p
}

// wantCount fails the test unless a selector finds as many elements.
func (p webPage) wantCount(t testing.TB, selector string, want int) webPage {
	t.Helper()
	if got := p.Find(selector).Length(); got != want {
		t.Errorf("%s has %d of %s, want %d", p.path, got, selector, want)
	}
	return p
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
func (c *client) turn(game, draft string, ply int) webPage {
	c.t.Helper()
	return c.post(game+"/turns", "draft", draft, "ply", fmt.Sprint(ply))
}

// ply is the ply that the page of a game in play stands at.
func (c *client) ply(game string) int {
	c.t.Helper()
	var sheet record.Sheet
	if err := json.Unmarshal([]byte(c.get(game+"/record.json").body), &sheet); err != nil {
		c.t.Fatal(err)
	}
	return len(sheet.Events)
}

// deviceGame is a game that one person plays for both, the turns played.
func (c *client) deviceGame(turns ...string) (game string) {
	c.t.Helper()
	game = c.newGame("device", "me")
	ply := 0
	for _, turn := range turns {
		c.still().turn(game, turn, ply).wantStatus(c.t, http.StatusSeeOther)
		ply += len(strings.Split(turn, ","))
	}
	return game
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
