package static_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A sheet is the custom properties of a style sheet.
type sheet []rule

// A rule is one selector with its custom properties, optionally in a media query.
type rule struct {
	media, selector string
	properties      [][2]string
}

var (
	comment     = regexp.MustCompile(`(?s)/\*.*?\*/`)
	declaration = regexp.MustCompile(`(--[a-z0-9-]+):([^;}]*)`)
)

// parseSheet parses rules, and media queries that contain rules.
func parseSheet(t testing.TB, css string) sheet {
	t.Helper()
	var rules sheet
	media, rest := "", comment.ReplaceAllString(css, "")
	for {
		rest = strings.TrimSpace(rest)
		if rest == "" {
			return rules
		}
		if media != "" && rest[0] == '}' {
			media, rest = "", rest[1:]
			continue
		}
		head, body, ok := strings.Cut(rest, "{")
		if !ok {
			t.Fatalf("no rule: %.60q", rest)
		}
		head = strings.TrimSpace(head)
		if query, ok := strings.CutPrefix(head, "@media "); ok {
			media, rest = query, body
			continue
		}
		body, rest, _ = strings.Cut(body, "}")
		for selector := range strings.SplitSeq(head, ",") {
			r := rule{media: media, selector: strings.TrimSpace(selector)}
			for _, found := range declaration.FindAllStringSubmatch(body, -1) {
				r.properties = append(r.properties, [2]string{found[1], strings.TrimSpace(found[2])})
			}
			rules = append(rules, r)
		}
	}
}

// An element is a part of a page with its classes and custom properties. The root has no parent.
type element struct {
	parent   *element
	classes  []string
	declared map[string]string
	computed map[string]string // without those that are invalid
}

// element returns a part of a page to which the media queries apply.
func (s sheet) element(parent *element, classes string, media ...string) *element {
	e := &element{parent, strings.Fields(classes), map[string]string{}, map[string]string{}}
	weights := map[string]int{}
	for _, r := range s {
		weight, ok := e.matches(r.selector)
		if !ok || r.media != "" && !slices.Contains(media, r.media) {
			continue
		}
		for _, p := range r.properties {
			if weight >= weights[p[0]] {
				e.declared[p[0]], weights[p[0]] = p[1], weight
			}
		}
	}
	for name := range e.declared {
		if value, ok := e.value(name); ok {
			e.computed[name] = value
		}
	}
	return e
}

var simple = regexp.MustCompile(`:root|:not\(\.[a-z-]+\)|\.[a-z-]+`)

// matches reports whether a selector matches the element, and its specificity.
func (e *element) matches(selector string) (weight int, ok bool) {
	for _, part := range simple.FindAllString(selector, -1) {
		negated := strings.HasPrefix(part, ":not(")
		class := strings.Trim(strings.TrimPrefix(part, ":not("), ".)")
		found := slices.Contains(e.classes, class)
		if part == ":root" {
			found = e.parent == nil
		}
		if found == negated {
			return 0, false
		}
		weight++
	}
	return weight, weight > 0
}

// value returns the value of a custom property. It returns false if the property is invalid.
func (e *element) value(name string) (value string, ok bool) {
	declared, ok := e.declared[name]
	switch {
	case !ok && e.parent == nil:
		return "", false
	case !ok:
		value, ok = e.parent.inherited(name)
		return value, ok
	case declared == "initial":
		return "", false
	}
	return e.fill(declared)
}

func (e *element) inherited(name string) (value string, ok bool) {
	if _, ok := e.declared[name]; ok || e.parent == nil {
		value, ok = e.computed[name]
		return value, ok
	}
	return e.parent.inherited(name)
}

// fill replaces each var() by its value.
func (e *element) fill(text string) (value string, ok bool) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "var(")
		b.WriteString(before)
		if !found {
			return strings.TrimSpace(b.String()), true
		}
		end := closing(rest)
		name, otherwise, hasOtherwise := strings.Cut(rest[:end], ",")
		part, ok := e.value(name)
		if !ok && hasOtherwise {
			part, ok = e.fill(otherwise)
		}
		if !ok {
			return "", false
		}
		b.WriteString(part)
		text = rest[end+1:]
	}
}

// closing returns the index of the parenthesis that closes the one before text.
func closing(text string) int {
	depth := 1
	for i, r := range text {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return i
		}
	}
	return len(text) - 1
}
