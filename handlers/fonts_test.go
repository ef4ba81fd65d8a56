package handlers_test

import (
	"slices"
	"testing"

	"hexclub/handlers/sitetest"
)

// Browsers use the fonts of the check, whatever the machine has: in one "Six" is narrower than the minimum
// target, in the other text is wide.
func TestBrowsersUseFontsOfTheCheck(t *testing.T) {
	t.Parallel()
	s := sitetest.New(t)
	for _, tt := range []struct {
		browser *sitetest.Browser
		want    map[string][]string // families by element
	}{
		{sitetest.NewBrowser(t), map[string][]string{"h1": {"DejaVu Sans", "Noto Sans CJK KR"}, "p": {"DejaVu Sans", "Noto Sans CJK KR"}, "code": {"DejaVu Sans Mono"}}},
		{sitetest.NewNarrowBrowser(t), map[string][]string{"h1": {"Noto Sans CJK KR", "Roboto"}, "p": {"Noto Sans CJK KR", "Roboto"}, "code": {"DejaVu Sans Mono"}}},
	} {
		p := tt.browser.Person(s, sitetest.Phone)
		p.Open("/")
		p.Evaluate(`document.documentElement.lang = "ko"; document.querySelector("main").innerHTML = "<h1>Six 여섯</h1><p>Six 여섯</p><code>Six</code>"`)
		p.Promised(`new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(""))))`)
		for element, want := range tt.want {
			if got := p.FontsOf("main " + element); !slices.Equal(got, want) {
				t.Errorf("%s is in %q, want %q", element, got, want)
			}
		}
	}
}
