package gate_test

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// TestAnswersReuseCompressors compares the memory that compressed and plain answers
// allocate. A compressor takes hundreds of kilobytes, so the two are close only while
// answers share compressors.
func TestAnswersReuseCompressors(t *testing.T) {
	s := sitetest.OpenSite(t, web.Config{})
	who, game := s.Person(t)
	allocated := func(encoding string) uint64 {
		const answers = 40
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range answers {
			w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, game, nil)
			r.Header.Set("Accept-Encoding", encoding)
			r.Header.Set("Cookie", strings.Join(who.Cookies, "; "))
			s.Router.ServeHTTP(w, r)
			if got := w.Header().Get("Content-Encoding"); w.Code != http.StatusOK || (got == "gzip") != (encoding == "gzip") {
				t.Fatalf("status %d, Content-Encoding %q", w.Code, got)
			}
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / answers
	}
	allocated("gzip") // warm up: the first answers fill caches and pools
	plain, compressed := allocated("identity"), allocated("gzip")
	const most = 800 << 10 // a compressor takes 1.2 MB; under the race detector sync.Pool drops every fourth
	if compressed > plain+most {
		t.Errorf("a compressed answer allocates %d KB, a plain one %d KB", compressed>>10, plain>>10)
	}
}
