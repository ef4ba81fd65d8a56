package handlers_test

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"hexclub/rules/games"
	"hexclub/views/i18n"
)

// On paper there is the board with what it means, black on white, and nothing
// to press.
func TestPrinted(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p := b.person(s, look{width: 800, height: 1100, dark: true})
	game := p.deviceGame()
	p.do("print", command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
	seen := func(selector string) string {
		return p.evaluate(`String([...document.querySelectorAll("` + selector + `")].some((e) => e.getClientRects().length > 0))`)
	}
	for page, position := range map[string]string{"/analysis/hexone?line=c2,d3": "true", game: "false"} {
		p.open(page)
		for selector, want := range map[string]string{
			"#board": "true", ".status": "true", ".printed": position,
			"header nav": "false", "button:not(.turns *)": "false", "input": "false", "footer": "false", ".actions": "false",
		} {
			if got := seen(selector); got != want {
				t.Errorf("%s: %s is seen on paper: %s, want %s", page, selector, got, want)
			}
		}
		if paper := p.evaluate(`getComputedStyle(document.documentElement).backgroundColor`); paper != "rgb(255, 255, 255)" && paper != "rgba(0, 0, 0, 0)" {
			t.Errorf("%s is printed on %s", page, paper)
		}
		if wide := p.evaluate(`String(document.querySelector("#board").getBoundingClientRect().right <= innerWidth)`); wide != "true" {
			t.Errorf("%s: the board does not fit the paper", page)
		}
	}
}

// The rules of each game fit one sheet of paper, in every language.
func TestRulesFitOneSheet(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p := b.person(s, desktop)
	for _, tag := range i18n.Tags {
		c := s.client(t)
		c.post("/language", "lang", tag, "return", "/")
		p.comesAs(c)
		for _, game := range games.All() {
			path := "/rules/" + game.Info().Key + "/sheet"
			p.open(path)
			p.has("html[lang=" + tag + "]")
			if n := p.pages(); n != 1 {
				t.Errorf("%s in %s takes %d pages", path, tag, n)
			}
		}
	}
}
