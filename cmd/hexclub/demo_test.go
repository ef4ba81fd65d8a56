package main

import (
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"hexclub/db"
	"hexclub/rules/games"
)

// The demo is a club with activity. Its admin can log in with the printed password, and all links
// work.
func TestDemo(t *testing.T) {
	t.Parallel()
	database := filepath.Join(t.TempDir(), "demo.db")
	output, ok := run(t, "demo", "--db", database)
	found := regexp.MustCompile(`admin, (.+), with the password (\w{16})\n`).FindStringSubmatch(output)
	if !ok || found == nil {
		t.Fatalf("the demo says %q", output)
	}
	says(t, false, "already contains a club", "demo", "--db", database)
	s, client := serve(t, database), browser(t)
	status, path := post(t, client, s.url+"/login", url.Values{"name": {found[1]}, "password": {found[2]}})
	if status != http.StatusOK || path != "/" {
		t.Fatalf("logging in answers %d and leads to %s", status, path)
	}
	kinds := map[string]int{}
	for queue := []string{"/", "/club/settings"}; len(queue) > 0; queue = queue[1:] {
		for _, link := range linksOf(t, client, s.url+queue[0]) {
			kind := kindOf(link)
			if kinds[kind]++; kinds[kind] <= 2 && !slices.Contains(queue, link) { // some pages of each kind
				queue = append(queue, link)
			}
		}
	}
	for _, kind := range []string{"/games/*", "/people/*", "/ladders/*", "/challenges/*", "/tournaments/*", "/pairings/*", "/seasons/*", "/club/log"} {
		if kinds[kind] == 0 {
			t.Errorf("no link leads to %s", kind)
		}
	}
	s.kill(t)
	checkDemo(t, database)
}

// checkDemo checks that the demo has all kinds of content.
func checkDemo(t *testing.T, database string) {
	t.Helper()
	store, err := db.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	seeks, err := store.Seeks(t.Context(), "", 50, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if len(seeks.Games) < 3 {
		t.Errorf("%d games wait for players", len(seeks.Games))
	}
	current, err := store.Current(t.Context(), 50, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	running := map[string]bool{}
	for _, g := range current {
		running[g.Key] = true
	}
	if len(running) != len(games.All()) {
		t.Errorf("games go on of %v alone", running)
	}
	log, more, err := store.AuditLog(t.Context(), db.AuditFilter{}, 1000)
	if err != nil || more {
		t.Fatalf("more than %d entries in the log: %v, %v", len(log), more, err)
	}
	for i, entry := range log[1:] { // newest first
		if entry.At.After(log[i].At) {
			t.Errorf("%s of %v is in the log before %s of %v", entry.Act, entry.At, log[i].Act, log[i].At)
		}
	}
	if !slices.ContainsFunc(log, func(e db.AuditEntry) bool { return e.Act == "import" }) {
		t.Errorf("no member was imported, by %d entries of the log", len(log))
	}
	if all, waiting, err := store.CountMembers(t.Context()); err != nil || all < 40 || waiting == 0 {
		t.Errorf("there are %d members, of whom %d have not come: %v", all, waiting, err)
	}
}

// linksOf returns the links of a page within the site. The page must answer, or be forbidden.
func linksOf(t *testing.T, client *http.Client, address string) (list []string) {
	t.Helper()
	response, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		t.Errorf("%s answers %d", address, response.StatusCode)
	}
	page, err := goquery.NewDocumentFromReader(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	page.Find("a[href^='/']").Each(func(_ int, a *goquery.Selection) {
		link, _, _ := strings.Cut(a.AttrOr("href", ""), "#")
		list = append(list, link)
	})
	return list
}

// kindOf removes ids from a path, so that pages of one kind are equal.
func kindOf(link string) string {
	path, _, _ := strings.Cut(link, "?")
	parts := strings.Split(path, "/")
	if slices.Contains([]string{"learn", "rules", "analysis", "projector"}, parts[1]) {
		return parts[1]
	}
	if len(parts) > 2 && slices.Contains([]string{"games", "people", "ladders", "challenges", "tournaments", "pairings", "seasons", "matches"}, parts[1]) {
		parts[2] = "*"
	}
	if len(parts) > 4 && parts[1] == "games" {
		parts = parts[:4]
	}
	return strings.Join(parts, "/")
}
