package handlers_test

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hexclub/handlers/sitetest"
	"hexclub/rules/rulestest"
)

var (
	fuzzFor  = flag.Duration("fuzzroutes", 0, "how long TestFuzzRoutes goes on; 0 for some hundreds of requests with each seed")
	fuzzSeed = flag.Uint64("fuzzseed", 0, "the one seed of TestFuzzRoutes; 0 for always the same one, and then a new one")
)

// TestFuzzRoutes sends random requests to every route, in every role: valid ones with changes, and ones that no
// browser sends. None causes an internal error, each answer is what the route promises, and reads and refused
// requests store nothing. Without flags it sends a few; -fuzzseed repeats a failed one.
func TestFuzzRoutes(t *testing.T) {
	t.Parallel()
	w := sitetest.BuildWorld(t).CopyOf(t)
	requests := rulestest.Some(t, 700)
	if *fuzzFor > 0 || *fuzzSeed > 0 {
		seed := cmp.Or(*fuzzSeed, rand.Uint64())
		end := time.Now().Add(*fuzzFor)
		newFuzzer(t, w, seed).run(func(sent int) bool { return sent < requests || time.Now().Before(end) })
		return
	}
	for _, seed := range []uint64{1, rand.Uint64()} {
		newFuzzer(t, w, seed).run(func(sent int) bool { return sent < requests })
	}
}

// A fuzzer makes requests from the content of pages and from junk.
type fuzzer struct {
	*sitetest.World
	t             *testing.T
	seed          uint64
	random        *rand.Rand
	routes        []string
	names, values []string // of fields, some of them from pages
	statuses      map[int]int
	faults        int
	rest          []string // everything stored except sessions
}

// beyondSessions returns everything stored except sessions, because any page takes the notice in a session.
func (f *fuzzer) beyondSessions() []string {
	return slices.DeleteFunc(f.Rows(f.t), func(row string) bool { return strings.HasPrefix(row, "sessions ") })
}

func newFuzzer(t *testing.T, w *sitetest.World, seed uint64) *fuzzer {
	f := &fuzzer{World: w, t: t, seed: seed, random: rand.New(rand.NewPCG(seed, 0)), routes: w.Routes(t), statuses: map[int]int{}}
	names := w.Forged("young", "account")
	for _, asked := range sitetest.RouteRequests {
		for name := range strings.FieldsSeq(asked.Choices) {
			names[name] = ""
		}
	}
	for _, name := range []string{"return", "draft", "pick", "since", "before", "after", "read", "position", "page", "from", "to", "lang", "play", "seen", "line", "text"} {
		names[name] = ""
	}
	f.names = slices.Sorted(maps.Keys(names))
	f.values = slices.Clone(junk)
	return f
}

// junk are values for any field.
var junk = []string{
	"", " ", "\x00", "\xff\xfe", "a\x00b", "a\r\nSet-Cookie: hexclub=x", "\u202egnp.exe", "\u200b", "ʻ\u0301\u0301\u0301", "𝕳𝖊𝖝", "İı", "ﷺ", "💥",
	"0", "-1", "1", "7", "99", "1e9", "0x10", "+1", "١", "2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "NaN",
	"on", "off", "yes", "no", "null", "true", "all", "en", "fr", "device", "lobby", "invite", "hexone", "hexit", "six", "tartan", "hexellation", "swiss", "knockout", "robin",
	"c2", "c2,c2xW", "d3,d3xE,", ",,,", "c2 c2", "a99999999999", "2026-02-30", "2026-07-02T10:00", "0000-00-00", "99999-12-31", "10+5", "3d", "999999999d", "0+0", "1-0", "½-½",
	"//evil.example", `/\evil.example`, "https:evil.example", "javascript:alert(1)", "../../etc/passwd", "%2e%2e%2f", "%00", "%", "%zz", ";", "'", `"`, "`", "<b>", "{{.}}", "${x}", "' OR 1=1 --",
	`"><img src=x onerror=alert(1)>`, "</script><script>alert(1)</script>", "=HYPERLINK(\"http://evil.example\")", "a,b,c\n\"", "name,email\nX,x@y.example", "[a](javascript:b)", "x@y.example", "x@y\n.example",
}

// run sends requests while more returns true.
func (f *fuzzer) run(more func(sent int) bool) {
	sent, changed := 0, 0
	f.rest = f.beyondSessions()
	for more(sent) && f.faults < 20 {
		if sent++; sent%1000 == 0 {
			_ = f.SendMail(f.t.Context()) // no e-mail is sent here, but the queue of forgotten passwords is emptied
			f.rest = f.beyondSessions()
		}
		role, text := f.request()
		request, err := http.ReadRequest(bufio.NewReader(strings.NewReader(text)))
		if err != nil {
			f.statuses[0]++ // the server answers it without the router
			continue
		}
		request.RemoteAddr = fmt.Sprintf("192.0.2.%d:1234", 1+f.random.IntN(200))
		before := f.Version(f.t)
		answer := f.answer(request, role)
		f.statuses[answer.Code]++
		stored := f.Version(f.t) != before
		if stored {
			before := f.rest
			f.rest = f.beyondSessions()
			stored = !slices.Equal(f.rest, before)
		}
		faults := f.judge(request, answer, stored)
		for _, fault := range faults[:min(len(faults), 2)] {
			f.faults++
			f.t.Errorf("-fuzzseed %d, request %d as %s: %.700s\n%.1000q", f.seed, sent, role, fault, text)
		}
		f.learn(answer)
		if stored {
			if changed++; f.random.IntN(6) == 0 || strings.Contains(request.URL.Path, "/settings/") || strings.Contains(request.URL.Path, "/log") {
				f.sound()
				f.Restore(f.t)
				f.Pass(time.Millisecond) // games do not get the same revision twice at one time, which caches rely on
				f.rest = f.beyondSessions()
			}
		}
	}
	f.Restore(f.t)
	f.t.Logf("seed %d: %d requests, of which %d changed something; by status %v", f.seed, sent, changed, f.statuses)
}

// answer returns the router's answer. A panic that reaches the server has status 599.
func (f *fuzzer) answer(request *http.Request, role string) (answer *httptest.ResponseRecorder) {
	defer func() {
		if r := recover(); r != nil {
			answer = httptest.NewRecorder()
			answer.WriteHeader(599)
			fmt.Fprint(answer.Body, r)
		}
	}()
	return f.Send(request, role)
}

func one[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

// often returns true in this percentage of cases.
func (f *fuzzer) often(percent int) bool { return f.random.IntN(100) < percent }

// request returns a request as it is written to a connection, and the role of its sender.
func (f *fuzzer) request() (role, text string) {
	route, state := one(f.random, f.routes), one(f.random, sitetest.States).Name
	role = one(f.random, sitetest.Roles)
	method, address, pairs := f.World.Request(route, state, role)
	if f.often(40) {
		address = f.spoilPath(route, address)
	}
	form := f.spoilForm(pairs)
	if f.often(6) {
		method = one(f.random, []string{"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "get", "X"})
	}
	if len(form) > 0 && (method == http.MethodGet || f.often(10)) && f.often(80) {
		address += "?" + f.encode(form)
	}
	kind, body := "", ""
	if method != http.MethodGet && method != http.MethodHead || f.often(3) {
		kind, body = f.body(form)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: hex.example\r\n", method, address)
	if kind != "" {
		fmt.Fprintf(&b, "Content-Type: %s\r\n", kind)
	}
	for range f.random.IntN(4) {
		header := one(f.random, fuzzedHeaders)
		fmt.Fprintf(&b, "%s: %s\r\n", header[0], f.headerValue(header[1:]))
	}
	if f.often(5) {
		fmt.Fprintf(&b, "Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(body), body)
	} else {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	return role, b.String()
}

// fuzzedHeaders are headers that can change an answer, with their usual values.
var fuzzedHeaders = [][]string{
	{"Accept-Language", "fr", "ko-KR,ko;q=0.9", "*", "en;q=2", "x-", "zz-ZZ-ZZ", strings.Repeat("fr,", 2000), "de;q=0,es;q=0.1"},
	{"Accept-Encoding", "gzip", "gzip;q=0", "br, *", "identity;q=0", ""},
	{"Range", "bytes=0-1", "bytes=-1", "bytes=9-0", "bytes=0-0,2-3", "lines=1"},
	{"If-None-Match", "*", `"x"`, `W/"x", "y"`},
	{"If-Match", `"x"`, "*"},
	{"If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 01 Jan 2100 00:00:00 GMT", "yesterday"},
	{"If-Range", `"x"`},
	{"HX-Request", "true"},
	{"HX-Request", "true"},
	{"HX-Target", "board"},
	{"HX-Current-URL", "http://hex.example/"},
	{"HX-Boosted", "true"},
	{"Cookie", "lang=fr", "lang=", "look=dark", "look=%ff", "hexclub=x", "hexclub=", "hexclub=a; hexclub=b", ";;;=", "__Host-hexclub=x", strings.Repeat("a=b; ", 300)},
	{"Referer", "http://hex.example/games", "http://hex.example//evil.example", `http://hex.example/\evil`, "http://evil.example/", "//hex.example/x", "http://hex.example/games/%ff"},
	{"Origin", "http://hex.example"},
	{"Sec-Fetch-Site", "same-origin", "none", "x"},
	{"X-Forwarded-For", "192.0.2.9", "x, y"},
	{"X-Forwarded-Host", "evil.example"},
	{"X-HTTP-Method-Override", "DELETE"},
	{"X-Original-URL", "/club/settings"},
	{"Content-Encoding", "gzip", "br"},
	{"Expect", "100-continue"},
	{"Content-Type", "text/html", "application/x-www-form-urlencoded; charset=utf-16", "multipart/form-data"},
	{"Accept", "application/json", "image/*"},
	{"User-Agent", ""},
	{"Last-Event-ID", "9"},
	{"Connection", "Upgrade"},
	{"Upgrade", "websocket", "h2c"},
}

// headerValue returns one of the values, or any value of a header.
func (f *fuzzer) headerValue(values []string) string {
	if f.often(85) {
		return one(f.random, values)
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, f.value())
}

// spoilPath returns an address of a route with other parameters, or in another spelling.
func (f *fuzzer) spoilPath(route, address string) string {
	_, pattern, _ := strings.Cut(route, " ")
	parts := strings.Split(address, "/")
	for i, part := range strings.Split(pattern, "/") {
		if i < len(parts) && (strings.HasPrefix(part, ":") || part == "*") && f.often(60) {
			parts[i] = f.escape(f.value())
		}
	}
	address = strings.Join(parts, "/")
	if f.often(80) {
		return address
	}
	return one(f.random, []func() string{
		func() string { return "/" + address },
		func() string { return address + "/" },
		func() string { return "/x/.." + address },
		func() string { return "/x/%2e%2e" + address },
		func() string { return strings.ReplaceAll(address, "/", "%2f") },
		func() string { return strings.Replace(address, "/", "/./", 1) },
		func() string { return strings.ReplaceAll(address, "/", "\\") },
		func() string { return address + ";jsessionid=1" },
		func() string { return address + "%00" },
		func() string { return address + "%0d%0aX: y" },
		func() string { return "http://evil.example" + address },
		func() string { return strings.ToUpper(address) },
		func() string { return address + strings.Repeat("/a", 1500) },
		func() string { return "*" },
		func() string { return "/" + f.escape(f.value()) },
	})()
}

// value returns a value for a field: junk, text from a page, or several of either.
func (f *fuzzer) value() string {
	value := one(f.random, f.values)
	switch f.random.IntN(24) {
	case 0:
		value += one(f.random, junk)
	case 1:
		value = strings.Repeat(value, 1+f.random.IntN(60))
	case 2:
		value = strings.Repeat(value+",", 1+f.random.IntN(400))
	case 3:
		bytes := make([]byte, f.random.IntN(40))
		for i := range bytes {
			bytes[i] = byte(f.random.IntN(256))
		}
		value = string(bytes)
	case 4:
		runes := make([]rune, f.random.IntN(20))
		for i := range runes {
			runes[i] = rune(f.random.IntN(0x11000))
		}
		value = string(runes)
	}
	return value[:min(len(value), 30_000)]
}

// escape escapes a value for an address, sometimes wrongly.
func (f *fuzzer) escape(value string) string {
	switch f.random.IntN(10) {
	case 0:
		return strings.NewReplacer(" ", "+", "\r", "", "\n", "").Replace(value)
	case 1:
		return url.QueryEscape(url.QueryEscape(value))
	}
	return url.PathEscape(value)
}

// spoilForm returns a form with fields changed, omitted, doubled and added.
func (f *fuzzer) spoilForm(pairs []string) (form [][2]string) {
	for i := 1; i < len(pairs); i += 2 {
		name, value := pairs[i-1], pairs[i]
		switch f.random.IntN(10) {
		case 0: // omitted
		case 1:
			form = append(form, [2]string{name, value}, [2]string{name, f.value()})
		case 2, 3:
			form = append(form, [2]string{name, f.value()})
		default:
			form = append(form, [2]string{name, value})
		}
	}
	for range f.random.IntN(6) {
		name := one(f.random, f.names)
		if f.often(5) {
			name = f.value()
		}
		form = append(form, [2]string{name, f.value()})
	}
	return form
}

// encode encodes a form, sometimes wrongly.
func (f *fuzzer) encode(form [][2]string) string {
	fields := make([]string, len(form))
	for i, field := range form {
		fields[i] = f.escape(field[0]) + "=" + f.escape(field[1])
	}
	return strings.Join(fields, one(f.random, []string{"&", "&", "&", "&", "&", "&", "&", ";", "&&", "&=&"}))
}

// body returns a form in some encoding, or another body.
func (f *fuzzer) body(form [][2]string) (kind, body string) {
	const urlencoded = "application/x-www-form-urlencoded"
	switch f.random.IntN(14) {
	case 0:
		return urlencoded, f.value()
	case 1:
		return f.multipart(form)
	case 2:
		kind, body = f.multipart(form)
		return kind, body[:f.random.IntN(len(body))]
	case 3:
		return "multipart/form-data", f.encode(form)
	case 4:
		all := map[string]any{}
		for _, field := range form {
			all[field[0]] = []any{field[1], 1, nil}[f.random.IntN(3)]
		}
		text, _ := json.Marshal(all) // texts and numbers
		return "application/json", string(text)
	case 5:
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = io.WriteString(z, f.encode(form)) // in memory
		_ = z.Close()
		return urlencoded + "\r\nContent-Encoding: gzip", b.String()
	case 6:
		return one(f.random, []string{"text/plain", "text/xml", "application/octet-stream", urlencoded + "; charset=utf-7", ";", "a/b/c", ""}), f.encode(form)
	case 7:
		return urlencoded, f.encode(form) + "&" + strings.Repeat("x=y&", f.random.IntN(15_000))
	}
	return urlencoded, f.encode(form)
}

func (f *fuzzer) multipart(form [][2]string) (kind, body string) {
	var b bytes.Buffer
	parts := multipart.NewWriter(&b)
	for _, field := range form {
		if f.often(20) {
			part, err := parts.CreateFormFile(field[0], f.value())
			if err == nil {
				_, _ = io.WriteString(part, field[1]) // in memory
			}
			continue
		}
		_ = parts.WriteField(field[0], field[1])
	}
	_ = parts.Close()
	return parts.FormDataContentType(), b.String()
}

var (
	fieldNames  = regexp.MustCompile(` name="([^"]{1,40})"`)
	fieldValues = regexp.MustCompile(` (?:value|href)="([^"]{1,400})"`)
)

// learn takes names and values of fields from a page, for later requests.
func (f *fuzzer) learn(answer *httptest.ResponseRecorder) {
	const most = 600
	body := answer.Body.String()
	if found := fieldNames.FindAllStringSubmatch(body, -1); len(found) > 0 && len(f.names) < most {
		if name := one(f.random, found)[1]; !slices.Contains(f.names, name) {
			f.names = append(f.names, name)
		}
	}
	if found := fieldValues.FindAllStringSubmatch(body, -1); len(found) > 0 {
		value := one(f.random, found)[1]
		if len(f.values) >= most {
			f.values[len(junk)+f.random.IntN(most-len(junk))] = value
		} else {
			f.values = append(f.values, value)
		}
	}
}
