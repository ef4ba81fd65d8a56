package sitetest

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// readiness is the body of an answer of /readyz.
type readiness struct {
	Ready  bool
	Checks map[string]json.RawMessage
}

// State returns the state of a check, from the public or the operator's form of the answer.
func (r readiness) State(name string) (state string) {
	var detailed struct{ State string }
	if json.Unmarshal(r.Checks[name], &state) != nil && json.Unmarshal(r.Checks[name], &detailed) == nil {
		return detailed.State
	}
	return state
}

// Ready requests /readyz of a handler, and checks that the status matches the body.
func Ready(t *testing.T, from http.Handler) (r readiness, body string) {
	t.Helper()
	w := httptest.NewRecorder()
	from.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
	if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	if want := map[bool]int{true: 200, false: 503}[r.Ready]; w.Code != want {
		t.Errorf("status %d, want %d: %s", w.Code, want, w.Body)
	}
	return r, w.Body.String()
}

// A LogBuffer is a log in memory. It may be used by several goroutines.
type LogBuffer struct {
	mu      sync.Mutex
	text    strings.Builder
	awaited map[string]chan struct{} // closed when a line contains the key
}

// Await returns a channel that is closed when a later line contains the text.
func (l *LogBuffer) Await(text string) <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.awaited == nil {
		l.awaited = map[string]chan struct{}{}
	}
	l.awaited[text] = make(chan struct{})
	return l.awaited[text]
}

func (l *LogBuffer) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, err := l.text.Write(line)
	for text, come := range l.awaited {
		if strings.Contains(string(line), text) {
			close(come)
			delete(l.awaited, text)
		}
	}
	return n, err
}

func (l *LogBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// LoggedSite opens a site and returns its log from level WARN.
func LoggedSite(t testing.TB) (*Site, *LogBuffer) {
	t.Helper()
	s, log := New(t), &LogBuffer{}
	s.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return s, log
}

// Metrics returns the answer of /metrics.
func (s *Site) Metrics(t *testing.T) string {
	t.Helper()
	w := httptest.NewRecorder()
	s.Ops.Monitoring().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

// WantMetric fails the test unless the metric has the value.
func WantMetric(t *testing.T, metrics, name, value string) {
	t.Helper()
	if !strings.Contains("\n"+metrics, "\n"+name+" "+value+"\n") {
		lines := regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(strings.Split(name, "{")[0])+`\b.*$`).FindAllString(metrics, -1)
		t.Errorf("there is no %s %s, but %q", name, value, lines)
	}
}

// Logged returns the lines of a JSON log.
func (l *LogBuffer) Logged(t *testing.T) (lines []map[string]any) {
	t.Helper()
	for line := range strings.Lines(l.String()) {
		var one map[string]any
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		lines = append(lines, one)
	}
	return lines
}
