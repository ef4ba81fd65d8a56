package handlers_test

import (
	"fmt"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/handlers/web"
)

// With the device's colours, as in high contrast modes of Windows, what colours alone would show has a line, and boards keep
// their ground.
func TestForcedColours(t *testing.T) {
	t.Parallel()
	c := sitetest.New(t).NewLadder(t, nil, "Anna", "Ben")
	anna := c.Clients["Anna"]
	p := sitetest.NewBrowser(t).Person(c.Site, sitetest.Look{Width: 390, Height: 844, Forced: true})
	p.ComesAs(anna)
	differ := func(path, property, one, other string) {
		t.Helper()
		p.Open(path)
		style := fmt.Sprintf(`((one, other) => one === other ? one : "")(...[%q, %q].map((selector) => getComputedStyle(document.querySelector(selector)).%s))`, one, other, property)
		if same := p.Evaluate(style); same != "" {
			t.Errorf("%s and %s have the same %s, %s", one, other, property, same)
		}
	}
	ladder := web.Href(c.Ladder.Ref())
	differ(ladder, "outlineStyle", ".list > .mine", ".list > :not(.mine)")
	differ(ladder, "borderBottomWidth", ".pills [aria-current]", ".pills a:not([aria-current])")
	differ(ladder, "borderBottomWidth", ".bar [aria-current]", ".bar a:not([aria-current])")
	differ("/learn/hexone", "borderBottomWidth", ".steps-bar li", "body")
	differ(anna.DeviceGame(), "forcedColorAdjust", ".field", "body")
}
