package handlers_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/rulestest"
	"hexclub/views/page"
)

func posts(places []sitetest.Place) (list []sitetest.Place) {
	for _, p := range places {
		if p.Method != http.MethodGet && p.Method != http.MethodHead {
			list = append(list, p)
		}
	}
	return list
}

const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// foreign selects scripts in the page, and pictures that are not its QR code.
const foreign = "script:not([src], [type='application/ld+json']), img:not([src^='/qr.svg?path=%2F'])"

func wantHeaders(t *testing.T, name string, header http.Header) {
	t.Helper()
	policy := contentPolicy
	if strings.Contains(name, " /embed/") { // other sites may show it in a frame
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
	s, player, game, invitation := sitetest.Settled(t)
	for _, p := range rulestest.Few(t, s.Places(t, game, invitation), 60) {
		if p.Stream() {
			continue
		}
		for _, c := range []*sitetest.Client{s.Client(t).NoRedirects(), player.NoRedirects(), player.NoRedirects().Htmx()} {
			got := c.Do(p.Method, p.Address, nil, nil)
			wantHeaders(t, p.Method+" "+p.Address, got.Header)
			if strings.HasPrefix(p.Address, "/static/") {
				continue
			}
			if strings.Contains(got.Header.Get("Cache-Control"), "public") && got.Header.Get("Content-Type") == "image/png" {
				continue // TestPreviews checks these pictures, which are the same for everybody
			}
			if cache := got.Header.Get("Cache-Control"); cache != "private, no-cache" && cache != "no-store" { // TestPagesWithSecretsAreNotStored checks which
				t.Errorf("%s: Cache-Control is %q", p.Address, cache)
			}
			vary := strings.Join(got.Header.Values("Vary"), ", ")
			for _, by := range []string{"Accept-Language", "Cookie", "HX-Request"} {
				if !strings.Contains(vary, by) {
					t.Errorf("%s: Vary is %q, without %s", p.Address, vary, by)
				}
			}
		}
	}
	t.Run("stream", func(t *testing.T) {
		stream := player.Listen(game+"/events", "")
		wantHeaders(t, "the stream", stream.Header)
		if stream.Header.Get("Content-Encoding") != "" || stream.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("the stream comes with %v", stream.Header)
		}
	})
	t.Run("missing", func(t *testing.T) {
		wantHeaders(t, "404", player.Get("/nowhere").Header)
		wantHeaders(t, "405", player.Do(http.MethodDelete, game, nil, nil).Header)
		wantHeaders(t, "404 below static", player.Get("/static/nothing.css").Header)
	})
}

func TestPublicAddress(t *testing.T) {
	t.Parallel()
	s := sitetest.Serve(t, sitetest.OpenSite(t, web.Config{URL: "https://hex.example"}))
	c := s.Client(t).NoRedirects()
	t.Run("cookies", func(t *testing.T) {
		p := c.With("Origin", "https://hex.example").Post("/games", "game", "hexone", "opponent", "invite")
		cookie := sitetest.SessionCookie(p.WantStatus(t, http.StatusSeeOther))
		if cookie == nil || cookie.Name != "__Host-hexclub" {
			t.Fatalf("the cookie is %v", cookie)
		}
		sitetest.WantCookie(t, cookie, true)
		// The jar sends no secure cookie over http; the invitation needs its host.
		p = c.With("Cookie", cookie.Name+"="+cookie.Value).Get(p.Header.Get("Location"))
		if address := p.Attribute(".invite input", "value"); !strings.HasPrefix(address, "https://hex.example/join/") {
			t.Errorf("the invitation is %q", address)
		}
		language, err := http.ParseSetCookie(c.Post("/language", "lang", "fr").Header.Get("Set-Cookie"))
		if err != nil {
			t.Fatal(err)
		}
		sitetest.WantCookie(t, language, true)
	})
	t.Run("https from now on", func(t *testing.T) {
		for _, path := range []string{"/", "/nowhere", "/healthz", "/static/nowhere"} {
			if got := c.Get(path).Header.Get("Strict-Transport-Security"); got != "max-age=31536000" {
				t.Errorf("%s says %q", path, got)
			}
			if got := sitetest.New(t).Client(t).Get(path).Header["Strict-Transport-Security"]; got != nil {
				t.Errorf("over http, %s says %q", path, got)
			}
		}
	})
	t.Run("its pages' addresses", func(t *testing.T) {
		p := c.With("Referer", "https://hex.example/rules/hexone").Post("/language", "lang", "fr")
		if to := p.Header.Get("Location"); to != "/rules/hexone" {
			t.Errorf("the switch of language leads to %q", to)
		}
	})
	t.Run("other origins", func(t *testing.T) {
		for _, origin := range []string{"https://evil.example", "http://hex.example", "https://hex.example:444"} {
			c.With("Origin", origin).Post("/logout").WantStatus(t, http.StatusForbidden)
		}
	})
	t.Run("plain http", func(t *testing.T) {
		c := sitetest.New(t).Client(t).NoRedirects()
		cookie := sitetest.SessionCookie(c.Post("/games", "game", "hexone", "opponent", "device"))
		if cookie == nil || cookie.Name != "hexclub" {
			t.Fatalf("the cookie is %v", cookie)
		}
		sitetest.WantCookie(t, cookie, false)
	})
}

func TestHead(t *testing.T) {
	t.Parallel()
	s, player, game, invitation := sitetest.Settled(t)
	for _, p := range sitetest.Gets(s.Places(t, game, invitation)) {
		for _, c := range []*sitetest.Client{player.NoRedirects(), s.Client(t).NoRedirects()} {
			get, head := c.Get(p.Address), c.Do(http.MethodHead, p.Address, nil, nil)
			if head.Status != get.Status || head.Body != "" {
				t.Errorf("%s: HEAD answers %d, GET %d", p.Address, head.Status, get.Status)
			}
			if got, want := head.Header.Get("Content-Type"), get.Header.Get("Content-Type"); got != want {
				t.Errorf("%s: HEAD says %q, GET %q", p.Address, got, want)
			}
		}
	}
	player.Do(http.MethodHead, "/nowhere", nil, nil).WantStatus(t, http.StatusNotFound)
	player.Do(http.MethodHead, game+"/events", nil, nil).WantStatus(t, http.StatusMethodNotAllowed)
}

func TestLargeBodies(t *testing.T) {
	t.Parallel()
	s, player, game, invitation := sitetest.Settled(t)
	before := s.Stored(t)
	form := "game=hexone&opponent=device&alone=on&lang=en&moved=6&name=Carl&draft=b2&password="
	for _, p := range posts(s.Places(t, game, invitation)) {
		large := form + strings.Repeat("x", 80<<10)
		if strings.HasPrefix(p.Address, "/club/import") { // lists of members are larger than other forms
			large = form + strings.Repeat("x", 520<<10)
		}
		for name, body := range map[string]func() io.Reader{
			"length said":     func() io.Reader { return strings.NewReader(large) },
			"length not said": func() io.Reader { return io.MultiReader(strings.NewReader(large)) },
		} {
			got, err := player.NoRedirects().Try(p.Method, p.Address, body(), sitetest.FormType)
			for tries := 1; err != nil && tries < 10; tries++ { // it is answered before all is sent, and the answer may be lost with the connection
				got, err = player.NoRedirects().Try(p.Method, p.Address, body(), sitetest.FormType)
			}
			if err != nil {
				t.Fatal(err)
			}
			want, text := http.StatusRequestEntityTooLarge, "That’s too much to send at once"
			if strings.HasPrefix(p.Address, "/club/import") && name == "length not said" { // not read: the sender is no organiser
				want, text = http.StatusForbidden, "For club organisers only"
			}
			if got.Status != want {
				t.Errorf("%s, %s: status %d", p.Address, name, got.Status)
			}
			got.WantText(t, "main", text)
		}
	}
	s.WantStored(t, before)
}

func TestNoScriptOrStyleInPages(t *testing.T) {
	t.Parallel()
	s, player, game, invitation := sitetest.Settled(t)
	pages := map[string]sitetest.WebPage{}
	for _, p := range sitetest.Gets(s.Places(t, game, invitation)) {
		pages[p.Address] = player.Get(p.Address)
	}
	over := player.DeviceGame(sitetest.Swift...)
	for _, path := range []string{game + "?draft=c2", game + "?draft=c2,c2xW,d3xW", game + "?draft=c3", over, "/nowhere"} {
		pages[path] = player.Get(path)
	}
	for path, p := range pages {
		if kind := p.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/html") {
			continue
		}
		p.WantCount(t, "[style], style, script:not([src], [type='application/ld+json']), base, iframe, object, embed, meta[http-equiv]", 0)
		p.WantCount(t, "[role=status] [role=alert]", 0)
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
		p.Find("[src], link[href]:not([rel=canonical], [rel=manifest], [rel=apple-touch-icon])").Each(func(_ int, element *goquery.Selection) {
			if to := element.AttrOr("src", element.AttrOr("href", "")); !strings.HasPrefix(to, "/static/") && !strings.HasPrefix(to, page.QRPath+"?") {
				t.Errorf("%s loads %q", path, to)
			}
		})
	}
}

// A name cannot contain markup, but pages do not rely on that.
func TestNamesAreEscaped(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, guest := s.TwoPlayers(t)
	host.SignUp("Anna")
	const name = `<script>alert("1")</script><img src=x onerror='a'>`
	if _, err := s.Raw(t).Exec("UPDATE people SET name = $1 WHERE name = 'Anna'", name); err != nil {
		t.Fatal(err)
	}
	open := host.Invitation(host.NewGame("invite", "me"))
	for path, selector := range map[string]string{
		game: ".players", "/": ".games", open: "h1", game + "/turns/0": ".players", game + "/board": ".players",
		"/people/Anna": "h1", "/people/Anna/games": "h1",
	} {
		c := host
		if path == open || path == "/" {
			c = guest
		}
		p := c.Get(path).WantStatus(t, http.StatusOK).WantText(t, selector, name)
		p.WantCount(t, foreign, 0)
	}
	p := s.Client(t).Post("/login", "name", name, "password", "x").WantCount(t, foreign, 0)
	if got := p.Attribute("input[name=name]", "value"); got != name {
		t.Errorf("the form keeps %q", got)
	}
	p = s.Client(t).Get("/login?"+sitetest.FormOf("name", name, "return", "/"+name)).WantCount(t, foreign, 0)
	if got := p.Attribute("form.languages input[name=return]", "value"); strings.Contains(got, "<") {
		t.Errorf("the switch of language would return to %q", got)
	}
	host.Get(game+"?"+sitetest.FormOf("draft", name)).WantCount(t, foreign, 0)
}

// garbage are values for any field.
var garbage = []string{
	"", "%", "%zz=%zz", "=", "&&&&", ";", "draft", "draft=%00", "moved=%00", "moved=-1&draft=c2", "moved=9223372036854775808&draft=c2",
	"moved=0&draft=c2&draft=d3", "game=%ff%fe", "game=hexone&opponent=invite&starter=%f0%9f%92%a5", "return=//evil.example",
	"name=%00%00&password=%00%00%00%00%00%00%00%00", "name=%ff%ff&password=%ff%ff%ff%ff%ff%ff%ff%ff", "lang=%2e%2e%2f",
	"alone=on%00", "moved=0&draft=" + strings.Repeat(",", 4000), "moved=6&draft=" + strings.Repeat("c2xE,", 1000),
	"{\"moved\":0}", "pick=c2&pick=%00&pick=c3", "since=" + strings.Repeat("9", 1000),
}

// TestGarbage sends garbage to every route, and in parts of its address: half of it, other garbage to each second
// route, and in the check's full mode all. None of it causes an internal error.
func TestGarbage(t *testing.T) {
	t.Parallel()
	s, player, game, invitation := sitetest.Settled(t)
	parts := []string{"", "%00", "%2e%2e", "..", "%ff", "-1", "x%20y", "%3Cscript%3E", strings.Repeat("a", 3000), "%25", "%2f", ";", "'"}
	for n, p := range rulestest.Few(t, s.Places(t, game, invitation), 10) {
		if p.Stream() {
			continue
		}
		for i, junk := range garbage {
			if !rulestest.Full() && (i+n)%2 > 0 {
				continue
			}
			// The session is sent as a header: log-out only removes it from the jar.
			c := player.NoRedirects()
			if strings.HasSuffix(p.Address, "logout") || strings.HasSuffix(p.Address, "resign") {
				c = s.Client(t).NoRedirects()
			}
			header := http.Header{"Content-Type": {[]string{
				"application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json", "", "multipart/form-data",
			}[i%5]}}
			var body io.Reader
			if p.Method != http.MethodGet && p.Method != http.MethodHead {
				body = strings.NewReader(junk)
			}
			address := p.Address
			if _, err := http.NewRequest(p.Method, "http://x"+address+"?"+junk, nil); err == nil {
				address += "?" + junk
			}
			if got := c.Do(p.Method, address, body, header); got.Status >= 500 {
				t.Errorf("%s %s with %.60q answers %d", p.Method, p.Address, junk, got.Status)
			}
		}
		for _, part := range parts {
			pieces := strings.Split(p.Address, "/")
			for i, piece := range strings.Split(p.Route, "/") {
				if strings.HasPrefix(piece, ":") || piece == "*" {
					pieces[i] = part
				}
			}
			address := strings.Join(pieces, "/")
			if address == p.Address {
				break
			}
			got := player.NoRedirects().Do(p.Method, address, nil, sitetest.FormType)
			if got.Status >= 500 || got.Status == http.StatusOK && !strings.HasPrefix(address, "/rules") && part != "-1" && part != "" && !strings.Contains(part, ".") {
				t.Errorf("%s %.100s answers %d", p.Method, address, got.Status)
			}
		}
	}
	if player.Name() != "Anna" {
		t.Error("the session did not last: too little was tried")
	}
}

func TestRoutesNamedInPages(t *testing.T) {
	t.Parallel()
	s, player, game, invitation := sitetest.Settled(t)
	known := map[string]bool{}
	for _, p := range s.Places(t, game, invitation) {
		known[p.Method+" "+p.Route] = true
	}
	for _, path := range []string{"/", game, game + "?draft=b2", "/settings", "/login", "/signup", "/games/new", "/games/new?game=six"} {
		player.Get(path).Find("form").Each(func(_ int, form *goquery.Selection) {
			action, _, _ := strings.Cut(form.AttrOr("action", ""), "#")
			request := httptest.NewRequest(strings.ToUpper(form.AttrOr("method", "get")), action, nil)
			c := s.Router.NewContext(request, httptest.NewRecorder())
			s.Router.Router().Find(request.Method, request.URL.Path, c)
			if !known[request.Method+" "+c.Path()] {
				t.Errorf("%s has a form for %s", path, fmt.Sprint(request.Method, " ", request.URL.Path))
			}
		})
	}
}
