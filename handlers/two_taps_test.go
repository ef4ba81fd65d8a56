package handlers_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/handlers/sitetest"
)

// From each page, the header and the footer lead to what a newcomer looks for: in one tap, or in two where the menu has to
// be opened. The lobby has an opponent in one more tap, the page of courses the next lesson, the own profile the ratings, and the page
// of the club the next pairing,
// all ladders and all tournaments.
func TestTwoTaps(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	for _, scene := range s.Scenes {
		switch scene.Name {
		case "pairing-open": // the reader's next pairing
			scene.Who.Get("/club").WantCount(t, "main a[href='"+scene.Path+"']", 1)
		case "profile-own":
			scene.Page().WantCount(t, "main .rating-cards", 1)
		}
		if scene.Posts() || strings.HasPrefix(scene.Path, "/embed/") || strings.HasPrefix(scene.Path, "/projector/") {
			continue // in another page, or on a projector
		}
		p := scene.Page()
		account := "/signup"
		if p.Find("header form[action='/logout']").Length() > 0 {
			account = "/people/"
		}
		for _, target := range []string{"a[href='/lobby']", "a[href='/learn']", "a[href='/club']", "a[href^='" + account + "']"} {
			if p.Find("header "+target).Length() == 0 {
				t.Errorf("the header of %s has no %s", scene.Name, target)
			}
		}
		if got := p.Find("footer button[name=lang]").Length(); got != 4 {
			t.Errorf("the footer of %s has %d languages, want 4", scene.Name, got)
		}
	}
	for _, c := range []*sitetest.Client{s.Stranger, s.Member} { // ladders and tournaments are one tap from the club
		c.Get("/club").WantCount(t, ".club-links a[href='/ladders']", 1).WantCount(t, ".club-links a[href='/tournaments']", 1)
	}
	s.Stranger.Get("/lobby").WantCount(t, "main button[name=clock]", 3)
	s.Stranger.Get("/learn").WantText(t, "main a[href='/learn/hexone/aim']", "Start")
}

// Parts of pages that are fetched later draw with icons that their pages have, also once there is nothing to list.
func TestPartsFindTheirIcons(t *testing.T) {
	t.Parallel()
	s, empty := newStage(t), sitetest.New(t)
	for path, part := range map[string]string{"/": "/desk", "/lobby": "/lobby/list", "/games": "/games/boards"} {
		p := s.Guest.Get(path)
		for _, c := range []*sitetest.Client{s.Guest, s.Member, s.Stranger, empty.Client(t)} {
			c.Get(part).Find("use").Each(func(_ int, use *goquery.Selection) {
				if id := use.AttrOr("href", ""); p.Find(id).Length() != 1 {
					t.Errorf("%s uses %s, which %s has %d times", part, id, path, p.Find(id).Length())
				}
			})
		}
	}
}
