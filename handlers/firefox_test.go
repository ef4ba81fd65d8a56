package handlers_test

import (
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules/games"
)

// Firefox shows and plays games, by clicks and by keys, with the fonts of the site and without errors.
func TestFirefox(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	f := sitetest.NewFirefox(t, s, sitetest.Phone)
	looks := func(path string) {
		t.Helper()
		if wide := f.Evaluate(`document.documentElement.scrollWidth > innerWidth`); wide != "false" {
			t.Errorf("%s scrolls sideways", path)
		}
		for _, part := range []string{".brand", "h1", "button"} {
			if font := f.Evaluate(`document.querySelector("` + part + `") ? getComputedStyle(document.querySelector("` + part + `")).fontFamily : "sans-serif"`); !strings.HasSuffix(font, "sans-serif") {
				t.Errorf("%s: %s is written in %s", path, part, font)
			}
		}
	}
	for _, path := range []string{"/", "/lobby", "/learn", "/learn/hexone/explosion", "/analysis/six?line=-1,0", "/club"} {
		f.Open(path)
		looks(path)
		f.Shot("firefox-at" + strings.NewReplacer("/", "-", "?", "-", "=", "-", ",", "-").Replace(path))
	}
	for _, game := range games.All() {
		key := game.Info().Key
		f.Open("/games/new?game=" + key)
		f.Click(`input[name=opponent][value=device]`)
		f.Click(`main form[action="/games"] button:not([name])`)
		f.Has("#board a.open.free")
		path := f.Evaluate("location.pathname")
		looks(path)
		if bad := f.Evaluate(misfits + `("` + tableParts + `")`); bad != "" {
			t.Errorf("%s: %s", key, bad)
		}
		f.Click("#board a.open.free .dot")
		f.Has(".turns li a, #confirm, .steps li")
		f.Shot("firefox-" + key)
	}
	f.Open("/games/new?game=hexone")
	f.Click(`input[name=opponent][value=device]`)
	f.Click(`main form[action="/games"] button:not([name])`)
	f.Has("#board a.open")
	f.Evaluate(`document.querySelector("#c-c2").focus()`)
	f.Press("\uE007") // Enter
	f.Has(sitetest.Listed(1))
	if got := f.Evaluate(`document.querySelector("#c-c2 .piece").getBoundingClientRect().width > 10 && getComputedStyle(document.querySelector("#c-c2 .piece")).getPropertyValue("--piece").trim() !== ""`); got != "true" {
		t.Error("the piece that was put is not seen")
	}
}
