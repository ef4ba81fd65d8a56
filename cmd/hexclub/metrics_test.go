package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// With an address for metrics the program answers there, and nowhere else; its log is
// JSON where nobody looks at it.
func TestMetrics(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	command := watched(t, "--listen", "localhost:0", "--metrics", "localhost:0")
	command.Stderr = &log
	s := start(t, command)
	line, err := s.printed.ReadString('\n')
	_, metrics, found := strings.Cut(strings.TrimSpace(line), "Metrics are at ")
	if err != nil || !found {
		t.Fatalf("the program printed %q, %v, and logged %s", line, err, log.String())
	}
	_, _ = post(t, browser(t), s.url+"/login", url.Values{"name": {"Anna"}, "password": {"correct horse"}})
	for address, want := range map[string]string{
		metrics: `hexclub_http_requests_total{method="POST",route="/login",status="4xx"} 1`,
		strings.TrimSuffix(metrics, "/metrics") + "/readyz": `"free_bytes"`,
		strings.TrimSuffix(metrics, "/metrics") + "/login":  "404 page not found",
		s.url + "/readyz":  `"ready":true`,
		s.url + "/metrics": "<!doctype html>",
	} {
		response, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || !strings.Contains(string(body), want) {
			t.Errorf("%s answers %d, %.500s, %v", address, response.StatusCode, body, err)
		}
	}
	s.stop(t)
	said := map[any]bool{}
	for line := range strings.Lines(log.String()) {
		var one map[string]any
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		said[one["msg"]] = true
	}
	for _, want := range []string{"request", "security", "stopping"} {
		if !said[want] {
			t.Errorf("the log has no %q: %s", want, log.String())
		}
	}
}
