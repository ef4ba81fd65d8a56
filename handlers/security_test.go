package handlers_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/handlers"
	"hexclub/rules/rulestest"
)

func posts(places []place) (list []place) {
	for _, p := range places {
		if p.method != http.MethodGet && p.method != http.MethodHead {
			list = append(list, p)
		}
	}
	return list
}

const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

func wantHeaders(t *testing.T, name string, header http.Header) {
	t.Helper()
	policy := contentPolicy
	if strings.Contains(name, " /embed/") { // others may show it in a frame
		policy = strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors *", 1)
	}
	for key, want := range map[string]string{
		"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
		"Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
	} {
		if got := header.Values(key); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %s is %q", name, key, got)
		}
	}
	if header.Get("X-Request-Id") == "" {
		t.Errorf("%s has no request id", name)
	}
}

func TestHeadersOnEveryRoute(t *testing.T) {
	t.Parallel()
	s, player, game, invitation := settled(t)
	for _, p := range rulestest.Few(t, s.places(t, game, invitation), 60) {
		if p.stream() {
			continue
		}
		for _, c := range []*client{s.client(t).still(), player.still(), player.still().htmx()} {
			got := c.do(p.method, p.address, nil, nil)
			wantHeaders(t, p.method+" "+p.address, got.header)
			if strings.HasPrefix(p.address, "/static/") {
				continue
			}
			if cache := got.header.Get("Cache-Control"); cache != "private, no-cache" && cache != "no-store" { // TestPagesWithSecretsAreNotStored judges which
				t.Errorf("%s: Cache-Control is %q", p.address, cache)
			}
			vary := strings.Join(got.header.Values("Vary"), ", ")
			for _, by := range []string{"Accept-Language", "Cookie", "HX-Request"} {
				if !strings.Contains(vary, by) {
					t.Errorf("%s: Vary is %q, without %s", p.address, vary, by)
				}
			}
		}
	}
	t.Run("stream", func(t *testing.T) {
		stream := player.listen(game+"/events", "")
		wantHeaders(t, "the stream", stream.header)
		if stream.header.Get("Content-Encoding") != "" || stream.header.Get("Cache-Control") != "no-store" {
			t.Errorf("the stream comes with %v", stream.header)
		}
	})
	t.Run("missing", func(t *testing.T) {
		wantHeaders(t, "404", player.get("/nowhere").header)
		wantHeaders(t, "405", player.do(http.MethodDelete, game, nil, nil).header)
		wantHeaders(t, "404 below static", player.get("/static/nothing.css").header)
	})
}

func TestPublicAddress(t *testing.T) {
	t.Parallel()
	s := serve(t, openSite(t, handlers.Config{URL: "https://hex.example"}))
	c := s.client(t).still()
	t.Run("cookies", func(t *testing.T) {
		p := c.with("Origin", "https://hex.example").post("/games", "game", "hexone", "opponent", "invite")
		cookie := sessionCookie(p.wantStatus(t, http.StatusSeeOther))
		if cookie == nil || cookie.Name != "__Host-hexclub" {
			t.Fatalf("the cookie is %v", cookie)
		}
		wantCookie(t, cookie, true)
		// The jar sends no secure cookie over http; the invitation needs its host.
		p = c.with("Cookie", cookie.Name+"="+cookie.Value).get(p.header.Get("Location"))
		if address := p.attribute(".invite input", "value"); !strings.HasPrefix(address, "https://hex.example/join/") {
			t.Errorf("the invitation is %q", address)
		}
		language, err := http.ParseSetCookie(c.post("/language", "lang", "fr").header.Get("Set-Cookie"))
		if err != nil {
			t.Fatal(err)
		}
		wantCookie(t, language, true)
	})
	t.Run("https from now on", func(t *testing.T) {
		for _, path := range []string{"/", "/nowhere", "/healthz", "/static/nowhere"} {
			if got := c.get(path).header.Get("Strict-Transport-Security"); got != "max-age=31536000" {
				t.Errorf("%s says %q", path, got)
			}
			if got := newSite(t).client(t).get(path).header["Strict-Transport-Security"]; got != nil {
				t.Errorf("over http, %s says %q", path, got)
			}
		}
	})
	t.Run("its pages' addresses", func(t *testing.T) {
		p := c.with("Referer", "https://hex.example/rules/hexone").post("/language", "lang", "fr")
		if to := p.header.Get("Location"); to != "/rules/hexone" {
			t.Errorf("the switch of language leads to %q", to)
		}
	})
	t.Run("other origins", func(t *testing.T) {
		for _, origin := range []string{"https://evil.example", "http://hex.example", "https://hex.example:444"} {
			c.with("Origin", origin).post("/logout").wantStatus(t, http.StatusForbidden)
		}
	})
	t.Run("plain http", func(t *testing.T) {
		c := newSite(t).client(t).still()
		cookie := sessionCookie(c.post("/games", "game", "hexone", "opponent", "device"))
		if cookie == nil || cookie.Name != "hexclub" {
			t.Fatalf("the cookie is %v", cookie)
		}
		wantCookie(t, cookie, false)
	})
}

func TestHead(t *testing.T) {
	t.Parallel()
	s, player, game, invitation := settled(t)
	for _, p := range gets(s.places(t, game, invitation)) {
		for _, c := range []*client{player.still(), s.client(t).still()} {
			get, head := c.get(p.address), c.do(http.MethodHead, p.address, nil, nil)
			if head.status != get.status || head.body != "" {
				t.Errorf("%s: HEAD answers %d, GET %d", p.address, head.status, get.status)
			}
			if got, want := head.header.Get("Content-Type"), get.header.Get("Content-Type"); got != want {
				t.Errorf("%s: HEAD says %q, GET %q", p.address, got, want)
			}
		}
	}
	player.do(http.MethodHead, "/nowhere", nil, nil).wantStatus(t, http.StatusNotFound)
	player.do(http.MethodHead, game+"/events", nil, nil).wantStatus(t, http.StatusMethodNotAllowed)
}

func TestLargeBodies(t *testing.T) {
	t.Parallel()
	s, player, game, invitation := settled(t)
	before := s.stored(t)
	form := "game=hexone&opponent=device&confirm=on&lang=en&ply=6&name=Carl&draft=b2&password="
	for _, p := range posts(s.places(t, game, invitation)) {
		large := form + strings.Repeat("x", 80<<10)
		if strings.HasPrefix(p.address, "/club/import") { // lists of members are larger than other forms
			large = form + strings.Repeat("x", 520<<10)
		}
		for name, body := range map[string]func() io.Reader{
			"length said":     func() io.Reader { return strings.NewReader(large) },
			"length not said": func() io.Reader { return io.MultiReader(strings.NewReader(large)) },
		} {
			got, err := player.still().try(p.method, p.address, body(), formType)
			for tries := 1; err != nil && tries < 10; tries++ { // it is answered before all is sent, and the answer may be lost with the connection
				got, err = player.still().try(p.method, p.address, body(), formType)
			}
			if err != nil {
				t.Fatal(err)
			}
			want, text := http.StatusRequestEntityTooLarge, "That was more than this site takes in one go"
			if strings.HasPrefix(p.address, "/club/import") && name == "length not said" { // not read: no organiser sends it
				want, text = http.StatusForbidden, "That is for the club’s organisers"
			}
			if got.status != want {
				t.Errorf("%s, %s: status %d", p.address, name, got.status)
			}
			got.wantText(t, "main", text)
		}
	}
	s.wantStored(t, before)
}

func TestNoScriptOrStyleInPages(t *testing.T) {
	t.Parallel()
	s, player, game, invitation := settled(t)
	pages := map[string]webPage{}
	for _, p := range gets(s.places(t, game, invitation)) {
		pages[p.address] = player.get(p.address)
	}
	over := player.deviceGame(swift...)
	for _, path := range []string{game + "?draft=c2", game + "?draft=c2,c2xW,d3xW", game + "?draft=c3", over, "/nowhere"} {
		pages[path] = player.get(path)
	}
	for path, p := range pages {
		if kind := p.header.Get("Content-Type"); !strings.HasPrefix(kind, "text/html") {
			continue
		}
		p.wantCount(t, "[style], style, script:not([src]), base, iframe, object, embed, meta[http-equiv]", 0)
		p.wantCount(t, "[role=status] [role=alert]", 0)
		p.Find("*").Each(func(_ int, element *goquery.Selection) {
			for _, attribute := range element.Get(0).Attr {
				if strings.HasPrefix(attribute.Key, "on") || strings.HasPrefix(attribute.Key, "hx-on") {
					t.Errorf("%s: <%s %s=...>", path, element.Get(0).Data, attribute.Key)
				}
				if strings.HasPrefix(strings.ToLower(strings.TrimSpace(attribute.Val)), "javascript:") {
					t.Errorf("%s: %s is %q", path, attribute.Key, attribute.Val)
				}
			}
		})
		p.Find("[src], link[href]").Each(func(_ int, element *goquery.Selection) {
			if to := element.AttrOr("src", element.AttrOr("href", "")); !strings.HasPrefix(to, "/static/") {
				t.Errorf("%s loads %q", path, to)
			}
		})
	}
}

// A name cannot hold markup when it is chosen, but pages do not rely on that.
func TestNamesAreEscaped(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	game, host, guest := s.twoPlayers(t)
	host.signUp("Anna")
	const name = `<script>alert("1")</script><img src=x onerror='a'>`
	if _, err := s.raw(t).Exec("UPDATE people SET name = $1 WHERE name = 'Anna'", name); err != nil {
		t.Fatal(err)
	}
	open := host.invitation(host.newGame("invite", "me"))
	for path, selector := range map[string]string{
		game: ".players", "/": ".games", open: "h1", game + "/turns/0": ".players", game + "/board": ".players",
		"/people/Anna": "h1", "/people/Anna/games": "h1",
	} {
		c := host
		if path == open || path == "/" {
			c = guest
		}
		p := c.get(path).wantStatus(t, http.StatusOK).wantText(t, selector, name)
		p.wantCount(t, "script:not([src]), img", 0)
	}
	p := s.client(t).post("/login", "name", name, "password", "x").wantCount(t, "script:not([src]), img", 0)
	if got := p.attribute("input[name=name]", "value"); got != name {
		t.Errorf("the form keeps %q", got)
	}
	p = s.client(t).get("/login?"+formOf("name", name, "return", "/"+name)).wantCount(t, "script:not([src]), img", 0)
	if got := p.attribute("form.languages input[name=return]", "value"); strings.Contains(got, "<") {
		t.Errorf("the switch of language would return to %q", got)
	}
	host.get(game+"?"+formOf("draft", name)).wantCount(t, "script:not([src]), img", 0)
}

// garbage is what may come instead of what a form sends.
var garbage = []string{
	"", "%", "%zz=%zz", "=", "&&&&", ";", "draft", "draft=%00", "ply=%00", "ply=-1&draft=c2", "ply=9223372036854775808&draft=c2",
	"ply=0&draft=c2&draft=d3", "game=%ff%fe", "game=hexone&opponent=invite&starter=%f0%9f%92%a5", "return=//evil.example",
	"name=%00%00&password=%00%00%00%00%00%00%00%00", "name=%ff%ff&password=%ff%ff%ff%ff%ff%ff%ff%ff", "lang=%2e%2e%2f",
	"confirm=on%00", "ply=0&draft=" + strings.Repeat(",", 4000), "ply=6&draft=" + strings.Repeat("c2xE,", 1000),
	"{\"ply\":0}", "pick=c2&pick=%00&pick=c3", "since=" + strings.Repeat("9", 1000),
}

// TestGarbage sends garbage to every route, and garbage for parts of its
// address: nothing of that is the server's fault.
func TestGarbage(t *testing.T) {
	t.Parallel()
	s, player, game, invitation := settled(t)
	parts := []string{"", "%00", "%2e%2e", "..", "%ff", "-1", "x%20y", "%3Cscript%3E", strings.Repeat("a", 3000), "%25", "%2f", ";", "'"}
	for _, p := range rulestest.Few(t, s.places(t, game, invitation), 10) {
		if p.stream() {
			continue
		}
		for i, junk := range garbage {
			// The session is carried in full: log-out ends it for the jar alone.
			c := player.still()
			if strings.HasSuffix(p.address, "logout") || strings.HasSuffix(p.address, "resign") {
				c = s.client(t).still()
			}
			header := http.Header{"Content-Type": {[]string{
				"application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json", "", "multipart/form-data",
			}[i%5]}}
			var body io.Reader
			if p.method != http.MethodGet && p.method != http.MethodHead {
				body = strings.NewReader(junk)
			}
			address := p.address
			if _, err := http.NewRequest(p.method, "http://x"+address+"?"+junk, nil); err == nil {
				address += "?" + junk
			}
			if got := c.do(p.method, address, body, header); got.status >= 500 {
				t.Errorf("%s %s with %.60q answers %d", p.method, p.address, junk, got.status)
			}
		}
		for _, part := range parts {
			pieces := strings.Split(p.address, "/")
			for i, piece := range strings.Split(p.route, "/") {
				if strings.HasPrefix(piece, ":") || piece == "*" {
					pieces[i] = part
				}
			}
			address := strings.Join(pieces, "/")
			if address == p.address {
				break
			}
			got := player.still().do(p.method, address, nil, formType)
			if got.status >= 500 || got.status == http.StatusOK && !strings.HasPrefix(address, "/rules") && part != "-1" && part != "" && !strings.Contains(part, ".") {
				t.Errorf("%s %.100s answers %d", p.method, address, got.status)
			}
		}
	}
	if player.name() != "Anna" {
		t.Error("the session did not last: too little was tried")
	}
}

func TestRoutesNamedInPages(t *testing.T) {
	t.Parallel()
	s, player, game, invitation := settled(t)
	known := map[string]bool{}
	for _, p := range s.places(t, game, invitation) {
		known[p.method+" "+p.route] = true
	}
	for _, path := range []string{"/", game, game + "?draft=b2", "/settings", "/login", "/signup", "/games/new", "/games/new?game=six"} {
		player.get(path).Find("form").Each(func(_ int, form *goquery.Selection) {
			action, _, _ := strings.Cut(form.AttrOr("action", ""), "#")
			request := httptest.NewRequest(strings.ToUpper(form.AttrOr("method", "get")), action, nil)
			c := s.router.NewContext(request, httptest.NewRecorder())
			s.router.Router().Find(request.Method, request.URL.Path, c)
			if !known[request.Method+" "+c.Path()] {
				t.Errorf("%s has a form for %s", path, fmt.Sprint(request.Method, " ", request.URL.Path))
			}
		})
	}
}
