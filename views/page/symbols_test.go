package page

import (
	"strings"
	"testing"
)

// A page has the symbols that it refers to and no others, unless it replaces parts of itself later.
func TestSprite(t *testing.T) {
	const plain = `<main><svg><use href="#play-icon"/></svg><svg><use href="#form-2"/></svg></main>`
	for name, test := range map[string]struct {
		content string
		table   bool
		has     []string
		lacks   []string
	}{
		"plain":               {plain, false, []string{"play-icon", "form-2"}, []string{"form-1", "undo-icon", "home-icon"}},
		"with changing parts": {plain + `<div data-hx-get="/lobby/list"></div>`, false, []string{"play-icon", "form-1", "bot-icon"}, []string{"undo-icon"}},
		"with a large board":  {plain, true, []string{"play-icon", "form-1", "undo-icon"}, []string{"home-icon"}},
	} {
		got := sprite([]byte(test.content), test.table)
		for _, id := range test.has {
			if strings.Count(got, `id="`+id+`"`) != 1 {
				t.Errorf("%s: %s is not there once: %s", name, id, got)
			}
		}
		for _, id := range test.lacks {
			if strings.Contains(got, `id="`+id+`"`) {
				t.Errorf("%s: %s is there", name, id)
			}
		}
	}
}

// Only pages that fetch parts of themselves load htmx.
func TestScripts(t *testing.T) {
	for name, test := range map[string]struct {
		content string
		table   bool
		want    string
	}{
		"plain":              {"<main></main>", false, "page.js"},
		"with a part":        {`<div data-hx-get="/lobby/list"></div>`, false, "site.js popups.js"},
		"with lists":         {`<script src="/static/app.1.js" defer></script>`, false, "site.js popups.js"},
		"with a large board": {"<main></main>", true, "site.js"},
	} {
		if got := strings.Join(scripts([]byte(test.content), "/static/app.1.js", test.table), " "); got != test.want {
			t.Errorf("a page %s loads %s, want %s", name, got, test.want)
		}
	}
}
