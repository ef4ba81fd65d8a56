package handlers_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"hexclub/handlers/sitetest"
)

// Browsers cache pages after navigation. Cached pages hold no streams, of which a browser opens six at most, and
// are loaded again when they are shown again.
func TestCachedPages(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	c, p := s.Client(t), b.Person(s, sitetest.Desktop)
	p.ComesAs(c)
	var game string
	for range 8 {
		game = c.DeviceGame()
		p.ComesAs(c)
		p.Open(game)
		p.Has("svg.board")
	}
	p.Open("/")
	c.Turn(game, "c2", 0)
	p.Do("go back", chromedp.NavigateBack())
	p.Has(".turns li:nth-child(1)")
	c.Turn(game, "d3", 1)
	p.Has(".turns li:nth-child(2)")
}
