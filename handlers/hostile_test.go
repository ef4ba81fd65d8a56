package handlers_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"hexclub/views/i18n"
)

// judge tells what is wrong with an answer, whatever was asked.
func (f *fuzzer) judge(request *http.Request, answer *httptest.ResponseRecorder, stored bool) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	status, header := answer.Code, answer.Header()
	if status >= http.StatusInternalServerError || status < http.StatusOK {
		fault("status %d: %.600s", status, f.log)
		return faults
	}
	if stored && (status >= http.StatusBadRequest || request.Method == http.MethodGet || request.Method == http.MethodHead) {
		fault("status %d, and something is stored", status)
	}
	policy := contentPolicy
	if strings.HasPrefix(request.URL.Path, "/embed/") && status < http.StatusBadRequest && request.Method != http.MethodOptions {
		policy = strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors *", 1)
	}
	for name, want := range map[string]string{"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"} {
		if got := header.Get(name); got != want {
			fault("%s is %q", name, got)
		}
	}
	for _, line := range header["Set-Cookie"] {
		cookie, err := http.ParseSetCookie(line)
		if err != nil || !slices.Contains([]string{"hexclub", "hexclub-device", "lang", "look"}, cookie.Name) || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode {
			fault("the cookie is %q", line)
		}
	}
	if to := header.Get("Location"); to != "" && !staysHere(to) {
		fault("it leads to %q", to)
	}
	body, err := unzipped(answer)
	if err != nil {
		fault("the body is cut: %v", err)
	}
	return append(faults, judgeBody(request, status, header, body)...)
}

// judgeBody tells what is wrong with the body of an answer.
func judgeBody(request *http.Request, status int, header http.Header, body []byte) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if len(body) == 0 {
		if status == http.StatusOK && request.Method == http.MethodGet && promised(request.URL.Path) == "text/html" && header.Get("HX-Refresh") == "" {
			fault("the answer is empty")
		}
		return faults
	}
	kind, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	if want := promised(request.URL.Path); status >= http.StatusBadRequest && !strings.HasPrefix(request.URL.Path, "/static/") {
		if kind != "text/html" {
			fault("an error comes as %q", kind)
		}
	} else if status < http.StatusMultipleChoices && kind != want && !strings.HasPrefix(request.URL.Path, "/static/") {
		fault("it comes as %q, want %q", kind, want)
	}
	if kind == "image/png" || strings.HasPrefix(request.URL.Path, "/static/") {
		return faults
	}
	if !utf8.Valid(body) || bytes.ContainsRune(body, 0) {
		fault("the body is no text")
	}
	if kind == "text/html" {
		faults = append(faults, foreignMarkup(body)...)
	}
	return faults
}

// promised is the media type that an address promises.
func promised(address string) string {
	switch path.Ext(address) {
	case ".csv":
		return "text/csv"
	case ".json":
		return "application/json"
	case ".txt":
		return "text/plain"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	}
	if strings.HasSuffix(address, "/events") {
		return "text/event-stream"
	}
	if address == "/readyz" {
		return "application/json"
	}
	if address == "/healthz" {
		return "text/plain"
	}
	return "text/html"
}

// unzipped is the body of an answer.
func unzipped(answer *httptest.ResponseRecorder) ([]byte, error) {
	if answer.Header().Get("Content-Encoding") != "gzip" || answer.Body.Len() == 0 {
		return answer.Body.Bytes(), nil
	}
	z, err := gzip.NewReader(bytes.NewReader(answer.Body.Bytes()))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// staysHere tells whether an address of an answer leads to this site, as browsers
// read it: they take backslashes for slashes, and leave out tabs and line breaks.
func staysHere(address string) bool {
	return strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") && !strings.ContainsAny(address, "\\\t\r\n")
}

// foreignMarkup is what a page of this site never holds: scripts and styles in the page,
// things from elsewhere, links that do something, and a language that it does not speak.
func foreignMarkup(body []byte) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	tokens := html.NewTokenizer(bytes.NewReader(body))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			if !errors.Is(tokens.Err(), io.EOF) {
				fault("%v", tokens.Err())
			}
			return faults
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			of := map[string]string{}
			for _, attribute := range token.Attr {
				of[attribute.Key] = attribute.Val
			}
			for name, value := range of {
				switch {
				case strings.HasPrefix(name, "on"), strings.HasPrefix(name, "hx-"), name == "style", name == "srcdoc":
					fault("<%s %s=%q>", token.Data, name, value)
				case name == "src", name == "action", name == "formaction", name == "data", name == "data-hx-get", name == "data-hx-post", name == "href" && token.Data != "a":
					if !staysHere(value) && !strings.HasPrefix(value, "#") && !strings.HasPrefix(value, "data:image/") && value != "" {
						fault("<%s %s=%q>", token.Data, name, value)
					}
				case name == "href":
					if !staysHere(value) && !slices.ContainsFunc([]string{"#", "?", "http://", "https://", "mailto:"}, func(start string) bool { return strings.HasPrefix(value, start) }) {
						fault("<a href=%q>", value)
					}
				}
			}
			switch token.Data {
			case "script":
				if !strings.HasPrefix(of["src"], "/static/") {
					fault("a script in the page")
				}
			case "style", "base", "iframe", "object", "embed":
				fault("<%s>", token.Data)
			case "html":
				if !slices.Contains(i18n.Tags, of["lang"]) {
					fault("the page's language is %q", of["lang"])
				}
			}
		}
	}
}

// sound checks that what is stored can be kept: texts are texts, what is referred to
// is there.
func (f *fuzzer) sound() {
	f.t.Helper()
	for _, line := range f.rows(f.t) {
		if !utf8.ValidString(line) || strings.ContainsFunc(line, unseen) {
			f.faults++
			f.t.Errorf("-fuzzseed %d: stored is %.300q", f.seed, line)
		}
	}
	var table string
	if err := f.file.QueryRow("SELECT \"table\" FROM pragma_foreign_key_check").Scan(&table); err == nil {
		f.faults++
		f.t.Errorf("-fuzzseed %d: a row of %s refers to nothing", f.seed, table)
	}
}
