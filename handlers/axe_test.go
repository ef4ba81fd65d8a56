package handlers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// What axe-core judges a page by.
const (
	// axeAll is the criteria of WCAG 2.2, levels A and AA, and its own good
	// practice, but for the contrast of texts. The size of targets it leaves out
	// unless told.
	axeAll = `runOnly: {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
		rules: {"target-size": {enabled: true}, "color-contrast": {enabled: false}}`

	// axeLooks is those of them that hang on colours and sizes.
	axeLooks = `runOnly: {type: "rule", values: ["link-in-text-block", "target-size", "scrollable-region-focusable"]}`

	// axeContrast is the contrast of texts, which takes as long as all others.
	axeContrast = `runOnly: {type: "rule", values: ["color-contrast"]}`
)

// axeRun has axe-core judge the page, or some elements of it.
const axeRun = `axe.run(%s, {
	%s,
	resultTypes: ["violations"],
	preload: false,
}).then((r) => JSON.stringify(r.violations.map((v) =>
	({id: v.id, help: v.help, nodes: v.nodes.map((n) => n.html + " " + n.failureSummary)}))))`

// A violation is a rule of axe-core that a page breaks.
type violation struct {
	ID, Help string
	Nodes    []string // where, and how
}

// violations has axe-core judge what an expression says of the page that a
// person sees.
func (p *person) violations(what, by string) []violation {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	report, err := chromedp.Run(ctx, chromedp.Evaluate[string](fmt.Sprintf(axeRun, what, by), chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	var list []violation
	if err := json.Unmarshal([]byte(report), &list); err != nil {
		p.t.Fatalf("%v: %s", err, report)
	}
	return list
}

// A palette is all ways in which texts were seen to be coloured. What contrast a
// text has hangs on its own colour and size and on what is behind it, so one that
// is coloured like another, with all that it lies in, is not judged again.
type palette struct {
	mu   sync.Mutex
	seen map[string]bool
}

// paint lists how the texts of a page are coloured, each by a hash of how it and
// all that it lies in are, and keeps the texts. What does not lie in the flow of
// the page may lie over anything: it is like no other.
const paint = `(() => {
	const hashes = new Map([[null, "0"]]);
	const hash = (text) => {
		let a = 0xdeadbeef, b = 0x41c6ce57;
		for (let i = 0; i < text.length; i++) {
			a = Math.imul(a ^ text.charCodeAt(i), 2654435761);
			b = Math.imul(b ^ text.charCodeAt(i), 1597334677);
		}
		return (a >>> 0).toString(36) + (b >>> 0).toString(36);
	};
	const of = (e) => {
		if (!hashes.has(e)) {
			const s = getComputedStyle(e);
			const over = s.position !== "static" && s.position !== "relative" && !e.matches(".unseen");
			hashes.set(e, hash([of(e.parentElement), over ? Math.random() : "", e.localName, e.disabled, s.color, s.fill, s.backgroundColor, s.backgroundImage,
				s.opacity, s.fontSize, s.fontWeight, s.textShadow, s.filter, s.mixBlendMode, s.visibility].join()));
		}
		return hashes.get(e);
	};
	window.texts = [...document.querySelectorAll("body *")].filter((e) => e.matches("input, select, textarea") ||
		[...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim()));
	return JSON.stringify(texts.map(of));
})()`

// pale has axe-core judge the contrast of texts that are coloured as none was before.
func (p *person) pale(known *palette) []violation {
	p.t.Helper()
	var hashes []string
	if err := json.Unmarshal([]byte(p.evaluate(paint)), &hashes); err != nil {
		p.t.Fatal(err)
	}
	var fresh []int // of the texts
	known.mu.Lock()
	for i, hash := range hashes {
		if !known.seen[hash] {
			known.seen[hash] = true
			fresh = append(fresh, i)
		}
	}
	known.mu.Unlock()
	if len(fresh) == 0 {
		return nil
	}
	list, err := json.Marshal(fresh)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.violations(fmt.Sprintf("{include: %s.map((i) => texts[i])}", list), axeContrast)
}

// loadAxe is axe-core, which pages that it is to judge have to bring.
func loadAxe(t *testing.T) string {
	t.Helper()
	axe, err := os.ReadFile(judge(t, "axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(axe)
}

// Every page in every state is judged on a small screen in the light, and then,
// as it is large in the dark, what hangs on its looks. Some share the pages.
func TestEveryPageIsAccessible(t *testing.T) {
	t.Parallel()
	axe := loadAxe(t)
	s, b := newStage(t), newBrowser(t)
	known := &palette{seen: map[string]bool{}}
	const judges = 3
	for n := range judges {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			t.Parallel()
			p := b.person(s.site, looks["phone"])
			p.t = t
			p.bring(axe)
			for i := n; i < len(s.scenes); i += judges {
				scene := s.scenes[i]
				p.looks(looks["phone"])
				p.visits(scene)
				p.opensAll()
				p.accessible(scene.name, axeAll, known)
				p.looks(looks["desktop-dark"])
				p.accessible(scene.name+" in the dark", axeLooks, known)
				if scene.game {
					p.tellsApart(scene.name)
				}
			}
		})
	}
}

// accessible has axe-core judge the page that a person sees, by axeAll or
// axeLooks and by its contrasts, and checks its sizes.
func (p *person) accessible(name, by string, known *palette) {
	p.t.Helper()
	p.fits(name)
	for _, v := range append(p.violations("document", by), p.pale(known)...) {
		p.t.Errorf("%s: %s: %s\n%s", name, v.ID, v.Help, strings.Join(v.Nodes[:min(3, len(v.Nodes))], "\n"))
	}
}

// The judge itself sees what it is to see, and of texts that are coloured alike
// one.
func TestAxeFindsViolations(t *testing.T) {
	t.Parallel()
	axe := loadAxe(t)
	s, b := newSite(t), newBrowser(t)
	p := b.person(s, phone)
	p.bring(axe)
	p.open("/")
	p.evaluate(`(() => {
		document.querySelector("main").innerHTML = "<h1>Wrong</h1><p>Pale words</p><button>a</button> <button></button>";
		document.querySelector("main p").style.color = "gray";
		document.querySelectorAll("main button").forEach((b) => { b.style.cssText = "width: 8px; min-height: 8px; padding: 0" });
	})()`)
	for by, want := range map[string][]string{
		axeAll:   {"button-name", "target-size"},
		axeLooks: {"target-size"},
	} {
		var found []string
		for _, v := range p.violations("document", by) {
			found = append(found, v.ID)
		}
		if !slices.Equal(slices.Sorted(slices.Values(found)), want) {
			t.Errorf("it finds %q, want %q", found, want)
		}
	}
	known := &palette{seen: map[string]bool{}}
	for _, tt := range []struct {
		change string
		pale   []string // the elements that it finds, by their names
	}{
		{``, []string{"p"}},
		{`document.querySelector("main p").after(document.querySelector("main p").cloneNode(true))`, nil}, // like what was judged
		{`document.querySelector("main").style.background = "black"`, []string{"h1"}},                     // dark on black; gray can be read
		{`document.querySelector("main h1").style.position = "fixed"`, []string{"h1"}},
		{``, []string{"h1"}}, // may lie over anything
		{`document.querySelector("main h1").remove()`, nil},
	} {
		p.evaluate(tt.change)
		var pale []string
		for _, v := range p.pale(known) {
			for _, node := range v.Nodes {
				pale = append(pale, strings.TrimSpace(node[1:3]))
			}
		}
		if !slices.Equal(pale, tt.pale) {
			t.Errorf("after %q the texts %q are pale, want %q", tt.change, pale, tt.pale)
		}
	}
}
