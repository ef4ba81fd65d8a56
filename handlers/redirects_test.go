package handlers_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/rulestest"
)

// elsewhere are addresses of another site, also malformed ones that browsers accept.
var elsewhere = []string{
	"https://evil.example/", "//evil.example/", "///evil.example/", `/\evil.example`, `\\evil.example`, "https:evil.example", "/\t/evil.example",
	"\n//evil.example", "/\r\nLocation: //evil.example", "javascript:alert('evil.example')", "http://hex.example@evil.example/", " //evil.example", "/%5cevil.example/..//evil.example",
}

// TestNoRedirectsElsewhere names another site in every field that determines a redirect or a link, and in the
// headers with the origin of a request, on every route.
func TestNoRedirectsElsewhere(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t).CopyOf(t)
	for _, route := range rulestest.Few(t, w.Routes(t), 60) {
		if strings.HasSuffix(route, "/events") || strings.HasSuffix(route, ".png") {
			continue
		}
		for _, role := range []string{"nobody", "admin"} {
			method, address, pairs := w.Request(route, "running", role)
			for i, where := range elsewhere {
				form := url.Values{}
				for i := 1; i < len(pairs); i += 2 {
					form.Add(pairs[i-1], pairs[i])
				}
				for _, name := range []string{"return", "next", "to", "url", "redirect", "continue", "from", "back", "member", "href"} {
					form.Set(name, where)
				}
				if i%6 != len(route)%6 {
					continue // TestReturnStaysHere tests all addresses on pages with such a field
				}
				before := w.Version(t)
				request := sitetest.FormRequest(address, form)
				if method == http.MethodGet {
					request = httptest.NewRequest(method, address+"?"+form.Encode(), nil)
					request.Host = "hex.example"
				}
				request.Header.Set("Referer", "http://hex.example"+strings.Map(func(r rune) rune { return max(r, '!') }, where))
				answer := w.Send(request, role)
				what := fmt.Sprintf("%s as %s with %q", route, role, where)
				if to := answer.Header().Get("Location"); to != "" && (!sitetest.StaysHere(to) || leavesSite(to)) {
					t.Errorf("%s leads to %q", what, to)
				}
				for _, name := range []string{"Refresh", "Hx-Redirect", "Hx-Location", "Hx-Push-Url", "Hx-Replace-Url", "Link", "Content-Location"} {
					if got := answer.Header().Get(name); got != "" && !sitetest.StaysHere(got) {
						t.Errorf("%s: %s is %q", what, name, got)
					}
				}
				for _, link := range sitetest.LinksOf(t, answer.Body.String()) {
					if leavesSite(link) {
						t.Errorf("%s has a link to %q", what, link)
					}
				}
				if w.Version(t) != before {
					w.Restore(t)
				}
			}
		}
	}
}

// leavesSite reports whether a link on the site's front page goes to another site.
func leavesSite(link string) bool {
	link = strings.NewReplacer("\t", "", "\r", "", "\n", "", `\`, "/").Replace(strings.TrimSpace(link))
	base := url.URL{Scheme: "http", Host: "hex.example", Path: "/"}
	to, err := base.Parse(link)
	return err != nil && strings.Contains(link, "evil") || err == nil && strings.Contains(to.Host+to.Opaque, "evil")
}

// TestForgedHost names another host. With a public address no page has it. Without one, only the answer to the
// sender has it, and no other reader gets that answer. The headers of proxies do not determine the host.
func TestForgedHost(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t).CopyOf(t)
	bare := sitetest.NewApp(t, web.Config{DB: w.DB, Now: w.Now})
	forged := 0
	for name, router := range map[string]http.Handler{"with an address": w.Router, "without": bare.Router()} {
		for _, route := range w.Routes(t) {
			if !strings.HasPrefix(route, "GET ") || strings.HasSuffix(route, "/events") || strings.HasSuffix(route, ".png") {
				continue
			}
			_, address, _ := w.Request(route, "link", "host")
			for _, header := range []string{"Host", "X-Forwarded-Host", "X-Host", "X-Forwarded-Server", "Forwarded"} {
				request := httptest.NewRequest(http.MethodGet, address, nil)
				request.Host = "hex.example"
				if header == "Host" {
					request.Host = "evil.example"
				} else {
					request.Header.Set(header, map[bool]string{true: "host=evil.example", false: "evil.example"}[header == "Forwarded"])
				}
				request.Header.Set("Cookie", w.Cookies["host"])
				answer := httptest.NewRecorder()
				router.ServeHTTP(answer, request)
				if to := answer.Header().Get("Location"); to != "" && !sitetest.StaysHere(to) {
					t.Errorf("%s %s, a forged %s leads to %q", name, route, header, to)
				}
				if !strings.Contains(answer.Body.String(), "evil.example") {
					continue
				}
				if name == "with an address" || header != "Host" {
					t.Errorf("%s %s has what %s says", name, route, header)
				}
				if cache := answer.Header().Get("Cache-Control"); !strings.Contains(cache, "private") && !strings.Contains(cache, "no-store") {
					t.Errorf("%s may be kept for others: %q", route, cache)
				}
				forged++
			}
		}
	}
	if forged == 0 {
		t.Error("no page has the host: too little was tried")
	}
}

// TestCookiesOfEveryRoute sends every form with a session that an attacker chose. It is never accepted, and all
// cookies in answers are this site's, for its pages only.
func TestCookiesOfEveryRoute(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t).CopyOf(t)
	secure := sitetest.NewApp(t, web.Config{
		DB: w.DB, Now: w.Now, URL: "https://hex.example", SMTP: "smtp://127.0.0.1:1", MailFrom: "club@hex.example",
	})
	const chosen = "chosenbysomebodyelsechosenbysome"
	set := map[string]int{}
	for prefix, router := range map[string]http.Handler{"": w.Router, "__Host-": secure.Router()} {
		for _, route := range w.Routes(t) {
			if strings.HasPrefix(route, "GET ") {
				continue
			}
			for _, role := range rulestest.Few(t, []string{"nobody", "host", "admin"}, 1) {
				_, address, pairs := w.Request(route, "listed", role)
				request := sitetest.FormRequest(address, nil)
				request.Body = io.NopCloser(strings.NewReader(sitetest.FormOf(pairs...)))
				request.Header.Set("Cookie", prefix+"hexclub="+chosen)
				if role != "nobody" { // browsers send the cookie of the longer path first
					request.Header.Set("Cookie", prefix+w.Cookies[role]+"; "+prefix+"hexclub="+chosen)
				}
				answer := httptest.NewRecorder()
				router.ServeHTTP(answer, request)
				for _, line := range answer.Header()["Set-Cookie"] {
					cookie, err := http.ParseSetCookie(line)
					if err != nil {
						t.Fatal(err)
					}
					set[cookie.Name]++
					if cookie.Value == chosen || cookie.Name == prefix+"hexclub" && cookie.MaxAge > 0 && len(cookie.Value) < 32 {
						t.Errorf("%s sets %q", route, line)
					}
					if cookie.MaxAge < 0 && cookie.Value == "" {
						cookie.MaxAge = 1 // it is deleted
					}
					sitetest.WantCookie(t, cookie, prefix != "")
				}
			}
		}
		sessions := 0
		if err := w.File.QueryRow("SELECT count(*) FROM main.sessions WHERE hash = $1", sitetest.HashOf(chosen)).Scan(&sessions); err != nil || sessions > 0 {
			t.Errorf("the session that was chosen is stored (%v)", err)
		}
		w.Restore(t)
	}
	for _, name := range []string{"hexclub", "__Host-hexclub", "hexclub-device", "__Host-hexclub-device", "lang", "look"} {
		if set[name] == 0 {
			t.Errorf("%s was never set: %v", name, set)
		}
		delete(set, name)
	}
	if len(set) > 0 {
		t.Errorf("other cookies are set: %v", set)
	}
}

// TestOddAddresses writes addresses in other ways. Another spelling gives no access to a forbidden page, and a
// header that names another method does not act as that method.
func TestOddAddresses(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t).CopyOf(t)
	tricks := map[string]func(string) string{
		"doubled":    func(a string) string { return "/" + a },
		"trailing":   func(a string) string { return a + "/" },
		"dots":       func(a string) string { return "/rules/.." + a },
		"encoded":    func(a string) string { return "/%" + fmt.Sprintf("%x", a[1]) + a[2:] },
		"slash":      func(a string) string { return "/" + strings.ReplaceAll(a[1:], "/", "%2f") },
		"matrix":     func(a string) string { return a + ";/rules" },
		"upper":      func(a string) string { return "/" + strings.ToUpper(a[1:2]) + a[2:] },
		"null":       func(a string) string { return a + "%00" },
		"suffix":     func(a string) string { return a + ".css" },
		"static":     func(a string) string { return "/static/.." + a },
		"encoded up": func(a string) string { return "/static/%2e%2e" + a },
	}
	for _, route := range w.Routes(t) {
		method, address, pairs := w.Request(route, "running", "guest")
		if strings.HasSuffix(route, "/events") || address == "/" || strings.HasPrefix(route, "GET /static/") {
			continue
		}
		plain := w.Ask(method, address, "guest", sitetest.FormOf(pairs...)).Code
		w.Restore(t)
		version := w.Version(t)
		for name, trick := range tricks {
			request, err := http.ReadRequest(bufio.NewReader(strings.NewReader(method + " " + trick(address) + " HTTP/1.1\r\nHost: hex.example\r\n\r\n")))
			if err != nil {
				continue // never reaches the site
			}
			request.Body = io.NopCloser(strings.NewReader(sitetest.FormOf(pairs...)))
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			answer := w.Send(request, "guest")
			if answer.Code >= http.StatusInternalServerError {
				t.Errorf("%s, %s answers %d", route, name, answer.Code)
			}
			if plain >= http.StatusBadRequest && answer.Code < http.StatusBadRequest {
				t.Errorf("%s answers %d, %s %d", route, plain, name, answer.Code)
			}
			if w.Version(t) != version && plain >= http.StatusBadRequest {
				t.Fatalf("%s, %s stores something", route, name)
			}
			if w.Version(t) != version {
				w.Restore(t)
				version = w.Version(t)
			}
		}
		if method == http.MethodGet {
			continue
		}
		for _, as := range []string{http.MethodGet, http.MethodHead, http.MethodOptions} {
			request := httptest.NewRequest(as, address+"?_method=POST&"+sitetest.FormOf(pairs...), strings.NewReader("_method=POST&"+sitetest.FormOf(pairs...)))
			for _, name := range []string{"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"} {
				request.Header.Set(name, http.MethodPost)
			}
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			w.Send(request, "admin")
			if w.Version(t) != version {
				t.Fatalf("%s is done by %s", route, as)
			}
		}
	}
}

// TestRequestWithinRequest sends bytes that two servers may read as different requests. The site answers one
// request or refuses, and no later request shares the connection.
func TestRequestWithinRequest(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	const form = "Host: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
	const within = "GET /within HTTP/1.1\r\nHost: x\r\n\r\n"
	for name, text := range map[string]string{
		"two ways to tell the length": "POST /language HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + within,
		"two, of a form that is done": "POST /language HTTP/1.1\r\n" + form + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n7\r\nlang=fr\r\n0\r\n\r\n" + within,
		"two lengths":                 "POST /language HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 44\r\n\r\n" + within,
		"an encoding that is none":    "POST /language HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + within,
		"two encodings":               "POST /language HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + within,
		"a length with a sign":        "POST /language HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\nlang=" + within,
		"a space before the colon":    "POST /language HTTP/1.1\r\nHost: x\r\nContent-Length : 44\r\n\r\n" + within,
		"a chunk that is too long":    "POST /language HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff0\r\n" + within,
		"two hosts":                   "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n" + within,
		"a line that goes on":         "GET / HTTP/1.1\r\n Host: x\r\nHost: y\r\n\r\n" + within,
		"no host":                     "GET / HTTP/1.1\r\n\r\n" + within,
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", strings.TrimPrefix(s.Url, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
			_ = conn.SetDeadline(time.Now().Add(20 * time.Second)) // so that the test ends after a bug
			if _, err := io.WriteString(conn, text); err != nil {
				t.Fatal(err)
			}
			reader := bufio.NewReader(conn)
			answers := 0
			for ; ; answers++ {
				response, err := http.ReadResponse(reader, nil)
				if err != nil {
					break
				}
				_, _ = io.Copy(io.Discard, response.Body) // a truncated body ends the connection
				if answers > 0 || response.StatusCode >= http.StatusInternalServerError && response.StatusCode != http.StatusNotImplemented {
					t.Errorf("answer %d is %d", answers+1, response.StatusCode)
				}
				if response.StatusCode < http.StatusBadRequest && !response.Close {
					t.Errorf("answered %d, and the connection goes on", response.StatusCode)
				}
				if response.Close {
					break
				}
			}
		})
	}
}
