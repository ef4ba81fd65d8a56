package handlers_test

import (
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/hex"
)

// keyed returns a person at the keyboard who confirms turns, on the page of their own game after some turns.
func keyed(t *testing.T, s *sitetest.Site, b *sitetest.Browser, l sitetest.Look, turns ...string) (p *sitetest.Person, c *sitetest.Client, game string) {
	t.Helper()
	c, p = s.Client(t).Confirming(), b.Person(s, l)
	game = c.DeviceGame(turns...)
	p.T = t
	p.ComesAs(c)
	p.Open(game)
	p.Has("#board")
	return p, c, game
}

// keyboard plays with keys only.
func keyboard(p *sitetest.Person) hand { return keyboardIn(p.T, p) }

func keyboardIn(t testing.TB, p tab) hand {
	return hand{
		p, t,
		func(st rules.State, cell hex.Cell) {
			p.TabTo("#board [id^=c-]")
			p.Walk(st, cell)
			p.Press("Enter")
		},
		func(selector string) {
			p.TabTo(selector)
			p.Press("Enter")
		},
	}
}
