package handlers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"

	"hexclub/rules"
	"hexclub/rules/hex"
	"hexclub/rules/hexone"
)

// Tab enters the board once and leaves it once, whatever has been swapped in;
// without JavaScript every link of it can be reached.
func TestOneTabStop(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	const stops = `#board [id^=c-]:not([tabindex="-1"])`
	for name, table := range map[string]string{"drawing": "off", "table": "on"} {
		t.Run(name, func(t *testing.T) {
			p, c, game := keyed(t, s, b, desktop, "c2", "d3")
			c.post("/settings/look", "table", table, "return", "/")
			p.comesAs(c)
			p.open(game)
			p.has("#board")
			check := func(when string) {
				t.Helper()
				if n := p.count(stops); n != 1 {
					t.Errorf("%s there are %d tab stops on the board, want 1", when, n)
				}
			}
			check("at first")
			p.tabTo("#board [id^=c-]")
			p.wantFocus("c-d3", "where something was played last")
			p.press("KeyD")
			p.wantFocus("c-d4", "after a step")
			check("after a step")
			p.press("Tab")
			if inside := p.evaluate(`String(!!document.activeElement.closest("#board"))`); inside != "false" {
				t.Error("Tab stays on the board")
			}
			p.press("Shift+Tab")
			p.wantFocus("c-d4", "back on the board")
			p.walk(hexoneStart(t), hex.Cell{Q: -1, R: 0})
			p.press("Enter")
			p.has("#confirm")
			check("after a swap")
		})
	}
	t.Run("without JavaScript", func(t *testing.T) {
		look := desktop
		look.noScript = true
		p, _, _ := keyed(t, s, b, look)
		if n := p.count(stops); n != 19 {
			t.Errorf("there are %d tab stops, want 19", n)
		}
	})
}

// The first links of the page lead past what comes before the board.
func TestSkipToTheBoard(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p, _, game := keyed(t, s, b, desktop, "c2", "d3")
	p.press("Tab", "Tab")
	p.wantFocus("skip-to-board", "after two Tabs")
	p.shows("#skip-to-board")
	p.press("Enter")
	p.wantFocus("c-d3", "having skipped,")
	if path := p.path(); path != game {
		t.Errorf("the address is %s", path)
	}
}

// Each key goes one step to where it points on the screen, however the board is
// turned.
func TestSixDirections(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p, c, game := keyed(t, s, b, desktop)
	steps := map[string][2]int{
		"KeyW": {-26, -45}, "KeyE": {26, -45}, "KeyA": {-52, 0}, "KeyD": {52, 0}, "KeyZ": {-26, 45}, "KeyX": {26, 45},
		"Numpad7": {-26, -45}, "Numpad9": {26, -45}, "Numpad4": {-52, 0}, "Numpad6": {52, 0}, "Numpad1": {-26, 45}, "Numpad3": {26, 45},
		"ArrowLeft": {-52, 0}, "ArrowRight": {52, 0},
	}
	cells := hexoneStart(t).Board().Cells
	for turn := range 6 {
		c.post("/settings/look", "turn", fmt.Sprint(turn), "return", "/")
		p.comesAs(c)
		p.open(game)
		p.tabTo("#board [id^=c-]")
		for key, step := range steps {
			p.focusOn("c-c3")
			p.press(key)
			i := slices.IndexFunc(cells, func(on rules.BoardCell) bool {
				x, y := on.Cell.Centre(turn)
				return [2]int{x, y} == step
			})
			p.wantFocus("c-"+cells[i].Name, fmt.Sprintf("on a board turned by %d, after %s", turn, key))
		}
	}
}

func TestMovingOverTheBoard(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p, c, _ := keyed(t, s, b, desktop)
	walk := func(t *testing.T, from string, pairs ...string) {
		t.Helper()
		p.t = t
		p.focusOn(cellID(from))
		for i := 0; i < len(pairs); i += 2 {
			p.press(pairs[i])
			p.wantFocus(cellID(pairs[i+1]), "after "+strings.Join(pairs[:i+1], " "))
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
		p.focusOn("c-c3")
		event := keyEvent("Numpad7")
		event.Key, event.Text = "Home", ""
		p.do("press 7", command(input.DispatchKeyEvent, event))
		p.wantFocus("c-d3", "after 7 as Home")
	})
	t.Run("other keyboards", func(t *testing.T) {
		p.focusOn("c-c3")
		event := keyEvent("KeyW")
		event.Key, event.Text = "z", "z" // as on a French one
		p.do("press Z", command(input.DispatchKeyEvent, event))
		p.wantFocus("c-d3", "after the key beside Tab's neighbour")
	})
	t.Run("keys of the browser", func(t *testing.T) {
		walk(t, "c3", "Control+KeyD", "c3", "Control+ArrowLeft", "c3", "KeyQ", "c3")
	})
	t.Run("over holes", func(t *testing.T) {
		p.open(s.deviceGameOf(t, c, "hexellation", rules.Setup{}))
		p.has("#board")
		walk(t, "m:b3", "KeyD", "x:b1", "KeyA", "m:b3")
		walk(t, "m:a2", "KeyX", "f5", "KeyW", "m:a2", "ArrowDown", "f4", "ArrowUp", "m:a2")
	})
}

// Space and Enter act once, a key held down confirms nothing, and Escape steps
// back.
func TestKeysAct(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p, _, game := keyed(t, s, b, desktop)
	p.tabTo("#board [id^=c-]")
	for _, key := range []string{"Space", "Enter"} {
		p.focusOn("c-c2")
		p.press(key)
		p.has("#confirm")
		p.wantFocus("confirm", "after "+key)
		p.press("Escape")
		p.has("#c-c2.open")
		p.wantFocus("c-c2", "after Escape")
	}
	if scroll := p.evaluate("String(scrollY)"); scroll != "0" {
		t.Errorf("the page scrolls to %s", scroll)
	}

	down := keyEvent("Enter")
	held := down
	again := true
	held.AutoRepeat = &again
	p.do("hold Enter", command(input.DispatchKeyEvent, down))
	p.has("#confirm")
	for range 5 {
		p.do("hold Enter", command(input.DispatchKeyEvent, held))
	}
	down.Type, down.Text = input.DispatchKeyEventTypeKeyUp, ""
	p.do("let Enter go", command(input.DispatchKeyEvent, down))
	p.press("Escape")
	p.has("#c-c2.open")
	if n := p.count(".turns li"); n != 0 {
		t.Error("Enter held down confirms the turn")
	}
	p.press("Escape") // where there is nothing to take back
	if path := p.path(); path != game {
		t.Errorf("Escape leads to %s", path)
	}

	p.press("Enter")
	p.has("#confirm")
	p.press("Enter")
	p.has(".turns li")
	p.wantFocus("c-c2", "after the turn")
}

// Where the focus is on the board is seen, on pages where cells lead nowhere too.
func TestFocusIsSeen(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p, _, game := keyed(t, s, b, desktop, "c2", "d3")
	const ring = `getComputedStyle(document.querySelector("#c-c3 .ring") ?? document.body).display`
	for _, page := range []string{game, game + "/turns/1"} {
		p.open(page)
		p.tabTo("#board [id^=c-]")
		p.press("Home", "KeyX")
		if shown := p.evaluate(ring); shown != "none" {
			t.Errorf("%s: without the focus the ring is %s", page, shown)
		}
		p.press("KeyX")
		p.wantFocus("c-c3", "in the middle")
		if shown := p.evaluate(ring); shown != "inline" {
			t.Errorf("%s: with the focus the ring is %s", page, shown)
		}
	}
}

func TestReplayKeys(t *testing.T) {
	t.Parallel()
	s, b := newSite(t), newBrowser(t)
	p, _, game := keyed(t, s, b, desktop, append(slices.Clone(explosive), "c2,c2xW,d3xW")...)
	last := len(explosive) + 1
	at := func(n int) string { return fmt.Sprintf("%s/turns/%d", game, n) }
	p.open(at(last))
	p.has("#board")
	keys := func(pairs ...any) {
		t.Helper()
		for i := 0; i < len(pairs); i += 2 {
			p.press(pairs[i].(string))
			shown := ".turns:not(:has([aria-current]))"
			if n := pairs[i+1].(int); n > 0 {
				shown = fmt.Sprintf(`.turns [aria-current][href^="%s"]`, at(n))
			}
			p.has(shown)
		}
	}
	keys("ArrowLeft", last-1, "ArrowRight", last, "Home", 0, "ArrowRight", 1, "End", last)
	p.focusOn("c-c3")
	p.press("ArrowLeft")
	p.wantFocus("c-c2", "on the board, after the arrow")
	keys("PageUp", last-1, "PageUp", last-2, "PageDown", last-1)
	p.wantFocus("c-c2", "on another turn")
	p.evaluate("document.querySelector('#zoom-touch').closest('details')?.setAttribute('open', '')")
	p.focusOn("zoom-touch")
	p.evaluate(`window.asked = "nothing"; document.addEventListener("htmx:beforeRequest", () => { asked = "something" }); ""`)
	p.press("ArrowLeft")
	if asked := p.evaluate("asked"); asked != "nothing" {
		t.Error("an arrow in a field leads to another turn")
	}
	p.focusOn("replay-next")
	p.press("ArrowLeft")
	if asked := p.evaluate("asked"); asked != "something" {
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
