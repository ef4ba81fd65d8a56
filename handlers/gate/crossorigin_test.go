package gate_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
	"hexclub/rules/rulestest"
)

// The headers with which browsers mark a request from another site; older browsers send no Sec-Fetch-Site. The
// site is hex.example.
var fromElsewhere = map[string]http.Header{
	"another site":                 {"Sec-Fetch-Site": {"cross-site"}},
	"a sibling":                    {"Sec-Fetch-Site": {"same-site"}},
	"another site, own origin":     {"Sec-Fetch-Site": {"cross-site"}, "Origin": {"http://hex.example"}},
	"a sibling, named":             {"Sec-Fetch-Site": {"same-site"}, "Origin": {"https://games.hex.example"}},
	"a sandboxed frame":            {"Sec-Fetch-Site": {"cross-site"}, "Origin": {"null"}},
	"what nobody says":             {"Sec-Fetch-Site": {"other"}},
	"old, another site":            {"Origin": {"https://evil.example"}},
	"old, a sibling":               {"Origin": {"http://games.hex.example"}},
	"old, another port":            {"Origin": {"http://hex.example:8080"}},
	"old, no origin":               {"Origin": {"null"}},
	"old, no scheme":               {"Origin": {"evil.example"}},
	"old, the name begins alike":   {"Origin": {"http://hex.example.evil.example"}},
	"old, the name is a user's":    {"Origin": {"http://hex.example@evil.example"}},
	"old, proxies name the host":   {"Origin": {"https://evil.example"}, "X-Forwarded-Host": {"evil.example"}, "Forwarded": {"host=evil.example"}},
	"old, the method is another's": {"Origin": {"https://evil.example"}, "X-Http-Method-Override": {"GET"}, "X-Method-Override": {"GET"}},
}

// An origin is an address of the site, with the headers that its own pages send.
type origin struct {
	url, host string // the site's public address, the host in requests
	own       http.Header
}

var origins = map[string]origin{
	"no address":                      {"", "hex.example", http.Header{"Origin": {"http://hex.example"}}},
	"an address":                      {"https://hex.example", "hex.example", http.Header{"Origin": {"https://hex.example"}}},
	"a proxy that tells another host": {"https://hex.example", "127.0.0.1:8080", http.Header{"Origin": {"https://hex.example"}, "X-Forwarded-For": {"192.0.2.7"}}},
}

// TestCrossOrigin sends every request that changes something as another site would make the browser send it. It
// is refused for every sender, and nothing is stored. As the site's own page sends it, it works.
func TestCrossOrigin(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t).CopyOf(t)
	type deed struct{ route, state, role string }
	var deeds []deed
	idle := map[string]bool{} // routes that change nothing here for any client
	routes := rulestest.Few(t, w.Routes(t), 60)
	for _, route := range routes {
		if strings.HasPrefix(route, "GET ") {
			continue
		}
		before := len(deeds)
	search:
		for _, state := range sitetest.States {
			for _, role := range []string{"opponent", "host", "account", "nobody", "organiser", "admin"} {
				if outcome := w.Try(t, route, state.Name, role); outcome < "4" || outcome >= "5" {
					deeds = append(deeds, deed{route, state.Name, role})
					break search
				}
			}
			if !sitetest.OfGames(route) {
				break
			}
		}
		if len(deeds) == before { // TestForgedFields checks whether it may
			deeds = append(deeds, deed{route, sitetest.States[0].Name, "nobody"})
			idle[route] = true
		}
	}
	t.Run("links are followed", func(t *testing.T) {
		for _, route := range routes {
			if !strings.HasPrefix(route, "GET ") || strings.HasSuffix(route, "/events") {
				continue
			}
			_, address, _ := w.Request(route, "running", "host")
			request := httptest.NewRequest(http.MethodGet, address, nil)
			request.Header.Set("Sec-Fetch-Site", "cross-site")
			if got, plain := w.Send(request, "host").Code, w.Ask(http.MethodGet, address, "host", "").Code; got != plain {
				t.Errorf("%s answers %d, else %d", address, got, plain)
			}
		}
	})
	for name, at := range origins {
		router := sitetest.NewApp(t, web.Config{
			DB: w.DB, Now: w.Now, URL: at.url,
			SMTP: map[bool]string{true: "smtp://127.0.0.1:1"}[at.url != ""], MailFrom: map[bool]string{true: "club@hex.example"}[at.url != ""],
			Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")},
		}).Router()
		send := func(d deed, method string, header http.Header) *httptest.ResponseRecorder {
			_, address, pairs := w.Request(d.route, d.state, d.role)
			form := url.Values{}
			for i := 1; i < len(pairs); i += 2 {
				form.Add(pairs[i-1], pairs[i])
			}
			request := sitetest.FormRequest(address, form)
			request.Method, request.Host = method, at.host
			for name, values := range header {
				request.Header[name] = values
			}
			if cookie := w.Cookies[d.role]; cookie != "" {
				if strings.HasPrefix(at.url, "https:") {
					cookie = "__Host-" + cookie
				}
				request.Header.Set("Cookie", cookie+"; lang=fr")
			}
			answer := httptest.NewRecorder()
			router.ServeHTTP(answer, request)
			return answer
		}
		t.Run(name, func(t *testing.T) {
			for _, d := range deeds {
				before := w.Version(t)
				for from, header := range fromElsewhere {
					answer := send(d, http.MethodPost, header)
					if answer.Code != http.StatusForbidden || answer.Header()["Set-Cookie"] != nil {
						t.Errorf("%s from %s answers %d and sets %q", d.route, from, answer.Code, answer.Header()["Set-Cookie"])
					}
					if d.role != "nobody" && !strings.Contains(answer.Body.String(), "Cette requête venait d’un autre site") {
						t.Errorf("%s from %s does not tell why", d.route, from)
					}
				}
				if w.Version(t) != before {
					t.Fatalf("%s stores something for another site", d.route)
				}
				answer := send(d, http.MethodPost, at.own)
				// A site without an address sends no e-mail, and lacks these routes.
				missing := at.url == "" && (answer.Code == http.StatusNotFound || answer.Code == http.StatusMethodNotAllowed)
				if answer.Code >= http.StatusBadRequest && !missing && !idle[d.route] {
					t.Errorf("%s from its own page answers %d", d.route, answer.Code)
				}
				w.Restore(t)
			}
			for from, header := range map[string]http.Header{
				"its own page": {"Sec-Fetch-Site": {"same-origin"}}, "the address bar": {"Sec-Fetch-Site": {"none"}}, "no browser": {},
			} {
				if answer := send(deeds[0], http.MethodPost, header); answer.Code >= http.StatusBadRequest {
					t.Errorf("%s from %s answers %d", deeds[0].route, from, answer.Code)
				}
				w.Restore(t)
			}
			// Methods without forms and routes.
			for _, method := range []string{http.MethodPut, http.MethodPatch, http.MethodDelete, "PROPFIND"} {
				before := w.Version(t)
				if answer := send(deeds[0], method, http.Header{"Sec-Fetch-Site": {"same-origin"}}); answer.Code != http.StatusMethodNotAllowed || w.Version(t) != before {
					t.Errorf("%s answers %d", method, answer.Code)
				}
			}
		})
	}
}

// A page with the same name without encryption is not the site, although browsers without Sec-Fetch-Site send
// the same host. Its visitors get a link to the encrypted page, and the log has the reason.
func TestOriginWithoutEncryption(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := sitetest.OpenSite(t, web.Config{Log: slog.New(slog.NewTextHandler(&log, nil)), URL: "https://hex.example"})
	for origin, want := range map[string]int{"https://hex.example": http.StatusSeeOther, "http://hex.example": http.StatusForbidden} {
		request := sitetest.FormRequest("/language", url.Values{"lang": {"fr"}})
		request.Host = "hex.example"
		request.Header.Set("Origin", origin)
		request.Header.Set("Referer", origin+"/learn/six?turn=2")
		answer := httptest.NewRecorder()
		if s.Router.ServeHTTP(answer, request); answer.Code != want {
			t.Errorf("from %s it answers %d, want %d", origin, answer.Code, want)
		}
		explained := strings.Contains(answer.Body.String(), "Open https://hex.example and try again") &&
			strings.Contains(answer.Body.String(), `href="https://hex.example/learn/six?turn=2"`)
		if explained != (want == http.StatusForbidden) {
			t.Errorf("from %s the page is %s", origin, answer.Body)
		}
	}
	if want := `event=request.cross-origin`; !strings.Contains(log.String(), want) || !strings.Contains(log.String(), `from="the site's name without encryption"`) {
		t.Errorf("the log does not tell why: %s", &log)
	}
}
