package handlers_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"hexclub/db"
	"hexclub/rules/rulestest"
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

// misfits lists what is wrong with the sizes on a page: something that is shown though it
// is hidden, content wider than the window, or something to click smaller than 24 CSS
// pixels (WCAG 2.2, 2.5.8). Links in the running text of a paragraph are exempt; a link
// that stands alone in a paragraph is not. Of a cell the tile counts, without what sticks
// out of it.
const misfits = `(() => {
	const targets = "a[href], button, summary, input:not([type=hidden]), select, textarea";
	const running = (e) => {
		if (!e.closest("p") || getComputedStyle(e).display !== "inline") return false;
		let block = e.parentElement;
		while (getComputedStyle(block).display === "inline") block = block.parentElement;
		const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
		while (texts.nextNode()) if (/\p{L}/u.test(texts.currentNode.data) && !texts.currentNode.parentElement.closest(targets + ", .unseen")) return true;
		return false;
	};
	const bad = [];
	for (const e of document.querySelectorAll("[hidden]")) if (e.getClientRects().length > 0) bad.push("hidden, but shown: " + e.outerHTML.slice(0, 120));
	if (document.documentElement.scrollWidth > innerWidth) bad.push("page is " + document.documentElement.scrollWidth + " px wide");
	for (const e of document.querySelectorAll(targets)) {
		const r = (e.querySelector(".tile") ?? e).getBoundingClientRect();
		if (r.width === 0 || e.closest(".unseen, .skip") || running(e)) continue;
		const label = e.closest("label");
		if (Math.min(r.width, r.height) < 23.99 && !(label && label.getBoundingClientRect().height >= 24))
			bad.push((e.id || e.textContent.trim()) + " is " + r.width.toFixed(1) + " by " + r.height.toFixed(1));
	}
	return bad.join("; ");
})()`

// fits checks the page that a person sees.
func (p *person) fits(name string) {
	p.t.Helper()
	if bad := p.evaluate(misfits); bad != "" {
		p.t.Errorf("%s: %s", name, bad)
	}
}

// Pages in looks that are judged nowhere else fit as well, each opened once and
// shown in two sizes. All looks are used only when pictures are taken. The font of a page is
// the one that TestEveryPageIsAccessible does not show it in.
func TestEveryPageFitsEveryLook(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	sizes := map[string][]string{"noscript": {"phone-noscript", "desktop-noscript"}}
	pictures := os.Getenv("HEXCLUB_SHOTS") != ""
	if pictures {
		sizes["light"], sizes["dark"] = []string{"phone", "desktop"}, []string{"phone-dark", "desktop-dark"}
	}
	scenes := rulestest.Few(t, s.scenes, 6)
	for kind, names := range sizes {
		for n := range 2 {
			t.Run(fmt.Sprint(kind, n), func(t *testing.T) {
				p := newFontBrowser(t, n+1).person(s.site, looks[names[0]])
				for i := n; i < len(scenes); i += 2 {
					p.visits(scenes[i])
					for _, name := range names {
						if pictures {
							p.looks(looks[name])
							p.shot(name + "-" + scenes[i].name)
						}
					}
					p.opensAll()
					for _, name := range names {
						p.looks(looks[name])
						p.fits(name + "-" + scenes[i].name)
					}
				}
			})
		}
	}
}

// Names of the maximum length without a space fit every page that shows them.
func TestLongNamesFit(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	organiser, _ := s.withRole(t, "Otto", db.Organiser)
	m, w := strings.Repeat("M", 30), strings.Repeat("W", 30)
	c, host := s.newAccount(t, m)
	_, guest := s.newAccount(t, w)
	s.resigned(t, s.made(t, db.NewGame{Key: "hexone", Host: host.ID}, guest), host)
	p := newBrowser(t).person(s, look{width: 360, height: 740, noScript: true})
	for _, scene := range []scene{
		{name: "games", who: s.client(t), path: "/games"},
		{name: "archive", who: c, path: "/people/" + w + "/games"},
		{name: "profile", who: c, path: "/people/" + m},
		{name: "deletion", who: c, path: "/settings/delete"},
		{name: "member", who: organiser, path: "/club/members/" + m},
	} {
		p.visits(scene)
		p.fits(scene.name)
	}
}
