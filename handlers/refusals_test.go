package handlers_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"hexclub/db"
	"hexclub/handlers"
)

// A request that is refused has one line in the log, and of a flood from one address
// there are the first and then one each minute, whatever it meets.
func TestRefusalsAreSummedUp(t *testing.T) {
	t.Parallel()
	s, clock, log := floodedSite(t, handlers.Limits{Searches: handlers.Limit{Burst: 1, Every: 24 * time.Hour}})
	admin, _ := s.withRole(t, "Alma", db.Admin)
	member, person := s.newAccount(t, "Ben")
	admin.post("/admin/bans", "range", "192.0.2.66", "length", "week", "reason", "noise").wantStatus(t, http.StatusOK)
	elsewhere := func(c *client, address string) *client { return c.with("X-Forwarded-For", address) }
	for name, f := range map[string]struct {
		ask   func(address string) webPage
		event string
		more  map[string]any
	}{
		"limit":     {func(address string) webPage { return elsewhere(member, address).get("/archive") }, "limit.met", map[string]any{"limit": "searches", "person": person.ID, "status": 429.0}},
		"forbidden": {func(address string) webPage { return elsewhere(member, address).get("/admin") }, "page.forbidden", map[string]any{"person": person.ID, "status": 403.0, "route": "/admin"}},
		"cross-origin": {func(address string) webPage {
			return elsewhere(member, address).with("Origin", "https://evil.example").post("/logout")
		}, "request.cross-origin", map[string]any{"origin": "https://evil.example"}},
		"banned": {func(string) webPage { return elsewhere(s.client(t), "192.0.2.66").get("/") }, "address-ban.met", map[string]any{"status": 403.0}},
	} {
		t.Run(name, func(t *testing.T) {
			f.ask("198.51.100.9") // takes what there is of the limit, or is another's
			from := len(log.logged(t))
			address := "198.51.100.1"
			if name == "banned" {
				clock.advance(2 * time.Minute)
				if err := errors.Join(s.SumUp(t.Context()), s.SumUp(t.Context())); err != nil {
					t.Fatal(err)
				}
				address = "192.0.2.66"
			}
			want := func(n, times int) {
				t.Helper()
				lines := log.logged(t)[from:]
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
				if err := s.SumUp(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			for range 20 {
				f.ask(address)
			}
			want(1, 0)
			sum()
			want(1, 0)
			clock.advance(time.Minute)
			sum()
			want(2, 19)
			for range 5 {
				f.ask(address)
			}
			want(2, 19)
			clock.advance(time.Minute)
			f.ask(address)
			want(3, 6)
			clock.advance(time.Minute)
			sum()
			sum()
			want(3, 6)
			f.ask(address) // after it ended
			want(4, 0)
			wantMetric(t, s.metrics(t), fmt.Sprintf(`hexclub_security_events_total{event=%q}`, f.event), "28") // each counts
		})
	}
	wantMetric(t, s.metrics(t), `hexclub_limit_refusals_total{limit="searches"}`, "28")
	t.Run("admins see how many", func(t *testing.T) {
		admin.get("/admin").wantText(t, ".noticed", "×19")
	})
}

// A flood from everywhere makes no more lines than there are floods told apart.
func TestFloodFromEverywhere(t *testing.T) {
	t.Parallel()
	s, clock, log := floodedSite(t, handlers.Limits{})
	c := s.client(t).with("Origin", "https://evil.example")
	for i := range handlers.MostFloods + 50 {
		c.with("X-Forwarded-For", fmt.Sprintf("192.0.%d.%d", i/250, i%250)).post("/logout").wantStatus(t, http.StatusForbidden)
	}
	lines := log.logged(t)
	if len(lines) != handlers.MostFloods+1 {
		t.Errorf("there are %d lines", len(lines))
	}
	clock.advance(time.Minute)
	if err := s.SumUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if lines = log.logged(t)[len(lines):]; len(lines) != 1 || lines[0]["times"] != 49.0 || lines[0]["address"] != "" {
		t.Errorf("of the rest is told %v", lines)
	}
	// Afterwards floods are told apart again.
	from := len(log.logged(t))
	c.with("X-Forwarded-For", "203.0.113.1").post("/logout").wantStatus(t, http.StatusForbidden)
	if lines = log.logged(t)[from:]; len(lines) != 1 || lines[0]["address"] != "203.0.113.1" {
		t.Errorf("of another is told %v", lines)
	}
}

// What fails again and again for the same reason is logged once a minute; another
// reason at once.
func TestDutiesComplainOnce(t *testing.T) {
	t.Parallel()
	one, other := errors.New("one"), errors.New("other")
	if told := handlers.Complaints(20*time.Second, one, one, one, one, one, other, other, one); !slices.Equal(told, []int{0, 3, 5, 7}) {
		t.Errorf("told are %v", told)
	}
}
