package handlers_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"hexclub/handlers/sitetest"
	"hexclub/views/page"
	"hexclub/views/viewstest"
)

// checkPseudo checks that all words on each page come from a catalog or a lesson, or are names, notation or what people wrote:
// in the pseudo-language, no plain English is left.
func checkPseudo(t *testing.T, s *sitetest.Stage, scenes []sitetest.Scene) {
	texts, written := 0, s.Written(t)
	for _, scene := range scenes {
		maps.Copy(written, scene.Sent()) // pages show what some forms store, also those sent by tests at the same time
	}
	for _, scene := range scenes {
		if strings.HasPrefix(scene.Name, "styleguide") || strings.HasSuffix(scene.Name, "-framed") {
			continue // samples of parts; pages in the language of their address
		}
		answer := scene.In(viewstest.PseudoTag).Page()
		root, err := html.ParseWithOptions(strings.NewReader(answer.Body), html.ParseOptionEnableScripting(false))
		if err != nil {
			t.Fatal(scene.Name, err)
		}
		document := goquery.NewDocumentFromNode(root)
		if tag := document.Find("html").AttrOr("lang", ""); tag != viewstest.PseudoTag {
			t.Errorf("%s is in %q", scene.Name, tag)
			continue
		}
		p := plain{written: written}
		p.visit(root)
		texts += p.texts
		if p.depth != 0 {
			t.Errorf("%s: a text is cut: %d brackets are open at the end", scene.Name, p.depth)
		}
		for _, found := range p.found {
			t.Errorf("%s has a text that is in no catalog: %.120q", scene.Name, found)
		}
	}
	if texts < 20*len(scenes) {
		t.Errorf("only %d texts on %d pages", texts, len(scenes))
	}
}

// Texts in no catalog are found, wherever they are, and names and notation are not.
func TestPlain(t *testing.T) {
	root, err := html.Parse(strings.NewReader(`<html><p>` + viewstest.Pseudo("Your turn") + ` Ana, d4 end<p title="Undo">` +
		viewstest.PseudoStart + `Ĥé <a>or she</a> ŵöñ` + viewstest.PseudoEnd + `</p><p>one</p><code>code</code>`))
	if err != nil {
		t.Fatal(err)
	}
	p := plain{written: map[string]bool{"ana": true}}
	p.visit(root)
	if want := []string{"Undo", "one"}; !slices.Equal(p.found, want) || p.depth != 0 || p.texts != 2 {
		t.Errorf("found %q in %d texts, want %q", p.found, p.texts, want)
	}
}

// A plain collects texts outside of the brackets of the pseudo-language.
type plain struct {
	written      map[string]bool // words that people wrote
	depth, texts int
	found        []string
}

// zone matches the name of a time zone.
var zone = regexp.MustCompile(`^[A-Z][a-z]+/[A-Z][\pL/_ -]+$`)

// names are words in the notation of games, and the product's name.
var names = []string{"pass", "end", page.ClubName("")}

// verbatim are elements with what people wrote, code, and names of languages.
var verbatim = []string{"script", "style", "code", "kbd", "pre", "textarea", "template"}

func (p *plain) visit(node *html.Node) {
	switch {
	case node.Type == html.TextNode:
		p.read(node.Data)
	case node.Type == html.ElementNode:
		if slices.Contains(verbatim, node.Data) {
			return
		}
		for _, attribute := range node.Attr {
			switch attribute.Key {
			case "lang":
				if node.Data != "html" {
					return
				}
			case "aria-label", "title", "alt", "placeholder", "data-lost", "data-unsent":
				p.read(attribute.Val)
			}
		}
	}
	for child := range node.ChildNodes() {
		p.visit(child)
	}
}

// read keeps what is left of a text without the parts between brackets.
func (p *plain) read(text string) {
	var outside strings.Builder
	for _, r := range text {
		switch r {
		case '⟦':
			p.depth++
			p.texts++
		case '⟧':
			p.depth--
			outside.WriteRune(' ')
		default:
			if p.depth == 0 {
				outside.WriteRune(r)
			}
		}
	}
	if zone.MatchString(strings.TrimSpace(text)) {
		return
	}
	for word := range strings.FieldsFuncSeq(outside.String(), func(r rune) bool { return !unicode.IsLetter(r) }) {
		abbreviation := word == strings.ToUpper(word)
		if len(word) > 2 && !abbreviation && !slices.Contains(names, word) && !p.written[strings.ToLower(word)] {
			p.found = append(p.found, strings.TrimSpace(text))
			return
		}
	}
}
