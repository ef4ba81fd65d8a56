package handlers_test

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
	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/record"
	"hexclub/views/i18n"
	"hexclub/views/table"
)

// logged are the lines that a log has in JSON, so far.
func (l *logBuffer) logged(t *testing.T) (lines []map[string]any) {
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

const password = "correct horse"

func (c *client) signUp(name string) webPage {
	c.t.Helper()
	return c.post("/signup", "name", name, "password", password).wantStatus(c.t, http.StatusOK)
}

func (c *client) logIn(name string) webPage {
	c.t.Helper()
	return c.post("/login", "name", name, "password", password).wantStatus(c.t, http.StatusOK)
}

// A direct sends requests to a site's router without a network, as a person.
type direct struct {
	site    *site
	cookies []string
}

// person makes a guest in a new game for both seats.
func (s *site) person(t testing.TB) (who *direct, game string) {
	t.Helper()
	who = &direct{site: s}
	return who, who.newGame(t)
}

func (d *direct) newGame(t testing.TB) (game string) {
	t.Helper()
	w := d.ask(http.MethodPost, "/games", formOf("game", "hexone", "opponent", "device"), false)
	if w.Code != http.StatusSeeOther {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	for _, cookie := range w.Result().Cookies() {
		d.cookies = append(d.cookies, cookie.Name+"="+cookie.Value)
	}
	return w.Header().Get("Location")
}

func (d *direct) ask(method, path, form string, htmx bool) *httptest.ResponseRecorder {
	w, r := httptest.NewRecorder(), httptest.NewRequest(method, path, strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept-Encoding", "gzip")
	r.Header.Set("Cookie", strings.Join(d.cookies, "; "))
	if htmx {
		r.Header.Set("HX-Request", "true")
	}
	d.site.router.ServeHTTP(w, r)
	return w
}

// play commits the first turns of a record in a game.
func (d *direct) play(t testing.TB, game string, r *record.Record, turns int) (ply int) {
	t.Helper()
	for _, turn := range r.Turns()[:turns] {
		form := formOf("draft", strings.Join(turn.Actions, ","), "ply", fmt.Sprint(ply))
		if w := d.ask(http.MethodPost, game+"/turns", form, false); w.Code != http.StatusSeeOther {
			t.Fatalf("turn %d: status %d: %s", turn.Number, w.Code, w.Body)
		}
		ply += len(turn.Actions)
	}
	return ply
}

// mark is the cookie by which a browser is known to have logged in.
func (c *client) mark() string {
	c.t.Helper()
	return c.cookie("hexclub-device")
}

// marked is another browser with such a cookie alone.
func (s *site) marked(t testing.TB, mark string) *client {
	t.Helper()
	return s.client(t).holding(&http.Cookie{Name: "hexclub-device", Value: mark})
}

// shutOut sends wrong passwords for an account, until strangers are held.
func (s *site) shutOut(t *testing.T, name string) {
	t.Helper()
	for i := range 15 {
		s.client(t).with("X-Forwarded-For", fmt.Sprintf("192.0.2.%d", i)).post("/login", "name", name, "password", fmt.Sprint("guess guess ", i))
	}
	s.client(t).post("/login", "name", name, "password", password).wantTooMany(t)
}

// patienceForEvents bounds what an event may take to arrive.
const patienceForEvents = 10 * time.Second

// A stream is a reader's open connection for events.
type stream struct {
	t      testing.TB
	status int
	header http.Header
	frames chan string // each with its lines; closed at the end of the stream
	leave  func()
}

// listen opens a stream; since is the revision that the page shows, empty for
// none said.
func (c *client) listen(path, since string) *stream {
	c.t.Helper()
	if since != "" {
		path += "?since=" + since
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.t.Cleanup(cancel)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url+path, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header = c.header.Clone()
	request.Header.Set("Accept", "text/event-stream")
	response, err := c.http.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	s := &stream{c.t, response.StatusCode, response.Header, make(chan string, 100), cancel}
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

// next is the next frame, empty at the end.
func (s *stream) next() string {
	s.t.Helper()
	select {
	case frame := <-s.frames:
		return frame
	case <-time.After(patienceForEvents):
		s.t.Fatal("the stream says nothing")
		return ""
	}
}

func (s *stream) want(frame string) {
	s.t.Helper()
	if got := s.next(); got != frame {
		s.t.Fatalf("the stream says %q, want %q", got, frame)
	}
}

// wantEnd reads on to the end, before which the stream may tell of what happened.
func (s *stream) wantEnd() {
	s.t.Helper()
	for s.next() != ended {
	}
}

const (
	opening = "retry: 1000\n\n"
	changed = "event: changed\ndata: 1\n\n"
	chatted = "event: chat\ndata: 1\n\n"
	ended   = ""
)

// connect opens the stream that a page names.
func (c *client) connect(p webPage) *stream {
	c.t.Helper()
	address := p.attribute("[data-sse-connect]", "data-sse-connect")
	if address == "" {
		c.t.Fatal("the page names no stream")
	}
	return c.listen(address, "")
}

// await returns when something has come to be, and fails the test when that
// takes too long.
func await(t testing.TB, atMost time.Duration, what string, come func() bool) {
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

// offer is the path of the link that makes the first admin.
func (s *site) offer(t testing.TB) string {
	t.Helper()
	path, err := s.Account.OfferAdmin(t.Context())
	if err != nil || !strings.HasPrefix(path, "/first-admin/") {
		t.Fatalf("the link is %q, %v", path, err)
	}
	return path
}

// guestsOf returns how many guests the site keeps, bots aside.
func (s *site) guestsOf(t *testing.T) (n int) {
	t.Helper()
	err := s.raw(t).QueryRowContext(t.Context(), "SELECT count(*) FROM people WHERE name IS NULL AND NOT deleted AND id NOT LIKE 'bot-%'").Scan(&n)
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

// state is how a check went, as it is told to anybody or to the operator.
func (r readiness) state(name string) (state string) {
	var detailed struct{ State string }
	if json.Unmarshal(r.Checks[name], &state) != nil && json.Unmarshal(r.Checks[name], &detailed) == nil {
		return detailed.State
	}
	return state
}

// ready asks a handler, and checks that the status fits what is told.
func ready(t *testing.T, from http.Handler) (r readiness, body string) {
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

// newAccount is a browser in which somebody has signed up.
func (s *site) newAccount(t testing.TB, name string) (*client, db.Person) {
	t.Helper()
	c := s.client(t)
	c.signUp(name)
	person, err := s.DB.PersonByName(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return c, person
}

// made is a game that somebody starts and others join, in order.
func (s *site) made(t testing.TB, n db.NewGame, others ...db.Person) db.Game {
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

// resigned is a game that a person gives up.
func (s *site) resigned(t testing.TB, g db.Game, person db.Person) db.Game {
	t.Helper()
	g, err := s.DB.Resign(t.Context(), g.ID, person.ID, s.Now())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var (
	fiveMinutes = record.Control{Base: 300_000, Increment: 3000}
	threeDays   = record.Control{PerTurn: 3 * 24 * 3600 * 1000}
)

// A clock is set by the test.
type clock struct {
	mu   sync.Mutex
	time time.Time
	runs func(until time.Time) // notes that a site has run; nil for none
}

func newClock() *clock { return &clock{time: time.Now()} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.time
}

// advance lets time pass in which the site runs.
func (c *clock) advance(by time.Duration) {
	now := c.stall(by)
	if c.runs != nil {
		c.runs(now)
	}
}

// stall lets time pass in which the site stands still.
func (c *clock) stall(by time.Duration) (now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.time = c.time.Add(by)
	return c.time
}

// limitedSite is a site with limits, whose clock stands still.
func limitedSite(t *testing.T, limits handlers.Limits, proxies ...string) (*site, *clock) {
	t.Helper()
	clock := newClock()
	config := handlers.Config{Now: clock.now, Limits: limits}
	for _, proxy := range proxies {
		config.Proxies = append(config.Proxies, netip.MustParsePrefix(proxy))
	}
	s := serve(t, openSite(t, config))
	clock.runs = func(until time.Time) {
		t.Helper()
		s.ran(t, until)
	}
	return s, clock
}

// ran notes that the site ran until a moment, with a pulse every few seconds.
func (s *site) ran(t testing.TB, until time.Time) {
	t.Helper()
	if _, err := s.raw(t).Exec("UPDATE pulse SET at = $1", until.UnixMilli()); err != nil {
		t.Fatal(err)
	}
}

// wantTooMany checks an answer to what was asked too often, and returns what it
// says to wait.
func (p webPage) wantTooMany(t *testing.T) time.Duration {
	t.Helper()
	p.wantStatus(t, http.StatusTooManyRequests)
	seconds, err := strconv.Atoi(p.header.Get("Retry-After"))
	if err != nil || seconds < 1 {
		t.Fatalf("%s says to wait %q", p.path, p.header.Get("Retry-After"))
	}
	return time.Duration(seconds) * time.Second
}

// A wire is a client's end of a connection.
type wire struct {
	net.Conn
	reader *bufio.Reader
}

// whole reads an answer with the wanted status to its end.
func (w *wire) whole(status int) error {
	answer, err := http.ReadResponse(w.reader, nil)
	if err != nil {
		return err
	}
	if answer.StatusCode != status {
		return fmt.Errorf("the answer is %s", answer.Status)
	}
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}

// answer reads the head of an answer that begins as wanted and goes on.
func (w *wire) answer(want string) error {
	line, err := w.reader.ReadSlice('\n')
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(line, []byte(want)) {
		return fmt.Errorf("the answer begins %q", line)
	}
	for err == nil && len(line) > len("\r\n") {
		line, err = w.reader.ReadSlice('\n')
	}
	return err
}

// event reads up to the next change.
func (w *wire) event() error { return w.line("event: changed") }

// line reads up to a line that begins as wanted.
func (w *wire) line(want string) error {
	for {
		line, err := w.reader.ReadSlice('\n')
		if err != nil || bytes.HasPrefix(line, []byte(want)) {
			return err
		}
	}
}

// metrics are the lines that Prometheus is answered with.
func (s *site) metrics(t *testing.T) string {
	t.Helper()
	w := httptest.NewRecorder()
	s.Ops.Watchtower().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

// wantMetric fails the test unless there is a metric with a value.
func wantMetric(t *testing.T, metrics, name, value string) {
	t.Helper()
	if !strings.Contains("\n"+metrics, "\n"+name+" "+value+"\n") {
		lines := regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(strings.Split(name, "{")[0])+`\b.*$`).FindAllString(metrics, -1)
		t.Errorf("there is no %s %s, but %q", name, value, lines)
	}
}

// between puts a handler before the site, to hold back what passes.
func (s *site) between(t *testing.T, handler func(w http.ResponseWriter, r *http.Request)) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(handler))
	t.Cleanup(server.Close)
	t.Cleanup(s.Live.Close) // before the server, which waits for its streams
	s.url = server.URL
	return server
}

// holdAnswer keeps the answer to a turn back: played is closed when there is one,
// and closing release sends it.
func (s *site) holdAnswer(t *testing.T) (played, release chan struct{}) {
	t.Helper()
	played, release = make(chan struct{}), make(chan struct{})
	s.between(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("HX-Request") == "" || r.Method != http.MethodPost {
			s.router.ServeHTTP(w, r)
			return
		}
		answer := httptest.NewRecorder()
		s.router.ServeHTTP(answer, r)
		close(played)
		<-release
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	})
	return played, release
}

// askFrom sends a request from an address straight to the router and returns the answer. Through
// is the X-Forwarded-For header, if any.
func (s *site) askFrom(ctx context.Context, method, path, from, through string, form url.Values) *httptest.ResponseRecorder {
	request := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(form.Encode()))
	request.RemoteAddr = from
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if through != "" {
		request.Header.Set("X-Forwarded-For", through)
	}
	answer := httptest.NewRecorder()
	s.router.ServeHTTP(answer, request)
	return answer
}

// A racer is a person whose requests are sent at once with others'.
type racer struct {
	id, session string
}

// member is a new account with a session, made without a password.
func (s *site) member(t testing.TB, name string) racer {
	t.Helper()
	person, err := s.DB.SignUp(t.Context(), "", name, "no password fits", s.Now())
	if err != nil {
		t.Fatal(err)
	}
	return racer{person.ID, s.session(t, person)}
}

// session is the cookie of a new session of a person.
func (s *site) session(t testing.TB, person db.Person) string {
	t.Helper()
	id := db.NewID(32)
	err := s.DB.SaveSession(t.Context(), db.Session{
		Hash: hashOf(id), Person: person, Data: []byte("{}"), Created: s.Now(), Expires: s.Now().Add(90 * 24 * time.Hour),
	})
	if err != nil {
		t.Fatal(err)
	}
	return "hexclub=" + id
}

// hashOf is what is stored of a secret.
func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// aTurn is a whole turn that may be played, as the page sends it.
func aTurn(r *record.Record, random *rand.Rand) string {
	return strings.Join(sitetest.Turn(r, random), ",")
}

// fields are those of the form on a page that posts to an address, as it was drawn.
func (p webPage) fields(action string) url.Values {
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

// postForm sends a form as a browser without JavaScript does.
func (c *client) postForm(action string, form url.Values) webPage {
	c.t.Helper()
	return c.do(http.MethodPost, action, strings.NewReader(form.Encode()), formType)
}

// storedHash returns the password hash of an account, after replacing it when replacement
// is not empty.
func (s *site) storedHash(t *testing.T, name, replacement string) (hash string) {
	t.Helper()
	file := s.raw(t)
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

// resent is the form that an answer gives back: where it leads, and what it holds.
func (p webPage) resent() (action string, form url.Values) {
	form = url.Values{}
	p.Find("form.again input:not([name=reader])").Each(func(_ int, input *goquery.Selection) {
		form.Add(input.AttrOr("name", ""), input.AttrOr("value", ""))
	})
	return p.attribute("form.again", "action"), form
}

const otherPassword = "another horse"

// resetBy is the path of a link for a new password that an admin makes for a member.
func (c *client) resetBy(name string) string {
	c.t.Helper()
	p := c.post("/club/members/"+name+"/reset").wantStatus(c.t, http.StatusOK)
	if got := p.header.Get("Cache-Control"); got != "no-store" {
		c.t.Errorf("browsers keep the link: %q", got)
	}
	p.wantText(c.t, "main", "Do not reload this page")
	return strings.TrimPrefix(p.text("textarea#link"), c.url)
}

// wantLogIn tries to log in, as a new browser.
func (s *site) wantLogIn(t testing.TB, name, password string, want int) {
	t.Helper()
	s.client(t).post("/login", "name", name, "password", password).wantStatus(t, want)
}

// sessionCookie is the cookie by which an answer makes itself known, nil when
// it sets none.
func sessionCookie(p webPage) *http.Cookie {
	for _, line := range p.header["Set-Cookie"] {
		cookie, err := http.ParseSetCookie(line)
		if err == nil && strings.HasSuffix(cookie.Name, "hexclub") {
			return cookie
		}
	}
	return nil
}

// session is the id in a browser's cookie.
func (c *client) session() string {
	c.t.Helper()
	return c.cookie("hexclub")
}

// carry is another browser with a session's cookie.
func (s *site) carry(t testing.TB, session string) *client {
	t.Helper()
	return s.client(t).holding(&http.Cookie{Name: "hexclub", Value: session})
}

// name is how the site calls a browser's person, empty without an account.
func (c *client) name() string {
	c.t.Helper()
	return c.get("/").text("header nav a[href^='/people/']")
}

// at is the site at another time.
func (s *site) at(t testing.TB, now time.Time) *site {
	t.Helper()
	app := newApp(t, handlers.Config{DB: s.DB, Now: func() time.Time { return now }})
	return serve(t, &site{App: app, file: s.file, router: app.Router()})
}

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

// files lists the static files that a page loads.
func files(p webPage) []string {
	return p.Find("link[href], script[src]").Map(func(_ int, file *goquery.Selection) string {
		return file.AttrOr("href", file.AttrOr("src", ""))
	})
}

// wire is how many bytes an answer takes, its head included, as a browser
// asks for it.
func (c *client) wire(path string) int {
	c.t.Helper()
	request, err := http.NewRequest(http.MethodGet, c.url+path, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	response, err := c.http.Do(request)
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

// tableOf is the table of a game in play, seen by whoever is to act.
func tableOf(t testing.TB, texts *i18n.Catalogs, r *record.Record, turns int) table.Input {
	t.Helper()
	r, err := r.At(t.Context(), min(turns, len(r.Turns())-1))
	if err != nil {
		t.Fatal(err)
	}
	return table.Input{
		T:      texts.Match("en", ""),
		Game:   table.Game{ID: "x4k8q2m7t0zv", Record: r, Players: []string{"Anna Schmidt", "Ben Oduya"}, Revision: r.Ply()},
		Viewer: table.Viewer{Seats: []rules.Seat{r.State().Turn().Seat}, Confirm: true},
	}
}

func loadTexts(t testing.TB) *i18n.Catalogs {
	t.Helper()
	texts, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func zippedSize(t testing.TB, content []byte) int {
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

// workAll does each duty of the site once.
func (s *site) workAll(t *testing.T) {
	t.Helper()
	if err := s.WorkOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// floodedSite is a site with limits whose log can be read, behind a proxy.
func floodedSite(t *testing.T, limits handlers.Limits) (*site, *clock, *logBuffer) {
	t.Helper()
	clock, log := newClock(), &logBuffer{}
	s := openSite(t, handlers.Config{
		Log: slog.New(slog.NewJSONHandler(log, nil)), Now: clock.now, Limits: limits, Metrics: true,
		Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	})
	return serve(t, s), clock, log
}
