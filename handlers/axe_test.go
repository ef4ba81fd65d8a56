package handlers_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hexclub/handlers/sitetest"
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
	scenes := rulestest.Few(t, s.Scenes, 6)
	known := &sitetest.Palette{}
	const judges = 4 // even, so that a judge has one font
	for n := range judges {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			t.Parallel()
			p := newFontBrowser(t, n).Person(s.Site, looks["phone"])
			p.Bring(axe)
			for i := n; i < len(scenes); i += judges {
				scene := scenes[i]
				p.Visits(scene)
				p.OpensAll()
				judge := []func(){
					func() { p.Looks(looks["phone"]); p.Accessible(scene.Name, axeAll, known) },
					func() { p.Looks(looks["desktop-dark"]); p.Accessible(scene.Name+" in the dark", axeLooks, known) },
				}
				first := i / judges % 2 // to look another way takes long: the next scene begins as this one ends
				judge[first]()
				judge[1-first]()
				if scene.Game {
					p.TellsApart(scene.Name)
				}
			}
		})
	}
}

// The judge itself sees what it is to see, and of texts that are coloured alike
// one.
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
