package handlers_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"hexclub/rules/rulestest"
)

// What reading may store, column by column. Each has a test of its own below.
//
//   - sessions.data, where a notice is left for the next page, which takes it
//   - sessions.expires, once a session has lived half its life
//   - people.seen, the day on which a member was here, which the worker notes later
//
// That somebody is here at all, and what limits count, is in memory alone.

// TestCrawlingChangesNothing follows every link from every address of the site, in
// every role, by GET and HEAD. Nothing at all is stored: nobody becomes a guest, no
// clock is judged, no notice of anybody is taken.
func TestCrawlingChangesNothing(t *testing.T) {
	t.Parallel()
	w := buildWorld(t)
	for _, role := range rulestest.Few(t, []string{"nobody", "guest", "host", "admin"}, 1) {
		t.Run(role, func(t *testing.T) {
			t.Parallel()
			w := w.copyOf(t)
			pages := w.crawl(t, role)
			if pages < 250 {
				t.Errorf("only %d pages were found", pages)
			}
		})
	}
}

// crawl reads all that a role finds, and checks that nothing is stored.
func (w *world) crawl(t *testing.T, role string) (pages int) {
	t.Helper()
	queue := []string{"/"}
	for _, route := range w.routes(t) {
		if !strings.HasPrefix(route, "GET ") || strings.HasSuffix(route, "/events") {
			continue
		}
		for _, state := range states {
			_, address, _ := w.request(route, state.name, role)
			queue = append(queue, address)
			if !ofGames(route) {
				break
			}
		}
	}
	version, before := w.version(t), w.rows(t)
	seen, alike := map[string]bool{}, map[string]int{}
	for len(queue) > 0 {
		address := queue[0]
		queue = queue[1:]
		if seen[address] {
			continue
		}
		seen[address] = true
		get := w.ask(http.MethodGet, address, role, "")
		head := w.ask(http.MethodHead, address, role, "")
		if get.Code >= http.StatusInternalServerError || head.Code != get.Code && get.Code != http.StatusMethodNotAllowed && !strings.HasPrefix(address, "/next") {
			t.Errorf("%s: GET answers %d, HEAD %d", address, get.Code, head.Code)
		}
		for _, answer := range []http.Header{get.Header(), head.Header()} {
			if cookies := answer["Set-Cookie"]; cookies != nil {
				t.Errorf("%s sets %q", address, cookies)
			}
		}
		if now := w.version(t); now != version {
			t.Errorf("%s: stored is\n%s", address, changes(strings.Join(before, "\n")+"\n", strings.Join(w.rows(t), "\n")+"\n"))
			version = now
		}
		links := []string{get.Header().Get("Location")}
		if strings.HasPrefix(get.Header().Get("Content-Type"), "text/html") {
			links = append(links, linksOf(t, get.Body.String())...)
		}
		for _, to := range links {
			to, _, _ = strings.Cut(to, "#")
			if strings.HasPrefix(to, "?") {
				page, _, _ := strings.Cut(address, "?")
				to = page + to
			}
			// Of the turns that may be drafted and the like, two each are followed; pictures
			// in pixels take long.
			if kind := w.kindOf(t, to); strings.HasPrefix(to, "/") && !strings.Contains(kind, ".png") && !strings.HasSuffix(to, "/events") && alike[kind] < 2 {
				alike[kind]++
				queue = append(queue, to)
			}
		}
	}
	if after := w.rows(t); !slices.Equal(after, before) {
		t.Errorf("stored is\n%s", changes(strings.Join(before, "\n")+"\n", strings.Join(after, "\n")+"\n"))
	}
	return len(seen)
}

// linksOf is where a page leads, with and without JavaScript, and what it loads.
func linksOf(t *testing.T, page string) (links []string) {
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

// kindOf names an address by its route and the names in its query.
func (w *world) kindOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Errorf("a page leads to %q", address)
		return ""
	}
	c := w.router.NewContext(nil, nil)
	w.router.Router().Find(http.MethodGet, u.Path, c)
	names := []string{}
	for name := range u.Query() {
		names = append(names, name)
	}
	slices.Sort(names)
	return fmt.Sprint(c.Path(), names)
}

// TestWhatReadingStores holds the exceptions to what the list above says of them.
func TestWhatReadingStores(t *testing.T) {
	t.Parallel()
	w := buildWorld(t).copyOf(t)
	// The clocks of games, and all terms of the club, have run out by then; the worker,
	// who sees to that, does not run.
	later := openWorld(t, w.site.file, w.Now().Add(46*24*time.Hour))
	later.games, later.ids, later.cookies, later.tournaments = w.games, w.ids, w.cookies, w.tournaments
	later.pairing, later.ladder, later.challenge = w.pairing, w.ladder, w.challenge
	before := columns(t, w)
	for _, route := range w.routes(t) {
		if strings.HasPrefix(route, "GET ") && !strings.HasSuffix(route, "/events") {
			for _, state := range states {
				_, address, _ := later.request(route, state.name, "host")
				if answer := later.ask(http.MethodGet, address, "host", ""); answer.Code >= http.StatusInternalServerError {
					t.Errorf("%s answers %d", address, answer.Code)
				}
				if !ofGames(route) {
					break
				}
			}
		}
	}
	if got := changedColumns(before, columns(t, w)); !slices.Equal(got, []string{"sessions.expires"}) {
		t.Errorf("reading when a session is to be renewed changes %v", got)
	}
	if err := later.NoteDays(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := changedColumns(before, columns(t, w)); !slices.Equal(got, []string{"people.seen", "sessions.expires"}) {
		t.Errorf("with what the worker notes, reading changes %v", got)
	}

	before = columns(t, w)
	if answer := later.ask(http.MethodPost, "/settings/sessions", "host", ""); answer.Code != http.StatusSeeOther {
		t.Fatalf("it answers %d", answer.Code)
	}
	later.ask(http.MethodGet, "/settings", "opponent", "")
	if !strings.Contains(columns(t, w)["sessions.data"], "settings.revoked") {
		t.Error("the notice is gone with somebody else's visit")
	}
	later.ask(http.MethodGet, "/settings", "host", "")
	if got := changedColumns(before, columns(t, w)); slices.Contains(got, "sessions.data") || strings.Contains(columns(t, w)["sessions.data"], "settings.revoked") {
		t.Errorf("the notice is not taken: %v", got)
	}
}

// columns is all that is stored, in text, by table and column.
func columns(t *testing.T, w *world) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, table := range w.tables {
		rows, err := w.file.Query("SELECT * FROM main." + table + " ORDER BY 1")
		if err != nil {
			t.Fatal(err)
		}
		names, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values, targets := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			targets[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(targets...); err != nil {
				t.Fatal(err)
			}
			for i, name := range names {
				all[table+"."+name] += fmt.Sprintf("%s\n", values[i])
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// changedColumns names the columns that hold something else.
func changedColumns(before, after map[string]string) (names []string) {
	for name, text := range after {
		if text != before[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
