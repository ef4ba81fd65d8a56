package static_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"

	"hexclub/static"
)

// The minified script is smaller than 12 KB before compression, and has no comments.
func TestScriptIsSmall(t *testing.T) {
	t.Parallel()
	files, err := static.Load()
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	files.ServeHTTP(w, httptest.NewRequest(http.MethodGet, files.Path("app.js"), nil))
	script := w.Body.Bytes()
	t.Logf("%d bytes", len(script))
	if len(script) < 1_000 || len(script) >= 12_000 {
		t.Errorf("the script has %d bytes, want less than 12000", len(script))
	}
	for line := range bytes.Lines(script) {
		if bytes.HasPrefix(bytes.TrimSpace(line), []byte("//")) {
			t.Errorf("browsers get the comment %s", line)
		}
	}
}

// The sheet of a page is small as it is sent, in bytes.
func TestSheetsAreSmall(t *testing.T) {
	t.Parallel()
	files, err := static.Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, limit := range map[string]int{"site.css": 12_000, "replay.css": 12_500, "learn.css": 13_500, "courses.css": 12_000, "club.css": 15_400, "pages.css": 11_700, "settings.css": 10_500, "profile.css": 12_000, "talk.css": 11_000} {
		r := httptest.NewRequest(http.MethodGet, files.Path(name), nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		files.ServeHTTP(w, r)
		t.Logf("%6d bytes %s", w.Body.Len(), name)
		if n := w.Body.Len(); n < 5_000 || n >= limit {
			t.Errorf("%s has %d bytes, want less than %d", name, n, limit)
		}
	}
}
