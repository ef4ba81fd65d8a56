package handlers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// axeRun has axe-core judge the page; it wants its options.
const axeRun = `axe.run(%s).then((r) => JSON.stringify(r.violations.map((v) =>
	({id: v.id, help: v.help, nodes: v.nodes.map((n) => n.html + " " + n.failureSummary)}))))`

// axeAll is the criteria of WCAG 2.2, levels A and AA, and axe-core's own good
// practice. The size of targets it leaves out unless told.
const axeAll = `{
	runOnly: {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
	rules: {"target-size": {enabled: true}},
	resultTypes: ["violations"],
	preload: false,
}`

// axeColours is the rules that look at colours: all that can change in the dark.
const axeColours = `{
	runOnly: {type: "rule", values: ["color-contrast", "link-in-text-block"]},
	resultTypes: ["violations"],
	preload: false,
}`

// A violation is a rule of axe-core that a page breaks.
type violation struct {
	ID, Help string
	Nodes    []string // where, and how
}

// violations has axe-core judge the page that a person sees.
func (p *person) violations(options string) []violation {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	report, err := chromedp.Run(ctx, chromedp.Evaluate[string](fmt.Sprintf(axeRun, options), chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	var list []violation
	if err := json.Unmarshal([]byte(report), &list); err != nil {
		p.t.Fatalf("%v: %s", err, report)
	}
	return list
}

// loadAxe is axe-core, to be evaluated on each page it is to judge.
func loadAxe(t *testing.T) string {
	t.Helper()
	axe, err := os.ReadFile(judge(t, "axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(axe) + "; undefined"
}

func TestEveryPageIsAccessible(t *testing.T) {
	t.Parallel()
	axe := loadAxe(t)
	s, b := newStage(t), newBrowser(t)
	for _, name := range []string{"phone", "desktop"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := b.person(s.site, looks[name])
			p.t = t
			for _, scene := range s.scenes {
				p.visits(scene)
				p.opensAll()
				p.evaluate(axe)
				found := p.violations(axeAll)
				p.prefersDark(true)
				for _, v := range p.violations(axeColours) {
					v.Help += " (in the dark)"
					found = append(found, v)
				}
				p.prefersDark(false)
				for _, v := range found {
					t.Errorf("%s: %s: %s\n%s", scene.name, v.ID, v.Help, strings.Join(v.Nodes[:min(3, len(v.Nodes))], "\n"))
				}
			}
		})
	}
}

// The judge itself sees what it is to see.
func TestAxeFindsViolations(t *testing.T) {
	t.Parallel()
	axe := loadAxe(t)
	s, b := newSite(t), newBrowser(t)
	p := b.person(s, phone)
	p.open("/")
	p.evaluate(`(() => {
		document.querySelector("main").innerHTML = "<h1>Wrong</h1><p>Pale words</p><button>a</button> <button></button>";
		document.querySelector("main p").style.color = "gray";
		document.querySelectorAll("main button").forEach((b) => { b.style.cssText = "width: 8px; min-height: 8px; padding: 0" });
	})()`)
	p.evaluate(axe)
	for options, rules := range map[string][]string{
		axeAll: {"button-name", "color-contrast", "target-size"}, axeColours: {"color-contrast"},
	} {
		var found []string
		for _, v := range p.violations(options) {
			found = append(found, v.ID)
		}
		if slices.Sort(found); !slices.Equal(found, rules) {
			t.Errorf("it finds %q, want %q", found, rules)
		}
	}
}
