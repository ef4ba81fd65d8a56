package handlers_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"unicode/utf8"

	"hexclub/handlers/sitetest"
)

// judge returns the faults of an answer to any request.
func (f *fuzzer) judge(request *http.Request, answer *httptest.ResponseRecorder, stored bool) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	status, header := answer.Code, answer.Header()
	if status >= http.StatusInternalServerError || status < http.StatusOK {
		log := f.Log.String()
		fault("status %d: %s", status, log[max(0, len(log)-600):])
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
	if to := header.Get("Location"); to != "" && !sitetest.StaysHere(to) {
		fault("it leads to %q", to)
	}
	body, err := unzipped(answer)
	if err != nil {
		fault("the body is cut: %v", err)
	}
	return append(faults, sitetest.JudgeBody(request, status, header, body)...)
}

// unzipped returns the body of an answer.
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

// sound checks the stored data: texts are valid, and references exist.
func (f *fuzzer) sound() {
	f.t.Helper()
	for _, line := range f.Rows(f.t) {
		if !utf8.ValidString(line) || strings.ContainsFunc(line, unseen) {
			f.faults++
			f.t.Errorf("-fuzzseed %d: stored is %.300q", f.seed, line)
		}
	}
	if f.DB.OnServer() {
		return // it checks references itself
	}
	var table string
	if err := f.File.QueryRow("SELECT \"table\" FROM pragma_foreign_key_check").Scan(&table); err == nil {
		f.faults++
		f.t.Errorf("-fuzzseed %d: a row of %s refers to nothing", f.seed, table)
	}
}
