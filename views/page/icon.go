package page

import (
	"maps"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"hexclub/views/draw"
)

// icons are the paths of icons in a box of 24 units, from Lucide (static/vendor/lucide.LICENSE), some simplified.
var icons = map[string]string{
	"again":         "M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M10 8.5v7l5.5-3.5Z",
	"chat":          "M7.9 20A9 9 0 1 0 4 16.1L2 22Z",
	"edit":          "M12 20h9M16.4 3.6a1 1 0 0 1 3 3L7.4 18.6a2 2 0 0 1-.9.5l-2.9.8a.5.5 0 0 1-.6-.6l.8-2.9a2 2 0 0 1 .5-.9z",
	"first":         "m17 18-6-6 6-6M7 6v12",
	"games":         "M10.3 21a2 2 0 0 0 3.4 0M3.3 15.3A1 1 0 0 0 4 17h16a1 1 0 0 0 .7-1.7C19.4 14 18 12.5 18 8A6 6 0 0 0 6 8c0 4.5-1.4 6-2.7 7.3",
	"help":          "M9 9a3 3 0 0 1 6 1c0 2-3 3-3 3M12 17h.01M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20",
	"hint":          "M15 14c.2-1 .7-1.7 1.5-2.5 1-.9 1.5-2.2 1.5-3.5A6 6 0 0 0 6 8c0 1 .2 2.2 1.5 3.5.7.7 1.3 1.5 1.5 2.5M9 18h6M10 22h4",
	"last":          "m7 18 6-6-6-6M17 6v12",
	"menu":          "M4 6h16M4 12h16M4 18h16",
	"more":          "M4 12h2v.01H4zM11 12h2v.01h-2zM18 12h2v.01h-2z",
	"moves":         "M4 6h16M4 12h10M4 18h13",
	"next":          "m9 18 6-6-6-6",
	"pause":         "M7 5v14M17 5v14",
	"play":          "M6 4.5v15L19 12Z",
	"previous":      "m15 18-6-6 6-6",
	"step-next":     "m12 17 5-5-5-5M5 12h3",
	"step-previous": "m12 17-5-5 5-5M16 12h3",
	"undo":          "M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11",
}

// Icon returns an icon, which has no name of its own: the text beside it, or the label around it, says what it is
// for.
func Icon(name string) templ.Component {
	return Component(SizeOfPiece, func(m *Markup, _ func()) {
		m.Raw(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#` + name + `-icon"/></svg>`)
	})
}

// sprite has the outlines of all icons and pieces. Each page contains it once, and draws with references to it.
var sprite = func() string {
	var b strings.Builder
	b.WriteString(`<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>`)
	for _, name := range IconNames() {
		b.WriteString(`<path id="` + name + `-icon" d="` + icons[name] + `"/>`)
	}
	b.WriteString(draw.Symbols() + `</defs></svg>`)
	return b.String()
}()

// IconNames returns the names of all icons in order.
func IconNames() []string { return slices.Sorted(maps.Keys(icons)) }
