package sitetest

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

// An accessibilityNode is a node of the accessibility tree, as a screen reader reads it.
type accessibilityNode struct {
	element    cdp.BackendNodeID
	Role, Name string
}

// controls are the roles of interactive elements in the accessibility tree.
var controls = []string{
	"button", "link", "textbox", "searchbox", "spinbutton", "checkbox", "radio", "switch", "slider", "combobox", "listbox",
	"menuitem", "tab", "DisclosureTriangle",
}

// AccessibilityNodes returns the nodes of the page's accessibility tree.
func (p *Person) AccessibilityNodes() []accessibilityNode {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
	defer cancel()
	tree, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
		return cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	})
	if err != nil {
		p.T.Fatal(err)
	}
	var list []accessibilityNode
	for _, node := range tree.Nodes {
		if !node.Ignored {
			list = append(list, accessibilityNode{node.BackendDOMNodeID, p.textOf(node.Role), p.textOf(node.Name)})
		}
	}
	return list
}

func (p *Person) textOf(value *accessibility.Value) (text string) {
	p.T.Helper()
	if value == nil || value.Value == nil {
		return ""
	}
	if err := json.Unmarshal(value.Value, &text); err != nil {
		p.T.Fatalf("%s is no text: %v", value.Value, err)
	}
	return text
}

// elements returns the selected elements, links with their addresses.
func (p *Person) elements(selector string) map[cdp.BackendNodeID]string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
	defer cancel()
	nodes, err := chromedp.Run(ctx, chromedp.Nodes(chromedp.CSSAll(selector), chromedp.AtLeast(0)))
	if err != nil {
		p.T.Fatal(err)
	}
	found := map[cdp.BackendNodeID]string{}
	for _, node := range nodes {
		found[node.BackendNodeID] = node.AttributeValue("href")
	}
	return found
}

// HasUniqueNames checks that every cell and every control on the page of a game has a unique name. Only
// links to the same address may share one.
func (p *Person) HasUniqueNames(page string) {
	p.T.Helper()
	// In a table, the name of a cell with a link is that of the link.
	cells, links := p.elements(".cell:not(:has(a), [aria-hidden] *), .cell a"), p.elements("a[href]")
	targets := map[string]string{} // by name
	var clashes []string
	met := 0
	for _, h := range p.AccessibilityNodes() {
		_, cell := cells[h.element]
		if cell {
			met++
		} else if !slices.Contains(controls, h.Role) {
			continue
		}
		if h.Name == "" {
			p.T.Errorf("%s: %s %d has no name", page, h.Role, h.element)
		}
		target := links[h.element]
		if target == "" {
			target = fmt.Sprint(h.Role, " ", h.element)
		}
		if other, taken := targets[h.Name]; taken && other != target {
			clashes = append(clashes, fmt.Sprintf("%q is %s and %s", h.Name, other, target))
		}
		targets[h.Name] = target
	}
	if n := len(clashes); n > 0 {
		p.T.Errorf("%s: %d names are there twice: %s", page, n, strings.Join(clashes[:min(3, n)], "; "))
	}
	if met == 0 || met != len(cells) {
		p.T.Errorf("%s: %d cells are in the accessibility tree, %d on the page", page, met, len(cells))
	}
}

// Agrees accepts the open offer.
func (p *Person) Agrees() {
	p.T.Helper()
	p.Click("#offer-accept")
}

// sizeFaults lists faults in sizes on a page: hidden elements that are shown, content wider than
// the window, and targets smaller than 24 CSS pixels (WCAG 2.2, 2.5.8), including links in running
// text. Of a cell it measures the tile, without what extends beyond it.
const sizeFaults = `(() => {
	const ancestors = function* (e) { while ((e = e.parentElement) && e !== document.body) yield e; };
	const targets = "a[href], button, summary, input:not([type=hidden]), select, textarea";
	const bad = [];
	for (const e of document.querySelectorAll("[hidden]")) if (e.getClientRects().length > 0) bad.push("hidden, but shown: " + e.outerHTML.slice(0, 120));
	if (document.documentElement.scrollWidth > innerWidth) {
		const wide = [...document.querySelectorAll("main *, header *, footer *")].filter((e) => e.getBoundingClientRect().right > innerWidth + .5 && !e.closest(".unseen") && ![...ancestors(e)].some((a) => getComputedStyle(a).overflowX !== "visible"));
		const cause = wide.reduce((last, e) => last?.contains(e) ? e : last ?? e, null);
		bad.push("page is " + document.documentElement.scrollWidth + " px wide, at " + (cause?.outerHTML.slice(0, 160) ?? "no element"));
	}
	for (const e of document.querySelectorAll(targets)) {
		const r = (e.querySelector(".tile") ?? e).getBoundingClientRect();
		if (r.width === 0 || e.closest(".unseen, .skip")) continue;
		const label = e.closest("label");
		if (Math.min(r.width, r.height) < 23.99 && !(label && label.getBoundingClientRect().height >= 24))
			bad.push((e.id || e.textContent.trim()) + " is " + r.width.toFixed(1) + " by " + r.height.toFixed(1));
	}
	return bad.join("; ");
})()`

// Fits checks the sizes on the open page.
func (p *Person) Fits(name string) {
	p.T.Helper()
	if bad := p.Evaluate(sizeFaults); bad != "" {
		p.T.Errorf("%s: %s", name, bad)
	}
}

// focusFaults focuses the controls of a page one after the other. It lists those that show no ring, and those that are
// hidden behind something else or outside of the window.
const focusFaults = `(() => {
	const bad = [];
	const ring = (e, pseudo) => e && getComputedStyle(e, pseudo).outlineStyle !== "none";
	for (const e of document.querySelectorAll("a[href], button, summary, input:not([type=hidden]), select, textarea, [tabindex]")) {
		if (e.tabIndex < 0 || e.disabled || e.closest("[inert], .skip") || !e.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })) continue;
		document.activeElement.blur();
		scrollTo(0, 0);
		e.focus();
		const name = e.id || e.textContent.trim() || e.name;
		const marked = ring(e) || ring(e.closest("li")) || ring(e.nextElementSibling, "::before") || e.querySelector(".ring")?.checkVisibility();
		if (!marked) bad.push("no ring at " + name);
		const parts = [.5, .1, .9];
		const seen = [...e.getClientRects()].some(({ x, y, width, height }) => parts.some((right) => parts.some((down) => {
			const top = document.elementFromPoint(x + width * right, y + height * down);
			return e.contains(top) || top?.closest("label")?.contains(e);
		})));
		if (!seen) bad.push(name + " is covered");
	}
	return bad.slice(0, 5).join("; ");
})()`

// ShowsFocus checks that each control on the open page is visible and marked when it has the focus.
func (p *Person) ShowsFocus(name string) {
	p.T.Helper()
	if bad := p.Evaluate(focusFaults); bad != "" {
		p.T.Errorf("%s: %s", name, bad)
	}
}

// Unmoved marks the page. The returned function checks that the page has not been reloaded.
func (p *Person) Unmoved() (check func()) {
	p.T.Helper()
	p.Evaluate("window.sameDocument = true")
	return func() {
		p.T.Helper()
		if same := p.Evaluate("String(window.sameDocument)"); same != "true" {
			p.T.Error("a page was loaded where a fragment would do")
		}
	}
}

// BoxOf returns the rounded position and size of an element in the window.
func (p *Person) BoxOf(selector string) string {
	p.T.Helper()
	p.Has(selector)
	return p.Evaluate(fmt.Sprintf(`(({x, y, width, height}) => [x, y, width, height].map(Math.round).join())(document.querySelector(%q).getBoundingClientRect())`, selector))
}
