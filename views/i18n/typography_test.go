package i18n_test

import (
	"regexp"
	"strings"
	"testing"

	"hexclub/rules/lesson"
	"hexclub/views/i18n"
)

func TestTypeset(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"ordinary spaces", "Prêt ? « Oui » : jouez ; voilà !", "Prêt_? «_Oui_»_: jouez_; voilà_!"},
		{"no-break spaces, none doubled", "Prêt\u00a0? «\u202fOui\u00a0»\u202f: oui  !", "Prêt_? «_Oui_»_: oui_!"},
		{"marks in a row", "Quoi ?! Oui ?…", "Quoi_?! Oui_?…"},
		{"a mark in quotation marks", "puis « : » et « ; »", "puis «_:_» et «_;_»"},
		{"placeholders", "« {{.Name}} » : {{.Count}} ; %d : %s", "«_{{.Name}}_»_: {{.Count}}_; %d_: %s"},
		{"Markdown", "**Attention :** [ici ?](https://hex.example) *(non !)*", "**Attention_:** [ici_?](https://hex.example) *(non_!)*"},
		{"times and addresses", "à 12:30, https://hex.example/?a=1;b=2, 2001:db8::/64", "à 12:30, https://hex.example/?a=1;b=2, 2001:db8::/64"},
		{"turns", "« !m:e4/d3 » ou `a : b ?`", "«_!m:e4/d3_» ou `a : b ?`"},
		{"tables", "| a | b |\n| :--- | ---: |\n : c", "| a | b |\n| :--- | ---: |\n : c"},
		{"entities and classes", "a&nbsp;b &amp; .a:hover", "a&nbsp;b &amp; .a:hover"},
		{"the end", "Joueur :", "Joueur_:"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := strings.ReplaceAll(tt.want, "_", "\u202f")
			if got := i18n.Typeset("fr", tt.text); got != want {
				t.Errorf("%q becomes %q, want %q", tt.text, got, want)
			}
			if got := i18n.Typeset("fr", want); got != want {
				t.Errorf("%q becomes %q the second time", want, got)
			}
			if got := i18n.Typeset("en", tt.text); got != tt.text {
				t.Errorf("in English %q becomes %q", tt.text, got)
			}
		})
	}
}

// misset finds a mark of French without the narrow no-break space that belongs to it: one
// that another space precedes, or that ends a word.
var misset = regexp.MustCompile(`[\s\x{a0}][:;?!»]+([\s).,…*]|$)|\x{202f}[\s\x{a0}\x{202f}]|[\s\x{a0}]\x{202f}|«[^\x{202f}]|[^\x{202f}:;?!»]»|[^\x{202f}:;?!»]+[:;?!]+([\s*]|$)`)

// Every text in French has narrow no-break spaces, whatever its file has: messages in all
// plural forms, details, the glossary and lessons.
func TestFrenchHasNarrowSpaces(t *testing.T) {
	const tag = "fr"
	catalogs := load(t)
	catalog, other := catalogs.Match(tag, ""), catalogs.Match("en", "")
	checked := 0
	check := func(name, text string) {
		if strings.ContainsAny(text, ":;?!«»") {
			checked++
		}
		if found := misset.FindString(text); found != "" {
			t.Errorf("%s has %q: %s", name, found, text)
		}
	}
	for key, message := range entries(t, tag) {
		if !plural(message) {
			var pairs []string
			for _, name := range placeholders(message) {
				pairs = append(pairs, strings.Trim(name, "{.}"), "x")
			}
			check(key, catalog.T(key, pairs...))
			continue
		}
		for _, n := range []int{0, 1, 2, 1_000_000} {
			check(key, catalog.N(key, n))
		}
	}
	for _, term := range catalog.Glossary() {
		check(term.ID, term.Means)
	}
	check("a detail", catalog.Detail("%d black and %d red hexagons: they are placed in turn", 1, 2))
	courses, err := lesson.NewCourses(i18n.Typeset).All()
	if err != nil {
		t.Fatal(err)
	}
	for _, course := range courses {
		for _, l := range course.Lessons {
			text := l.Texts[tag]
			for _, part := range append([]string{text.Title, text.Task, text.Done}, text.Hints...) {
				check(l.Key(), part)
			}
			for name, words := range text.Wrong {
				check(l.Key()+" "+name, words)
			}
		}
	}
	if checked < 800 {
		t.Errorf("only %d texts were checked", checked)
	}
	if text := other.T("error.busy"); strings.ContainsRune(text, '\u202f') {
		t.Errorf("English has a narrow space: %s", text)
	}
}
