package i18n_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"hexclub/views/i18n"
)

// archaic matches words and phrases that plain English does not use: see Style in .github/CONTRIBUTING.md.
var archaic = regexp.MustCompile(`(?i)\b(?:whoever|whomever|somebody|anybody|everybody|thereby|whereby|thereof|shall|beside|besides|by lot|a lot of them|comes? to nothing|put right|put it right|at one sitting|holds no more|tells|call(?:s|ed)? off|lapse[sd]?)\b|(?:^|[.!?:;] )(?:Who|What) (?:is|was|has|had|comes|goes|does|did|may|asks|loses|wins|plays|organisers) [^?]*[.:;,]`)

// stiff matches phrases that no text of a language may have: the wrong form of address, and relative clauses as
// subjects of sentences.
var stiff = map[string]*regexp.Regexp{
	"fr": regexp.MustCompile(`(?i:^|\PL)(?i:tu|toi|ton|tes)(?:\PL|$)|(?:^|[.!?:;]\pZ)(?:Qui|Quiconque|Celui qui|Celle qui|Ceux qui) [^?\n]*[.;]|au trait|à qui qu`),
	"es": regexp.MustCompile(`(?i:^|\PL)(?i:vosotr[oa]s|vuestr[oa]s?|ustede?s?|\pL+(?:áis|[^s]éis))(?:\PL|$)|(?:^|[.!?:;] )(?:Quien|Quienes|El que|La que|Los que) [^?\n]*[.;]`),
	"ko": regexp.MustCompile(`(?:니다|니까|십시오)(?:\PL|$)|당신`),
}

// most is the maximum number of characters of a text on a button, without its placeholders.
const most = 40

// TestCounts counts the words of each language, and looks for archaic English, stiff translations and long buttons. Run
// it with -v to see the counts.
func TestCounts(t *testing.T) {
	buttons := buttonKeys(t)
	if len(buttons) < 150 {
		t.Fatalf("only %d buttons found", len(buttons))
	}
	for _, tag := range i18n.Tags {
		words, characters, longest := 0, 0, ""
		for name, text := range everyText(t, tag) {
			words += len(strings.Fields(text))
			characters += utf8.RuneCountInString(text)
			if found := archaic.FindString(text); tag == i18n.Tags[0] && found != "" {
				t.Errorf("%s has %q: %s", name, found, text)
			}
			if avoided := stiff[tag]; avoided != nil && avoided.MatchString(text) {
				t.Errorf("%s: %s has %q: %s", tag, name, avoided.FindString(text), text)
			}
			if buttons[name] {
				for form := range strings.SplitSeq(text, "\n") {
					bare := placeholder.ReplaceAllString(form, "")
					if utf8.RuneCountInString(bare) > utf8.RuneCountInString(longest) {
						longest = bare
					}
					if n := utf8.RuneCountInString(bare); n > most {
						t.Errorf("%s: the button %s has %d characters, more than %d: %s", tag, name, n, most, form)
					}
				}
			}
		}
		t.Logf("%s: %d words, %d characters; longest button: %q, %d characters", tag, words, characters, longest, utf8.RuneCountInString(longest))
	}
}

var (
	// button matches a button, and links that look like one, in a template.
	button = regexp.MustCompile(`(?s)<button\b.*?</button>|<a [^>]*class="[^"]*\bbutton\b.*?</a>`)

	// message matches a text in a template, between tags.
	message = regexp.MustCompile(`[{(][^{}"]*\.[TN]\("([a-z0-9.-]+)"`)

	// attribute matches an attribute with a text, which no button shows.
	attribute = regexp.MustCompile(`(?:aria-label|title|value|data-[a-z-]+|href)=(?:"[^"]*"|\{[^{}]*\})`)
)

// buttonKeys returns the keys of texts that stand on buttons.
func buttonKeys(t *testing.T) map[string]bool {
	t.Helper()
	keys := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".templ") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, found := range button.FindAllString(string(text), -1) {
			for _, key := range message.FindAllStringSubmatch(attribute.ReplaceAllString(found, ""), -1) {
				keys[key[1]] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// everyForm returns the forms of a message, one a line.
func everyForm(message any) string {
	forms, plural := message.(map[string]any)
	if !plural {
		return fmt.Sprint(message)
	}
	var lines []string
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		lines = append(lines, fmt.Sprint(forms[form]))
	}
	return strings.Join(lines, "\n")
}
