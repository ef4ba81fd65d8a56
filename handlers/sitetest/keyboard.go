package sitetest

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"hexclub/rules"
	"hexclub/rules/hex"
)

// Press presses keys in order. A name is a position of the keyboard ("KeyW", "Numpad7") or a
// function ("Enter", "ArrowLeft"). The prefixes "Shift+" and "Control+" hold that key down.
func (p *Person) Press(names ...string) {
	p.T.Helper()
	var steps []chromedp.Action[chromedp.Void]
	for _, name := range names {
		down := KeyEvent(name)
		up := down
		up.Type, up.Text = input.DispatchKeyEventTypeKeyUp, ""
		steps = append(steps, Command(input.DispatchKeyEvent, down), Command(input.DispatchKeyEvent, up))
	}
	p.Do("press "+strings.Join(names, " "), steps...)
}

// KeyEvent returns the event of pressing a key.
func KeyEvent(name string) input.DispatchKeyEventParams {
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

// Focus returns the id of the focused element.
func (p *Person) Focus() string {
	p.T.Helper()
	return p.Evaluate("document.activeElement.id")
}

// WantFocus fails the test unless the element with the id is focused.
func (p *Person) WantFocus(id, when string) {
	p.T.Helper()
	if focus := p.Focus(); focus != id {
		p.T.Errorf("%s the focus is on %q, want %q", when, focus, id)
	}
}

// FocusOn focuses an element by script.
func (p *Person) FocusOn(id string) {
	p.T.Helper()
	p.Evaluate("document.getElementById('" + id + "').focus()")
	p.WantFocus(id, "put there,")
}

// TabTo presses Tab until a selected element is focused.
func (p *Person) TabTo(selector string) {
	p.T.Helper()
	const most = 100 // presses
	for range most {
		if p.Evaluate("String(document.activeElement.matches(`"+selector+"`))") == "true" {
			return
		}
		p.Press("Tab")
	}
	p.T.Fatalf("Tab does not lead to %s", selector)
}

// Walk moves the focus from the focused cell to another by keys.
func (p *Person) Walk(st rules.State, to hex.Cell) { walk(p.T, p, st, to) }

// keys is a tab of any browser, as used by keys.
type keys interface {
	Focus() string
	Press(names ...string)
}

func walk(t testing.TB, p keys, st rules.State, to hex.Cell) {
	t.Helper()
	cells := map[string]hex.Cell{}
	for _, on := range st.Board().Cells {
		cells[CellID(on.Name)] = on.Cell
	}
	from, ok := cells[p.Focus()]
	if !ok {
		t.Fatalf("the focus is on %q, not on a cell", p.Focus())
	}
	p.Press(route(cells, from, to)...)
	if focus := p.Focus(); cells[focus] != to {
		t.Fatalf("keys lead to %s, want %s", focus, CellName(st, to))
	}
}

// route returns the keys of a shortest path between two cells, which may cross holes.
func route(named map[string]hex.Cell, from, to hex.Cell) []string {
	cells := map[hex.Cell]bool{}
	for _, cell := range named {
		cells[cell] = true
	}
	keys := [6]string{"KeyD", "KeyE", "KeyW", "KeyA", "KeyZ", "KeyX"} // in the order of hex.Directions
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
