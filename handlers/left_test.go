package handlers_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// Browsers keep pages that were left. These hold no streams, of which a
// browser opens six at most, and are not shown again as they were.
func TestPagesThatWereLeft(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	c, p := s.client(t), b.person(s, desktop)
	p.comesAs(c)
	var game string
	for range 8 {
		game = c.deviceGame()
		p.comesAs(c)
		p.open(game)
		p.has("svg.board")
	}
	p.open("/")
	c.turn(game, "c2", 0)
	p.do("go back", chromedp.NavigateBack())
	p.has(".turns li:nth-child(1)")
	c.turn(game, "d3", 1)
	p.has(".turns li:nth-child(2)")
}
