package handlers_test

import (
	"encoding/xml"
	"net/http"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/views/page"
)

// The sitemap lists public pages, each once. They exist, have a description, and are not excluded by robots.txt.
func TestSitemap(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	robots := c.Get("/robots.txt").WantStatus(t, http.StatusOK).Body
	if want := "Sitemap: " + s.Url + "/sitemap.xml\n"; !strings.HasSuffix(robots, want) {
		t.Errorf("robots.txt is %q, want it to end in %q", robots, want)
	}
	var list struct {
		Pages []struct {
			Address string `xml:"loc"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal([]byte(c.Get("/sitemap.xml").WantStatus(t, http.StatusOK).Body), &list); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range list.Pages {
		path, ok := strings.CutPrefix(p.Address, s.Url)
		if !ok || seen[path] {
			t.Errorf("%s is listed, or listed twice", p.Address)
		}
		seen[path] = true
		for line := range strings.Lines(robots) {
			start, ok := strings.CutPrefix(strings.TrimSpace(line), "Disallow: ")
			if ok && !strings.Contains(start, "*") && strings.HasPrefix(path, start) {
				t.Errorf("%s is listed, and excluded by robots.txt", path)
			}
		}
		if about := s.Client(t).Get(path).WantStatus(t, http.StatusOK).Attribute("meta[name=description]", "content"); about == "" {
			t.Errorf("%s has no description", path)
		}
	}
	texts := sitetest.LoadTexts(t).Match("en", "")
	for path, want := range map[string]string{
		"/": texts.T("preview.site"), "/learn": texts.T("learn.lead"), "/learn/six": texts.T("six.pitch"),
		"/rules/tartan":     texts.T("preview.rules", "Game", "Tartan", "Pitch", texts.T("tartan.pitch")),
		"/learn/hexone/aim": page.Excerpt(sitetest.CourseOf(t, "hexone").Lessons[0].Texts["en"].Task),
	} {
		if about := s.Client(t).Get(path).Attribute("meta[name=description]", "content"); about != want {
			t.Errorf("%s is described by %q, want %q", path, about, want)
		}
	}
	if len(seen) < 60 {
		t.Errorf("only %d pages are listed", len(seen))
	}
}
