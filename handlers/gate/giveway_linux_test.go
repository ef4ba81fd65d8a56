package gate_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/limit"
	"hexclub/handlers/priority/prioritytest"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// The requests of an address that has used a tenth of a limit run at a low priority. Those of
// other addresses do not.
func TestHeavyUsersGiveWay(t *testing.T) {
	t.Parallel()
	limits := web.Limits{ReadsAt: limit.Limit{Burst: 100, Every: time.Hour}, WritesAt: limit.Limit{Burst: 50, Every: time.Hour}}
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		t.Run(method, func(t *testing.T) {
			s := sitetest.OpenSite(t, web.Config{Limits: limits})
			nice := 0
			s.Router.Match([]string{http.MethodGet, http.MethodPost}, "/nice", func(echo.Context) error {
				nice = prioritytest.Niceness(t)
				return nil
			})
			ask := func(method, path, from string) int {
				request := httptest.NewRequestWithContext(t.Context(), method, path, http.NoBody)
				request.RemoteAddr = from + ":1234"
				answer := httptest.NewRecorder()
				s.Router.ServeHTTP(answer, request)
				if answer.Code != http.StatusOK {
					t.Fatalf("%s is answered %d", path, answer.Code)
				}
				return nice
			}
			normal := ask(method, "/nice", "192.0.2.2")
			allowed := 10
			if method == http.MethodPost {
				allowed = 5
			}
			for i := range allowed {
				if got := ask(method, "/nice", "192.0.2.1"); got != normal {
					t.Fatalf("the niceness of request %d is %d, want %d", i+1, got, normal)
				}
			}
			for _, method := range []string{method, http.MethodGet, http.MethodPost} { // the first one exceeds the tenth
				if got := ask(method, "/nice", "192.0.2.1"); got <= normal {
					t.Errorf("the niceness of a heavy user's %s is %d, that of others is %d", method, got, normal)
				}
			}
			if got := ask(method, "/nice", "192.0.2.2"); got != normal {
				t.Errorf("the niceness of another address is %d, want %d", got, normal)
			}
		})
	}
}

// Heavy users behind a named proxy are distinguished by their addresses; those of a /64 are one. Behind an
// unknown proxy there are no heavy users, because all clients have its address.
func TestHeavyUsersBehindProxies(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		proxies      []string
		heavy, other string // X-Forwarded-For
		gives        bool   // the other client also gives way
	}{
		"two clients":      {[]string{"127.0.0.1/32"}, "192.0.2.1", "192.0.2.2", false},
		"one client":       {[]string{"127.0.0.1/32"}, "192.0.2.1", "192.0.2.1", true},
		"the same /64":     {[]string{"127.0.0.1/32"}, "2001:db8:1:2::1", "2001:db8:1:2:3::9", true},
		"two /64":          {[]string{"127.0.0.1/32"}, "2001:db8:1:2::1", "2001:db8:1:3::1", false},
		"an unknown proxy": {nil, "192.0.2.1", "192.0.2.1", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := web.Config{Limits: web.Limits{
				ReadsAt: limit.Limit{Burst: 100, Every: time.Hour}, Searches: limit.Limit{Burst: 1, Every: time.Hour},
			}}
			for _, proxy := range tt.proxies {
				config.Proxies = append(config.Proxies, netip.MustParsePrefix(proxy))
			}
			s := sitetest.OpenSite(t, config)
			nice := 0
			s.Router.GET("/nice", func(echo.Context) error {
				nice = prioritytest.Niceness(t)
				return nil
			})
			get := func(path, through string) int {
				return s.AskFrom(t.Context(), http.MethodGet, path, "127.0.0.1:1234", through, nil).Code
			}
			get("/nice", tt.other)
			normal := nice
			for range 12 {
				get("/rules/glossary", tt.heavy)
			}
			get("/nice", tt.other)
			if (nice > normal) != tt.gives {
				t.Errorf("the niceness of a page is %d, and was %d", nice, normal)
			}

			get("/people/nobody", tt.other) // the one search
			leave := s.Guard.EnterRejections(t)
			rejected := make(chan int, 1)
			go func() { rejected <- get("/people/nobody", tt.other) }()
			waits := false
			for status := 0; status == 0 && !waits; waits = s.Guard.Rejections() > 1 {
				select {
				case status = <-rejected:
					rejected <- status
				default:
					runtime.Gosched()
				}
			}
			leave()
			if status := <-rejected; status != http.StatusTooManyRequests || waits != tt.gives {
				t.Errorf("a search is answered %d, in the background: %t", status, waits)
			}
		})
	}
}
