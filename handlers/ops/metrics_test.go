package ops_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"hexclub/db/pgtest"
	"hexclub/handlers/sitetest"
	"hexclub/rules/games"
	"hexclub/views/ops"
)

func TestMetrics(t *testing.T) {
	t.Parallel()
	s, clock, folder := watchedSite(t)
	backup(t, folder, clock.Now(), ".db")
	if err := s.Ops.CheckHealth(t.Context()); err != nil {
		t.Fatal(err)
	}
	sitetest.Serve(t, s)
	c := s.Client(t)
	c.SignUp("Anna")
	s.Client(t).Post("/login", "name", "Anna", "password", "wrong").WantStatus(t, 422)
	s.Client(t).LogIn("Anna")
	game := c.DeviceGame("c2")
	c.Turn(game, "c2", 1).WantStatus(t, 422) // there is a piece
	stream, err := http.Get(s.Url + game + "/events")
	if err != nil {
		t.Fatal(err)
	}
	var got string
	sitetest.Await(t, sitetest.EventTimeout, "is the stream counted", func() bool { // the stream begins before its request is counted
		got = s.Metrics(t)
		return strings.Contains(got, "/events")
	})
	for name, value := range map[string]string{
		`hexclub_security_events_total{event="log-in.refused"}`: "1",
		`hexclub_security_events_total{event="log-in.allowed"}`: "1",
		`hexclub_security_events_total{event="sign-up.done"}`:   "1",

		`hexclub_turn_commit_duration_seconds_count{game="hexone"}`:                        "1",
		`hexclub_http_requests_total{method="POST",route="/games/:id/turns",status="3xx"}`: "1",
		`hexclub_http_requests_total{method="POST",route="/games/:id/turns",status="4xx"}`: "1",
		`hexclub_http_requests_total{method="GET",route="/games/:id/events",status="2xx"}`: "1",
		`hexclub_http_request_duration_seconds_count{route="/games/:id/turns"}`:            "2",
		`hexclub_http_request_duration_seconds_bucket{route="/games/:id/turns",le="+Inf"}`: "2",

		`hexclub_games_running{game="hexone"}`:      "1",
		`hexclub_games_running{game="tartan"}`:      "0",
		`hexclub_password_hashes{state="waiting"}`:  "0",
		`hexclub_searches{state="running"}`:         "0",
		`hexclub_duty_failures_total{duty="seeks"}`: "0",
		`hexclub_check_ok{check="writes"}`:          "1",
		`hexclub_streams_open`:                      "1",
		`hexclub_mails_waiting`:                     "0",
		`hexclub_backup_bytes`:                      "6",
		`hexclub_backup_faulty`:                     "0",
	} {
		sitetest.WantMetric(t, got, name, value)
	}
	for _, name := range []string{"hexclub_build_info{", `version="1.2.3"`, "go_goroutines ", "process_open_fds ", "hexclub_database_bytes ", "hexclub_disk_free_bytes "} {
		if pgtest.On() && name == "hexclub_disk_free_bytes " {
			continue // the server has its own disk
		}
		if !strings.Contains(got, name) {
			t.Errorf("there is no %s", name)
		}
	}
	_ = stream.Body.Close()

	problems, err := promlint.New(strings.NewReader(got)).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		if strings.HasPrefix(p.Metric, "hexclub_") {
			t.Errorf("%s: %s", p.Metric, p.Text)
		}
	}
	if err := s.DB.Close(); err != nil {
		t.Fatal(err)
	}
	_ = s.Ops.CheckHealth(t.Context())
	sitetest.WantMetric(t, s.Metrics(t), `hexclub_check_ok{check="writes"}`, "0")
}

// Requests cannot add metrics: labels come from the program only.
func TestMetricsAreBounded(t *testing.T) {
	t.Parallel()
	s, _, _ := watchedSite(t)
	routes := map[string]bool{"none": true}
	for _, r := range s.Router.Routes() {
		routes[r.Path] = true
	}
	ask := func(method, path string) {
		r := httptest.NewRequest(method, "/", strings.NewReader(""))
		r.URL.Path = path
		s.Router.ServeHTTP(httptest.NewRecorder(), r)
	}
	var first int
	for round := range 3 {
		for i := range 10 {
			secret := fmt.Sprintf("secret%d%d", round, i)
			for _, path := range []string{"/", "/" + secret, "/join/" + secret, "/join/" + secret + "/more", "/games/" + secret + "/turns", "/rules/" + secret, "/static/" + secret, "//" + secret, "/rules"} {
				for _, method := range []string{"GET", "POST", "PUT", "M" + strings.ToUpper(secret)} {
					ask(method, path)
				}
			}
		}
		lines := strings.Count(s.Metrics(t), "\n")
		if round == 0 {
			first = lines
		} else if lines != first {
			t.Errorf("after round %d there are %d lines, after the first %d", round, lines, first)
		}
	}
	got := s.Metrics(t)
	if strings.Contains(strings.ToLower(got), "secret") {
		t.Error("metrics contain requested paths")
	}
	for _, match := range regexp.MustCompile(`(\w+)="([^"]*)"`).FindAllStringSubmatch(got, -1) {
		known := true
		switch label, value := match[1], match[2]; label {
		case "route":
			known = routes[value]
		case "method":
			known = slices.Contains([]string{"GET", "HEAD", "POST", "other"}, value)
		case "status":
			known = slices.Contains([]string{"2xx", "3xx", "4xx", "5xx"}, value)
		case "event":
			known = slices.Contains(ops.SecurityEvents(), value)
		case "duty":
			known = slices.Contains(ops.Jobs(), value)
		case "check":
			known = slices.Contains(ops.Checks(), value)
		case "game":
			_, err := games.Find(value)
			known = err == nil
		}
		if !known {
			t.Errorf("a metric has %s", match[0])
		}
	}
}
