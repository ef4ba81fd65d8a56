package handlers_test

import (
	"testing"

	"github.com/chromedp/cdproto/input"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/games"
)

// A pinch on a board changes the size of the board, not of the page.
func TestPinch(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	c := s.Client(t)
	game, err := games.Find("six")
	if err != nil {
		t.Fatal(err)
	}
	played := sitetest.PlayAtRandom(t, game, rules.Setup{}, 4, nil).Turns()
	p := b.Person(s, sitetest.Phone)
	p.ComesAs(c)
	p.Open(c.PlayedGame(t, game, rules.Setup{}, played[:len(played)-1]))
	p.Has("#board")
	pinch := func(from, to float64) {
		t.Helper()
		fingers := func(apart float64) []*input.TouchPoint {
			one, other := 1., 2.
			return []*input.TouchPoint{{X: 195 - apart/2, Y: 350, ID: &one}, {X: 195 + apart/2, Y: 350, ID: &other}}
		}
		touch := func(kind input.DispatchTouchEventType, points []*input.TouchPoint) {
			t.Helper()
			p.Do("touch", sitetest.Command(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points}))
		}
		touch(input.DispatchTouchEventTypeTouchStart, fingers(from))
		for n := range 5 {
			touch(input.DispatchTouchEventTypeTouchMove, fingers(from+(to-from)*float64(n+1)/5))
		}
		touch(input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{})
	}
	for _, step := range []struct {
		from, to float64
		want     string
	}{{80, 120, "zoom-large"}, {80, 120, "zoom-large"}, {120, 80, "zoom-touch"}, {200, 90, "zoom-fit"}} {
		pinch(step.from, step.to)
		if got := p.Attribute("[name=zoom]:checked", "id"); got != step.want {
			t.Errorf("fingers moved from %v to %v apart choose %s, want %s", step.from, step.to, got, step.want)
		}
	}
	if scale := p.Evaluate("String(visualViewport.scale)"); scale != "1" {
		t.Errorf("the page is zoomed by %s", scale)
	}
}
