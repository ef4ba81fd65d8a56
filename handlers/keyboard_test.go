package handlers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"

	"hexclub/handlers/sitetest"
	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/hexone"
)

// The board is one tab stop, whatever has been swapped in. Without JavaScript every link of it can be reached.
func TestOneTabStop(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	const stops = `#board [id^=c-]:not([tabindex="-1"])`
	for name, table := range map[string]string{"drawing": "off", "table": "on"} {
		t.Run(name, func(t *testing.T) {
			p, c, game := keyed(t, s, b, sitetest.Desktop, "c2", "d3")
			c.Post("/settings/look", "table", table, "return", "/")
			p.ComesAs(c)
			p.Open(game)
			p.Has("#board")
			check := func(when string) {
				t.Helper()
				if n := p.Count(stops); n != 1 {
					t.Errorf("%s there are %d tab stops on the board, want 1", when, n)
				}
			}
			check("at first")
			p.TabTo("#board [id^=c-]")
			p.WantFocus("c-d3", "where something was played last")
			p.Press("KeyD")
			p.WantFocus("c-d4", "after a step")
			check("after a step")
			p.Press("Tab")
			if inside := p.Evaluate(`String(!!document.activeElement.closest("#board"))`); inside != "false" {
				t.Error("Tab stays on the board")
			}
			p.Press("Shift+Tab")
			p.WantFocus("c-d4", "back on the board")
			p.Walk(hexoneStart(t), hex.Cell{Q: -1, R: 0})
			p.Press("Enter")
			p.Has("#confirm")
			check("after a swap")
		})
	}
	t.Run("without JavaScript", func(t *testing.T) {
		look := sitetest.Desktop
		look.NoScript = true
		p, _, _ := keyed(t, s, b, look)
		if n := p.Count(stops); n != 19 {
			t.Errorf("there are %d tab stops, want 19", n)
		}
	})
}

// The first links of the page skip the content before the board.
func TestSkipToTheBoard(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p, _, game := keyed(t, s, b, sitetest.Desktop, "c2", "d3")
	p.Press("Tab", "Tab")
	p.WantFocus("skip-to-board", "after two Tabs")
	p.Shows("#skip-to-board")
	p.Press("Enter")
	p.WantFocus("c-d3", "having skipped,")
	if path := p.Path(); path != game {
		t.Errorf("the address is %s", path)
	}
}

// Each key moves one step in its direction on the screen, at any rotation of the board.
func TestSixDirections(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p, c, game := keyed(t, s, b, sitetest.Desktop)
	steps := map[string][2]int{
		"KeyW": {-26, -45}, "KeyE": {26, -45}, "KeyA": {-52, 0}, "KeyD": {52, 0}, "KeyZ": {-26, 45}, "KeyX": {26, 45},
		"Numpad7": {-26, -45}, "Numpad9": {26, -45}, "Numpad4": {-52, 0}, "Numpad6": {52, 0}, "Numpad1": {-26, 45}, "Numpad3": {26, 45},
		"ArrowLeft": {-52, 0}, "ArrowRight": {52, 0},
	}
	cells := hexoneStart(t).Board().Cells
	for turn := range 6 {
		c.Post("/settings/look", "turn", fmt.Sprint(turn), "return", "/")
		p.ComesAs(c)
		p.Open(game)
		p.TabTo("#board [id^=c-]")
		for key, step := range steps {
			p.FocusOn("c-c3")
			p.Press(key)
			i := slices.IndexFunc(cells, func(on rules.BoardCell) bool {
				x, y := on.Cell.Centre(turn)
				return [2]int{x, y} == step
			})
			p.WantFocus("c-"+cells[i].Name, fmt.Sprintf("on a board turned by %d, after %s", turn, key))
		}
	}
}

func TestMovingOverTheBoard(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p, c, _ := keyed(t, s, b, sitetest.Desktop)
	walk := func(t *testing.T, from string, pairs ...string) {
		t.Helper()
		p.T = t
		p.FocusOn(sitetest.CellID(from))
		for i := 0; i < len(pairs); i += 2 {
			p.Press(pairs[i])
			p.WantFocus(sitetest.CellID(pairs[i+1]), "after "+strings.Join(pairs[:i+1], " "))
		}
	}
	t.Run("straight up and down", func(t *testing.T) {
		walk(t, "a2", "ArrowUp", "b3", "ArrowUp", "c3", "ArrowUp", "d4", "ArrowUp", "e4", "ArrowUp", "e4",
			"ArrowDown", "d4", "ArrowDown", "c3")
		walk(t, "c1", "ArrowUp", "d2", "ArrowDown", "c1", "ArrowDown", "b1")
	})
	t.Run("a side step makes a new column", func(t *testing.T) {
		walk(t, "c3", "ArrowUp", "d4", "ArrowRight", "d5", "ArrowUp", "e5", "ArrowDown", "d5")
	})
	t.Run("at the edge", func(t *testing.T) {
		walk(t, "c1", "KeyA", "c1", "KeyW", "c1", "KeyE", "d2")
	})
	t.Run("first and last", func(t *testing.T) {
		walk(t, "c3", "End", "a3", "Home", "e3")
	})
	t.Run("number pad without NumLock", func(t *testing.T) {
		p.FocusOn("c-c3")
		event := sitetest.KeyEvent("Numpad7")
		event.Key, event.Text = "Home", ""
		p.Do("press 7", sitetest.Command(input.DispatchKeyEvent, event))
		p.WantFocus("c-d3", "after 7 as Home")
	})
	t.Run("other keyboards", func(t *testing.T) {
		p.FocusOn("c-c3")
		event := sitetest.KeyEvent("KeyW")
		event.Key, event.Text = "z", "z" // as on a French keyboard
		p.Do("press Z", sitetest.Command(input.DispatchKeyEvent, event))
		p.WantFocus("c-d3", "after the key beside Tab's neighbour")
	})
	t.Run("keys of the browser", func(t *testing.T) {
		walk(t, "c3", "Control+KeyD", "c3", "Control+ArrowLeft", "c3", "KeyQ", "c3")
	})
	t.Run("over holes", func(t *testing.T) {
		p.Open(s.DeviceGameOf(t, c, "hexellation", rules.Setup{}))
		p.Has("#board")
		walk(t, "m:b3", "KeyD", "x:b1", "KeyA", "m:b3")
		walk(t, "m:a2", "KeyX", "f5", "KeyW", "m:a2", "ArrowDown", "f4", "ArrowUp", "m:a2")
	})
}

// Space and Enter act once, a key held down confirms nothing, and Escape goes back a step.
func TestKeysAct(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p, _, game := keyed(t, s, b, sitetest.Desktop)
	p.TabTo("#board [id^=c-]")
	for _, key := range []string{"Space", "Enter"} {
		p.FocusOn("c-c2")
		p.Press(key)
		p.Has("#confirm")
		p.WantFocus("confirm", "after "+key)
		p.Press("Escape")
		p.Has("#c-c2.open")
		p.WantFocus("c-c2", "after Escape")
	}
	if scroll := p.Evaluate("String(scrollY)"); scroll != "0" {
		t.Errorf("the page scrolls to %s", scroll)
	}

	down := sitetest.KeyEvent("Enter")
	held := down
	again := true
	held.AutoRepeat = &again
	p.Do("hold Enter", sitetest.Command(input.DispatchKeyEvent, down))
	p.Has("#confirm")
	for range 5 {
		p.Do("hold Enter", sitetest.Command(input.DispatchKeyEvent, held))
	}
	down.Type, down.Text = input.DispatchKeyEventTypeKeyUp, ""
	p.Do("let Enter go", sitetest.Command(input.DispatchKeyEvent, down))
	p.Press("Escape")
	p.Has("#c-c2.open")
	if n := p.Count(".turns li"); n != 0 {
		t.Error("Enter held down confirms the turn")
	}
	p.Press("Escape") // nothing to undo
	if path := p.Path(); path != game {
		t.Errorf("Escape leads to %s", path)
	}

	p.Press("Enter")
	p.Has("#confirm")
	p.Press("Enter")
	p.Has(".turns li")
	p.WantFocus("c-c2", "after the turn")
}

// The focus on the board is visible, also on pages whose cells are not links.
func TestFocusIsVisible(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p, _, game := keyed(t, s, b, sitetest.Desktop, "c2", "d3")
	const ring = `getComputedStyle(document.querySelector("#c-c3 .ring") ?? document.body).display`
	for _, page := range []string{game, game + "/turns/1"} {
		p.Open(page)
		p.TabTo("#board [id^=c-]")
		p.Press("Home", "KeyX")
		if shown := p.Evaluate(ring); shown != "none" {
			t.Errorf("%s: without the focus the ring is %s", page, shown)
		}
		p.Press("KeyX")
		p.WantFocus("c-c3", "in the middle")
		if shown := p.Evaluate(ring); shown != "inline" {
			t.Errorf("%s: with the focus the ring is %s", page, shown)
		}
	}
}

func TestReplayKeys(t *testing.T) {
	t.Parallel()
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p, _, game := keyed(t, s, b, sitetest.Desktop, append(slices.Clone(sitetest.Explosive), "c2,c2xW,d3xW")...)
	last := len(sitetest.Explosive) + 1
	at := func(n int) string { return fmt.Sprintf("%s/turns/%d", game, n) }
	p.Open(at(last))
	p.Has("#board")
	keys := func(pairs ...any) {
		t.Helper()
		for i := 0; i < len(pairs); i += 2 {
			p.Press(pairs[i].(string))
			shown := ".turns:not(:has([aria-current]))"
			if n := pairs[i+1].(int); n > 0 {
				shown = fmt.Sprintf(`.turns [aria-current][href^="%s"]`, at(n))
			}
			p.Has(shown)
		}
	}
	keys("ArrowLeft", last-1, "ArrowRight", last, "Home", 0, "ArrowRight", 1, "End", last)
	p.FocusOn("c-c3")
	p.Press("ArrowLeft")
	p.WantFocus("c-c2", "on the board, after the arrow")
	keys("PageUp", last-1, "PageUp", last-2, "PageDown", last-1)
	p.WantFocus("c-c2", "on another turn")
	p.Evaluate("document.querySelector('#zoom-touch').closest('details')?.setAttribute('open', '')")
	p.FocusOn("zoom-touch")
	p.Evaluate(`window.asked = "nothing"; document.addEventListener("htmx:beforeRequest", () => { asked = "something" }); ""`)
	p.Press("ArrowLeft")
	if asked := p.Evaluate("asked"); asked != "nothing" {
		t.Error("an arrow in a field leads to another turn")
	}
	p.FocusOn("replay-next")
	p.Press("ArrowLeft")
	if asked := p.Evaluate("asked"); asked != "something" {
		t.Error("an arrow beside the board leads nowhere")
	}
}

func hexoneStart(t *testing.T) rules.State {
	t.Helper()
	st, err := hexone.Game{}.New(rules.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return st
}
