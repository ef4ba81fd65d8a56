package handlers_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// looks are the ways people see the site.
var looks = map[string]look{
	"phone":            {width: 360, height: 740},
	"phone-dark":       {width: 360, height: 740, dark: true},
	"phone-noscript":   {width: 360, height: 740, noScript: true},
	"desktop":          {width: 1280, height: 900},
	"desktop-dark":     {width: 1280, height: 900, dark: true},
	"desktop-noscript": {width: 1280, height: 900, noScript: true},
}

// misfits lists what is wrong with the sizes on a page: content wider than
// the window, or something to click smaller than 24 CSS pixels (WCAG 2.2,
// 2.5.8; links within sentences are exempt).
const misfits = `(() => {
	const bad = [];
	if (document.documentElement.scrollWidth > innerWidth) bad.push("page is " + document.documentElement.scrollWidth + " px wide");
	for (const e of document.querySelectorAll("a[href], button, summary, input:not([type=hidden])")) {
		const r = e.getBoundingClientRect();
		if (r.width === 0 || e.closest(".unseen, .skip, p")) continue;
		const label = e.closest("label");
		if (Math.min(r.width, r.height) < 23.99 && !(label && label.getBoundingClientRect().height >= 24))
			bad.push((e.id || e.textContent.trim()) + " is " + r.width.toFixed(1) + " by " + r.height.toFixed(1));
	}
	return bad.join("; ");
})()`

// fits checks the page that a person sees.
func (p *person) fits(name string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	bad, err := chromedp.Run(ctx, chromedp.Evaluate[string](misfits))
	if err != nil {
		p.t.Fatal(err)
	}
	if bad != "" {
		p.t.Errorf("%s: %s", name, bad)
	}
}

func TestEveryPageFitsEveryLook(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	r := wholeGame(t)
	for name, l := range looks {
		t.Run(name, func(t *testing.T) {
			p := b.person(s, l)
			p.t = t
			see := func(page, path string) {
				p.open(path)
				p.shot(name + "-" + page)
				p.fits(page)
			}
			see("home", "/")
			see("games", "/games/new")
			for _, key := range []string{"hexone", "six", "hexellation"} {
				see("setup-"+key, "/games/new?game="+key)
			}
			see("seats", "/games/new?game=hexellation&option.seats=6")
			see("all-rules", "/rules")
			see("rules", "/rules/hexone")
			see("signup", "/signup")
			see("missing", "/nowhere")

			p.open("/games/new?game=hexone")
			p.click("form.card button")
			p.shows(".invite input")
			see("waiting", p.path())

			game := p.deviceGame()
			see("start", game)
			people := [2]*person{p, p}
			half, err := r.At(len(r.Turns()) - 1)
			if err != nil {
				t.Fatal(err)
			}
			play(t, half, people, nil)
			see("middle", game)
			see("turn", game+fmt.Sprintf("/turns/%d", len(r.Turns())/2))
			last := r.Turns()[len(r.Turns())-1].Actions
			see("choice", game+"?draft="+strings.Join(last[:1], ","))
			see("refused", game+"?draft=c3")
			see("confirm", game+"?draft="+strings.Join(last, ","))
			p.click("#confirm")
			p.shows(".status.over")
			see("over", game)
			see("home-games", "/")
		})
	}
}
