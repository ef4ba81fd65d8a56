package gate_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/views/table"
)

var hashedName = regexp.MustCompile(`^/static/[a-z]+\.[0-9a-f]{10}\.(css|js|svg)$`)

func TestStaticFiles(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	list := sitetest.Files(c.Get("/"))
	if len(list) != 3 { // an icon, a sheet, a script
		t.Fatalf("the page loads %q", list)
	}
	for _, file := range list {
		t.Run(file, func(t *testing.T) {
			if !hashedName.MatchString(file) {
				t.Errorf("the name is not hashed")
			}
			plain := c.With("Accept-Encoding", "identity").Get(file).WantStatus(t, http.StatusOK)
			zipped := c.With("Accept-Encoding", "gzip, br").Get(file).WantStatus(t, http.StatusOK)
			for _, p := range []sitetest.WebPage{plain, zipped} {
				if got := p.Header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
					t.Errorf("Cache-Control is %q", got)
				}
				if got := p.Header.Get("Vary"); got != "Accept-Encoding" {
					t.Errorf("Vary is %q", got)
				}
				kind := map[string]string{"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}[file[strings.LastIndex(file, ".")+1:]]
				if got := p.Header.Get("Content-Type"); !strings.HasPrefix(got, kind) {
					t.Errorf("the type is %q", got)
				}
				if got := p.Header.Get("Content-Length"); got != fmt.Sprint(len(p.Body)) {
					t.Errorf("the length is %s, said to be %s", fmt.Sprint(len(p.Body)), got)
				}
				if p.Header["Set-Cookie"] != nil {
					t.Errorf("sets %q", p.Header["Set-Cookie"])
				}
			}
			if plain.Header.Get("Content-Encoding") != "" || zipped.Header.Get("Content-Encoding") != "gzip" {
				t.Errorf("encoded %q and %q", plain.Header.Get("Content-Encoding"), zipped.Header.Get("Content-Encoding"))
			}
			if got := unzip(t, zipped.Body); got != plain.Body {
				t.Errorf("%d bytes come zipped, %d plain", len(got), len(plain.Body))
			}
		})
	}
	t.Run("of another version", func(t *testing.T) {
		other := regexp.MustCompile(`[0-9a-f]{10}`).ReplaceAllString(list[1], "0123456789")
		p := c.Get(other).WantStatus(t, http.StatusOK)
		if p.Body != c.Get(list[1]).Body || p.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("it is sent with %q, or has another content", p.Header.Get("Cache-Control"))
		}
	})
	for name, path := range map[string]string{
		"unknown name": "/static/none.0123456789.css",
		"without hash": "/static/app.css", "folder": "/static/", "nothing": "/static",
		"source": "/static/vendor/htmx-2.0.11.min.js", "outside": "/static/../static.go", "encoded": "/static/%2e%2e/go.mod",
	} {
		t.Run(name, func(t *testing.T) {
			p := c.Get(path).WantStatus(t, http.StatusNotFound)
			if cache := p.Header.Get("Cache-Control"); strings.Contains(cache, "immutable") {
				t.Errorf("%s is kept for ever", path)
			}
		})
	}
}

func unzip(t testing.TB, text string) string {
	t.Helper()
	reader, err := gzip.NewReader(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}

// The first visit to a running game loads less than 45,000 bytes, for the player to act and for a visitor of a public
// game.
func TestFirstVisitIsSmall(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	r := sitetest.WholeGame(t)
	public, host, guest := s.TwoPlayers(t)
	var turns []string
	for i, turn := range r.Turns()[:len(r.Turns())-1] {
		actions := strings.Join(turn.Actions, ",")
		turns = append(turns, actions)
		[]*sitetest.Client{host, guest}[i%2].Turn(public, actions, host.EventCount(public)).WantStatus(t, http.StatusOK)
	}
	for game, reader := range map[string]*sitetest.Client{c.DeviceGame(turns...): c, public: s.Client(t)} {
		p := reader.Get(game)
		total := 0
		for _, path := range append(sitetest.Files(p), game, p.Attribute("[data-sse-connect]", "data-sse-connect")) {
			n := reader.Wire(path)
			t.Logf("%6d bytes %s", n, path)
			total += n
		}
		t.Logf("%6d bytes in all", total)
		if total >= 45_000 {
			t.Errorf("the first visit takes %d bytes, want less than 45000", total)
		}
	}
}

// The fullest board of many random games takes less than 3 KB zipped.
func TestFragmentIsSmall(t *testing.T) {
	t.Parallel()
	texts := sitetest.LoadTexts(t)
	largest, where := 0, ""
	for seed := range uint64(40) {
		r := sitetest.RandomGame(t, seed)
		for _, turns := range []int{2, 20, 40, 60, 1000} {
			var b bytes.Buffer
			in := sitetest.TableOf(t, texts, r, turns)
			if err := table.Fragment(table.New(in)).Render(t.Context(), &b); err != nil {
				t.Fatal(err)
			}
			if n := sitetest.ZippedSize(t, b.Bytes()); n > largest {
				largest, where = n, fmt.Sprintf("seed %d after %d turns", seed, len(in.Game.Record.Turns()))
			}
		}
	}
	t.Logf("the largest fragment has %d bytes: %s", largest, where)
	if largest >= 3_000 {
		t.Errorf("the fragment of %s has %d bytes zipped, want less than 3000", where, largest)
	}
}
