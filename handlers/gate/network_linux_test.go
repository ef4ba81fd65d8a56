package gate_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"hexclub/handlers/limit"
	"hexclub/handlers/priority/prioritytest"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// The /64 networks of one /48 give way together once they have used a tenth of eight times the limit of one.
// Only each /64 itself meets its limits; other /48 networks are not affected.
func TestNetworksOfOneHolderGiveWay(t *testing.T) {
	t.Parallel()
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			most := limit.Limit{Burst: 100, Every: time.Hour}
			s := sitetest.OpenSite(t, web.Config{Limits: web.Limits{ReadsAt: most, WritesAt: most, LogInsAt: limit.Limit{Burst: 9, Every: time.Hour}}})
			nice := 0
			s.Router.Match([]string{http.MethodGet, http.MethodPost}, "/nice", func(echo.Context) error {
				nice = prioritytest.Niceness(t)
				return nil
			})
			ask := func(from string) int {
				if status := s.AskFrom(t.Context(), method, "/nice", from, "", nil).Code; status != http.StatusOK {
					t.Fatalf("%s is answered %d", from, status)
				}
				return nice
			}
			network := func(i int) string { return fmt.Sprintf("[2001:db8:1:%x::1]:1234", i) }
			normal := ask("[2001:db8:2::1]:1234")
			for i := range 80 {
				if got := ask(network(i)); got != normal {
					t.Fatalf("the niceness of network %d is %d, want %d", i, got, normal)
				}
			}
			for i := range 90 {
				got := ask(network(100 + i))
				if i > 0 && got <= normal {
					t.Fatalf("the niceness of a new network is %d, that of others is %d", got, normal)
				}
			}
			if got := ask("[2001:db8:2::1]:1234"); got != normal {
				t.Errorf("the niceness of another holder is %d, want %d", got, normal)
			}
			form := url.Values{"name": {"nobody"}, "password": {"wrong"}}
			for range 9 { // log-ins of a neighbour who is no heavy user count once
				if status := s.AskFrom(t.Context(), http.MethodPost, "/login", network(999), "", form).Code; status != http.StatusUnprocessableEntity {
					t.Fatalf("a log-in from a new network is answered %d", status)
				}
			}
		})
	}
}
