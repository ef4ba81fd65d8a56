package handlers_test

import (
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"hexclub/db"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// The privacy page names every cookie of the site, with its life, and describes e-mail and guests if the site
// has them.
func TestPrivacy(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	c.Get("/").WantCount(t, "footer a[href='/privacy']", 1)
	stored := map[string]int{} // days, by name
	for _, p := range []sitetest.WebPage{
		c.NoRedirects().Post("/signup", "name", "Anna", "password", "correct horse battery"),
		c.NoRedirects().Post("/language", "lang", "en"), c.NoRedirects().Post("/settings/look", "theme", "dark"),
	} {
		for _, cookie := range (&http.Response{Header: p.Header}).Cookies() {
			stored[cookie.Name] = cookie.MaxAge / 24 / 60 / 60
		}
	}
	for _, file := range sitetest.Files(c.Get("/lobby")) { // app.js stores one too
		for _, cookie := range regexp.MustCompile("cookie ?= ?`(.+?)=.*;max-age=([0-9]+)").FindAllStringSubmatch(c.Get(file).Body, -1) {
			life, err := strconv.Atoi(cookie[2])
			if err != nil {
				t.Fatal(err)
			}
			stored[cookie[1]] = life / 24 / 60 / 60
		}
	}
	p := c.Get("/privacy").WantStatus(t, http.StatusOK).WantText(t, "h1", "Privacy").WantText(t, "main", "Guests")
	if got, want := p.List("#cookies code"), slices.Sorted(maps.Keys(stored)); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
		t.Errorf("it names the cookies %v, the site stores %v", got, want)
	}
	p.Find("#cookies li").Each(func(_ int, li *goquery.Selection) {
		if name := li.Find("code").Text(); !strings.Contains(li.Text(), fmt.Sprintf("%d days", stored[name])) {
			t.Errorf("%s is stored for %d days: %q", name, stored[name], li.Text())
		}
	})
	for text, life := range map[string]time.Duration{
		"deleted %d days later": db.VoidStays, "the old one still logs you in for %d days": db.NameKept, "until the ban ends, for %d days at most": db.MaxBan,
	} {
		p.WantText(t, "main", fmt.Sprintf(text, life/(24*time.Hour)))
	}
	if strings.Contains(p.Text("main"), "Your e-mail address") {
		t.Error("it tells of mails that this site does not send")
	}
	organiser, person := s.WithRole(t, "Alma", db.Admin)
	if _, err := s.DB.SetClub(t.Context(), db.Club{Name: "Six Corners", Open: true}, "", person.ID, s.Now()); err != nil {
		t.Fatal(err)
	}
	closed := organiser.Get("/privacy").WantText(t, "main", "Six Corners runs this site").Text("main")
	if strings.Contains(closed, "Guests") {
		t.Error("it tells of guests, whom the club does not let play")
	}
	mailing, _ := sitetest.SiteWithMail(t, web.Config{})
	mailing.Client(t).Get("/privacy").WantText(t, "main", fmt.Sprintf("kind and time, for %d days", db.LettersStay/(24*time.Hour))).
		WantText(t, "main", "You can’t switch these off")
}

// fetching are the attributes by which a browser fetches something for a page, or sends something when a button
// is pressed.
var fetching = []string{
	"src", "srcset", "imagesrcset", "poster", "data", "background", "manifest", "ping", "action", "formaction", "xlink:href", "style",
	"data-hx-get", "data-hx-post", "data-sse-connect", "hx-get", "hx-post", "sse-connect",
}

// otherSite matches the start of an address on another site, also within a style.
var otherSite = regexp.MustCompile(`(?i)(^|[\s,("'])\s*([a-z][a-z0-9+.-]*:)?//`)

// fetches returns the addresses on other sites that a browser fetches for a page. Links are not fetched.
func fetches(page *goquery.Document, site string) (list []string) {
	page.Find("*").Each(func(_ int, e *goquery.Selection) {
		attributes := fetching
		if tag := goquery.NodeName(e); tag != "a" && tag != "area" {
			attributes = append(attributes, "href")
		}
		for _, name := range attributes {
			value := strings.ReplaceAll(e.AttrOr(name, ""), site, "")
			if otherSite.MatchString(value) && !strings.HasPrefix(value, "data:") {
				list = append(list, goquery.NodeName(e)+" "+name+"="+value)
			}
		}
		if goquery.NodeName(e) == "meta" && strings.EqualFold(e.AttrOr("http-equiv", ""), "refresh") {
			list = append(list, "meta refresh")
		}
	})
	return list
}

// checkFetches fails if a browser fetches something from another site for a page.
func checkFetches(t *testing.T, s *sitetest.Site, name, html string) {
	t.Helper()
	page, err := goquery.NewDocumentFromReader(strings.NewReader(html))
	if err != nil {
		t.Fatal(err)
	}
	if found := fetches(page, s.Url); len(found) > 0 {
		t.Errorf("%s: %v", name, found)
	}
}

// fetches finds addresses on other sites.
func TestFetches(t *testing.T) {
	t.Parallel()
	for html, want := range map[string]int{
		`<img src="https://cdn.example/a.png">`: 1, `<img src="//cdn.example/a.png">`: 1, `<link rel="preconnect" href="https://cdn.example">`: 1,
		`<svg><use xlink:href="http://cdn.example/a#b"></use><image href="HTTPS://cdn.example/a.png"/></svg>`: 2,
		`<p style="background: url( 'https://cdn.example/a.png')">`:                                           1, `<img srcset="/a.png 1x, https://cdn.example/b.png 2x">`: 1,
		`<form action="https://cdn.example/"><button formaction="//cdn.example">Go</button></form>`:                              2,
		`<a href="https://cdn.example">Read</a> <img src="/a.png"> <img src="https://site.example/a.png"> <img src="data:,//x">`: 0,
	} {
		page, err := goquery.NewDocumentFromReader(strings.NewReader(html))
		if err != nil {
			t.Fatal(err)
		}
		if found := fetches(page, "https://site.example"); len(found) != want {
			t.Errorf("%s fetches %q, want %d", html, found, want)
		}
	}
}

// No style sheet, script or drawing of the site names an address on another site.
func TestFilesFetchNothing(t *testing.T) {
	t.Parallel()
	const names = "http://www.w3.org/" // XML namespaces, which are not fetched
	files := 0
	err := fs.WalkDir(os.DirFS("../static"), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !regexp.MustCompile(`\.(css|js|svg)$`).MatchString(path) {
			return err
		}
		text, err := os.ReadFile("../static/" + path)
		if err != nil {
			return err
		}
		files++
		if found := regexp.MustCompile(`(?i)(https?:|["'(])//\w[^\s"')]*`).FindAllString(strings.ReplaceAll(string(text), names, ""), -1); len(found) > 0 {
			t.Errorf("%s names %q", path, found)
		}
		return nil
	})
	if err != nil || files < 10 {
		t.Errorf("looked at %d files: %v", files, err)
	}
	drawing := sitetest.New(t).Client(t).Get("/analysis/hexone/board.svg").WantStatus(t, http.StatusOK).Body
	if found := regexp.MustCompile(`(?i)https?://`).FindAllString(strings.ReplaceAll(drawing, names, ""), -1); len(found) > 0 || !strings.Contains(drawing, "<svg") {
		t.Errorf("the drawing names %v", found)
	}
}

// attempts records in a page what it tries to fetch from other sites: the site's policy blocks that and reports
// it.
const attempts = `window.attempts = [];
	document.addEventListener("securitypolicyviolation", (e) => { 
		window.attempts.push(e.effectiveDirective + " " + e.blockedURI);
		document.documentElement.dataset.attempts = window.attempts.length;
	});`

// made returns these attempts, and what was fetched in spite of the policy.
const made = `window.attempts.concat(performance.getEntriesByType("resource").map((e) => e.name).
	filter((name) => new URL(name).origin !== location.origin)).join("\n")`

// A browser that plays, learns and looks around fetches nothing from other sites, and does not try.
func TestBrowserFetchesNothing(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Desktop)
	p.Bring(attempts)
	game := p.DeviceGame()
	p.Click("#c-c2")
	p.Has("#c-c2.last")
	for _, path := range []string{game, "/", "/lobby", "/learn/hexone", "/analysis/six", "/rules/tartan", "/club", "/privacy"} {
		p.Open(path)
		if found := p.Evaluate(made); found != "" {
			t.Errorf("%s tries to fetch %s", path, found)
		}
	}
	address := (&url.URL{Scheme: "https", Host: "elsewhere.example", Path: "/picture.png"}).String()
	p.Evaluate(`(new Image().src = "` + address + `")`)
	p.Has("html[data-attempts='1']")
	if found := p.Evaluate(made); !strings.Contains(found, address) {
		t.Errorf("the test does not see what it is to see: %q", found)
	}
}
