package i18n_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"testing"

	"hexclub/rules/games"
	"hexclub/rules/lesson"
	"hexclub/views/i18n"
)

// Every term is explained in every language, once in each.
func TestGlossary(t *testing.T) {
	catalogs := load(t)
	base := catalogs.Match("en", "").Glossary()
	for _, tag := range i18n.Tags {
		terms := catalogs.Match(tag, "").Glossary()
		if len(terms) != len(base) {
			t.Fatalf("%s has %d terms, en %d", tag, len(terms), len(base))
		}
		seen := map[string]bool{}
		for i, term := range terms {
			if term.ID != base[i].ID || term.Name == "" || term.Means == "" || seen[term.ID] {
				t.Errorf("%s: term %+v", tag, term)
			}
			seen[term.ID] = true
			for _, key := range term.Games {
				if _, err := games.Find(key); err != nil {
					t.Errorf("%s: %v", term.ID, err)
				}
			}
		}
	}
}

// Each term has one translation: alternative words of a language do not occur in its catalogs and
// lessons.
func TestTermsAreKept(t *testing.T) {
	file, err := os.ReadFile("glossary.json")
	if err != nil {
		t.Fatal(err)
	}
	var terms []struct {
		ID  string
		Not map[string][]string // by language
	}
	if err := json.Unmarshal(file, &terms); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, tag := range i18n.Tags {
		texts := everyText(t, tag)
		for _, term := range terms {
			for _, word := range term.Not[tag] {
				checked++
				other := regexp.MustCompile(`(?i)(^|\PL)` + word)
				for name, text := range texts {
					if other.MatchString(text) {
						t.Errorf("%s: %s calls %s %q: %s", tag, name, texts["term."+term.ID], word, text)
					}
				}
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d words are looked for", checked)
	}
}

// everyText returns all texts of a language, by key or lesson.
func everyText(t *testing.T, tag string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for key, message := range entries(t, tag) {
		texts[key] = everyForm(message)
	}
	courses, err := lesson.NewCourses(i18n.Typeset).All()
	if err != nil {
		t.Fatal(err)
	}
	for _, course := range courses {
		for _, l := range course.Lessons {
			texts[l.Key()] = fmt.Sprint(l.Texts[tag])
		}
	}
	return texts
}
