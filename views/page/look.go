package page

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A Look is how a reader wants pages and boards to look. Each device has its
// own, kept in a cookie as [Look.String] writes it.
type Look struct {
	Theme   string // one of Themes
	Style   string // of boards, one of Styles
	Palette string // of players' colours and marks, one of Palettes
	Names   bool   // cells show their names
	Turn    int    // boards are turned counter-clockwise by so many times 60 degrees, 0 to 5
	Table   bool   // boards are tables of text, not drawings
	Sound   bool
}

// Lists of what the parts of a Look may be, the default first. Style sheets
// know the values as classes: "theme-dark", "style-paper", "palette-safe".
var (
	Themes   = []string{"auto", "light", "dark"}
	Styles   = []string{"wood", "paper", "slate"}
	Palettes = []string{"standard", "safe", "contrast"}
)

// Turns is how many ways there are to turn a board.
const Turns = 6

// LookParts lists the parts of a Look as cookies and forms name them.
var LookParts = []string{"theme", "style", "palette", "names", "turn", "table", "sound"}

// DefaultLook is the look for who never chose one.
func DefaultLook() Look {
	return Look{Theme: Themes[0], Style: Styles[0], Palette: Palettes[0], Names: true}
}

// ParseLook reads what Look.String wrote. A part that is missing or is none
// of those known here is as by default, whatever the others are.
func ParseLook(text string) Look {
	look := DefaultLook()
	values, _ := url.ParseQuery(text) // holds what could be read
	for _, part := range LookParts {
		if with, ok := look.With(part, values.Get(part)); ok {
			look = with
		}
	}
	return look
}

// String is the look in one line: "theme=dark&style=paper&…".
func (l Look) String() string {
	values := []string{l.Theme, l.Style, l.Palette, OnOff(l.Names), strconv.Itoa(l.Turn), OnOff(l.Table), OnOff(l.Sound)}
	for i, part := range LookParts {
		values[i] = part + "=" + values[i]
	}
	return strings.Join(values, "&")
}

// With is the look with one part changed; ok is false, and nothing changed,
// when there is no such part or value.
func (l Look) With(part, value string) (changed Look, ok bool) {
	changed = l
	switch part {
	case "theme":
		changed.Theme, ok = value, slices.Contains(Themes, value)
	case "style":
		changed.Style, ok = value, slices.Contains(Styles, value)
	case "palette":
		changed.Palette, ok = value, slices.Contains(Palettes, value)
	case "turn":
		n, err := strconv.Atoi(value)
		changed.Turn, ok = n, err == nil && 0 <= n && n < Turns && strconv.Itoa(n) == value
	case "names":
		changed.Names, ok = readOnOff(value)
	case "table":
		changed.Table, ok = readOnOff(value)
	case "sound":
		changed.Sound, ok = readOnOff(value)
	}
	if !ok {
		return l, false
	}
	return changed, true
}

func readOnOff(value string) (on, ok bool) { return value == "on", value == "on" || value == "off" }

// Classes is what style sheets and scripts know a page's look by.
func (l Look) Classes() string {
	classes := []string{"style-" + l.Style, "palette-" + l.Palette}
	if l.Theme != Themes[0] {
		classes = append(classes, "theme-"+l.Theme)
	}
	if l.Names {
		classes = append(classes, "names")
	}
	if l.Sound {
		classes = append(classes, "sound")
	}
	return strings.Join(classes, " ")
}

// colorScheme is what a browser's own controls are to look like.
func (l Look) colorScheme() string {
	if l.Theme == Themes[0] {
		return "light dark"
	}
	return l.Theme
}

// A bar is the colour of what a browser has around a page, for readers whom a
// media query finds.
type bar struct{ colour, media string }

// bars are the colours around a page: those of the paper in theme.css.
func (l Look) bars() []bar {
	light, dark := bar{"#f6f1e6", "(prefers-color-scheme: light)"}, bar{"#15181b", "(prefers-color-scheme: dark)"}
	if l.Palette == "contrast" {
		light.colour, dark.colour = "#ffffff", "#000000"
	}
	switch l.Theme {
	case "light":
		return []bar{{colour: light.colour}}
	case "dark":
		return []bar{{colour: dark.colour}}
	}
	return []bar{light, dark}
}
