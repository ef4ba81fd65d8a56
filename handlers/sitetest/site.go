package sitetest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/labstack/echo/v4"

	"hexclub/db"
	"hexclub/handlers"
	"hexclub/handlers/web"
	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/rules/rulestest"
	"hexclub/views/i18n"
	"hexclub/views/table"
)

// Logged returns the lines of a JSON log.
func (l *LogBuffer) Logged(t *testing.T) (lines []map[string]any) {
	t.Helper()
	for line := range strings.Lines(l.String()) {
		var one map[string]any
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		lines = append(lines, one)
	}
	return lines
}

const Password = "correct horse"

func (c *Client) SignUp(name string) WebPage {
	c.t.Helper()
	return c.Post("/signup", "name", name, "password", Password).WantStatus(c.t, http.StatusOK)
}

func (c *Client) LogIn(name string) WebPage {
	c.t.Helper()
	return c.Post("/login", "name", name, "password", Password).WantStatus(c.t, http.StatusOK)
}

// A Direct sends requests of one person to a site's router, without a network.
type Direct struct {
	Site    *Site
	Cookies []string
}

// Person creates a guest with a new game on one device.
func (s *Site) Person(t testing.TB) (who *Direct, game string) {
	t.Helper()
	who = &Direct{Site: s}
	return who, who.NewGame(t)
}

func (d *Direct) NewGame(t testing.TB) (game string) {
	t.Helper()
	w := d.Ask(http.MethodPost, "/games", FormOf("game", "hexone", "opponent", "device"), false)
	if w.Code != http.StatusSeeOther {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	for _, cookie := range w.Result().Cookies() {
		d.Cookies = append(d.Cookies, cookie.Name+"="+cookie.Value)
	}
	return w.Header().Get("Location")
}

func (d *Direct) Ask(method, path, form string, htmx bool) *httptest.ResponseRecorder {
	w, r := httptest.NewRecorder(), httptest.NewRequest(method, path, strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept-Encoding", "gzip")
	r.Header.Set("Cookie", strings.Join(d.Cookies, "; "))
	if htmx {
		r.Header.Set("HX-Request", "true")
	}
	d.Site.Router.ServeHTTP(w, r)
	return w
}

// Play commits the first turns of a record in a game. It returns the number of actions.
func (d *Direct) Play(t testing.TB, game string, r *record.Record, turns int) (moved int) {
	t.Helper()
	for _, turn := range r.Turns()[:turns] {
		form := FormOf("draft", strings.Join(turn.Actions, ","), "moved", fmt.Sprint(moved))
		if w := d.Ask(http.MethodPost, game+"/turns", form, false); w.Code != http.StatusSeeOther {
			t.Fatalf("turn %d: status %d: %s", turn.Number, w.Code, w.Body)
		}
		moved += len(turn.Actions)
	}
	return moved
}

// Mark returns the cookie that marks a browser in which someone has logged in.
func (c *Client) Mark() string {
	c.t.Helper()
	return c.Cookie("hexclub-device")
}

// Marked returns a new browser that has only such a cookie.
func (s *Site) Marked(t testing.TB, mark string) *Client {
	t.Helper()
	return s.Client(t).holding(&http.Cookie{Name: "hexclub-device", Value: mark})
}

// LockOut sends wrong passwords for an account until other browsers are locked out.
func (s *Site) LockOut(t *testing.T, name string) {
	t.Helper()
	for i := range 15 {
		s.Client(t).With("X-Forwarded-For", fmt.Sprintf("192.0.2.%d", i)).Post("/login", "name", name, "password", fmt.Sprint("guess guess ", i))
	}
	s.Client(t).Post("/login", "name", name, "password", Password).WantTooMany(t)
}

// EventTimeout is the maximum time until an event arrives.
const EventTimeout = 10 * time.Second

// A Stream is a client's open event stream.
type Stream struct {
	t      testing.TB
	Status int
	Header http.Header
	frames chan string // whole frames; closed at the end of the stream
	Leave  func()
}

// Listen opens a stream. Since is the revision that the page shows; it may be empty.
func (c *Client) Listen(path, since string) *Stream {
	c.t.Helper()
	if since != "" {
		path += "?since=" + since
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.t.Cleanup(cancel)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Url+path, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header = c.Header.Clone()
	request.Header.Set("Accept", "text/event-stream")
	response, err := c.Http.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	s := &Stream{c.t, response.StatusCode, response.Header, make(chan string, 100), cancel}
	go func() {
		defer close(s.frames)
		defer func() { _ = response.Body.Close() }()
		reader := bufio.NewReader(response.Body)
		frame := ""
		for {
			line, err := reader.ReadString('\n')
			if err != nil {
				return
			}
			if frame += line; line == "\n" {
				s.frames <- frame
				frame = ""
			}
		}
	}()
	return s
}

// Next returns the next frame, or "" at the end of the stream.
func (s *Stream) Next() string {
	s.t.Helper()
	select {
	case frame := <-s.frames:
		return frame
	case <-time.After(EventTimeout):
		s.t.Fatal("the stream says nothing")
		return ""
	}
}

func (s *Stream) Want(frame string) {
	s.t.Helper()
	if got := s.Next(); got != frame {
		s.t.Fatalf("the stream says %q, want %q", got, frame)
	}
}

// WantEnd skips frames until the stream ends.
func (s *Stream) WantEnd() {
	s.t.Helper()
	for s.Next() != Ended {
	}
}

const (
	Opening = "retry: 1000\n\n"
	Changed = "event: changed\ndata: 1\n\n"
	Chatted = "event: chat\ndata: 1\n\n"
	Ended   = ""
)

// Connect opens the stream of a page.
func (c *Client) Connect(p WebPage) *Stream {
	c.t.Helper()
	address := p.Attribute("[data-sse-connect]", "data-sse-connect")
	if address == "" {
		c.t.Fatal("the page names no stream")
	}
	return c.Listen(address, "")
}

// Await polls until come returns true, and fails the test if that takes too long.
func Await(t testing.TB, atMost time.Duration, what string, come func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(atMost); !come(); {
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("after %v: %s?", atMost, what)
		}
	}
}

// Offer returns the path of the link for the first admin.
func (s *Site) Offer(t testing.TB) string {
	t.Helper()
	path, err := s.Account.OfferAdmin(t.Context())
	if err != nil || !strings.HasPrefix(path, "/first-admin/") {
		t.Fatalf("the link is %q, %v", path, err)
	}
	return path
}

// GuestsOf returns the number of stored guests, without bots.
func (s *Site) GuestsOf(t *testing.T) (n int) {
	t.Helper()
	err := s.Raw(t).QueryRowContext(t.Context(), "SELECT count(*) FROM people WHERE name IS NULL AND NOT deleted AND id NOT LIKE 'bot-%'").Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// readiness is the body of an answer of /readyz.
type readiness struct {
	Ready  bool
	Checks map[string]json.RawMessage
}

// State returns the state of a check, from the public or the operator's form of the answer.
func (r readiness) State(name string) (state string) {
	var detailed struct{ State string }
	if json.Unmarshal(r.Checks[name], &state) != nil && json.Unmarshal(r.Checks[name], &detailed) == nil {
		return detailed.State
	}
	return state
}

// Ready requests /readyz of a handler, and checks that the status matches the body.
func Ready(t *testing.T, from http.Handler) (r readiness, body string) {
	t.Helper()
	w := httptest.NewRecorder()
	from.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
	if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	if want := map[bool]int{true: 200, false: 503}[r.Ready]; w.Code != want {
		t.Errorf("status %d, want %d: %s", w.Code, want, w.Body)
	}
	return r, w.Body.String()
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

// Made creates a game that others join, in order. By default it is a game of Hexone whose host has
// seat 1.
func (s *Site) Made(t testing.TB, n db.NewGame, others ...db.Person) db.Game {
	t.Helper()
	if n.Key == "" {
		n.Key = "hexone"
	}
	if n.HostSeat == 0 {
		n.HostSeat = 1
	}
	g, err := s.DB.CreateGame(t.Context(), n, s.Now())
	for _, other := range others {
		if err == nil {
			g, err = s.DB.TakeSeat(t.Context(), g.ID, db.Claim{Person: other.ID, Invite: g.Invite}, s.Now())
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Resigned resigns a game for a person.
func (s *Site) Resigned(t testing.TB, g db.Game, person db.Person) db.Game {
	t.Helper()
	g, err := s.DB.Resign(t.Context(), g.ID, person.ID, s.Now())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var (
	FiveMinutes = record.Control{Base: 300_000, Increment: 3000}
	ThreeDays   = record.Control{PerTurn: 3 * 24 * 3600 * 1000}
)

// A Clock shows the time that the test sets.
type Clock struct {
	mu   sync.Mutex
	time time.Time
	runs func(until time.Time) // records that a site ran until then; may be nil
}

func NewClock() *Clock { return &Clock{time: time.Now()} }

func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.time
}

// Advance advances the clock while the site runs.
func (c *Clock) Advance(by time.Duration) {
	now := c.Stall(by)
	if c.runs != nil {
		c.runs(now)
	}
}

// Stall advances the clock as if the site had been down.
func (c *Clock) Stall(by time.Duration) (now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.time = c.time.Add(by)
	return c.time
}

// LimitedSite opens a site with limits, whose clock is stopped.
func LimitedSite(t *testing.T, limits web.Limits, proxies ...string) (*Site, *Clock) {
	t.Helper()
	clock := NewClock()
	config := web.Config{Now: clock.Now, Limits: limits}
	for _, proxy := range proxies {
		config.Proxies = append(config.Proxies, netip.MustParsePrefix(proxy))
	}
	s := Serve(t, OpenSite(t, config))
	clock.runs = func(until time.Time) {
		t.Helper()
		s.ran(t, until)
	}
	return s, clock
}

// ran stores a pulse, as a site does every few seconds while it runs.
func (s *Site) ran(t testing.TB, until time.Time) {
	t.Helper()
	if _, err := s.Raw(t).Exec("UPDATE pulse SET at = $1", until.UnixMilli()); err != nil {
		t.Fatal(err)
	}
}

// WantTooMany checks that an answer has status 429, and returns its Retry-After.
func (p WebPage) WantTooMany(t *testing.T) time.Duration {
	t.Helper()
	p.WantStatus(t, http.StatusTooManyRequests)
	seconds, err := strconv.Atoi(p.Header.Get("Retry-After"))
	if err != nil || seconds < 1 {
		t.Fatalf("%s says to wait %q", p.Path, p.Header.Get("Retry-After"))
	}
	return time.Duration(seconds) * time.Second
}

// A Wire is the client's end of a connection.
type Wire struct {
	net.Conn
	Reader *bufio.Reader
}

// Whole reads an answer to its end, and checks its status.
func (w *Wire) Whole(status int) error {
	answer, err := http.ReadResponse(w.Reader, nil)
	if err != nil {
		return err
	}
	if answer.StatusCode != status {
		return fmt.Errorf("the answer is %s", answer.Status)
	}
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}

// Answer reads the head of an answer, and checks the beginning of its first line.
func (w *Wire) Answer(want string) error {
	line, err := w.Reader.ReadSlice('\n')
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(line, []byte(want)) {
		return fmt.Errorf("the answer begins %q", line)
	}
	for err == nil && len(line) > len("\r\n") {
		line, err = w.Reader.ReadSlice('\n')
	}
	return err
}

// Event reads until the next "changed" event.
func (w *Wire) Event() error { return w.Line("event: changed") }

// Line reads until a line that begins with want.
func (w *Wire) Line(want string) error {
	for {
		line, err := w.Reader.ReadSlice('\n')
		if err != nil || bytes.HasPrefix(line, []byte(want)) {
			return err
		}
	}
}

// Metrics returns the answer of /metrics.
func (s *Site) Metrics(t *testing.T) string {
	t.Helper()
	w := httptest.NewRecorder()
	s.Ops.Monitoring().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

// WantMetric fails the test unless the metric has the value.
func WantMetric(t *testing.T, metrics, name, value string) {
	t.Helper()
	if !strings.Contains("\n"+metrics, "\n"+name+" "+value+"\n") {
		lines := regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(strings.Split(name, "{")[0])+`\b.*$`).FindAllString(metrics, -1)
		t.Errorf("there is no %s %s, but %q", name, value, lines)
	}
}

// Between starts a server whose handler may delay requests to the site and their answers. From then
// on, it is the site's server.
func (s *Site) Between(t *testing.T, handler func(w http.ResponseWriter, r *http.Request)) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(handler))
	t.Cleanup(server.Close)
	t.Cleanup(s.Live.Close) // before the server, which waits for open streams
	s.Url = server.URL
	return server
}

// HoldAnswer delays the answer to the first turn that is sent by htmx. It closes played when the
// turn is stored. The caller closes release to send the answer.
func (s *Site) HoldAnswer(t *testing.T) (played, release chan struct{}) {
	t.Helper()
	played, release = make(chan struct{}), make(chan struct{})
	s.Between(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("HX-Request") == "" || r.Method != http.MethodPost {
			s.Router.ServeHTTP(w, r)
			return
		}
		answer := httptest.NewRecorder()
		s.Router.ServeHTTP(answer, r)
		close(played)
		<-release
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	})
	return played, release
}

// AskFrom sends a request directly to the router and returns the answer. From is the remote
// address, through the X-Forwarded-For header, if any.
func (s *Site) AskFrom(ctx context.Context, method, path, from, through string, form url.Values) *httptest.ResponseRecorder {
	request := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(form.Encode()))
	request.RemoteAddr = from
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if through != "" {
		request.Header.Set("X-Forwarded-For", through)
	}
	answer := httptest.NewRecorder()
	s.Router.ServeHTTP(answer, request)
	return answer
}

// A Racer is a person whose requests are sent at the same time as others'.
type Racer struct {
	Id, Session string
}

// Member creates an account with a session. It has no valid password.
func (s *Site) Member(t testing.TB, name string) Racer {
	t.Helper()
	person, err := s.DB.SignUp(t.Context(), "", name, "no password fits", s.Now())
	if err != nil {
		t.Fatal(err)
	}
	return Racer{person.ID, s.Session(t, person)}
}

// Session returns the cookie of a new session of a person.
func (s *Site) Session(t testing.TB, person db.Person) string {
	t.Helper()
	id := db.NewID(32)
	err := s.DB.SaveSession(t.Context(), db.Session{
		Hash: HashOf(id), Person: person, Data: []byte("{}"), Created: s.Now(), Expires: s.Now().Add(90 * 24 * time.Hour),
	})
	if err != nil {
		t.Fatal(err)
	}
	return "hexclub=" + id
}

// HashOf returns the stored hash of a secret.
func HashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// ATurn returns a random legal turn, as the page sends it.
func ATurn(r *record.Record, random *rand.Rand) string {
	return strings.Join(Turn(r, random), ",")
}

// Fields returns the initial values of the form on a page that posts to an address.
func (p WebPage) Fields(action string) url.Values {
	form := url.Values{}
	p.Find(`form[method=post][action="` + action + `"]`).First().Find("input, textarea").Each(func(_ int, input *goquery.Selection) {
		_, checked := input.Attr("checked")
		if kind := input.AttrOr("type", ""); kind == "radio" || kind == "checkbox" {
			if !checked {
				return
			}
		}
		form.Add(input.AttrOr("name", ""), input.AttrOr("value", ""))
	})
	return form
}

// PostForm sends a form as a browser does without JavaScript.
func (c *Client) PostForm(action string, form url.Values) WebPage {
	c.t.Helper()
	return c.Do(http.MethodPost, action, strings.NewReader(form.Encode()), FormType)
}

// StoredHash returns the password hash of an account. If replacement is not empty, it is stored
// first.
func (s *Site) StoredHash(t *testing.T, name, replacement string) (hash string) {
	t.Helper()
	file := s.Raw(t)
	if replacement != "" {
		if _, err := file.ExecContext(t.Context(), "UPDATE people SET hash = $1 WHERE name = $2", replacement, name); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.QueryRowContext(t.Context(), "SELECT hash FROM people WHERE name = $1", name).Scan(&hash); err != nil {
		t.Fatal(err)
	}
	return hash
}

// Resent returns the address and the fields of the form with which an answer offers to repeat the
// request.
func (p WebPage) Resent() (action string, form url.Values) {
	form = url.Values{}
	p.Find("form.again input:not([name=reader])").Each(func(_ int, input *goquery.Selection) {
		form.Add(input.AttrOr("name", ""), input.AttrOr("value", ""))
	})
	return p.Attribute("form.again", "action"), form
}

const OtherPassword = "another horse"

// ResetBy lets an admin make a password reset link for a member, and returns its path.
func (c *Client) ResetBy(name string) string {
	c.t.Helper()
	p := c.Post("/club/members/"+name+"/reset").WantStatus(c.t, http.StatusOK)
	if got := p.Header.Get("Cache-Control"); got != "no-store" {
		c.t.Errorf("browsers keep the link: %q", got)
	}
	p.WantText(c.t, "main", "Do not reload this page")
	return strings.TrimPrefix(p.Text("textarea#link"), c.Url)
}

// WantLogIn tries to log in with a new browser, and checks the status.
func (s *Site) WantLogIn(t testing.TB, name, password string, want int) {
	t.Helper()
	s.Client(t).Post("/login", "name", name, "password", password).WantStatus(t, want)
}

// SessionCookie returns the session cookie that an answer sets, or nil.
func SessionCookie(p WebPage) *http.Cookie {
	for _, line := range p.Header["Set-Cookie"] {
		cookie, err := http.ParseSetCookie(line)
		if err == nil && strings.HasSuffix(cookie.Name, "hexclub") {
			return cookie
		}
	}
	return nil
}

// Session returns the value of the browser's session cookie.
func (c *Client) Session() string {
	c.t.Helper()
	return c.Cookie("hexclub")
}

// Carry returns a new browser with a session cookie.
func (s *Site) Carry(t testing.TB, session string) *Client {
	t.Helper()
	return s.Client(t).holding(&http.Cookie{Name: "hexclub", Value: session})
}

// Name returns the account name in the page header, or "" if the browser is not logged in.
func (c *Client) Name() string {
	c.t.Helper()
	return c.Get("/").Text("header nav a[href^='/people/']")
}

// At opens another site over the same database, at another time.
func (s *Site) At(t testing.TB, now time.Time) *Site {
	t.Helper()
	app := NewApp(t, web.Config{DB: s.DB, Now: func() time.Time { return now }})
	return Serve(t, &Site{App: app, File: s.File, Router: app.Router()})
}

// A Site is the real router over a real database file.
type Site struct {
	*handlers.App
	Url    string
	File   string // path of the database
	Router *echo.Echo
	mail   mailPaths          // set on a site with mail by Settled
	Cups   map[string]*Client // organiser and players of cups, by name
}

// New opens a site, and starts a server for it.
func New(t testing.TB) *Site {
	t.Helper()
	return Serve(t, OpenSite(t, web.Config{}))
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

// OpenSite opens a site over a new database file, without a server. NewApp completes the
// configuration.
func OpenSite(t testing.TB, config web.Config) *Site {
	t.Helper()
	file := filepath.Join(t.TempDir(), "hexclub.db")
	copyEmpty(t, file)
	return OpenFile(t, file, config)
}

// copyEmpty copies an empty database, because running all migrations is slow.
var copyEmpty = rulestest.Copies(func(path string) error {
	store, err := db.Open(context.Background(), path)
	if err != nil {
		return err
	}
	return store.Close()
})

// OpenFile opens a site over a database file, without a server.
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

// NewApp creates an app. By default it logs nothing, and its clock is the real one.
func NewApp(t testing.TB, config web.Config) *handlers.App {
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
	config.Hints, config.Embedded = 1, embedded // the lowest level, to make hints fast
	app, err := handlers.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// readEmbedded reads the embedded files once for all sites.
var readEmbedded = sync.OnceValues(web.ReadEmbedded)

// LoggedSite opens a site and returns its log from level WARN.
func LoggedSite(t testing.TB) (*Site, *LogBuffer) {
	t.Helper()
	s, log := New(t), &LogBuffer{}
	s.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return s, log
}

// A LogBuffer is a log in memory. It may be used by several goroutines.
type LogBuffer struct {
	mu      sync.Mutex
	text    strings.Builder
	awaited map[string]chan struct{} // closed when a line contains the key
}

// Await returns a channel that is closed when a later line contains the text.
func (l *LogBuffer) Await(text string) <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.awaited == nil {
		l.awaited = map[string]chan struct{}{}
	}
	l.awaited[text] = make(chan struct{})
	return l.awaited[text]
}

func (l *LogBuffer) Write(line []byte) (int, error) {
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

func (l *LogBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Stored returns the rows of the main tables as text, to check that a request changes nothing.
func (s *Site) Stored(t testing.TB) string {
	t.Helper()
	file := s.Raw(t)
	var text strings.Builder
	for _, table := range []string{"people", "sessions", "games", "seats", "events", "mail", "mail_links", "letters", "notices", "club", "audit_log", "invitations", "resets", "first_admin", "seasons"} {
		rows, err := file.Query("SELECT * FROM " + withoutInitialRows(table) + " ORDER BY 1, 2")
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

// WantStored fails the test if the result of Stored differs from before.
func (s *Site) WantStored(t testing.TB, before string) {
	t.Helper()
	if after := s.Stored(t); after != before {
		t.Errorf("the database had\n%s\nand has\n%s", before, after)
	}
}

// withoutInitialRows excludes the rows that every site has from the start: bots, and the club with its
// default settings.
func withoutInitialRows(table string) string {
	switch table {
	case "people":
		return "people WHERE id NOT LIKE 'bot-%'"
	case "club":
		return "club WHERE name <> '' OR welcome <> '' OR NOT open OR NOT guests"
	}
	return table
}

// Count returns the number of rows of a table, without those that every site has from the start.
func (s *Site) Count(t testing.TB, table string) int {
	t.Helper()
	n := 0
	if err := s.Raw(t).QueryRow("SELECT count(*) FROM " + withoutInitialRows(table)).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Raw opens the site's database file directly.
func (s *Site) Raw(t testing.TB) *sql.DB {
	t.Helper()
	file, err := sql.Open("sqlite", "file:"+s.File+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// A Client is a browser without JavaScript: it keeps cookies and follows redirects.
type Client struct {
	t      testing.TB
	Http   *http.Client
	Url    string
	Header http.Header // sent with every request
}

func (s *Site) Client(t testing.TB) *Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &Client{t: t, Http: &http.Client{Jar: jar}, Url: s.Url, Header: http.Header{}}
}

// cookies returns the browser's cookies for the site.
func (c *Client) cookies() []*http.Cookie {
	c.t.Helper()
	address, err := url.Parse(c.Url)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.Http.Jar.Cookies(address)
}

// Cookie returns the value of a cookie, or "".
func (c *Client) Cookie(name string) string {
	c.t.Helper()
	for _, cookie := range c.cookies() {
		if cookie.Name == name {
			return cookie.Value
		}
	}
	return ""
}

// holding adds cookies to the browser.
func (c *Client) holding(cookies ...*http.Cookie) *Client {
	c.t.Helper()
	address, err := url.Parse(c.Url)
	if err != nil {
		c.t.Fatal(err)
	}
	c.Http.Jar.SetCookies(address, cookies)
	return c
}

// With returns a copy of the browser that sends another header. It shares the cookies.
func (c *Client) With(name, value string) *Client {
	other := *c
	other.Header = c.Header.Clone()
	other.Header.Set(name, value)
	return &other
}

// Htmx returns a copy of the browser that sends requests like htmx.
func (c *Client) Htmx() *Client { return c.With("HX-Request", "true") }

// NoRedirects returns a copy of the browser that does not follow redirects.
func (c *Client) NoRedirects() *Client {
	other, still := *c, *c.Http
	still.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	other.Http = &still
	return &other
}

// A WebPage is an answer, with its body.
type WebPage struct {
	Status   int
	Path     string // after redirects
	Header   http.Header
	Body     string
	Document func() *goquery.Document // parses the body at the first call
}

func (p WebPage) Find(selector string) *goquery.Selection { return p.Document().Find(selector) }

func (c *Client) Get(path string) WebPage {
	c.t.Helper()
	return c.Do(http.MethodGet, path, nil, nil)
}

// Post sends a form. Pairs are names and values.
func (c *Client) Post(path string, pairs ...string) WebPage {
	c.t.Helper()
	return c.Do(http.MethodPost, path, strings.NewReader(FormOf(pairs...)), FormType)
}

// FormType is the header of requests with forms.
var FormType = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}

func FormOf(pairs ...string) string {
	form := url.Values{}
	for i := 1; i < len(pairs); i += 2 {
		form.Add(pairs[i-1], pairs[i])
	}
	return form.Encode()
}

func (c *Client) Do(method, path string, body io.Reader, header http.Header) WebPage {
	c.t.Helper()
	p, err := c.Try(method, path, body, header)
	if err != nil {
		c.t.Fatal(err)
	}
	return p
}

// Try is like Do, but may be called from any goroutine.
func (c *Client) Try(method, path string, body io.Reader, header http.Header) (WebPage, error) {
	request, err := http.NewRequest(method, c.Url+path, body)
	if err != nil {
		return WebPage{}, err
	}
	maps.Copy(request.Header, c.Header)
	maps.Copy(request.Header, header)
	response, err := c.Http.Do(request)
	if err != nil {
		return WebPage{}, err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return WebPage{}, err
	}
	document := sync.OnceValue(func() *goquery.Document {
		document, err := goquery.NewDocumentFromReader(bytes.NewReader(text))
		if err != nil {
			c.t.Error(err)
			return &goquery.Document{Selection: &goquery.Selection{}}
		}
		return document
	})
	return WebPage{response.StatusCode, response.Request.URL.Path, response.Header, string(text), document}, nil
}

// WantStatus fails the test unless the answer has the status.
func (p WebPage) WantStatus(t testing.TB, status int) WebPage {
	t.Helper()
	if p.Status != status {
		t.Fatalf("%s answered %d, want %d:\n%s", p.Path, p.Status, status, p.Text("main"))
	}
	return p
}

// Text returns the text of the selected elements, with collapsed spaces.
func (p WebPage) Text(selector string) string {
	return strings.Join(strings.Fields(p.Find(selector).Text()), " ")
}

// List returns the text of each selected element, with collapsed spaces.
func (p WebPage) List(selector string) []string {
	return p.Find(selector).Map(func(_ int, found *goquery.Selection) string {
		return strings.Join(strings.Fields(found.Text()), " ")
	})
}

// Attribute returns an attribute of the first selected element, or "".
func (p WebPage) Attribute(selector, name string) string {
	value, _ := p.Find(selector).First().Attr(name)
	return value
}

// WantText fails the test unless the text of the selected elements contains want.
func (p WebPage) WantText(t testing.TB, selector, want string) WebPage {
	t.Helper()
	if got := p.Text(selector); !strings.Contains(got, want) {
		t.Errorf("%s of %s is %q, want it to hold %q", selector, p.Path, got, want)
	}
	return p
}

// WantCount fails the test unless the number of selected elements is want.
func (p WebPage) WantCount(t testing.TB, selector string, want int) WebPage {
	t.Helper()
	if got := p.Find(selector).Length(); got != want {
		t.Errorf("%s has %d of %s, want %d", p.Path, got, selector, want)
	}
	return p
}

// NewGame creates a game of Hexone and returns its path.
func (c *Client) NewGame(opponent, starter string) string {
	c.t.Helper()
	p := c.Post("/games", "game", "hexone", "opponent", opponent, "starter", starter)
	return p.WantStatus(c.t, http.StatusOK).Path
}

// Invitation returns the path to join a game, from the page of its host.
func (c *Client) Invitation(game string) string {
	c.t.Helper()
	address, ok := c.Get(game).Find(".invite input").Attr("value")
	if !ok {
		c.t.Fatalf("%s shows no invitation", game)
	}
	return strings.TrimPrefix(address, c.Url)
}

// Turn commits a turn as the form on the page does.
func (c *Client) Turn(game, draft string, moved int) WebPage {
	c.t.Helper()
	return c.Post(game+"/turns", "draft", draft, "moved", fmt.Sprint(moved))
}

// EventCount returns the number of events of a game.
func (c *Client) EventCount(game string) int {
	c.t.Helper()
	var sheet record.Sheet
	if err := json.Unmarshal([]byte(c.Get(game+"/record.json").Body), &sheet); err != nil {
		c.t.Fatal(err)
	}
	return len(sheet.Events)
}

// DeviceGame creates a game of Hexone on one device, plays the turns, and returns its path.
func (c *Client) DeviceGame(turns ...string) (game string) {
	c.t.Helper()
	game = c.NewGame("device", "me")
	moved := 0
	for _, turn := range turns {
		c.NoRedirects().Turn(game, turn, moved).WantStatus(c.t, http.StatusSeeOther)
		moved += len(strings.Split(turn, ","))
	}
	return game
}

// TwoPlayers creates a running game of two people. The host has the first turn.
func (s *Site) TwoPlayers(t testing.TB) (game string, host, guest *Client) {
	t.Helper()
	host, guest = s.Client(t), s.Client(t)
	game = host.NewGame("invite", "me")
	if p := guest.Post(host.Invitation(game)); p.Path != game {
		t.Fatalf("joining leads to %s, not to %s", p.Path, game)
	}
	return game, host, guest
}

// Files lists the scripts and other linked files of a page.
func Files(p WebPage) []string {
	return p.Find("link[href], script[src]").Map(func(_ int, file *goquery.Selection) string {
		return file.AttrOr("href", file.AttrOr("src", ""))
	})
}

// Wire returns the size of an answer in bytes, including its head, compressed as for a browser.
func (c *Client) Wire(path string) int {
	c.t.Helper()
	request, err := http.NewRequest(http.MethodGet, c.Url+path, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	response, err := c.Http.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	stream := response.Header.Get("Content-Type") == "text/event-stream"
	whole, err := httputil.DumpResponse(response, !stream)
	if err != nil {
		c.t.Fatal(err)
	}
	return len(whole)
}

// TableOf returns the table of a running game, as seen by the player to act.
func TableOf(t testing.TB, texts *i18n.Catalogs, r *record.Record, turns int) table.Input {
	t.Helper()
	r, err := r.At(t.Context(), min(turns, len(r.Turns())-1))
	if err != nil {
		t.Fatal(err)
	}
	return table.Input{
		T:      texts.Match("en", ""),
		Game:   table.Game{ID: "x4k8q2m7t0zv", Record: r, Players: []string{"Anna Schmidt", "Ben Oduya"}, Revision: r.EventCount()},
		Viewer: table.Viewer{Seats: []rules.Seat{r.State().Turn().Seat}, Confirm: true},
	}
}

func LoadTexts(t testing.TB) *i18n.Catalogs {
	t.Helper()
	texts, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func ZippedSize(t testing.TB, content []byte) int {
	t.Helper()
	var zipped bytes.Buffer
	w, err := gzip.NewWriterLevel(&zipped, gzip.BestSpeed) // the level that the site uses for pages
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

// FloodedSite opens a site with limits behind a proxy, and returns its clock and its log.
func FloodedSite(t *testing.T, limits web.Limits) (*Site, *Clock, *LogBuffer) {
	t.Helper()
	clock, log := NewClock(), &LogBuffer{}
	s := OpenSite(t, web.Config{
		Log: slog.New(slog.NewJSONHandler(log, nil)), Now: clock.Now, Limits: limits, Metrics: true,
		Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	})
	return Serve(t, s), clock, log
}

// WantNoText fails the test if the text of the selected elements contains part.
func (p WebPage) WantNoText(t testing.TB, selector, part string) WebPage {
	t.Helper()
	if text := p.Text(selector); strings.Contains(text, part) {
		t.Errorf("%s: %s says %q, want nothing about %q", p.Path, selector, text, part)
	}
	return p
}
