package page

import (
	"bytes"
	"context"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"hexclub/views/draw"
)

// A symbol is an outline that a page has once, and draws by references to its id.
type symbol struct{ id, markup string }

// tableSymbols are the symbols that a page with a large board can use, and otherSymbols those that only other pages use.
var (
	tableSymbols = append(iconSymbols(icons), forms()...)
	otherSymbols = iconSymbols(pageIcons)
)

func iconSymbols(icons map[string]string) []symbol {
	var symbols []symbol
	for _, name := range slices.Sorted(maps.Keys(icons)) {
		id := name + "-icon"
		symbols = append(symbols, symbol{id, `<path id="` + id + `" d="` + icons[name] + `"/>`})
	}
	return symbols
}

func forms() []symbol {
	var symbols []symbol
	for i := range draw.Forms {
		f := draw.Form(i)
		symbols = append(symbols, symbol{f.ID(), f.Symbol()})
	}
	return symbols
}

// withSymbols writes what its children need, and then the children: the symbols that they refer to, and the scripts.
func withSymbols(f Frame, table bool) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		var content bytes.Buffer
		if err := templ.GetChildren(ctx).Render(templ.ClearChildren(ctx), &content); err != nil {
			return err
		}
		needs := sprite(content.Bytes(), table)
		for _, name := range scripts(content.Bytes(), f.Asset("app.js"), table) {
			needs += `<script src="` + f.Asset(name) + `" defer></script>`
		}
		if _, err := io.WriteString(w, needs); err != nil {
			return err
		}
		_, err := content.WriteTo(w)
		return err
	})
}

// scripts returns the names of the scripts of a page. Only one that fetches parts of itself needs htmx: with attributes of
// htmx, or with the script of boards and lists, which is at an address.
func scripts(content []byte, boards string, table bool) []string {
	switch {
	case table:
		return []string{"site.js"}
	case bytes.Contains(content, []byte(" data-hx-")), bytes.Contains(content, []byte(boards)):
		return []string{"site.js", "popups.js"}
	}
	return []string{"page.js"}
}

// sprite returns the symbols for the content of a page: those to which it refers, and those to which parts of it can
// refer that it fetches later. At a table these are all of a large board, elsewhere the forms of pieces and avatars, and the
// clock of deadlines.
func sprite(content []byte, table bool) string {
	used, changes := references(content), bytes.Contains(content, []byte(" data-hx-"))
	var b strings.Builder
	b.WriteString(`<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>`)
	for _, s := range tableSymbols {
		if table || used[s.id] || changes && (strings.HasPrefix(s.id, draw.FormPrefix) || s.id == "bot-icon") {
			b.WriteString(s.markup)
		}
	}
	for _, s := range otherSymbols {
		if used[s.id] || changes && !table && s.id == "clock-icon" {
			b.WriteString(s.markup)
		}
	}
	b.WriteString(`</defs></svg>`)
	return b.String()
}

// references returns the ids on the same page to which content refers.
func references(content []byte) map[string]bool {
	ids := map[string]bool{}
	for {
		_, rest, found := bytes.Cut(content, []byte(` href="#`))
		if !found {
			return ids
		}
		id, rest, _ := bytes.Cut(rest, []byte{'"'})
		ids[string(id)] = true
		content = rest
	}
}
