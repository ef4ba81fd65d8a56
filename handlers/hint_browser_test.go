package handlers_test

import (
	"testing"
	"time"

	"hexclub/handlers/limit"
	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// With JavaScript a hint is shown in place. The focus moves to what plays the turn, and the address has no hint.
// Two more clicks play the turn.
func TestHintInPlace(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Phone)
	p.Open("/")
	p.Click(".shelf form[action='/play-bot'] [value=hexone]")
	p.Has("#board")
	game := p.Path()
	p.Evaluate(`void(document.body.dataset.same = "yes")`)
	p.Has("#hint[data-hx-sync='#table:abort']") // a click elsewhere cancels it
	p.Click("#hint")
	p.Shows(".suggestion")
	p.Has("#board .hint")
	p.WantFocus("hint", "after a suggestion")
	if got := p.Path(); got != game {
		t.Errorf("the page is at %s", got)
	}
	p.Press("Enter")
	p.Has("#confirm")
	p.Has("#board .draft")
	p.Click("#confirm")
	p.Has(sitetest.Listed(1))
	if got := p.Evaluate(`document.body.dataset.same`); got != "yes" {
		t.Error("the page was loaded anew")
	}
	p.Open("/analysis/tartan")
	p.Click("#hint")
	p.Shows(".suggestion")
	p.Click("#hint")
	p.Has(".line button[aria-current]")
	p.Evaluate(`void(history.back())`)
	p.Has("#hint[href='/analysis/tartan/hint']")
}

// The notice about too many hints disappears with the next click.
func TestHintNoticeDisappears(t *testing.T) {
	t.Parallel()
	s, _ := sitetest.LimitedSite(t, web.Limits{Hints: limit.Limit{Burst: 1, Every: time.Hour}})
	p := sitetest.NewBrowser(t).Person(s, sitetest.Phone)
	p.Open("/analysis/hexone")
	p.Click("#hint")
	p.Shows(".suggestion")
	p.Click("#hint")
	p.Has(".line button[aria-current]")
	p.Click("#hint")
	p.Shows("#notice .notice")
	p.Click("#undo")
	p.Gone("#notice .notice")
}
