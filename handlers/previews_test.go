package handlers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/views/page"
)

// A preview is what open-graph-scraper reads in a page.
type preview struct {
	OgTitle, OgDescription, OgURL, OgType, OgLocale, OgSiteName, TwitterCard string
	OgImage                                                                  []struct{ URL, Width, Height, Alt string }
	JSONLD                                                                   []map[string]any
}

// A crawl is what programs read of the site, as testdata/npm/previews.mjs returns it.
type crawl struct {
	Previews map[string]preview // by path
	Listed   []struct{ URL, Lastmod string }
	Sitemaps []string
	Allowed  []bool // the addresses that were asked for
}

// asked is an address that a program may ask for.
type asked struct {
	URL   string `json:"url"`
	Agent string `json:"agent"`
}

// crawled reads pages with parsers of npm, and returns their answer as text too.
func crawled(t *testing.T, c *sitetest.Client, s *sitetest.Site, paths []string, addresses []asked) (read crawl, text string) {
	t.Helper()
	judge(t, "open-graph-scraper/package.json")
	input := map[string]any{
		"sitemap": c.Get("/sitemap.xml").WantStatus(t, http.StatusOK).Body, "robots": c.Get("/robots.txt").WantStatus(t, http.StatusOK).Body, "asked": addresses,
	}
	pages := map[string]string{}
	for _, path := range paths {
		pages[path] = c.Get(path).WantStatus(t, http.StatusOK).Body
	}
	input["pages"] = pages
	sent, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	parser := exec.CommandContext(t.Context(), "node", filepath.Join("testdata", "npm", "previews.mjs"))
	var problem bytes.Buffer
	parser.Stdin, parser.Stderr = bytes.NewReader(sent), &problem
	output, err := parser.Output()
	if err != nil {
		t.Fatalf("the parsers do not run; they need Node.js: %v\n%s", err, &problem)
	}
	if err := json.Unmarshal(output, &read); err != nil {
		t.Fatalf("%v: %.300s", err, output)
	}
	return read, string(output) + input["robots"].(string)
}

// A findable is a site with pages that programs may find, and others that they may not.
type findable struct {
	*sitetest.Site
	public, hidden []string // paths
	guests         []string // names
}

const breakOut = `</script><b>Cup & "friends"`

func newFindable(t *testing.T) findable {
	t.Helper()
	f := findable{Site: sitetest.New(t)}
	anna, _ := f.NewAccount(t, "Anna")
	shared := anna.NewGame("invite", "me")
	guest := f.Client(t)
	guest.Post(anna.Invitation(shared)).WantStatus(t, http.StatusOK)
	anna.Turn(shared, "c2", 0)
	over := guest.AgainstBot("game", "six", "level", "1")
	guest.Post(over+"/resign").WantStatus(t, http.StatusOK)
	seek := f.Client(t).Seek("game", "hexone")
	cup := f.NewCup(t, 4, "name", breakOut)
	cup.Begin(t)
	ladder := f.NewLadder(t, nil, "Lena", "Luis").Ladder
	f.public = []string{
		"/", "/lobby", "/people", "/people/Anna", "/rules/six", "/rules/six/sheet", "/learn", "/learn/hexit", "/learn/hexone/aim", "/analysis/tartan",
		"/analysis/hexone?line=c2", "/club", "/seasons", "/privacy", shared, shared + "/turns/0", over, seek, cup.Path, cup.Path + "/table", cup.Path + "/rounds/1",
		"/ladders/" + ladder.ID, "/ladders/" + ladder.ID + "/history",
	}

	waiting := guest.NewGame("invite", "me")
	off := f.NewCup(t, 4, "name", "Cancelled cup")
	off.Organiser.Post(off.Path+"/off", "reason", "No players").WantStatus(t, http.StatusOK)
	f.NewAccount(t, "Closed")
	if _, err := f.Raw(t).Exec("UPDATE people SET closed = 1 WHERE name = 'Closed'"); err != nil {
		t.Fatal(err)
	}
	f.hidden = []string{waiting, guest.DeviceGame("c2"), off.Path, "/people/Closed", "/login", "/archive", "/settings", anna.Invitation(anna.NewGame("invite", "me"))}
	rows, err := f.Raw(t).Query("SELECT id FROM people WHERE name IS NULL")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		f.guests = append(f.guests, page.PlayerName(sitetest.LoadTexts(t).Match("en", ""), id, "", false))
	}
	if err := rows.Err(); err != nil || len(f.guests) < 2 {
		t.Fatalf("the guests are %q: %v", f.guests, err)
	}
	return f
}

// Programs that show links find a whole preview on every public page, with a picture. Private games, tournaments that
// were called off, closed accounts and the names of guests are in no preview, and neither in the sitemap nor in
// robots.txt.
func TestPreviews(t *testing.T) {
	t.Parallel()
	f := newFindable(t)
	c := f.Client(t)
	addresses := []asked{
		{f.Url + "/", "Googlebot"},
		{f.Url + f.public[14] + "/preview.png?turn=1&moved=1", "Googlebot"},
		{f.Url + f.public[15], "Twitterbot"},
		{f.Url + f.public[15], "Googlebot"},
		{f.Url + "/analysis/hexone?line=c2", "Googlebot"},
		{f.Url + "/join/x", "Twitterbot"},
		{f.Url + "/settings", "Googlebot"},
	}
	c.Get(f.public[14]).WantText(t, "main", "Guest ") // its name is on the page
	read, text := crawled(t, c, f.Site, slices.Concat(f.public, f.hidden), addresses)
	if want := []bool{true, true, true, false, false, false, false}; !slices.Equal(read.Allowed, want) {
		t.Errorf("robots.txt allows %v, want %v", read.Allowed, want)
	}
	if !slices.Equal(read.Sitemaps, []string{f.Url + "/sitemap.xml"}) {
		t.Errorf("robots.txt names the sitemaps %q", read.Sitemaps)
	}
	listed := map[string]bool{}
	for _, p := range read.Listed {
		listed[strings.TrimPrefix(p.URL, f.Url)] = true
	}
	for _, path := range []string{"/", "/people/Anna", "/people/Lena", "/rules/six/sheet", "/seasons", f.public[18], f.public[21]} {
		if !listed[path] {
			t.Errorf("the sitemap lacks %s", path)
		}
	}
	for _, path := range f.hidden {
		if listed[path] {
			t.Errorf("the sitemap has %s", path)
		}
	}
	for _, guest := range f.guests {
		if strings.Contains(text, guest) {
			t.Errorf("programs read of %s", guest)
		}
	}
	titles := map[string]string{}
	for _, path := range f.public {
		p := read.Previews[path]
		wantPreview(t, f.Site, path, p)
		if other := titles[p.OgTitle+p.OgDescription]; other != "" {
			t.Errorf("%s and %s have the same preview", path, other)
		}
		titles[p.OgTitle+p.OgDescription] = path
	}
	if data := read.Previews[f.public[18]].JSONLD; len(data) != 1 || data[0]["name"] != breakOut || data[0]["@type"] != "Event" {
		t.Errorf("the tournament is %v", data)
	}
	for _, path := range f.hidden {
		robots := c.Get(path).Attribute("meta[name=robots]", "content")
		if p := read.Previews[path]; p.OgURL != "" || len(p.OgImage) > 0 || robots != "noindex" {
			t.Errorf("%s is described by %+v, and programs get %q", path, p, robots)
		}
	}
	for _, path := range f.hidden[:4] {
		c.Get(path+"/preview.png").WantStatus(t, http.StatusNotFound)
	}
}

// wantPreview checks that a preview is whole, and that its picture is there.
func wantPreview(t *testing.T, s *sitetest.Site, path string, p preview) {
	t.Helper()
	if p.OgTitle == "" || p.OgDescription == "" || p.OgType == "" || p.OgSiteName != "Hexclub" || p.OgLocale != "en_GB" || p.TwitterCard != "summary_large_image" {
		t.Errorf("%s: the preview is %+v", path, p)
	}
	visit := s.Client(t).Get(path)
	if canonical := visit.Attribute("link[rel=canonical]", "href"); p.OgURL != s.Url+path || canonical != p.OgURL {
		t.Errorf("%s: the addresses are %s and %s", path, p.OgURL, canonical)
	}
	if len(p.OgImage) != 1 || p.OgImage[0].Width != "1200" || p.OgImage[0].Height != "630" || p.OgImage[0].Alt == "" {
		t.Fatalf("%s: the pictures are %+v", path, p.OgImage)
	}
	address, ok := strings.CutPrefix(p.OgImage[0].URL, s.Url)
	if !ok {
		t.Fatalf("%s: the picture is at %s", path, p.OgImage[0].URL)
	}
	picture := s.Client(t).Get(address).WantStatus(t, http.StatusOK)
	size, err := png.DecodeConfig(strings.NewReader(picture.Body))
	if err != nil || size.Width != page.PreviewWidth || size.Height != page.PreviewHeight {
		t.Errorf("%s: the picture has %d by %d: %v", address, size.Width, size.Height, err)
	}
	if cache := picture.Header.Get("Cache-Control"); cache != "public, max-age=3600" || picture.Header.Get("Vary") != "" || picture.Header["Set-Cookie"] != nil {
		t.Errorf("%s: the picture comes with %v", address, picture.Header)
	}
}

// The picture of a game changes with its position, and is drawn once for each.
func TestPreviewsAreDrawnOnce(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	game, host, _ := s.TwoPlayers(t)
	address := func() string {
		return strings.TrimPrefix(host.Get(game).Attribute(`meta[property="og:image"]`, "content"), s.Url)
	}
	before := address()
	first := host.Get(before).WantStatus(t, http.StatusOK)
	host.Turn(game, "c2", 0)
	after := address()
	if before == after {
		t.Fatalf("the picture stays at %s", after)
	}
	second := s.Client(t).Get(after).WantStatus(t, http.StatusOK)
	if first.Body == second.Body || first.Header.Get("ETag") == second.Header.Get("ETag") {
		t.Error("the picture is the same")
	}
	if again := host.Get(game+"/preview.png?turn=0").WantStatus(t, http.StatusOK); again.Body != first.Body {
		t.Error("the picture of the start is another")
	}
	host.Get(game+"/preview.png?turn=9").WantStatus(t, http.StatusNotFound)
	for range cap(s.Pictures.Waiting) { // no more pictures can be drawn
		s.Pictures.Waiting <- struct{}{}
	}
	if kept := host.Get(after).WantStatus(t, http.StatusOK); kept.Body != second.Body {
		t.Error("the picture that is kept is another")
	}
	if known := host.With("If-None-Match", second.Header.Get("ETag")).Get(after).WantStatus(t, http.StatusNotModified); known.Body != "" {
		t.Errorf("a known picture is sent again, with %d bytes", len(known.Body))
	}
	host.Get("/analysis/six/preview.png").WantStatus(t, http.StatusServiceUnavailable)
}

// Public pages have their full address to copy, its QR code and the picture. Private games have none of these.
func TestSharing(t *testing.T) {
	t.Parallel()
	f := newFindable(t)
	c := f.Client(t)
	for _, path := range []string{f.public[8], f.public[10], f.public[14], f.public[15], f.public[18], f.public[21]} {
		p := c.Get(path)
		if link := p.Attribute("#share-link", "value"); link != f.Url+path {
			t.Errorf("%s is shared as %q", path, link)
		}
		code := c.Get(p.Attribute(".share img", "src")).WantStatus(t, http.StatusOK)
		if want, ok := page.QRImage(f.Url + path); !ok || code.Body != string(want) || code.Header.Get("Content-Type") != "image/svg+xml" {
			t.Errorf("%s has the code %.100s", path, code.Body)
		}
		if picture := c.Get(p.Attribute(".share a[download]", "href")).WantStatus(t, http.StatusOK); picture.Header.Get("Content-Type") != "image/png" {
			t.Errorf("%s has a picture of type %s", path, picture.Header.Get("Content-Type"))
		}
	}
	for _, path := range f.hidden[:2] {
		if c.Get(path).Find("#share-link").Length() > 0 {
			t.Errorf("%s is shared", path)
		}
	}
	for _, path := range []string{"", "https://elsewhere.example/", "//elsewhere.example", "/" + strings.Repeat("a", 5000)} {
		c.Get("/qr.svg?path="+url.QueryEscape(path)).WantStatus(t, http.StatusUnprocessableEntity)
	}
}

// The manifest has icons of its sizes, and the name of the club.
func TestManifest(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	if link := c.Get("/").Attribute("link[rel=manifest]", "href"); link != "/manifest.webmanifest" {
		t.Errorf("the manifest is at %q", link)
	}
	answer := c.Get("/manifest.webmanifest").WantStatus(t, http.StatusOK)
	if kind := answer.Header.Get("Content-Type"); kind != "application/manifest+json" {
		t.Errorf("the manifest is %q", kind)
	}
	var m struct {
		Name, Display string
		Start         string `json:"start_url"`
		Icons         []struct{ Src, Sizes, Purpose string }
	}
	if err := json.Unmarshal([]byte(answer.Body), &m); err != nil || m.Name != "Hexclub" || m.Display != "standalone" || m.Start != "/" || len(m.Icons) != 3 {
		t.Errorf("the manifest is %+v: %v", m, err)
	}
	sizes := map[string]string{"/apple-touch-icon.png": "180x180"}
	for _, icon := range m.Icons {
		sizes[icon.Src] = icon.Sizes
	}
	for path, want := range sizes {
		size, err := png.DecodeConfig(strings.NewReader(c.Get(path).WantStatus(t, http.StatusOK).Body))
		if err != nil || fmt.Sprintf("%dx%d", size.Width, size.Height) != want {
			t.Errorf("%s has %d by %d: %v", path, size.Width, size.Height, err)
		}
	}
}
