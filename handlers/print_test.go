package handlers_test

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"hexclub/handlers/sitetest"
	"hexclub/rules/games"
	"hexclub/views/i18n"
)

// A printed page has the board with its explanation, black on white, without buttons.
func TestPrinted(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Look{Width: 800, Height: 1100, Dark: true})
	game := p.DeviceGame()
	p.Do("print", sitetest.Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
	seen := func(selector string) string {
		return p.Evaluate(`String([...document.querySelectorAll("` + selector + `")].some((e) => e.getClientRects().length > 0))`)
	}
	for page, position := range map[string]string{"/analysis/hexone?line=c2,d3": "true", game: "false"} {
		p.Open(page)
		for selector, want := range map[string]string{
			"#board": "true", ".status": "true", ".printed": position,
			"header nav": "false", "button:not(.turns *)": "false", "input": "false", "footer": "false", ".actions": "false",
		} {
			if got := seen(selector); got != want {
				t.Errorf("%s: %s is seen on paper: %s, want %s", page, selector, got, want)
			}
		}
		if paper := p.Evaluate(`getComputedStyle(document.documentElement).backgroundColor`); paper != "rgb(255, 255, 255)" && paper != "rgba(0, 0, 0, 0)" {
			t.Errorf("%s is printed on %s", page, paper)
		}
		if wide := p.Evaluate(`String(document.querySelector("#board").getBoundingClientRect().right <= innerWidth)`); wide != "true" {
			t.Errorf("%s: the board does not fit the paper", page)
		}
	}
}

// The rules of each game fit on one sheet of paper, in every language.
func TestRulesFitOneSheet(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Desktop)
	for _, tag := range i18n.Tags {
		c := s.Client(t)
		c.Post("/language", "lang", tag, "return", "/")
		p.ComesAs(c)
		for _, game := range games.All() {
			path := "/rules/" + game.Info().Key + "/sheet"
			p.Open(path)
			p.Has("html[lang=" + tag + "]")
			if n := p.Pages(); n != 1 {
				t.Errorf("%s in %s takes %d pages", path, tag, n)
			}
		}
	}
}

// Printed standings fit with all their tie-breaks, and a printed bracket has no buttons. On a phone the results
// of a double round robin are separate.
func TestTournamentsPrinted(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	swiss := s.NewCup(t, 4, "rounds", "3", "break-1", "buchholz-cut-1", "break-2", "sonneborn-berger", "break-3", "direct-encounter", "break-4", "hexone-points")
	swiss.Begin(t)
	swiss.Settle(t)
	knockout := s.NewCup(t, 4, "kind", "knockout")
	knockout.Begin(t)
	league := s.NewCup(t, 4, "kind", "robin", "double", "yes", "at-once", "yes")
	league.Begin(t)
	league.Settle(t)
	p := b.Person(s, sitetest.Look{Width: 700, Height: 1000})
	p.Do("print", sitetest.Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
	p.Open(knockout.Path + "/bracket")
	if got := p.Evaluate(`String([...document.querySelectorAll("#bracket a")].filter((e) => e.getClientRects().length > 0).length)`); got != "0" {
		t.Errorf("%s links of the bracket are printed", got)
	}
	p.Open(swiss.Path)
	if got := p.Evaluate(`String(document.querySelector("#standings").getBoundingClientRect().right <= innerWidth)`); got != "true" {
		t.Error("the standings do not fit the paper")
	}
	phone := b.Person(s, sitetest.Look{Width: 360, Height: 700})
	phone.Open(league.Path + "/table")
	if got := phone.Evaluate(`getComputedStyle(document.querySelector("#table td:nth-child(4)")).borderLeftWidth + " " +
		getComputedStyle(document.querySelector("#table td:nth-child(4) [aria-hidden]")).wordSpacing`); got == "" || got[:3] != "1px" || got == "1px 0px" {
		t.Errorf("cells of the table have %q between them", got)
	}
}
