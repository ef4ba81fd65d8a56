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

// Logged are the lines that a log has in JSON, so far.
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

// A Direct sends requests to a site's router without a network, as a person.
type Direct struct {
	Site    *Site
	Cookies []string
}

// Person makes a guest in a new game for both seats.
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

// Play commits the first turns of a record in a game.
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

// Mark is the cookie by which a browser is known to have logged in.
func (c *Client) Mark() string {
	c.t.Helper()
	return c.Cookie("hexclub-device")
}

// Marked is another browser with such a cookie alone.
func (s *Site) Marked(t testing.TB, mark string) *Client {
	t.Helper()
	return s.Client(t).holding(&http.Cookie{Name: "hexclub-device", Value: mark})
}

// ShutOut sends wrong passwords for an account, until strangers are held.
func (s *Site) ShutOut(t *testing.T, name string) {
	t.Helper()
	for i := range 15 {
		s.Client(t).With("X-Forwarded-For", fmt.Sprintf("192.0.2.%d", i)).Post("/login", "name", name, "password", fmt.Sprint("guess guess ", i))
	}
	s.Client(t).Post("/login", "name", name, "password", Password).WantTooMany(t)
}

// PatienceForEvents bounds what an event may take to arrive.
const PatienceForEvents = 10 * time.Second

// A Stream is a reader's open connection for events.
type Stream struct {
	t      testing.TB
	Status int
	Header http.Header
	frames chan string // each with its lines; closed at the end of the stream
	Leave  func()
}

// Listen opens a stream; since is the revision that the page shows, empty for
// none said.
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

// Next is the next frame, empty at the end.
func (s *Stream) Next() string {
	s.t.Helper()
	select {
	case frame := <-s.frames:
		return frame
	case <-time.After(PatienceForEvents):
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

// WantEnd reads on to the end, before which the stream may tell of what happened.
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

// Connect opens the stream that a page names.
func (c *Client) Connect(p WebPage) *Stream {
	c.t.Helper()
	address := p.Attribute("[data-sse-connect]", "data-sse-connect")
	if address == "" {
		c.t.Fatal("the page names no stream")
	}
	return c.Listen(address, "")
}

// Await returns when something has come to be, and fails the test when that
// takes too long.
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

// Offer is the path of the link that makes the first admin.
func (s *Site) Offer(t testing.TB) string {
	t.Helper()
	path, err := s.Account.OfferAdmin(t.Context())
	if err != nil || !strings.HasPrefix(path, "/first-admin/") {
		t.Fatalf("the link is %q, %v", path, err)
	}
	return path
}

// GuestsOf returns how many guests the site keeps, bots aside.
func (s *Site) GuestsOf(t *testing.T) (n int) {
	t.Helper()
	err := s.Raw(t).QueryRowContext(t.Context(), "SELECT count(*) FROM people WHERE name IS NULL AND NOT deleted AND id NOT LIKE 'bot-%'").Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// readiness is what is answered to programs that ask whether a site is ready.
type readiness struct {
	Ready  bool
	Checks map[string]json.RawMessage
}

// State is how a check went, as it is told to anybody or to the operator.
func (r readiness) State(name string) (state string) {
	var detailed struct{ State string }
	if json.Unmarshal(r.Checks[name], &state) != nil && json.Unmarshal(r.Checks[name], &detailed) == nil {
		return detailed.State
	}
	return state
}

// Ready asks a handler, and checks that the status fits what is told.
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

// NewAccount is a browser in which somebody has signed up.
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

// Made is a game that somebody starts and others join, in order.
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

// Resigned is a game that a person gives up.
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

// A Clock is set by the test.
type Clock struct {
	mu   sync.Mutex
	time time.Time
	runs func(until time.Time) // notes that a site has run; nil for none
}

func NewClock() *Clock { return &Clock{time: time.Now()} }

func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.time
}

// Advance lets time pass in which the site runs.
func (c *Clock) Advance(by time.Duration) {
	now := c.Stall(by)
	if c.runs != nil {
		c.runs(now)
	}
}

// Stall lets time pass in which the site stands still.
func (c *Clock) Stall(by time.Duration) (now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.time = c.time.Add(by)
	return c.time
}

// LimitedSite is a site with limits, whose clock stands still.
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

// ran notes that the site ran until a moment, with a pulse every few seconds.
func (s *Site) ran(t testing.TB, until time.Time) {
	t.Helper()
	if _, err := s.Raw(t).Exec("UPDATE pulse SET at = $1", until.UnixMilli()); err != nil {
		t.Fatal(err)
	}
}

// WantTooMany checks an answer to what was asked too often, and returns what it
// says to wait.
func (p WebPage) WantTooMany(t *testing.T) time.Duration {
	t.Helper()
	p.WantStatus(t, http.StatusTooManyRequests)
	seconds, err := strconv.Atoi(p.Header.Get("Retry-After"))
	if err != nil || seconds < 1 {
		t.Fatalf("%s says to wait %q", p.Path, p.Header.Get("Retry-After"))
	}
	return time.Duration(seconds) * time.Second
}

// A Wire is a client's end of a connection.
type Wire struct {
	net.Conn
	Reader *bufio.Reader
}

// Whole reads an answer with the wanted status to its end.
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

// Answer reads the head of an answer that begins as wanted and goes on.
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

// Event reads up to the next change.
func (w *Wire) Event() error { return w.Line("event: changed") }

// Line reads up to a line that begins as wanted.
func (w *Wire) Line(want string) error {
	for {
		line, err := w.Reader.ReadSlice('\n')
		if err != nil || bytes.HasPrefix(line, []byte(want)) {
			return err
		}
	}
}

// Metrics are the lines that Prometheus is answered with.
func (s *Site) Metrics(t *testing.T) string {
	t.Helper()
	w := httptest.NewRecorder()
	s.Ops.Monitoring().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

// WantMetric fails the test unless there is a metric with a value.
func WantMetric(t *testing.T, metrics, name, value string) {
	t.Helper()
	if !strings.Contains("\n"+metrics, "\n"+name+" "+value+"\n") {
		lines := regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(strings.Split(name, "{")[0])+`\b.*$`).FindAllString(metrics, -1)
		t.Errorf("there is no %s %s, but %q", name, value, lines)
	}
}

// Between puts a handler before the site, to hold back what passes.
func (s *Site) Between(t *testing.T, handler func(w http.ResponseWriter, r *http.Request)) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(handler))
	t.Cleanup(server.Close)
	t.Cleanup(s.Live.Close) // before the server, which waits for its streams
	s.Url = server.URL
	return server
}

// HoldAnswer keeps the answer to a turn back: played is closed when there is one,
// and closing release sends it.
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

// AskFrom sends a request from an address straight to the router and returns the answer. Through
// is the X-Forwarded-For header, if any.
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

// A Racer is a person whose requests are sent at once with others'.
type Racer struct {
	Id, Session string
}

// Member is a new account with a session, made without a password.
func (s *Site) Member(t testing.TB, name string) Racer {
	t.Helper()
	person, err := s.DB.SignUp(t.Context(), "", name, "no password fits", s.Now())
	if err != nil {
		t.Fatal(err)
	}
	return Racer{person.ID, s.Session(t, person)}
}

// Session is the cookie of a new session of a person.
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

// HashOf is what is stored of a secret.
func HashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// ATurn is a whole turn that may be played, as the page sends it.
func ATurn(r *record.Record, random *rand.Rand) string {
	return strings.Join(Turn(r, random), ",")
}

// Fields are those of the form on a page that posts to an address, as it was drawn.
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

// PostForm sends a form as a browser without JavaScript does.
func (c *Client) PostForm(action string, form url.Values) WebPage {
	c.t.Helper()
	return c.Do(http.MethodPost, action, strings.NewReader(form.Encode()), FormType)
}

// StoredHash returns the password hash of an account, after replacing it when replacement
// is not empty.
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

// Resent is the form that an answer gives back: where it leads, and what it holds.
func (p WebPage) Resent() (action string, form url.Values) {
	form = url.Values{}
	p.Find("form.again input:not([name=reader])").Each(func(_ int, input *goquery.Selection) {
		form.Add(input.AttrOr("name", ""), input.AttrOr("value", ""))
	})
	return p.Attribute("form.again", "action"), form
}

const OtherPassword = "another horse"

// ResetBy is the path of a link for a new password that an admin makes for a member.
func (c *Client) ResetBy(name string) string {
	c.t.Helper()
	p := c.Post("/club/members/"+name+"/reset").WantStatus(c.t, http.StatusOK)
	if got := p.Header.Get("Cache-Control"); got != "no-store" {
		c.t.Errorf("browsers keep the link: %q", got)
	}
	p.WantText(c.t, "main", "Do not reload this page")
	return strings.TrimPrefix(p.Text("textarea#link"), c.Url)
}

// WantLogIn tries to log in, as a new browser.
func (s *Site) WantLogIn(t testing.TB, name, password string, want int) {
	t.Helper()
	s.Client(t).Post("/login", "name", name, "password", password).WantStatus(t, want)
}

// SessionCookie is the cookie by which an answer makes itself known, nil when
// it sets none.
func SessionCookie(p WebPage) *http.Cookie {
	for _, line := range p.Header["Set-Cookie"] {
		cookie, err := http.ParseSetCookie(line)
		if err == nil && strings.HasSuffix(cookie.Name, "hexclub") {
			return cookie
		}
	}
	return nil
}

// Session is the id in a browser's cookie.
func (c *Client) Session() string {
	c.t.Helper()
	return c.Cookie("hexclub")
}

// Carry is another browser with a session's cookie.
func (s *Site) Carry(t testing.TB, session string) *Client {
	t.Helper()
	return s.Client(t).holding(&http.Cookie{Name: "hexclub", Value: session})
}

// Name is how the site calls a browser's person, empty without an account.
func (c *Client) Name() string {
	c.t.Helper()
	return c.Get("/").Text("header nav a[href^='/people/']")
}

// At is the site at another time.
func (s *Site) At(t testing.TB, now time.Time) *Site {
	t.Helper()
	app := NewApp(t, web.Config{DB: s.DB, Now: func() time.Time { return now }})
	return Serve(t, &Site{App: app, File: s.File, Router: app.Router()})
}

// A Site is the real router over a real database file.
type Site struct {
	*handlers.App
	Url    string
	File   string // the database
	Router *echo.Echo
	mail   mailPaths          // on a site with mail, once somebody is written to
	Cups   map[string]*Client // who plays in cups, by name
}

// New opens a site.
func New(t testing.TB) *Site {
	t.Helper()
	return Serve(t, OpenSite(t, web.Config{}))
}

// Serve opens a server for a site.
func Serve(t testing.TB, s *Site) *Site {
	t.Helper()
	server := httptest.NewServer(s.Router)
	t.Cleanup(server.Close)
	t.Cleanup(s.Live.Close) // before the server, which waits for its streams
	s.Url = server.URL
	return s
}

// OpenSite is a site over a database file of its own, without a server, configured as
// newApp has it.
func OpenSite(t testing.TB, config web.Config) *Site {
	t.Helper()
	file := filepath.Join(t.TempDir(), "hexclub.db")
	copyEmpty(t, file)
	return OpenFile(t, file, config)
}

// copyEmpty copies an empty database, whose migrations take long.
var copyEmpty = rulestest.Copies(func(path string) error {
	store, err := db.Open(context.Background(), path)
	if err != nil {
		return err
	}
	return store.Close()
})

// OpenFile is openSite over a file.
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
		s.ran(t, time.Now().Add(time.Hour)) // no background job stores pulses here
	}
	return s
}

// NewApp is an app by a configuration that says no more than the database and what is
// particular: else nothing is logged, and the clock is the real one.
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
	config.Hints, config.Embedded = 1, embedded // hints are the quickest
	app, err := handlers.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// readEmbedded reads what all sites bring along, once.
var readEmbedded = sync.OnceValues(web.ReadEmbedded)

// LoggedSite is a site whose log of what is wrong, or matters for its security, can be read.
func LoggedSite(t testing.TB) (*Site, *LogBuffer) {
	t.Helper()
	s, log := New(t), &LogBuffer{}
	s.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return s, log
}

// A LogBuffer is a log in memory, for any goroutine.
type LogBuffer struct {
	mu      sync.Mutex
	text    strings.Builder
	awaited map[string]chan struct{} // closed when a line has the text
}

// Await is closed when a line with a text is written from now on.
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

// Stored is every row that the database holds, in text: what a request that
// changes nothing leaves as it was.
func (s *Site) Stored(t testing.TB) string {
	t.Helper()
	file := s.Raw(t)
	var text strings.Builder
	for _, table := range []string{"people", "sessions", "games", "seats", "events", "mail", "mail_links", "letters", "notices", "club", "audit_log", "invitations", "resets", "first_admin", "seasons"} {
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

// WantStored fails the test when the database does not hold what it held before.
func (s *Site) WantStored(t testing.TB, before string) {
	t.Helper()
	if after := s.Stored(t); after != before {
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

// Count is how many rows a table holds.
func (s *Site) Count(t testing.TB, table string) int {
	t.Helper()
	n := 0
	if err := s.Raw(t).QueryRow("SELECT count(*) FROM " + beyondStart(table)).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Raw is the database file, opened beside the site.
func (s *Site) Raw(t testing.TB) *sql.DB {
	t.Helper()
	file, err := sql.Open("sqlite", "file:"+s.File+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// A Client is one browser without JavaScript: it keeps cookies and follows
// redirects.
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

// cookies are those that the browser has of the site.
func (c *Client) cookies() []*http.Cookie {
	c.t.Helper()
	address, err := url.Parse(c.Url)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.Http.Jar.Cookies(address)
}

// Cookie is the value of a cookie in the browser, empty for none.
func (c *Client) Cookie(name string) string {
	c.t.Helper()
	for _, cookie := range c.cookies() {
		if cookie.Name == name {
			return cookie.Value
		}
	}
	return ""
}

// holding is the same browser with more cookies.
func (c *Client) holding(cookies ...*http.Cookie) *Client {
	c.t.Helper()
	address, err := url.Parse(c.Url)
	if err != nil {
		c.t.Fatal(err)
	}
	c.Http.Jar.SetCookies(address, cookies)
	return c
}

// With is the same browser sending one more header.
func (c *Client) With(name, value string) *Client {
	other := *c
	other.Header = c.Header.Clone()
	other.Header.Set(name, value)
	return &other
}

// Htmx is the same browser sending requests as htmx does.
func (c *Client) Htmx() *Client { return c.With("HX-Request", "true") }

// Still is the same browser not following redirects.
func (c *Client) Still() *Client {
	other, still := *c, *c.Http
	still.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	other.Http = &still
	return &other
}

// A WebPage is an answer, read.
type WebPage struct {
	Status   int
	Path     string // where redirects led
	Header   http.Header
	Body     string
	Document func() *goquery.Document // made of the body when it is asked for
}

// Find is the elements that a selector finds.
func (p WebPage) Find(selector string) *goquery.Selection { return p.Document().Find(selector) }

func (c *Client) Get(path string) WebPage {
	c.t.Helper()
	return c.Do(http.MethodGet, path, nil, nil)
}

// Post sends a form of pairs of name and value.
func (c *Client) Post(path string, pairs ...string) WebPage {
	c.t.Helper()
	return c.Do(http.MethodPost, path, strings.NewReader(FormOf(pairs...)), FormType)
}

// FormType is the header of a form's request.
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

// Try is do for any goroutine.
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

// WantStatus fails the test when the answer has another status.
func (p WebPage) WantStatus(t testing.TB, status int) WebPage {
	t.Helper()
	if p.Status != status {
		t.Fatalf("%s answered %d, want %d:\n%s", p.Path, p.Status, status, p.Text("main"))
	}
	return p
}

// Text is what a reader sees of the elements that a selector finds.
func (p WebPage) Text(selector string) string {
	return strings.Join(strings.Fields(p.Find(selector).Text()), " ")
}

// List is what a reader sees of each element that a selector finds.
func (p WebPage) List(selector string) []string {
	return p.Find(selector).Map(func(_ int, found *goquery.Selection) string {
		return strings.Join(strings.Fields(found.Text()), " ")
	})
}

// Attribute is an attribute of the first element that a selector finds, empty
// when there is none.
func (p WebPage) Attribute(selector, name string) string {
	value, _ := p.Find(selector).First().Attr(name)
	return value
}

// WantText fails the test unless the text of what a selector finds holds
// another.
func (p WebPage) WantText(t testing.TB, selector, want string) WebPage {
	t.Helper()
	if got := p.Text(selector); !strings.Contains(got, want) {
		t.Errorf("%s of %s is %q, want it to hold %q", selector, p.Path, got, want)
	}
	return p
}

// WantCount fails the test unless a selector finds as many elements.
func (p WebPage) WantCount(t testing.TB, selector string, want int) WebPage {
	t.Helper()
	if got := p.Find(selector).Length(); got != want {
		t.Errorf("%s has %d of %s, want %d", p.Path, got, selector, want)
	}
	return p
}

// NewGame makes a game and returns its path.
func (c *Client) NewGame(opponent, starter string) string {
	c.t.Helper()
	p := c.Post("/games", "game", "hexone", "opponent", opponent, "starter", starter)
	return p.WantStatus(c.t, http.StatusOK).Path
}

// Invitation is the path to join a game, as its host's page shows it.
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

// DeviceGame is a game that one person plays for both, the turns played.
func (c *Client) DeviceGame(turns ...string) (game string) {
	c.t.Helper()
	game = c.NewGame("device", "me")
	moved := 0
	for _, turn := range turns {
		c.Still().Turn(game, turn, moved).WantStatus(c.t, http.StatusSeeOther)
		moved += len(strings.Split(turn, ","))
	}
	return game
}

// TwoPlayers is a running game between two people, the host to start.
func (s *Site) TwoPlayers(t testing.TB) (game string, host, guest *Client) {
	t.Helper()
	host, guest = s.Client(t), s.Client(t)
	game = host.NewGame("invite", "me")
	if p := guest.Post(host.Invitation(game)); p.Path != game {
		t.Fatalf("joining leads to %s, not to %s", p.Path, game)
	}
	return game, host, guest
}

// Files lists the static files that a page loads.
func Files(p WebPage) []string {
	return p.Find("link[href], script[src]").Map(func(_ int, file *goquery.Selection) string {
		return file.AttrOr("href", file.AttrOr("src", ""))
	})
}

// Wire is how many bytes an answer takes, its head included, as a browser
// asks for it.
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

// TableOf is the table of a game in play, seen by whoever is to act.
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
	w, err := gzip.NewWriterLevel(&zipped, gzip.BestSpeed) // as the site zips pages
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

// FloodedSite is a site with limits whose log can be read, behind a proxy.
func FloodedSite(t *testing.T, limits web.Limits) (*Site, *Clock, *LogBuffer) {
	t.Helper()
	clock, log := NewClock(), &LogBuffer{}
	s := OpenSite(t, web.Config{
		Log: slog.New(slog.NewJSONHandler(log, nil)), Now: clock.Now, Limits: limits, Metrics: true,
		Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	})
	return Serve(t, s), clock, log
}

// WantNoText fails when the text of what a selector finds has a part.
func (p WebPage) WantNoText(t testing.TB, selector, part string) WebPage {
	t.Helper()
	if text := p.Text(selector); strings.Contains(text, part) {
		t.Errorf("%s: %s says %q, want nothing about %q", p.Path, selector, text, part)
	}
	return p
}
