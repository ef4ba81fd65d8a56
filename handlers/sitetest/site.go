package sitetest

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/db/pgtest"
	"hexclub/handlers"
	"hexclub/handlers/compress"
	"hexclub/handlers/web"
	"hexclub/rules/rulestest"
	"hexclub/views/i18n"
	"hexclub/views/viewstest"
)

// A Site is the real router over a real database file.
type Site struct {
	*handlers.App
	Url    string
	File   string // path or URL of the database
	Router *echo.Echo
	mail   mailPaths          // set on a site with mail by Settled
	Cups   map[string]*Client // organiser and players of cups, by name
}

// New opens a site, and starts a server for it.
func New(t testing.TB) *Site {
	t.Helper()
	return Serve(t, OpenSite(t, web.Config{Styleguide: true}))
}

// Serve starts a server for a site.
func Serve(t testing.TB, s *Site) *Site {
	t.Helper()
	server := httptest.NewServer(s.Router)
	t.Cleanup(server.Close)
	t.Cleanup(s.Live.Close) // before the server, which waits for open streams
	s.Url = server.URL
	return s
}

// OpenSite opens a site over a new database of the engine that is tested, without a server. NewApp completes the
// configuration.
func OpenSite(t testing.TB, config web.Config) *Site {
	t.Helper()
	if pgtest.On() {
		return OpenFile(t, templates.Database(t), config)
	}
	file := filepath.Join(t.TempDir(), "hexclub.db")
	copyEmpty(t, file)
	return OpenFile(t, file, config)
}

// templates are copies of an empty database on a server.
var templates = pgtest.New(createEmpty)

// A Node is one of several sites that serve the same database.
type Node struct {
	*Site
	Stop func() // ends its background jobs and streams, as when its program ends
}

// Nodes opens sites over one new database on a server, and runs their background jobs until they are stopped or the test
// ends.
func Nodes(t testing.TB, n int, config web.Config) []Node {
	t.Helper()
	source, list := templates.Database(t), []Node{}
	for i := range n {
		config.Node = fmt.Sprint("node-", i+1)
		s := Serve(t, OpenFile(t, source, config))
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() { defer close(done); s.Work(ctx) }()
		stop := func() { s.Live.Close(); cancel(); <-done }
		t.Cleanup(stop)
		list = append(list, Node{s, stop})
	}
	for _, node := range list { // they hear of each other
		Await(t, EventTimeout, "the node listens", func() bool { return !node.Peers.Heard().IsZero() })
	}
	return list
}

// On returns a client's browser as it is at another node.
func (c *Client) On(node Node) *Client {
	c.t.Helper()
	return node.Carry(c.t, c.Session())
}

func createEmpty(source string) error {
	store, err := db.Open(context.Background(), source)
	if err != nil {
		return err
	}
	return store.Close()
}

// copyEmpty copies an empty database, because running all migrations is slow.
var copyEmpty = rulestest.Copies(createEmpty)

// OpenFile opens a site over a database file, or the database at a URL, without a server.
func OpenFile(t testing.TB, file string, config web.Config) *Site {
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
	app := NewApp(t, config)
	s := &Site{App: app, File: file, Router: app.Router()}
	if config.Now == nil {
		s.ran(t, time.Now().Add(time.Hour)) // no background job stores pulses in tests
	}
	return s
}

// NewApp creates an app. By default it logs nothing, its clock is the real one, and passwords are hashed
// fast.
func NewApp(t testing.TB, config web.Config) *handlers.App {
	t.Helper()
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.PasswordMemory == 0 {
		config.PasswordMemory = 16
	}
	embedded, err := readEmbedded()
	if err != nil {
		t.Fatal(err)
	}
	config.Hints, config.Embedded = 1, embedded // the lowest level, to make hints fast
	app, err := handlers.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// readEmbedded reads the embedded files once for all sites. To the languages it adds the pseudo-language.
var readEmbedded = sync.OnceValues(func() (*web.Embedded, error) {
	text, err := viewstest.PseudoCatalogs()
	if err != nil {
		return nil, err
	}
	courses, err := viewstest.PseudoCourses()
	if err != nil {
		return nil, err
	}
	return web.NewEmbedded(text, courses)
})

func LoadTexts(t testing.TB) *i18n.Catalogs {
	t.Helper()
	texts, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// ZippedSize returns the size of a page when it is sent, in bytes.
func ZippedSize(t testing.TB, content []byte) int {
	t.Helper()
	var zipped bytes.Buffer
	w, err := gzip.NewWriterLevel(&zipped, compress.PageLevel)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return zipped.Len()
}

// WorkAll runs each background job once.
func (s *Site) WorkAll(t *testing.T) {
	t.Helper()
	if err := s.WorkOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// NewAccount signs a person up, and returns their browser.
func (s *Site) NewAccount(t testing.TB, name string) (*Client, db.Person) {
	t.Helper()
	c := s.Client(t)
	c.SignUp(name)
	person, err := s.DB.PersonByName(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return c, person
}

// ran stores a pulse, as a site does every few seconds while it runs.
func (s *Site) ran(t testing.TB, until time.Time) {
	t.Helper()
	file := s.Raw(t)
	_, err := file.Exec("UPDATE pulse SET at = $1", until.UnixMilli())
	if err := errors.Join(err, file.Close()); err != nil { // a test may call this hundreds of times
		t.Fatal(err)
	}
}

// WantLogIn tries to log in with a new browser, and checks the status.
func (s *Site) WantLogIn(t testing.TB, name, password string, want int) {
	t.Helper()
	s.Client(t).Post("/login", "name", name, "password", password).WantStatus(t, want)
}
