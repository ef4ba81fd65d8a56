package handlers_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
)

// The rules of axe-core for pages.
const (
	// axeAll is the criteria of WCAG 2.2, levels A and AA, and axe-core's own best
	// practices. It checks the size of targets only on request.
	axeAll = `runOnly: {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
		rules: {"target-size": {enabled: true}}`

	// axeLooks is the rules of axeAll that depend on colours and sizes.
	axeLooks = `runOnly: {type: "rule", values: ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"]}`
)

// axeReport makes axe-core check contrast only for the marked texts, since that
// takes as long as all other rules together (see Palette), and defines a short report.
const axeReport = `
axe.configure({noHtml: true, rules: [{id: "color-contrast", selector: "[data-unjudged]"}]});
axe.addReporter("report", (rules, options, done) => done(JSON.stringify({
	judged: rules.filter((r) => r.id === "color-contrast").flatMap((r) => r.violations.concat(r.passes)).map((n) => texts.indexOf(n.node.element)),
	found: rules.filter((r) => r.violations.length > 0).map((r) => ({id: r.id, help: r.help, nodes: r.violations.map((n) =>
		n.node.element.outerHTML.slice(0, 300) + " " + n.any.concat(n.all, n.none).map((check) => check.message).join("; "))})),
})))`

// loadAxe returns the script of axe-core, which each page to be judged has to load first.
func loadAxe(t *testing.T) string {
	t.Helper()
	axe, err := os.ReadFile(judge(t, "axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(axe) + axeReport
}

// axe-core finds planted violations, and judges one of several texts with the same colours.
func TestAxeFindsViolations(t *testing.T) {
	t.Parallel()
	axe := loadAxe(t)
	s, b := sitetest.New(t), sitetest.NewBrowser(t)
	p := b.Person(s, sitetest.Phone)
	p.Bring(axe)
	p.Open("/")
	p.Evaluate(`(() => {
		document.querySelector("main").innerHTML = "<h1>Wrong</h1><p>Pale words</p><button>a</button> <button></button>";
		document.querySelector("main p").style.color = "gray";
		document.querySelectorAll("main button").forEach((b) => { b.style.cssText = "width: 8px; min-width: 0; min-height: 8px; padding: 0" });
	})()`)
	for by, want := range map[string][]string{
		axeAll:   {"button-name", "color-contrast", "target-size"},
		axeLooks: {"color-contrast", "target-size"},
	} {
		var found []string
		for _, v := range p.Violations(by, &sitetest.Palette{}) {
			found = append(found, v.ID)
		}
		if !slices.Equal(slices.Sorted(slices.Values(found)), want) {
			t.Errorf("it finds %q, want %q", found, want)
		}
	}
	known := &sitetest.Palette{}
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
		p.Evaluate(tt.change)
		var pale []string
		for _, v := range p.Violations(axeLooks, known) {
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
