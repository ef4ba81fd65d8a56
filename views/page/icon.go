package page

import (
	"slices"

	"github.com/a-h/templ"
)

// icons are the paths of icons in a box of 24 units, from Lucide (static/vendor/lucide.LICENSE), some simplified.
var icons = map[string]string{
	"again":         "M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M10 8.5v7l5.5-3.5Z",
	"bot":           "M12 8V4H8M6 8h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2M2 14h2M20 14h2M15 13v2M9 13v2",
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

// pageIcons are likewise the icons that only pages without a large board use: the table of a game loads less.
var pageIcons = map[string]string{
	"board":    "M12 3 20 7.5v9L12 21l-8-4.5v-9ZM12 8l3.5 2v4L12 16l-3.5-2v-4Z",
	"book":     "M4 19.5A2.5 2.5 0 0 1 6.5 17H20M6.5 2H20v20H6.5A2.5 2.5 0 0 1 4 19.5v-15A2.5 2.5 0 0 1 6.5 2",
	"calendar": "M8 2v4M16 2v4M3 10h18M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2",
	"check":    "M20 6 9 17l-5-5",
	"clock":    "M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M12 6v6l4 2",
	"club":     "M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M9 3a4 4 0 1 0 0 8 4 4 0 1 0 0-8M22 21v-2a4 4 0 0 0-3-3.9M16 3.1a4 4 0 0 1 0 7.8",
	"expand":   "M8 3H5a2 2 0 0 0-2 2v3M21 8V5a2 2 0 0 0-2-2h-3M3 16v3a2 2 0 0 0 2 2h3M16 21h3a2 2 0 0 0 2-2v-3",
	"home":     "M3 10.5 12 3l9 7.5V20a1 1 0 0 1-1 1h-5v-7H9v7H4a1 1 0 0 1-1-1Z",
	"learn":    "M22 10v6M2 10l10-5 10 5-10 5zM6 12v5c3 3 9 3 12 0v-5",
	"link":     "M10 13a5 5 0 0 0 7.5.5l3-3a5 5 0 0 0-7-7l-1.8 1.7M14 11a5 5 0 0 0-7.5-.5l-3 3a5 5 0 0 0 7 7l1.8-1.7",
	"out":      "M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4M16 17l5-5-5-5M21 12H9",
	"plus":     "M5 12h14M12 5v14",
	"present":  "M2 3h20M21 3v11a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V3M7 21l5-5 5 5",
	"print":    "M6 9V2h12v7M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2M6 14h12v8H6Z",
	"search":   "m21 21-4.3-4.3M11 3a8 8 0 1 0 0 16 8 8 0 1 0 0-16",
	"settings": "M4 6h9M17 6h3M4 12h3M11 12h9M4 18h7M15 18h5M15 4v4M7 10v4M13 16v4",
	"share":    "M18 2a3 3 0 1 0 0 6 3 3 0 1 0 0-6M6 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6M18 16a3 3 0 1 0 0 6 3 3 0 1 0 0-6M8.6 13.5l6.8 4M15.4 6.5l-6.8 4",
	"trophy":   "M6 9H4.5a2.5 2.5 0 0 1 0-5H6M18 9h1.5a2.5 2.5 0 0 0 0-5H18M4 22h16M10 14.7V17c0 .6-.5 1-1 1.2C7.9 18.8 7 20.2 7 22M14 14.7V17c0 .6.5 1 1 1.2 1.1.6 2 2 2 3.8M18 2H6v7a6 6 0 0 0 12 0V2Z",
	"user":     "M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M12 3a4 4 0 1 0 0 8 4 4 0 1 0 0-8",
	"watch":    "M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7-10-7-10-7M12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6",
}

// Icon returns an icon, which has no name of its own: the text beside it, or the label around it, says what it is
// for.
func Icon(name string) templ.Component {
	return Component(SizeOfPiece, func(m *Markup, _ func()) {
		m.Raw(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#` + name + `-icon"/></svg>`)
	})
}

// IconNames returns the names of all icons in order.
func IconNames() []string {
	return slices.Sorted(func(yield func(string) bool) {
		for _, set := range []map[string]string{icons, pageIcons} {
			for name := range set {
				if !yield(name) {
					return
				}
			}
		}
	})
}
