package handlers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// controls is the roles of what can be used, as the accessibility tree calls
// them.
var controls = []string{
	"button", "link", "textbox", "searchbox", "spinbutton", "checkbox", "radio", "switch", "slider", "combobox", "listbox",
	"menuitem", "tab", "DisclosureTriangle",
}

// A heard is something on a page as a screen reader meets it.
type heard struct {
	element    cdp.BackendNodeID
	role, name string
}

// hears lists what there is in the accessibility tree of the page.
func (p *person) hears() []heard {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	tree, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
		return cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	})
	if err != nil {
		p.t.Fatal(err)
	}
	var list []heard
	for _, node := range tree.Nodes {
		if !node.Ignored {
			list = append(list, heard{node.BackendDOMNodeID, p.textOf(node.Role), p.textOf(node.Name)})
		}
	}
	return list
}

func (p *person) textOf(value *accessibility.Value) (text string) {
	p.t.Helper()
	if value == nil || value.Value == nil {
		return ""
	}
	if err := json.Unmarshal(value.Value, &text); err != nil {
		p.t.Fatalf("%s is no text: %v", value.Value, err)
	}
	return text
}

// elements is what a selector finds: of links the address, of others nothing.
func (p *person) elements(selector string) map[cdp.BackendNodeID]string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	nodes, err := chromedp.Run(ctx, chromedp.Nodes(chromedp.CSSAll(selector), chromedp.AtLeast(0)))
	if err != nil {
		p.t.Fatal(err)
	}
	found := map[cdp.BackendNodeID]string{}
	for _, node := range nodes {
		found[node.BackendNodeID] = node.AttributeValue("href")
	}
	return found
}

// tellsApart checks that on the page of a game every cell and every control has
// a name, and that no other cell or control has the same, unless both are links
// to the same address.
func (p *person) tellsApart(page string) {
	p.t.Helper()
	// In a table a cell that holds a link is known by the link.
	cells, links := p.elements(".cell:not(:has(a), [aria-hidden] *), .cell a"), p.elements("a[href]")
	targets := map[string]string{} // by name
	var clashes []string
	met := 0
	for _, h := range p.hears() {
		_, cell := cells[h.element]
		if cell {
			met++
		} else if !slices.Contains(controls, h.role) {
			continue
		}
		if h.name == "" {
			p.t.Errorf("%s: %s %d has no name", page, h.role, h.element)
		}
		target := links[h.element]
		if target == "" {
			target = fmt.Sprint(h.role, " ", h.element)
		}
		if other, taken := targets[h.name]; taken && other != target {
			clashes = append(clashes, fmt.Sprintf("%q is %s and %s", h.name, other, target))
		}
		targets[h.name] = target
	}
	if n := len(clashes); n > 0 {
		p.t.Errorf("%s: %d names are there twice: %s", page, n, strings.Join(clashes[:min(3, n)], "; "))
	}
	if met == 0 || met != len(cells) {
		p.t.Errorf("%s: %d cells are in the accessibility tree, %d on the page", page, met, len(cells))
	}
}
