package static_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Sheets have a fallback for what Safari 15 and Firefox 115 do not know. They drop a rule for all of its selectors
// if one needs :has, and a declaration with a unit or a function that they do not know.
func TestSheetsHaveFallbacks(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("*.css")
	if err != nil || len(names) < 10 {
		t.Fatalf("found %d sheets: %v", len(names), err)
	}
	has, newer := 0, 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		supports := regexp.MustCompile(`(?s)@supports [^{]*\{.*?\n\}`)
		css := supports.ReplaceAllString(comment.ReplaceAllString(string(text), ""), "")
		for _, rule := range regexp.MustCompile(`([^{};]+)\{([^{}]*)\}`).FindAllStringSubmatch(css, -1) {
			selectors := commas(rule[1])
			var old []string
			for _, selector := range selectors {
				if !strings.Contains(selector, ":has(") {
					old = append(old, strings.TrimSpace(selector))
				}
			}
			if len(old) < len(selectors) {
				has++
				if len(old) > 0 {
					t.Errorf("%s: %s needs a rule of its own, without :has", name, strings.Join(old, ", "))
				}
				continue // such a rule is for newer browsers
			}
			known := map[string]bool{}
			for declaration := range strings.SplitSeq(rule[2], ";") {
				property, value, _ := strings.Cut(strings.TrimSpace(declaration), ":")
				if !needsNew.MatchString(value) {
					known[property] = true
				} else if newer++; !known[property] {
					t.Errorf("%s: %s has no fallback before%s", name, property, value)
				}
			}
		}
	}
	if has < 10 || newer < 1 {
		t.Errorf("found %d rules with :has and %d new values", has, newer)
	}
}

// needsNew matches values that old browsers do not know.
var needsNew = regexp.MustCompile(`\d[ds]v[hwb]|\d[ds]vm(in|ax)|color-mix\(`)

// commas splits a list of selectors at commas outside of parentheses.
func commas(list string) (parts []string) {
	depth, from := 0, 0
	for i, r := range list {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			parts = append(parts, list[from:i])
			from = i + 1
		}
	}
	return append(parts, list[from:])
}

// The script has no selector that old browsers refuse.
func TestScriptKnowsOldSelectors(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("app.js")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(script), ":has(") {
		t.Error("app.js has a selector with :has, which throws in Firefox 115")
	}
}
