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

	"hexclub/rules/rulestest"
)

// What axe-core judges a page by.
const (
	// axeAll is the criteria of WCAG 2.2, levels A and AA, and its own good
	// practice. The size of targets it leaves out unless told.
	axeAll = `runOnly: {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
		rules: {"target-size": {enabled: true}}`

	// axeLooks is those of them that hang on colours and sizes.
	axeLooks = `runOnly: {type: "rule", values: ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"]}`
)

// axeTerms has axe-core judge the contrast of those texts alone that are marked, which
// takes as long as all else (see palette), and tell what a report holds.
const axeTerms = `
axe.configure({noHtml: true, rules: [{id: "color-contrast", selector: "[data-unjudged]"}]});
axe.addReporter("report", (rules, options, done) => done(JSON.stringify({
	judged: rules.filter((r) => r.id === "color-contrast").flatMap((r) => r.violations.concat(r.passes)).map((n) => texts.indexOf(n.node.element)),
	found: rules.filter((r) => r.violations.length > 0).map((r) => ({id: r.id, help: r.help, nodes: r.violations.map((n) =>
		n.node.element.outerHTML.slice(0, 300) + " " + n.any.concat(n.all, n.none).map((check) => check.message).join("; "))})),
})))`

// axeRun has axe-core judge the page, and the contrast of some of its texts.
const axeRun = `((unjudged) => {
	unjudged.forEach((text) => { text.dataset.unjudged = "" });
	return axe.run({%s, reporter: "report", preload: false}).finally(() => unjudged.forEach((text) => { delete text.dataset.unjudged }));
})(%s.map((i) => texts[i]))`

// A violation is a rule of axe-core that a page breaks.
type violation struct {
	ID, Help string
	Nodes    []string // where, and how
}

// A palette is all ways in which texts were seen to be coloured. What contrast a
// text has hangs on its own colour and size and on what is behind it, so one that
// is coloured like another that was judged is not judged again.
type palette struct{ seen sync.Map }

// paint lists how the texts of a page are coloured, and keeps the texts: those that
// are seen, but for texts in drawings, of which axe-core tells nothing. Behind a text
// is what it lies in, up to what nothing shines through. What does not lie in the
// flow of the page may lie over anything: unless it hides that, it is like no other.
const paint = `(() => {
	const behinds = new Map([[null, ""]]), veils = new Map([[null, ""]]), styles = new Map();
	const style = (e) => styles.get(e) ?? styles.set(e, getComputedStyle(e)).get(e);
	const veil = (e) => {
		if (!veils.has(e)) {
			const s = style(e);
			veils.set(e, veil(e.parentElement) + (s.opacity === "1" && s.filter === "none" && s.mixBlendMode === "normal" ? "" : [s.opacity, s.filter, s.mixBlendMode]));
		}
		return veils.get(e);
	};
	const behind = (e) => {
		if (!behinds.has(e)) {
			const s = style(e), own = s.backgroundColor + s.backgroundImage;
			const hides = s.backgroundColor.startsWith("rgb(") && s.backgroundImage === "none" && !veil(e);
			const over = s.position !== "static" && s.position !== "relative";
			behinds.set(e, hides ? own : (over ? Math.random() : "") + behind(e.parentElement) + (own === "rgba(0, 0, 0, 0)none" ? "" : own));
		}
		return behinds.get(e);
	};
	window.texts = [...document.querySelectorAll("body :not(svg *, option, .unseen)")].filter((e) => (e.matches("input, select, textarea") ||
		[...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim())) && e.checkVisibility({visibilityProperty: true}) && !e.closest(".unseen, .skip"));
	return JSON.stringify(texts.map((e) => {
		const s = style(e), off = e.closest("[disabled], [aria-disabled=true]") ?? e.closest("label")?.control?.disabled;
		return [behind(e), veil(e), s.color, s.fontSize, s.fontWeight, s.textShadow, off ? "off" : "", e.localName === "input" ? e.type : ""].join(";");
	}));
})()`

// violations has axe-core judge the page that a person sees, by axeAll or axeLooks,
// and of its texts those that are coloured as none was that it has judged.
func (p *person) violations(by string, known *palette) []violation {
	p.t.Helper()
	var ways []string
	if err := json.Unmarshal([]byte(p.evaluate(paint)), &ways); err != nil {
		p.t.Fatal(err)
	}
	unjudged := []int{}
	for i, way := range ways {
		if _, judged := known.seen.Load(way); !judged {
			unjudged = append(unjudged, i)
		}
	}
	list, err := json.Marshal(unjudged)
	if err != nil {
		p.t.Fatal(err)
	}
	var report struct {
		Judged []int // of the texts
		Found  []violation
	}
	text := p.promised(fmt.Sprintf(axeRun, by, list))
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		p.t.Fatalf("%v: %s", err, text)
	}
	for _, i := range report.Judged {
		known.seen.Store(ways[i], true)
	}
	return report.Found
}

// promised is the text that a page promises.
func (p *person) promised(expression string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	return text
}

// loadAxe is axe-core, which pages that it is to judge have to bring.
func loadAxe(t *testing.T) string {
	t.Helper()
	axe, err := os.ReadFile(judge(t, "axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(axe) + axeTerms
}

// Every page in every state is judged on a small screen in the light, and then,
// as it is large in the dark, what hangs on its looks. Some share the pages, and
// every other page is in the narrow font: TestEveryPageFitsEveryLook shows each
// in the other.
func TestEveryPageIsAccessible(t *testing.T) {
	t.Parallel()
	axe := loadAxe(t)
	s := newStage(t)
	scenes := rulestest.Few(t, s.scenes, 6)
	known := &palette{}
	const judges = 4 // even, so that a judge has one font
	for n := range judges {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			t.Parallel()
			p := newFontBrowser(t, n).person(s.site, looks["phone"])
			p.bring(axe)
			for i := n; i < len(scenes); i += judges {
				scene := scenes[i]
				p.visits(scene)
				p.opensAll()
				judge := []func(){
					func() { p.looks(looks["phone"]); p.accessible(scene.name, axeAll, known) },
					func() { p.looks(looks["desktop-dark"]); p.accessible(scene.name+" in the dark", axeLooks, known) },
				}
				first := i / judges % 2 // to look another way takes long: the next scene begins as this one ends
				judge[first]()
				judge[1-first]()
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
	for _, v := range p.violations(by, known) {
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
		document.querySelectorAll("main button").forEach((b) => { b.style.cssText = "width: 8px; min-width: 0; min-height: 8px; padding: 0" });
	})()`)
	for by, want := range map[string][]string{
		axeAll:   {"button-name", "color-contrast", "target-size"},
		axeLooks: {"color-contrast", "target-size"},
	} {
		var found []string
		for _, v := range p.violations(by, &palette{}) {
			found = append(found, v.ID)
		}
		if !slices.Equal(slices.Sorted(slices.Values(found)), want) {
			t.Errorf("it finds %q, want %q", found, want)
		}
	}
	known := &palette{}
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
		for _, v := range p.violations(axeLooks, known) {
			if v.ID != "color-contrast" {
				continue
			}
			for _, node := range v.Nodes {
				pale = append(pale, strings.TrimSpace(node[1:3]))
			}
		}
		if !slices.Equal(pale, tt.pale) {
			t.Errorf("after %q the texts %q are pale, want %q", tt.change, pale, tt.pale)
		}
	}
}
