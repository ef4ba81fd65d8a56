package handlers_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/sitetest"
)

// TestUpgrade opens a site of an earlier version, with its sessions and its bookmarks: the last one before
// handlers and views were divided into areas. testdata/upgrade has its database and its answers. Sessions stay
// logged in, every address answers with the same status to the same roles, and records and other files for
// programs are the same to the byte.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	var old struct {
		Now     int64                        // milliseconds
		Cookies map[string]string            // by role
		Answers map[string]map[string]string // status and location, by address, then by role or for "all"
		Texts   map[string]struct{ Role, Body string }
	}
	text, err := os.ReadFile(filepath.Join("testdata", "upgrade", "site.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &old); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "world.db")
	unpack(t, filepath.Join("testdata", "upgrade", "world.db.gz"), file)
	w := sitetest.OpenWorld(t, file, time.UnixMilli(old.Now))
	w.Cookies = old.Cookies

	answers := 0
	for address, byRole := range old.Answers {
		for _, role := range sitetest.Roles {
			want, same := byRole["all"]
			if !same {
				want = byRole[role]
			}
			if want == "" {
				continue
			}
			answers++
			answer := w.Ask(http.MethodGet, address, role, "")
			got := strings.TrimSpace(strconv.Itoa(answer.Code) + " " + answer.Header().Get("Location"))
			if got != want {
				t.Errorf("%s as %s: %s, before the upgrade %s", address, role, got, want)
			}
		}
	}
	for address, before := range old.Texts {
		if got := w.Ask(http.MethodGet, address, before.Role, "").Body.String(); got != before.Body {
			t.Errorf("%s as %s:\n%s\nbefore the upgrade:\n%s", address, before.Role, got, before.Body)
		}
	}
	if answers < 2000 || len(old.Texts) < 30 {
		t.Errorf("only %d answers and %d texts were compared", answers, len(old.Texts))
	}
}

// unpack writes the content of a gzip file to another file.
func unpack(t *testing.T, packed, to string) {
	t.Helper()
	from, err := os.Open(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = from.Close() }()
	reader, err := gzip.NewReader(from)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
