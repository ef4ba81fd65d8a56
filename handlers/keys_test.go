package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// press presses keys one after the other, each by its name: as a place of the
// keyboard ("KeyW", "Numpad7") or as what it does ("Enter", "ArrowLeft"). "Shift+"
// or "Control+" before it holds that down.
func (p *person) press(names ...string) {
	p.t.Helper()
	var steps []chromedp.Action[chromedp.Void]
	for _, name := range names {
		down := keyEvent(name)
		up := down
		up.Type, up.Text = input.DispatchKeyEventTypeKeyUp, ""
		steps = append(steps, command(input.DispatchKeyEvent, down), command(input.DispatchKeyEvent, up))
	}
	p.do("press "+strings.Join(names, " "), steps...)
}

// keyEvent is what a key sends when it goes down.
func keyEvent(name string) input.DispatchKeyEventParams {
	event := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown}
	for modifier, bit := range map[string]int64{"Control+": 2, "Shift+": 8} {
		if plain, ok := strings.CutPrefix(name, modifier); ok {
			name, event.Modifiers = plain, bit
		}
	}
	event.Code, event.Key = name, name
	codes := map[string]int64{
		"Tab": 9, "Enter": 13, "Escape": 27, "Space": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
		"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
	}
	event.WindowsVirtualKeyCode = codes[name]
	switch {
	case name == "Enter":
		event.Text = "\r"
	case name == "Space":
		event.Key, event.Text = " ", " "
	case strings.HasPrefix(name, "Key"):
		event.Text = strings.ToLower(name[3:])
		event.Key, event.WindowsVirtualKeyCode = event.Text, int64(name[3])
	case strings.HasPrefix(name, "Numpad"):
		event.Text = name[6:]
		event.Key, event.WindowsVirtualKeyCode = event.Text, int64(name[6])-'0'+96
	}
	return event
}

// focus is the id of what has the focus.
func (p *person) focus() string {
	p.t.Helper()
	return p.evaluate("document.activeElement.id")
}

// wantFocus fails the test unless something has the focus.
func (p *person) wantFocus(id, when string) {
	p.t.Helper()
	if focus := p.focus(); focus != id {
		p.t.Errorf("%s the focus is on %q, want %q", when, focus, id)
	}
}

// focusOn puts the focus on something, as only tests do.
func (p *person) focusOn(id string) {
	p.t.Helper()
	p.evaluate("document.getElementById('" + id + "').focus()")
	p.wantFocus(id, "put there,")
}

// tabTo goes on by Tab until something that a selector finds has the focus.
func (p *person) tabTo(selector string) {
	p.t.Helper()
	const most = 100 // presses
	for range most {
		if p.evaluate("String(document.activeElement.matches(`"+selector+"`))") == "true" {
			return
		}
		p.press("Tab")
	}
	p.t.Fatalf("Tab does not lead to %s", selector)
}

// keyed is a person at the keyboard, on the page of a game of their own that
// some turns of were played.
func keyed(t *testing.T, s *site, b *browser, l look, turns ...string) (p *person, c *client, game string) {
	t.Helper()
	c, p = s.client(t), b.person(s, l)
	game = c.deviceGame(turns...)
	p.t = t
	p.comesAs(c)
	p.open(game)
	p.has("#board")
	return p, c, game
}

// keyboard plays by keys alone.
func keyboard(p *person) hand {
	return hand{
		p,
		func(st rules.State, cell hex.Cell) {
			p.tabTo("#board [id^=c-]")
			p.walk(st, cell)
			p.press("Enter")
		},
		func(selector string) {
			p.tabTo(selector)
			p.press("Enter")
		},
	}
}

// walk goes by keys from the cell that has the focus to another.
func (p *person) walk(st rules.State, to hex.Cell) {
	p.t.Helper()
	cells := map[string]hex.Cell{}
	for _, on := range st.Board().Cells {
		cells[cellID(on.Name)] = on.Cell
	}
	from, ok := cells[p.focus()]
	if !ok {
		p.t.Fatalf("the focus is on %q, not on a cell", p.focus())
	}
	p.press(route(cells, from, to)...)
	if focus := p.focus(); cells[focus] != to {
		p.t.Fatalf("keys lead to %s, want %s", focus, cellName(st, to))
	}
}

// route is the keys of a shortest way between two cells, over holes too.
func route(named map[string]hex.Cell, from, to hex.Cell) []string {
	cells := map[hex.Cell]bool{}
	for _, cell := range named {
		cells[cell] = true
	}
	keys := [6]string{"KeyD", "KeyE", "KeyW", "KeyA", "KeyZ", "KeyX"} // of hex.Directions
	way := map[hex.Cell][]string{from: {}}
	for queue := []hex.Cell{from}; len(queue) > 0 && way[to] == nil; queue = queue[1:] {
		for i, direction := range hex.Directions {
			const widest = 20 // hole
			next := queue[0].Step(direction)
			for n := 0; !cells[next] && n < widest; n++ {
				next = next.Step(direction)
			}
			if _, seen := way[next]; cells[next] && !seen {
				way[next] = append(slices.Clone(way[queue[0]]), keys[i])
				queue = append(queue, next)
			}
		}
	}
	return way[to]
}
