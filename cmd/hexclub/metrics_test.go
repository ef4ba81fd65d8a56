package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// With an address for metrics the program answers there, and nowhere else; its log is
// JSON where nobody looks at it.
func TestMetrics(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	command := program(t, "--db", filepath.Join(t.TempDir(), "hexclub.db"), "--listen", "localhost:0", "--metrics", "localhost:0")
	command.Stderr = &log
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill() })
	var addresses []string
	for lines := bufio.NewScanner(output); len(addresses) < 2 && lines.Scan(); {
		if _, address, found := strings.Cut(lines.Text(), " at http://"); found {
			addresses = append(addresses, "http://"+address)
		}
	}
	if len(addresses) < 2 {
		t.Fatalf("the program printed the addresses %q, and logged %s", addresses, log.String())
	}
	site, metrics := addresses[0], addresses[1]
	_, _ = post(t, browser(t), site+"/login", url.Values{"name": {"Anna"}, "password": {"correct horse"}})
	for address, want := range map[string]string{
		metrics: `hexclub_http_requests_total{method="POST",route="/login",status="4xx"} 1`,
		strings.TrimSuffix(metrics, "/metrics") + "/readyz": `"free_bytes"`,
		strings.TrimSuffix(metrics, "/metrics") + "/login":  "404 page not found",
		site + "/readyz":  `"ready":true`,
		site + "/metrics": "<!doctype html>",
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
	if err := command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := command.Wait(); err != nil {
		t.Fatal(err)
	}
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
