package handlers_test

import (
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"hexclub/db"
)

// A wonGame is who has won a game of Hexone over the board, and with how many points.
type wonGame struct{ winner, points string }

// takesUp comes as somebody whose front page has a pairing, and opens its page from there.
func (p *person) takesUp(pairing db.Pairing, who *client) {
	p.t.Helper()
	p.comesAs(who)
	p.open("/")
	p.click("#pairing-" + pairing.ID)
	p.shows(".pairing")
}

// enters says as a player what came of the games of a pairing.
func (p *person) enters(pairing db.Pairing, who *client, games ...wonGame) {
	p.t.Helper()
	p.takesUp(pairing, who)
	p.says("#enter", pairing, games)
	p.click("#enter button")
	p.shows("#notice p")
}

// confirms agrees as a player to what the other has entered.
func (p *person) confirms(pairing db.Pairing, who *client) {
	p.t.Helper()
	p.takesUp(pairing, who)
	p.click("#confirm")
	p.shows("#status.over")
}

// contests denies as a player what the other has entered.
func (p *person) contests(pairing db.Pairing, who *client, words string) {
	p.t.Helper()
	p.takesUp(pairing, who)
	p.fills("#entered textarea", words)
	p.click("#contest")
	p.shows("#notice p")
}

// decides settles a pairing as an organiser who is asked to.
func (p *person) decides(pairing db.Pairing, who *client, why string, games ...wonGame) {
	p.t.Helper()
	p.takesUp(pairing, who)
	p.says("#decide", pairing, games)
	p.fills("#decide textarea", why)
	p.click("#decide button")
	p.shows("#status.over")
}

// says fills in the games of a form, over whatever it says already.
func (p *person) says(form string, pairing db.Pairing, games []wonGame) {
	p.t.Helper()
	for i, g := range games {
		outcome := fmt.Sprintf("%s [name=outcome-%d]", form, i+1)
		keys := kb.Home
		for j, player := range pairing.Players {
			points := "0"
			if player.Name == g.winner {
				points = g.points
				keys += strings.Repeat(kb.ArrowDown, j+1) // below "not played"
			}
			p.fills(fmt.Sprintf("%s [name=points-%d-%d]", form, i+1, j+1), kb.End+kb.Backspace+kb.Backspace+points)
		}
		p.fills(outcome, keys)
		if got := p.evaluate(fmt.Sprintf("document.querySelector(%q).selectedOptions[0].text", outcome)); got != g.winner+" won" {
			p.t.Fatalf("game %d is entered as %q, want that %s won", i+1, got, g.winner)
		}
	}
}

// fills types into a field.
func (p *person) fills(selector, text string) {
	p.t.Helper()
	p.do("type into "+selector, chromedp.SendKeys(chromedp.CSS(selector), text, glance))
}
