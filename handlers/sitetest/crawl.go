package sitetest

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
)

// Crawl visits every page that a role can reach by links, and checks that nothing is stored.
func (w *World) Crawl(t *testing.T, role string) (pages int) {
	t.Helper()
	queue := []string{"/"}
	for _, route := range w.Routes(t) {
		if !strings.HasPrefix(route, "GET ") || strings.HasSuffix(route, "/events") {
			continue
		}
		for _, state := range States {
			_, address, _ := w.Request(route, state.Name, role)
			queue = append(queue, address)
			if !OfGames(route) {
				break
			}
		}
	}
	version, before := w.Version(t), w.Rows(t)
	seen, alike := map[string]bool{}, map[string]int{}
	for len(queue) > 0 {
		address := queue[0]
		queue = queue[1:]
		if seen[address] {
			continue
		}
		seen[address] = true
		get := w.Ask(http.MethodGet, address, role, "")
		head := w.Ask(http.MethodHead, address, role, "")
		if get.Code >= http.StatusInternalServerError || head.Code != get.Code && get.Code != http.StatusMethodNotAllowed && !strings.HasPrefix(address, "/next") {
			t.Errorf("%s: GET answers %d, HEAD %d", address, get.Code, head.Code)
		}
		for _, answer := range []http.Header{get.Header(), head.Header()} {
			if cookies := answer["Set-Cookie"]; cookies != nil {
				t.Errorf("%s sets %q", address, cookies)
			}
		}
		if now := w.Version(t); now != version {
			t.Errorf("%s: stored is\n%s", address, Changes(strings.Join(before, "\n")+"\n", strings.Join(w.Rows(t), "\n")+"\n"))
			version = now
		}
		links := []string{get.Header().Get("Location")}
		if strings.HasPrefix(get.Header().Get("Content-Type"), "text/html") {
			links = append(links, LinksOf(t, get.Body.String())...)
		}
		for _, to := range links {
			to, _, _ = strings.Cut(to, "#")
			if strings.HasPrefix(to, "?") {
				page, _, _ := strings.Cut(address, "?")
				to = page + to
			}
			// Of drafts and the like, only two of each kind are followed. Rendering PNG files is
			// slow.
			if kind := w.kindOf(t, to); strings.HasPrefix(to, "/") && !strings.Contains(kind, ".png") && !strings.HasSuffix(to, "/events") && alike[kind] < 2 {
				alike[kind]++
				queue = append(queue, to)
			}
		}
	}
	if after := w.Rows(t); !slices.Equal(after, before) {
		t.Errorf("stored is\n%s", Changes(strings.Join(before, "\n")+"\n", strings.Join(after, "\n")+"\n"))
	}
	return len(seen)
}

// LinksOf lists the addresses of a page's links and of the files that it loads, with and without
// JavaScript.
func LinksOf(t *testing.T, page string) (links []string) {
	t.Helper()
	document, err := goquery.NewDocumentFromReader(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	document.Find("[href], [src], [data-hx-get], [data-get], form[method=get], form:not([method])").Each(func(_ int, found *goquery.Selection) {
		for _, attribute := range found.Get(0).Attr {
			if slices.Contains([]string{"href", "src", "data-hx-get", "data-get", "action"}, attribute.Key) {
				links = append(links, attribute.Val)
			}
		}
	})
	return links
}

// kindOf returns the route of an address and the names of its query parameters.
func (w *World) kindOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Errorf("a page leads to %q", address)
		return ""
	}
	c := w.Router.NewContext(nil, nil)
	w.Router.Router().Find(http.MethodGet, u.Path, c)
	names := []string{}
	for name := range u.Query() {
		names = append(names, name)
	}
	slices.Sort(names)
	return fmt.Sprint(c.Path(), names)
}

// Pages returns the addresses of all pages and files, with tournaments in every state, and for the
// host with games in every state. It leaves out streams.
func (w *World) Pages(t *testing.T, role string) (list []string) {
	t.Helper()
	for _, route := range w.Routes(t) {
		if !strings.HasPrefix(route, "GET ") || strings.HasSuffix(route, "/events") {
			continue
		}
		for _, state := range States {
			_, address, _ := w.Request(route, state.Name, role)
			list = append(list, address)
			if !OfGames(route) || role != "host" {
				break
			}
		}
		for _, tournament := range w.Tournaments {
			_, address, _ := w.Request(route, "", role)
			list = append(list, strings.Replace(address, w.tournamentFor(route), tournament, 1))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// ReadAll reads the addresses of all routes and the given ones in a role, and checks the answers
// for markup and formulas that user input may have injected. It returns the bodies by address.
func (w *World) ReadAll(t *testing.T, role string, addresses ...string) map[string]string {
	t.Helper()
	answers := map[string]string{}
	for _, route := range w.Routes(t) {
		if !strings.HasPrefix(route, "GET ") || strings.HasSuffix(route, "/events") || strings.HasSuffix(route, ".png") {
			continue
		}
		for _, state := range States {
			_, address, _ := w.Request(route, state.Name, role)
			addresses = append(addresses, address)
			if !OfGames(route) {
				break
			}
		}
	}
	for _, address := range addresses {
		for _, ask := range []http.Header{{}, {"Hx-Request": {"true"}}} {
			request := FormRequest(address, nil)
			request.Method = http.MethodGet
			maps.Copy(request.Header, ask)
			answer := w.Send(request, role)
			body := answer.Body.String()
			answers[address] += body
			if answer.Code >= http.StatusInternalServerError {
				t.Errorf("%s answers %d: %.400s", address, answer.Code, w.Log)
			}
			for _, fault := range append(JudgeBody(request, answer.Code, answer.Header(), []byte(body)), InjectedContent(address, answer.Header(), body)...) {
				t.Errorf("%s as %s: %s", address, role, fault)
			}
		}
	}
	return answers
}

// StaysHere reports whether an address in an answer leads to this site. Like browsers, it reads
// backslashes as slashes, and ignores tabs and line breaks.
func StaysHere(address string) bool {
	return strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") && !strings.ContainsAny(address, "\\\t\r\n")
}

// missingSpace finds French punctuation without its narrow no-break space: after a word or after another
// space. It ignores numbers, because notation contains marks such as "1500?".
var missingSpace = regexp.MustCompile(`\S*[\pL)”’ \x{a0}][:;?!»]+([\s).,…]|$)|«[^\x{202f}]`)

// CheckTypeset reports punctuation without its space on a French page, and returns the number of
// texts with punctuation.
func CheckTypeset(t *testing.T, address string, document *goquery.Document) (texts int) {
	t.Helper()
	document.Find("code, pre, textarea, script, style, kbd, [lang]:not(html):not([lang=fr])").Remove()
	check := func(text string) {
		if strings.ContainsAny(text, ":;?!«»") {
			texts++
		}
		if found := missingSpace.FindString(text); found != "" {
			t.Errorf("%s has %q: %.120s", address, found, text)
		}
	}
	for node := range document.Nodes[0].Descendants() {
		if node.Type == html.TextNode {
			check(strings.TrimSpace(node.Data))
		}
		for _, attribute := range node.Attr {
			switch attribute.Key {
			case "aria-label", "title", "alt", "placeholder", "data-lost", "data-unsent":
				check(attribute.Val)
			}
		}
	}
	return texts
}
