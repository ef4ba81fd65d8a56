package gate

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/limit"
	"hexclub/handlers/web"
)

// Requests of an address beyond its burst are delayed to the rate of the limit, by two seconds at most. Those of
// other addresses are not delayed.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &Guard{Site: &web.Site{Limits: web.NewLimiters(web.Limits{AllAt: limit.Limit{Burst: 2, Every: 800 * time.Millisecond}}, time.Now)}}
		router := echo.New()
		router.IPExtractor = a.RemoteAddress()
		router.Use(a.Pace)
		router.GET("/*", func(c echo.Context) error { return c.NoContent(http.StatusOK) })
		request := func(ctx context.Context, from, through string) *http.Request {
			r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/static/site.css", strings.NewReader(""))
			r.RemoteAddr = from + ":1234"
			if through != "" {
				r.Header.Set("X-Forwarded-For", through)
			}
			return r
		}
		wait := func(from, through string) time.Duration {
			began := time.Now()
			router.ServeHTTP(httptest.NewRecorder(), request(t.Context(), from, through))
			return time.Since(began)
		}
		for i, want := range []time.Duration{0, 0, 800 * time.Millisecond, 800 * time.Millisecond} {
			if got := wait("192.0.2.1", ""); got != want {
				t.Errorf("request %d waits %v, want %v", i+1, got, want)
			}
		}
		if got := wait("192.0.2.2", ""); got != 0 {
			t.Errorf("another address waits %v", got)
		}
		for range 4 {
			if got := wait("127.0.0.1", "192.0.2.3"); got != 0 {
				t.Errorf("a request through an unknown proxy waits %v", got)
			}
		}
		waits := make(chan time.Duration)
		for range 4 { // at the same time
			go func() { waits <- wait("192.0.2.1", "") }()
		}
		longest := max(<-waits, <-waits, <-waits, <-waits)
		if longest != longestDelay {
			t.Errorf("the longest wait is %v, want %v", longest, longestDelay)
		}
	})
}

// Behind a named proxy, clients are distinguished by address; those of a /64 are one.
func TestPaceBehindNamedProxy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &Guard{Site: &web.Site{
			Limits:    web.NewLimiters(web.Limits{AllAt: limit.Limit{Burst: 1, Every: 800 * time.Millisecond}}, time.Now),
			Addresses: web.Addresses{Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}},
		}}
		router := echo.New()
		router.IPExtractor = a.RemoteAddress()
		router.Use(a.Pace)
		router.GET("/*", func(c echo.Context) error { return c.NoContent(http.StatusOK) })
		for _, tt := range []struct {
			client string
			want   time.Duration
		}{
			{"192.0.2.1", 0},
			{"192.0.2.2", 0},
			{"192.0.2.1", 800 * time.Millisecond},
			{"2001:db8:1:2::1", 0},
			{"2001:db8:1:3::1", 0},
			{"2001:db8:1:2:3::9", 800 * time.Millisecond},
		} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody)
			r.RemoteAddr = "127.0.0.1:1234"
			r.Header.Set("X-Forwarded-For", tt.client)
			began := time.Now()
			router.ServeHTTP(httptest.NewRecorder(), r)
			if got := time.Since(began); got != tt.want {
				t.Errorf("a request of %s waits %v, want %v", tt.client, got, tt.want)
			}
		}
	})
}

// The delay of a request ends when its client disconnects.
func TestPaceOfWhatIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &Guard{Site: &web.Site{Limits: web.NewLimiters(web.Limits{AllAt: limit.Limit{Burst: 1, Every: time.Hour}}, time.Now)}}
		ctx, leave := context.WithCancel(t.Context())
		leave()
		for _, want := range []error{nil, context.Canceled} {
			r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", http.NoBody)
			c := echo.New().NewContext(r, httptest.NewRecorder())
			if err := a.Pace(func(echo.Context) error { return nil })(c); !errors.Is(err, want) {
				t.Errorf("the error is %v, want %v", err, want)
			}
		}
	})
}

// All /64 networks of one /48 together send no faster than eight times the limit of one.
func TestPaceOfNetworks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &Guard{Site: &web.Site{Limits: web.NewLimiters(web.Limits{AllAt: limit.Limit{Burst: 1, Every: 800 * time.Millisecond}}, time.Now)}}
		wait := func(from string) time.Duration {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody)
			r.RemoteAddr = "[" + from + "]:1234"
			began := time.Now()
			if err := a.Pace(func(echo.Context) error { return nil })(echo.New().NewContext(r, httptest.NewRecorder())); err != nil {
				t.Error(err)
			}
			return time.Since(began)
		}
		for i := range 8 {
			if got := wait(fmt.Sprintf("2001:db8:1:%x::1", i)); got != 0 {
				t.Errorf("a request of network %d waits %v", i, got)
			}
		}
		if got, want := wait("2001:db8:1:8::1"), 100*time.Millisecond; got != want {
			t.Errorf("a request of the ninth network waits %v, want %v", got, want)
		}
		if got := wait("2001:db8:2::1"); got != 0 {
			t.Errorf("a request of another holder waits %v", got)
		}
	})
}
