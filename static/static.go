// Package static has the embedded static files: the style sheets, the scripts and the icon. Their
// addresses contain a hash of their content, so browsers can cache them for ever.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
)

//go:embed *.css app.js replay.js order.js results.js page.js popups.js icon.svg vendor/*.js
var embedded embed.FS

// Prefix is the path of the files.
const Prefix = "/static/"

// Files has the embedded files as they are served. It does not change, so it may be used from any
// goroutine.
type Files struct {
	paths  map[string]string // address by name
	served map[string]file   // by address
}

type file struct {
	kind          string // media type
	plain, zipped []byte
}

// sources has the sources of each file, in order.
var sources = map[string][]string{
	// One sheet for each kind of page: games, games with a replay or an animation, lessons and sandboxes; courses and
	// rules, the club, settings, profiles, chats, all others. The style guide has everything.
	"site.css":     table(),
	"replay.css":   table("film.css", "replay.css"),
	"learn.css":    table("forms.css", "lesson.css", "setup.css", "sandbox.css"),
	"courses.css":  append(pages("cells.css", "learn.css"), "print-board.css"),
	"club.css":     pages(clubSheets...),
	"pages.css":    pages(otherSheets...),
	"settings.css": pages("setup.css", "pick.css", "account.css"),
	"profile.css":  pages("setup.css", "people.css", "graph.css", "ratings.css"),
	"talk.css":     pages("people.css", "chat.css"),
	"styleguide.css": pages(slices.Concat(
		[]string{"cells.css", "learn.css"}, clubSheets, otherSheets, []string{"ratings.css", "chat.css", "account.css"},
		[]string{"table.css", "play.css", "film.css", "replay.css", "lesson.css", "sandbox.css", "styleguide.css"},
	)...),
	"present.css": {"theme.css", "app.css", "present.css"},
	"film.css":    {"film.css"}, // for the page of a game that was opened without it
	"styles.css":  {"styles.css"},
	"app.js":      {"app.js"},
	"site.js":     {"vendor/htmx-2.0.11.min.js", "vendor/htmx-ext-sse-2.2.4.min.js", "page.js"},
	"icon.svg":    {"icon.svg"},
	"replay.js":   {"replay.js"},
	"order.js":    {"order.js"},
	"results.js":  {"results.js"},
	"popups.js":   {"popups.js"},            // for pages that fetch parts of themselves and that no board fills
	"page.js":     {"page.js", "popups.js"}, // for pages that fetch none
}

// table returns the sources of the sheet of a page that a board fills, with more of them before the rules for print.
func table(more ...string) []string {
	sources := append([]string{"theme.css", "app.css", "header.css", "table.css", "board.css", "cells.css", "play.css", "chat.css"}, more...)
	return append(sources, "print.css", "print-board.css")
}

// pages returns the sources of the sheet of other pages, with those of their subjects before the rules for print.
func pages(subjects ...string) []string {
	sources := append([]string{"theme.css", "app.css", "forms.css", "header.css", "board.css", "parts.css", "pages.css"}, subjects...)
	return append(sources, "print.css")
}

// The sources of the sheets of the club, and of pages with players, games and accounts.
var (
	clubSheets  = []string{"setup.css", "club.css", "ladder.css", "tournament.css", "pairing.css", "graph.css", "admin.css", "print-club.css"}
	otherSheets = []string{"setup.css", "pick.css", "lobby.css", "people.css"}
)

// kinds are the media types of the files. Package mime would load the system's tables and keep all
// of them in memory.
var kinds = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}

// Load reads, hashes and compresses the embedded files. A sheet joins several sources, and "site.js" joins the scripts of
// pages that fetch parts of themselves. Other files have their names without folder and version.
func Load() (*Files, error) {
	f := &Files{paths: map[string]string{}, served: map[string]file{}}
	zipper, err := gzip.NewWriterLevel(nil, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	for name, parts := range sources {
		var content []byte
		for _, part := range parts {
			some, err := embedded.ReadFile(part)
			if err != nil {
				return nil, fmt.Errorf("embedded file: %w", err)
			}
			content = append(content, minify(part, some)...)
		}
		zipped, err := zip(zipper, content)
		if err != nil {
			return nil, fmt.Errorf("compress %s: %w", name, err)
		}
		sum := sha256.Sum256(content)
		ext := path.Ext(name)
		address := Prefix + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:5]) + ext
		f.paths[name] = address
		f.served[address] = file{kinds[ext], content, zipped}
	}
	return f, nil
}

// The parts of our scripts that browsers do not need: comments, indentation, line ends that end no statement, and spaces
// around arrows and operators. No string in them spans lines or contains any of these, but for ">" in selectors.
var (
	note  = regexp.MustCompile(`(?m)^\s*//.*\n|^\s+|\s+// .*$`)
	space = regexp.MustCompile(`([{};,(\[])\n| (=>|={1,3}|!==|&&|\|\||\?{1,2}|:|<|>) `)
)

// The parts of style sheets that browsers do not need: comments, white space next to brackets and after colons,
// semicolons and commas, spaces around combinators, and the last semicolon of a rule. A space before a semicolon can be the value of a switch in
// theme.css.
var (
	remark  = regexp.MustCompile(`(?s)\s*/\*.*?\*/`)
	between = regexp.MustCompile(`\s*([{}])\s*|([;,])\s+| ([>~]) `)
	colon   = regexp.MustCompile(`: ([^ ;])`)
	closing = regexp.MustCompile(`([^ ]);}`)
)

// minify removes the parts of our own scripts and sheets that browsers do not need, and leaves other files
// unchanged.
func minify(name string, content []byte) []byte {
	switch {
	case path.Ext(name) == ".js" && !strings.HasPrefix(name, "vendor/"):
		return space.ReplaceAll(note.ReplaceAll(content, nil), []byte("$1$2"))
	case path.Ext(name) == ".css":
		short := between.ReplaceAll(remark.ReplaceAll(content, nil), []byte("$1$2$3"))
		return closing.ReplaceAll(colon.ReplaceAll(short, []byte(":$1")), []byte("$1}"))
	}
	return content
}

// Path returns the address of a file by its name, or an empty string for an unknown name.
func (f *Files) Path(name string) string { return f.paths[name] }

// otherHash matches the address of a file.
var otherHash = regexp.MustCompile(`^` + Prefix + `([a-z]+)\.[0-9a-f]{10}(\.[a-z]+)$`)

// ServeHTTP sends the file at the request's path, compressed if the browser accepts gzip. For an address that another version of
// the program has given to a file, it sends its own file, which browsers do not keep: during an upgrade, one node may send the page
// and another one its style sheet. It answers 404 for any other path.
func (f *Files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found, ok := f.served[r.URL.Path]
	caching := "public, max-age=31536000, immutable"
	if name := otherHash.FindStringSubmatch(r.URL.Path); !ok && name != nil {
		found, ok = f.served[f.paths[name[1]+name[2]]]
		caching = "no-store"
	}
	if !ok {
		http.NotFound(w, r)
		return
	}
	header := w.Header()
	header.Set("Content-Type", found.kind)
	header.Set("Cache-Control", caching)
	header.Set("Vary", "Accept-Encoding")
	body := found.plain
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		header.Set("Content-Encoding", "gzip")
		body = found.zipped
	}
	header.Set("Content-Length", fmt.Sprint(len(body)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the browser has left
	}
}

// zip compresses content with a writer that is reused, because each writer takes most of a
// megabyte.
func zip(w *gzip.Writer, content []byte) ([]byte, error) {
	var b bytes.Buffer
	w.Reset(&b)
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
