package sitetest

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"hexclub/views/i18n"
)

// JudgeBody lists the faults of the body of an answer.
func JudgeBody(request *http.Request, status int, header http.Header, body []byte) (faults []string) {
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
		faults = append(faults, ForeignMarkup(body)...)
	}
	return faults
}

// promised returns the media type that the extension of an address implies.
func promised(address string) string {
	switch path.Ext(address) {
	case ".csv":
		return "text/csv"
	case ".json":
		return "application/json"
	case ".txt":
		return "text/plain"
	case ".xml":
		return "application/xml"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".webmanifest":
		return "application/manifest+json"
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

// ForeignMarkup lists markup that pages of this site must not contain: inline scripts and styles,
// resources of other sites, links that run scripts, and unknown languages.
func ForeignMarkup(body []byte) (faults []string) {
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
				case name == "href" && of["rel"] == "canonical": // not fetched
				case name == "src", name == "action", name == "formaction", name == "data", name == "data-hx-get", name == "data-hx-post", name == "href" && token.Data != "a":
					if !StaysHere(value) && !strings.HasPrefix(value, "#") && !strings.HasPrefix(value, "data:image/") && value != "" {
						fault("<%s %s=%q>", token.Data, name, value)
					}
				case name == "href":
					if !StaysHere(value) && !slices.ContainsFunc([]string{"#", "?", "http://", "https://", "mailto:"}, func(start string) bool { return strings.HasPrefix(value, start) }) {
						fault("<a href=%q>", value)
					}
				}
			}
			switch token.Data {
			case "script":
				if !strings.HasPrefix(of["src"], "/static/") && of["type"] != "application/ld+json" { // that is data
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

// InjectedContent lists injected content in an answer that is not HTML: formulas in spreadsheets, malformed
// JSON, and unsafe file names.
func InjectedContent(address string, header http.Header, body string) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	u, _ := url.Parse(address) // the router has parsed it
	kind := path.Ext(u.Path)
	if disposition := header.Get("Content-Disposition"); disposition != "" {
		_, parameters, err := mime.ParseMediaType(disposition)
		if name := parameters["filename"]; err != nil || path.Ext(name) != kind || strings.ContainsAny(name, "/\\\"<>:\r\n") {
			fault("the file is called %q", disposition)
		}
	} else if kind == ".csv" && header.Get("Content-Type") == csvType {
		fault("the file has no name")
	}
	switch header.Get("Content-Type") {
	case csvType:
		table, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(body, "\ufeff"))).ReadAll()
		if err != nil {
			fault("%v", err)
		}
		for _, row := range table {
			for _, cell := range row {
				if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r") {
					fault("a cell is %q", cell)
				}
			}
		}
	case "application/json":
		if !json.Valid([]byte(body)) {
			fault("it is no JSON: %.200s", body)
		}
	}
	return faults
}

const csvType = "text/csv; charset=utf-8"
