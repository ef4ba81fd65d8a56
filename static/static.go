// Package static holds the files that browsers keep: the style sheet, the
// scripts and the icon. They are embedded in the binary and served under
// names that carry a hash of their content, so a browser may keep them for
// ever and never sees an old one.
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
	"strings"
)

//go:embed *.css app.js icon.svg vendor/*.js
var embedded embed.FS

// Prefix is where the files are served.
const Prefix = "/static/"

// Files are the embedded files, ready to be served. They do not change, so
// Files may be used from any goroutine.
type Files struct {
	paths  map[string]string // address by name
	served map[string]file   // by address
}

type file struct {
	kind          string // media type
	plain, zipped []byte
}

// sources are the files by name, each made of these one after the other.
var sources = map[string][]string{
	"site.css":       {"theme.css", "app.css", "table.css", "board.css", "chat.css", "lobby.css", "print.css"},
	"club.css":       {"club.css"},
	"film.css":       {"film.css"},
	"graph.css":      {"graph.css"},
	"ladder.css":     {"ladder.css"},
	"learn.css":      {"learn.css"},
	"pairing.css":    {"pairing.css"},
	"people.css":     {"people.css"},
	"tournament.css": {"tournament.css"},
	"app.js":         {"app.js"},
	"htmx.js":        {"vendor/htmx-2.0.11.min.js"},
	"icon.svg":       {"icon.svg"},
	"sse.js":         {"vendor/htmx-ext-sse-2.2.4.min.js"},
}

// kinds are the media types of the files. Package mime would read the system's tables
// for them, and keep all that is in there.
var kinds = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}

// Load reads, hashes and compresses the embedded files. The names are
// "site.css", which is the sheets of every page, and those of the other files
// without their folder and version: "htmx.js".
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
			content = append(content, withoutNotes(part, some)...)
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

// What only people need in a script: comments, what lines are indented by, ends of
// lines that end nothing, and spaces about arrows. No text in it goes over several
// lines, or has any of these in it.
var (
	note  = regexp.MustCompile(`(?m)^\s*//.*\n|^\s+|\s+// .*$`)
	space = regexp.MustCompile(`([{};,(\[])\n| (=>) `)
)

// withoutNotes is a script of ours without what browsers have no use for; other
// files are as they are.
func withoutNotes(name string, content []byte) []byte {
	if name != "app.js" {
		return content
	}
	return space.ReplaceAll(note.ReplaceAll(content, nil), []byte("$1$2"))
}

// Path is the address of a file by its name; empty for a name that Load does
// not know.
func (f *Files) Path(name string) string { return f.paths[name] }

// ServeHTTP answers with the file at the request's path, compressed when the
// browser takes gzip, and with 404 for any other path.
func (f *Files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found, ok := f.served[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	header := w.Header()
	header.Set("Content-Type", found.kind)
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("Vary", "Accept-Encoding")
	body := found.plain
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		header.Set("Content-Encoding", "gzip")
		body = found.zipped
	}
	header.Set("Content-Length", fmt.Sprint(len(body)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // a browser that went away needs no answer
	}
}

// zip compresses content by a writer that serves again and again: each takes most of a
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
