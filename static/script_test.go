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
