package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/handlers"
)

// The requests of an address that has used a tenth of a limit run at a low priority. Those of
// other addresses do not.
func TestHeavyUsersGiveWay(t *testing.T) {
	t.Parallel()
	limits := handlers.Limits{ReadsAt: handlers.Limit{Burst: 100, Every: time.Hour}, WritesAt: handlers.Limit{Burst: 50, Every: time.Hour}}
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		t.Run(method, func(t *testing.T) {
			s := openSite(t, handlers.Config{Limits: limits})
			nice := 0
			s.router.Match([]string{http.MethodGet, http.MethodPost}, "/nice", func(echo.Context) error {
				nice = handlers.Niceness(t)
				return nil
			})
			ask := func(method, path, from string) int {
				request := httptest.NewRequestWithContext(t.Context(), method, path, http.NoBody)
				request.RemoteAddr = from + ":1234"
				answer := httptest.NewRecorder()
				s.router.ServeHTTP(answer, request)
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
