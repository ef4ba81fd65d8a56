package styleguide

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"

	"github.com/a-h/templ"

	"hexclub/views/page"
)

// Path is the address of the page.
const Path = "/styleguide"

// A Page is the style guide.
type Page struct {
	page.Frame
	Looks  []Choices
	Groups []Group
}

// Choices are the values of a part of the look, as links to the page with them.
type Choices struct {
	Label string
	Tabs  []page.Tab
}

// A Group is a chapter of the guide. Its title is a key of the catalog.
type Group struct {
	Key       string
	Class     string
	Specimens []Specimen
}

// A Specimen shows a part of the design in one state. Its name is what the code calls it.
type Specimen struct {
	Name string
	templ.Component
}

// New makes the page in a look. Its error is that of a position or a turn in this package that a game refuses.
func New(f page.Frame) (Page, error) {
	p := Page{Frame: f, Looks: looks(f)}
	cells, err := cells(f.T)
	if err != nil {
		return Page{}, fmt.Errorf("cells of the style guide: %w", err)
	}
	boards, err := boards(f.T)
	if err != nil {
		return Page{}, fmt.Errorf("boards of the style guide: %w", err)
	}
	tables, err := tables(f.T)
	if err != nil {
		return Page{}, fmt.Errorf("tables of the style guide: %w", err)
	}
	p.Groups = []Group{
		{"styleguide.tokens", "tokens", tokens()},
		{"styleguide.icons", "icons", icons()},
		{"styleguide.components", "components", components(f)},
		{"styleguide.cells", "marks", cells},
		{"styleguide.boards", "boards", boards},
		{"styleguide.tables", "tables", tables},
	}
	return p, nil
}

// inert disables the links and forms of tables.
func inert(g Group) templ.OrderedAttributes {
	if g.Class != "tables" {
		return nil
	}
	return templ.OrderedAttributes{page.Attribute("inert", "")}
}

// looks returns links to the page in all looks.
func looks(f page.Frame) []Choices {
	parts := []struct {
		name    string
		value   string
		options []string
	}{
		{"theme", f.Look.Theme, page.Themes},
		{"palette", f.Look.Palette, page.Palettes},
		{"style", f.Look.Style, page.Styles},
	}
	var all []Choices
	for _, part := range parts {
		choices := Choices{Label: f.T.T("look." + part.name)}
		for _, option := range part.options {
			query := url.Values{"theme": {f.Look.Theme}, "palette": {f.Look.Palette}, "style": {f.Look.Style}}
			query.Set(part.name, option)
			choices.Tabs = append(choices.Tabs, page.Tab{
				Href: Path + "?" + query.Encode(), Text: words(f, part.name, option), Current: option == part.value,
			})
		}
		all = append(all, choices)
	}
	return all
}

// words returns the name of a value of a part of the look.
func words(f page.Frame, part, value string) string { return f.T.T("look." + part + "-" + value) }

// Look returns look with the parts that a query sets.
func Look(look page.Look, query url.Values) page.Look {
	for _, part := range page.LookParts {
		look, _ = look.With(part, query.Get(part))
	}
	return look
}

// tokens returns a specimen of each token of theme.css.
func tokens() []Specimen {
	var list []Specimen
	for _, name := range slices.Concat(colours, fonts, measures) {
		list = append(list, Specimen{"--" + name, token(name)})
	}
	return list
}

func token(name string) templ.Component {
	switch {
	case slices.Contains(fonts, name):
		return sample("sample f-" + name)
	case slices.Contains(measures, name):
		return sample("sample m-" + name)
	}
	return swatch("var(--" + name + ")")
}

func icons() []Specimen {
	var list []Specimen
	for _, name := range page.IconNames() {
		list = append(list, Specimen{name, page.Icon(name)})
	}
	return list
}

// show returns a specimen of a component that occurs once on the page.
func show(name string, c templ.Component) Specimen { return Specimen{name, c} }

// still returns a specimen without ids and requests, whose links do nothing, so that a page can contain it several times.
func still(name string, c templ.Component) Specimen {
	return Specimen{name, templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		var b bytes.Buffer
		if err := c.Render(ctx, &b); err != nil {
			return err
		}
		_, err := w.Write(address.ReplaceAll(lively.ReplaceAll(b.Bytes(), nil), []byte(` href="#main"`)))
		return err
	})}
}

// lively matches attributes with an effect or a reference, and page headings; address matches the targets of links.
var (
	lively  = regexp.MustCompile(` (?:id|for|aria-labelledby|aria-describedby|action|data-[a-z-]+)="[^"]*"|<h1[^>]*>[^<]*</h1>`)
	address = regexp.MustCompile(` href="/[^"]*"`)
)
