package web_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers/limit"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// A rejected request has one line in the log. Repeated ones from one address have the first line and then one
// each minute, whatever the reason.
func TestRefusalsAreSummedUp(t *testing.T) {
	t.Parallel()
	s, clock, log := sitetest.FloodedSite(t, web.Limits{Searches: limit.Limit{Burst: 1, Every: 24 * time.Hour}})
	admin, _ := s.WithRole(t, "Alma", db.Admin)
	member, person := s.NewAccount(t, "Ben")
	admin.Post("/admin/bans", "range", "192.0.2.66", "length", "week", "reason", "noise").WantStatus(t, http.StatusOK)
	elsewhere := func(c *sitetest.Client, address string) *sitetest.Client { return c.With("X-Forwarded-For", address) }
	for name, f := range map[string]struct {
		ask   func(address string) sitetest.WebPage
		event string
		more  map[string]any
	}{
		"limit":     {func(address string) sitetest.WebPage { return elsewhere(member, address).Get("/archive") }, "limit.met", map[string]any{"limit": "searches", "person": person.ID, "status": 429.0}},
		"forbidden": {func(address string) sitetest.WebPage { return elsewhere(member, address).Get("/admin") }, "page.forbidden", map[string]any{"person": person.ID, "status": 403.0, "route": "/admin"}},
		"cross-origin": {func(address string) sitetest.WebPage {
			return elsewhere(member, address).With("Origin", "https://evil.example").Post("/logout")
		}, "request.cross-origin", map[string]any{"origin": "https://evil.example"}},
		"banned": {func(string) sitetest.WebPage { return elsewhere(s.Client(t), "192.0.2.66").Get("/") }, "address-ban.met", map[string]any{"status": 403.0}},
	} {
		t.Run(name, func(t *testing.T) {
			f.ask("198.51.100.9") // uses up the limit, or comes from another address
			from := len(log.Logged(t))
			address := "198.51.100.1"
			if name == "banned" {
				clock.Advance(2 * time.Minute)
				if err := errors.Join(s.LogRepeats(t.Context()), s.LogRepeats(t.Context())); err != nil {
					t.Fatal(err)
				}
				address = "192.0.2.66"
			}
			want := func(n, times int) {
				t.Helper()
				lines := log.Logged(t)[from:]
				if len(lines) != n {
					t.Fatalf("there are %d lines, want %d: %v", len(lines), n, lines)
				}
				last := lines[n-1]
				if last["msg"] != "security" || last["event"] != f.event || last["address"] != address {
					t.Errorf("the line is %v", last)
				}
				if got, _ := last["times"].(float64); int(got) != times {
					t.Errorf("it stands for %v, want %d: %v", last["times"], times, last)
				}
				if times > 0 {
					return
				}
				for key, value := range f.more {
					if last[key] != value {
						t.Errorf("its %s is %v, want %v", key, last[key], value)
					}
				}
				if last["request"] == nil || last["route"] == nil || last["method"] == nil {
					t.Errorf("it tells too little: %v", last)
				}
			}
			sum := func() {
				t.Helper()
				if err := s.LogRepeats(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			for range 20 {
				f.ask(address)
			}
			want(1, 0)
			sum()
			want(1, 0)
			clock.Advance(time.Minute)
			sum()
			want(2, 19)
			for range 5 {
				f.ask(address)
			}
			want(2, 19)
			clock.Advance(time.Minute)
			f.ask(address)
			want(3, 6)
			clock.Advance(time.Minute)
			sum()
			sum()
			want(3, 6)
			f.ask(address) // after its end
			want(4, 0)
			sitetest.WantMetric(t, s.Metrics(t), fmt.Sprintf(`hexclub_security_events_total{event=%q}`, f.event), "28") // each counts
		})
	}
	sitetest.WantMetric(t, s.Metrics(t), `hexclub_limit_refusals_total{limit="searches"}`, "28")
	t.Run("admins see how many", func(t *testing.T) {
		admin.Get("/admin").WantText(t, ".noticed", "×19")
	})
}

// Rejections from many addresses make no more lines than there are separate counters.
func TestFloodFromEverywhere(t *testing.T) {
	t.Parallel()
	s, clock, log := sitetest.FloodedSite(t, web.Limits{})
	c := s.Client(t).With("Origin", "https://evil.example")
	for i := range web.MaxRepeats + 50 {
		c.With("X-Forwarded-For", fmt.Sprintf("192.0.%d.%d", i/250, i%250)).Post("/logout").WantStatus(t, http.StatusForbidden)
	}
	lines := log.Logged(t)
	if len(lines) != web.MaxRepeats+1 {
		t.Errorf("there are %d lines", len(lines))
	}
	clock.Advance(time.Minute)
	if err := s.LogRepeats(t.Context()); err != nil {
		t.Fatal(err)
	}
	if lines = log.Logged(t)[len(lines):]; len(lines) != 1 || lines[0]["times"] != 49.0 || lines[0]["address"] != "" {
		t.Errorf("of the rest is logged %v", lines)
	}
	// Afterwards rejections are counted separately again.
	from := len(log.Logged(t))
	c.With("X-Forwarded-For", "203.0.113.1").Post("/logout").WantStatus(t, http.StatusForbidden)
	if lines = log.Logged(t)[from:]; len(lines) != 1 || lines[0]["address"] != "203.0.113.1" {
		t.Errorf("of another is logged %v", lines)
	}
}

// A repeated error is logged once a minute; a different error at once.
func TestErrorsOfJobsAreLoggedOnce(t *testing.T) {
	t.Parallel()
	one, other := errors.New("one"), errors.New("other")
	if logged := web.LoggedErrors(20*time.Second, one, one, one, one, one, other, other, one); !slices.Equal(logged, []int{0, 3, 5, 7}) {
		t.Errorf("logged are %v", logged)
	}
}
