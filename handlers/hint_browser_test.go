package handlers_test

import (
	"testing"
	"time"

	"hexclub/handlers"
)

// With JavaScript a suggestion comes in place: the focus goes on to what makes
// the turn, and the address asks for nothing. Two clicks more and it is played.
func TestHintInPlace(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p := b.person(s, phone)
	p.open("/")
	p.click(".shelf form[action='/play-bot'] [value=hexone]")
	p.has("#board")
	game := p.path()
	p.evaluate(`void(document.body.dataset.same = "yes")`)
	p.has("#hint[data-hx-sync='#table:abort']") // a click elsewhere does not wait for it
	p.click("#hint")
	p.shows(".suggestion")
	p.has("#board .hint")
	p.wantFocus("hint", "after a suggestion")
	if got := p.path(); got != game {
		t.Errorf("the page is at %s", got)
	}
	p.press("Enter")
	p.has("#confirm")
	p.has("#board .draft")
	p.click("#confirm")
	p.has(listed(1))
	if got := p.evaluate(`document.body.dataset.same`); got != "yes" {
		t.Error("the page was loaded anew")
	}
	p.open("/analysis/tartan")
	p.click("#hint")
	p.shows(".suggestion")
	p.click("#hint")
	p.has(".line button[aria-current]")
	p.evaluate(`void(history.back())`)
	p.has("#hint[href='/analysis/tartan/hint']")
}

// What is said of too many questions goes with the next click.
func TestNoticeGoes(t *testing.T) {
	t.Parallel()
	s, _ := limitedSite(t, handlers.Limits{Hints: handlers.Limit{Burst: 1, Every: time.Hour}})
	p := newBrowser(t).person(s, phone)
	p.open("/analysis/hexone")
	p.click("#hint")
	p.shows(".suggestion")
	p.click("#hint")
	p.has(".line button[aria-current]")
	p.click("#hint")
	p.shows("#notice .notice")
	p.click("#undo")
	p.gone("#notice .notice")
}
