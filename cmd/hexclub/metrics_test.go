package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// With --metrics the program serves metrics at that address and nowhere else. Its log is JSON if it
// does not go to a terminal.
func TestMetrics(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	command := instrumented(t, "--listen", "localhost:0", "--metrics", "localhost:0")
	command.Stderr, command.Env = &log, append(command.Env, "HEXCLUB_DATABASE=club.db", "HEXCLUB_SERVICE_HOST=10.0.0.1")
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
	said := map[any]map[string]any{}
	for line := range strings.Lines(log.String()) {
		var one map[string]any
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		said[one["msg"]] = one
	}
	for _, want := range []string{"request", "security", "stopping"} {
		if said[want] == nil {
			t.Errorf("the log has no %q: %s", want, log.String())
		}
	}
	address, started := strings.TrimPrefix(s.url, "http://localhost"), fmt.Sprint(said["started"])
	for _, want := range []string{"version:unreleased", "127.0.0.1" + address, "database:" + command.Dir + "/hexclub.db", "schema:", "mails:false"} {
		if !strings.Contains(started, want) {
			t.Errorf("the first line has no %s: %s", want, started)
		}
	}
	unknown := said[unknownVariablesWarning]
	if fmt.Sprint(unknown["unknown"]) != "[HEXCLUB_DATABASE HEXCLUB_SERVICE_HOST]" || !strings.HasPrefix(fmt.Sprint(unknown["known"]), "[HEXCLUB_BACKUPS ") {
		t.Errorf("the log entry for unknown variables has %v", unknown)
	}
}
