package sitetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/rules/record"
)

// A Client is a browser without JavaScript: it keeps cookies and follows redirects.
type Client struct {
	t      testing.TB
	Http   *http.Client
	Url    string
	Header http.Header // sent with every request
}

// Client returns a client without cookies.
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

// Get requests a page, and follows redirects.
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

// FormOf returns a form with these pairs of name and value.
func FormOf(pairs ...string) string {
	form := url.Values{}
	for i := 1; i < len(pairs); i += 2 {
		form.Add(pairs[i-1], pairs[i])
	}
	return form.Encode()
}

// Do sends a request, and follows redirects. It fails the test if there is no answer.
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

// Mark returns the cookie that marks a browser in which someone has logged in.
func (c *Client) Mark() string {
	c.t.Helper()
	return c.Cookie("hexclub-device")
}

// Session returns the value of the browser's session cookie.
func (c *Client) Session() string {
	c.t.Helper()
	return c.Cookie("hexclub")
}

// Name returns the account name in the page header, or "" if the browser is not logged in.
func (c *Client) Name() string {
	c.t.Helper()
	return c.Get("/").Text("header nav a[href^='/people/']")
}

// PostForm sends a form as a browser does without JavaScript.
func (c *Client) PostForm(action string, form url.Values) WebPage {
	c.t.Helper()
	return c.Do(http.MethodPost, action, strings.NewReader(form.Encode()), FormType)
}

// ResetBy lets an admin make a password reset link for a member, and returns its path.
func (c *Client) ResetBy(name string) string {
	c.t.Helper()
	p := c.Post("/club/members/"+name+"/reset").WantStatus(c.t, http.StatusOK)
	if got := p.Header.Get("Cache-Control"); got != "no-store" {
		c.t.Errorf("browsers keep the link: %q", got)
	}
	p.WantText(c.t, "main", "Reloading this page creates a new link")
	return strings.TrimPrefix(p.Text("textarea#link"), c.Url)
}

// SignUp makes an account with the password Password.
func (c *Client) SignUp(name string) WebPage {
	c.t.Helper()
	return c.Post("/signup", "name", name, "password", Password).WantStatus(c.t, http.StatusOK)
}

// LogIn logs in with the password Password.
func (c *Client) LogIn(name string) WebPage {
	c.t.Helper()
	return c.Post("/login", "name", name, "password", Password).WantStatus(c.t, http.StatusOK)
}

const Password = "correct horse"

const OtherPassword = "another horse"

// Marked returns a new browser that has only such a cookie.
func (s *Site) Marked(t testing.TB, mark string) *Client {
	t.Helper()
	return s.Client(t).holding(&http.Cookie{Name: "hexclub-device", Value: mark})
}

// Carry returns a new browser with a session cookie.
func (s *Site) Carry(t testing.TB, session string) *Client {
	t.Helper()
	return s.Client(t).holding(&http.Cookie{Name: "hexclub", Value: session})
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

// Follow requests the target of a page's link.
func (c *Client) Follow(p WebPage, selector string) WebPage {
	c.t.Helper()
	href, ok := p.Find(selector).First().Attr("href")
	if !ok {
		c.t.Fatalf("%s has no link %s: %s", p.Path, selector, p.Text(".side"))
	}
	return c.Get(href).WantStatus(c.t, http.StatusOK)
}

// Submit sends a GET form of a page. Pairs replace the values of its fields.
func (c *Client) Submit(p WebPage, selector string, pairs ...string) WebPage {
	c.t.Helper()
	form := p.Find(selector)
	values := url.Values{}
	form.Find("input[type=hidden], :checked").Each(func(_ int, s *goquery.Selection) {
		values.Set(s.AttrOr("name", ""), s.AttrOr("value", ""))
	})
	for i := 1; i < len(pairs); i += 2 {
		values.Set(pairs[i-1], pairs[i])
	}
	action, ok := form.Attr("action")
	if !ok {
		c.t.Fatalf("%s has no form %s", p.Path, selector)
	}
	return c.Get(action+"?"+values.Encode()).WantStatus(c.t, http.StatusOK)
}
