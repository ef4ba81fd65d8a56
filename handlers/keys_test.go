package handlers_test

import (
	"testing"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// keyed is a person at the keyboard, on the page of a game of their own that
// some turns of were played.
func keyed(t *testing.T, s *site, b *browser, l look, turns ...string) (p *person, c *client, game string) {
	t.Helper()
	c, p = s.client(t), b.person(s, l)
	game = c.deviceGame(turns...)
	p.t = t
	p.comesAs(c)
	p.open(game)
	p.has("#board")
	return p, c, game
}

// keyboard plays by keys alone.
func keyboard(p *person) hand {
	return hand{
		p,
		func(st rules.State, cell hex.Cell) {
			p.tabTo("#board [id^=c-]")
			p.walk(st, cell)
			p.press("Enter")
		},
		func(selector string) {
			p.tabTo(selector)
			p.press("Enter")
		},
	}
}
