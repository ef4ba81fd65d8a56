package handlers_test

import (
	"strconv"
	"testing"

	"hexclub/handlers/sitetest"
	"hexclub/rules/record"
)

// counting adds up the layout shifts of the pages of a tab. Unlike the score of browsers, it includes those right after
// an input.
const counting = `new PerformanceObserver((list) => {
	for (const shift of list.getEntries()) sessionStorage.shift = Number(sessionStorage.shift ?? 0) + shift.value;
}).observe({ type: "layout-shift", buffered: true });`

// The layout does not shift during whole games on a phone.
func TestNothingShifts(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	for _, recipe := range []recipe{
		{setup: "hexone", seed: 198, ends: "elimination", kinds: "explode", atOnce: true},
		{setup: "hexellation", seed: 185, ends: "model", atOnce: true},
	} {
		t.Run(recipe.setup, func(t *testing.T) {
			p := b.Person(s, sitetest.Phone)
			p.T = t
			p.Bring(counting)
			r := recipe.cook(t)
			c := s.Client(t)
			path := s.DeviceGameOf(t, c, r.Game().Info().Key, r.Setup())
			p.ComesAs(c)
			p.Open(path)
			mouse(p).play(r, true, func(turns []record.Turn, moved int) {
				c.SendTurns(t, path, turns, moved)
				p.Open(path)
			})
			p.Shows(".status.over")
			shift, err := strconv.ParseFloat(p.Evaluate("sessionStorage.shift ?? '0'"), 64)
			if err != nil || shift >= .02 {
				t.Errorf("the layout shifts by %v, %v", shift, err)
			}
		})
	}
}
