package styleguide

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"hexclub/views/page"
	"hexclub/views/table"
	"hexclub/views/viewstest"
)

// guide returns the page as HTML.
func guide(t *testing.T) string {
	t.Helper()
	f := page.Frame{T: viewstest.Catalog(t, "en"), Asset: func(name string) string { return name }, Look: page.DefaultLook()}
	p, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Guide(p).Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The guide has each token of theme.css, but for the switches that select values.
func TestTokensAreShown(t *testing.T) {
	sheet, err := os.ReadFile("../../static/theme.css")
	if err != nil {
		t.Fatal(err)
	}
	switches := []string{"day", "night", "soft", "standard", "safe", "contrast", "light", "dark", "bright", "deep"}
	var declared []string
	for _, found := range regexp.MustCompile(`--([a-z0-9-]+):`).FindAllStringSubmatch(string(sheet), -1) {
		if !slices.Contains(switches, found[1]) {
			declared = append(declared, found[1])
		}
	}
	slices.Sort(declared)
	declared = slices.Compact(declared)
	shown := slices.Sorted(slices.Values(slices.Concat(colours, fonts, measures)))
	if !slices.Equal(declared, shown) {
		t.Errorf("the guide shows the tokens\n%q, theme.css has\n%q", shown, declared)
	}
	samples, err := os.ReadFile("../../static/styleguide.css")
	if err != nil {
		t.Fatal(err)
	}
	for class, names := range map[string][]string{".f-": fonts, ".m-": measures} {
		for _, name := range names {
			if !bytes.Contains(samples, []byte(class+name+" { ")) || !bytes.Contains(samples, []byte("var(--"+name+")")) {
				t.Errorf("styleguide.css has no sample of --%s", name)
			}
		}
	}
}

// The guide has each icon, and each component that packages page, board and table offer to others.
func TestComponentsAreShown(t *testing.T) {
	html := guide(t)
	for _, name := range page.IconNames() {
		if !strings.Contains(html, "<code>"+name+"</code>") {
			t.Errorf("the guide does not show the icon %s", name)
		}
	}
	besides := []string{
		"Layout", "PlaceLayout", "BareLayout", "Banned", "Error", "ClubLinks", "Axes", "Fragment", "FilmBoard", "FilmedBoard", "Now", // whole pages, or large parts
		"ShownElsewhere", "ShareWays", "RuleLink", "DraftPanel", "ClaimPanel", "OtherWays", "RematchPanel", "RatingChangesSection", // parts of components that are shown
		"MemberNames", "OnPaper", "BellNow", // which screens do not show, or only within a page
	}
	var source strings.Builder
	for _, pattern := range []string{"*.go", "*.templ"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") && !strings.HasSuffix(file, "_templ.go") {
				content, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				source.Write(content)
			}
		}
	}
	for _, pkg := range []string{"page", "board", "table"} {
		files, err := filepath.Glob("../" + pkg + "/*.templ")
		if err != nil || len(files) == 0 {
			t.Fatalf("components of %s: %q, %v", pkg, files, err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range regexp.MustCompile(`(?m)^templ ([A-Z]\w*)\(`).FindAllStringSubmatch(string(content), -1) {
				if name := found[1]; !slices.Contains(besides, name) && !strings.Contains(source.String(), pkg+"."+name+"(") {
					t.Errorf("the guide does not show %s.%s", pkg, name)
				}
			}
		}
	}
}

// Each table has an element with the classes in the name of its state.
func TestTablesShowTheirStates(t *testing.T) {
	texts := viewstest.Catalog(t, "en")
	for _, s := range scenes(texts) {
		model, err := s.table(texts)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := table.Contents(model).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		doc, err := goquery.NewDocumentFromReader(&b)
		if err != nil {
			t.Fatal(err)
		}
		if selector := "." + strings.Join(strings.Fields(s.name), "."); doc.Find(selector).Length() == 0 {
			t.Errorf("the table has no %s", selector)
		}
	}
}

// No two elements have the same id, and nothing on a table does anything.
func TestSpecimensAreStill(t *testing.T) {
	html := guide(t)
	seen := map[string]bool{}
	for _, found := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(html, -1) {
		if seen[found[1]] {
			t.Errorf("several elements have the id %s", found[1])
		}
		seen[found[1]] = true
	}
	if found := regexp.MustCompile(`(?:href|action|-get|-post)="/games/styleguide[^"]*"`).FindString(html); found != "" {
		t.Errorf("the guide links to a game: %s", found)
	}
}
