package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// The sandbox leads back to the game that it was opened from, wherever somebody goes in
// it, by links and by forms. What it is shared by does not name the game.
func TestSandboxLeadsBackToItsGame(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.client(t)
	game := c.post("/games", "game", "hexone", "opponent", "device").path
	sandbox := c.follow(c.get(game), "#explore")
	pages := []webPage{sandbox}
	for _, selector := range []string{"#restart", "#edit", "a:has(.cell.open)"} {
		if sandbox.Find(selector).Length() > 0 {
			pages = append(pages, c.follow(sandbox, selector))
		}
	}
	pages = append(pages, c.follow(c.follow(sandbox, "#edit"), "#leave"))
	sandbox.Find(".side form").Each(func(_ int, form *goquery.Selection) {
		fields := url.Values{}
		form.Find("input, textarea").Each(func(_ int, field *goquery.Selection) {
			if name := field.AttrOr("name", ""); name != "" && field.AttrOr("type", "") != "radio" {
				fields.Set(name, field.AttrOr("value", field.Text()))
			}
		})
		pages = append(pages, c.get(form.AttrOr("action", "")+"?"+fields.Encode()))
	})
	if len(pages) < 6 {
		t.Errorf("only %d pages of the sandbox are seen", len(pages))
	}
	for _, p := range pages {
		if back := p.attribute("#to-game", "href"); back != game {
			t.Errorf("%s leads back to %q, want %s", p.path, back, game)
		}
		if share := p.attribute("#share", "value"); strings.Contains(share, "from=") {
			t.Errorf("it is shared as %s", share)
		}
	}
	for _, from := range []string{"", "../people", "x/../../evil", "HTTPS:", strings.Repeat("a", 33)} {
		c.get("/analysis/hexone?from="+url.QueryEscape(from)).wantStatus(t, http.StatusOK).wantCount(t, "#to-game", 0)
	}
}
