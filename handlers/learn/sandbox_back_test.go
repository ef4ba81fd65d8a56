package learn_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/handlers/sitetest"
)

// All links and forms of the sandbox keep the link to the game from which it was opened. Addresses
// for sharing do not contain the game.
func TestSandboxLeadsBackToItsGame(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	c := s.Client(t)
	game := c.Post("/games", "game", "hexone", "opponent", "device").Path
	sandbox := c.Follow(c.Get(game), "#explore")
	pages := []sitetest.WebPage{sandbox}
	for _, selector := range []string{"#restart", "#edit", "a:has(.cell.open)"} {
		if sandbox.Find(selector).Length() > 0 {
			pages = append(pages, c.Follow(sandbox, selector))
		}
	}
	pages = append(pages, c.Follow(c.Follow(sandbox, "#edit"), "#leave"))
	sandbox.Find("#turns form, #beside form").Each(func(_ int, form *goquery.Selection) {
		fields := url.Values{}
		form.Find("input, textarea").Each(func(_ int, field *goquery.Selection) {
			if name := field.AttrOr("name", ""); name != "" && field.AttrOr("type", "") != "radio" {
				fields.Set(name, field.AttrOr("value", field.Text()))
			}
		})
		pages = append(pages, c.Get(form.AttrOr("action", "")+"?"+fields.Encode()))
	})
	if len(pages) < 6 {
		t.Errorf("only %d pages of the sandbox are seen", len(pages))
	}
	for _, p := range pages {
		if back := p.Attribute("#to-game", "href"); back != game {
			t.Errorf("%s leads back to %q, want %s", p.Path, back, game)
		}
		if share := p.Attribute("#share-link", "value"); strings.Contains(share, "from=") {
			t.Errorf("it is shared as %s", share)
		}
	}
	for _, from := range []string{"", "../people", "x/../../evil", "HTTPS:", strings.Repeat("a", 33)} {
		c.Get("/analysis/hexone?from="+url.QueryEscape(from)).WantStatus(t, http.StatusOK).WantCount(t, "#to-game", 0)
	}
}
