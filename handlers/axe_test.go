package handlers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
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

// axeRun has axe-core judge the page.
const axeRun = `axe.run({
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

// violations has axe-core judge the page that a person sees, by axeAll or axeLooks.
func (p *person) violations(by string) []violation {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	report, err := chromedp.Run(ctx, chromedp.Evaluate[string](fmt.Sprintf(axeRun, by), chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	var list []violation
	if err := json.Unmarshal([]byte(report), &list); err != nil {
		p.t.Fatalf("%v: %s", err, report)
	}
	return list
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
// as it is large in the dark, what hangs on its looks. Two share the pages.
func TestEveryPageIsAccessible(t *testing.T) {
	t.Parallel()
	axe := loadAxe(t)
	s, b := newStage(t), newBrowser(t)
	const judges = 2
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
				p.accessible(scene.name, axeAll)
				p.looks(looks["desktop-dark"])
				p.accessible(scene.name+" in the dark", axeLooks)
				if scene.game {
					p.tellsApart(scene.name)
				}
			}
		})
	}
}

// accessible has axe-core judge the page that a person sees, by axeAll or
// axeLooks, and checks its sizes.
func (p *person) accessible(name, by string) {
	p.t.Helper()
	p.fits(name)
	for _, v := range p.violations(by) {
		p.t.Errorf("%s: %s: %s\n%s", name, v.ID, v.Help, strings.Join(v.Nodes[:min(3, len(v.Nodes))], "\n"))
	}
}

// The judge itself sees what it is to see.
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
		axeAll:   {"button-name", "color-contrast", "target-size"},
		axeLooks: {"color-contrast", "target-size"},
	} {
		var found []string
		for _, v := range p.violations(by) {
			found = append(found, v.ID)
		}
		if !slices.Equal(slices.Sorted(slices.Values(found)), want) {
			t.Errorf("it finds %q, want %q", found, want)
		}
	}
}
