package sitetest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/chromedp/chromedp"
)

// axeRun runs axe-core on the page, and checks the contrast of some of its texts.
const axeRun = `((unjudged) => {
	unjudged.forEach((text) => { text.dataset.unjudged = "" });
	return axe.run({%s, reporter: "report", preload: false}).finally(() => unjudged.forEach((text) => { delete text.dataset.unjudged }));
})(%s.map((i) => texts[i]))`

// A violation is a rule of axe-core that a page breaks.
type violation struct {
	ID, Help string
	Nodes    []string // selectors and summaries
}

// A Palette is the set of colourings of texts that have been judged. The contrast of a text
// depends on its own colour and size and on its background, so texts with a known colouring are
// not judged again.
type Palette struct{ seen sync.Map }

// paint lists the colourings of the visible texts of a page, and stores the texts. It leaves out
// texts in drawings, which axe-core does not judge. The background of a text consists of its
// ancestors up to the first opaque one. A positioned element may cover anything, so its colouring
// is unique unless it is opaque.
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

// unjudged returns the colourings of all texts of the page, and the indexes of the texts whose
// colouring has not been judged.
func (p *Person) unjudged(known *Palette) (ways []string, texts []int) {
	p.T.Helper()
	if err := json.Unmarshal([]byte(p.Evaluate(paint)), &ways); err != nil {
		p.T.Fatal(err)
	}
	texts = []int{}
	for i, way := range ways {
		if _, judged := known.seen.Load(way); !judged {
			texts = append(texts, i)
		}
	}
	return ways, texts
}

// Violations returns the rules of axeAll, axeLooks or other rules of axe-core that the open page
// breaks. It judges the contrast of unjudged texts only.
func (p *Person) Violations(by string, known *Palette) []violation {
	p.T.Helper()
	ways, texts := p.unjudged(known)
	return p.violations(by, ways, texts, known)
}

func (p *Person) violations(by string, ways []string, texts []int, known *Palette) []violation {
	p.T.Helper()
	list, err := json.Marshal(texts)
	if err != nil {
		p.T.Fatal(err)
	}
	var report struct {
		Judged []int // indexes of the texts
		Found  []violation
	}
	text := p.Promised(fmt.Sprintf(axeRun, by, list))
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		p.T.Fatalf("%v: %s", err, text)
	}
	for _, i := range report.Judged {
		known.seen.Store(ways[i], true)
	}
	return report.Found
}

// Promised returns the text of a promise that an expression in the page returns.
func (p *Person) Promised(expression string) string {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, StepTimeout)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.T.Fatal(err)
	}
	return text
}

// Accessible checks the open page with axe-core, by axeAll or axeLooks, and that it fits.
func (p *Person) Accessible(name, by string, known *Palette) {
	p.T.Helper()
	p.Fits(name)
	p.noViolations(name, p.Violations(by, known))
}

// HasContrast checks that the texts of the open page have enough contrast. It runs axe-core only
// for new colourings, because most pages have the same few.
func (p *Person) HasContrast(name string, known *Palette) {
	p.T.Helper()
	if ways, texts := p.unjudged(known); len(texts) > 0 {
		p.noViolations(name, p.violations(`runOnly: {type: "rule", values: ["color-contrast"]}`, ways, texts, known))
	}
}

func (p *Person) noViolations(name string, found []violation) {
	p.T.Helper()
	for _, v := range found {
		p.T.Errorf("%s: %s: %s\n%s", name, v.ID, v.Help, strings.Join(v.Nodes[:min(3, len(v.Nodes))], "\n"))
	}
}
