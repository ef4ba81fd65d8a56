package page

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A Look is a reader's choice of how pages and boards look. Each device has its own, in a cookie in the format
// of [Look.String].
type Look struct {
	Theme   string // one of Themes
	Style   string // of boards, one of Styles
	Palette string // of players' colours and marks, one of Palettes
	Names   bool   // cells show their names
	Turn    int    // boards are turned counter-clockwise by so many times 60 degrees, 0 to 5
	Table   bool   // boards are tables of text, not drawings
	Sound   bool
}

// The values of the parts of a Look, the default first. Style sheets use them as classes: "theme-dark",
// "style-paper", "palette-safe".
var (
	Themes   = []string{"auto", "light", "dark"}
	Styles   = []string{"wood", "paper", "slate"}
	Palettes = []string{"standard", "safe", "contrast"}
)

// Turns is the number of directions of a board.
const Turns = 6

// LookParts lists the names of the parts in cookies and forms.
var LookParts = []string{"theme", "style", "palette", "names", "turn", "table", "sound"}

// DefaultLook returns the look of a reader without a choice.
func DefaultLook() Look {
	return Look{Theme: Themes[0], Style: Styles[0], Palette: Palettes[0]}
}

// ParseLook parses the format of Look.String. Missing and unknown parts have their defaults.
func ParseLook(text string) Look {
	look := DefaultLook()
	values, _ := url.ParseQuery(text) // has what could be parsed
	for _, part := range LookParts {
		if with, ok := look.With(part, values.Get(part)); ok {
			look = with
		}
	}
	return look
}

// String returns the look in one line: "theme=dark&style=paper&…".
func (l Look) String() string {
	values := []string{l.Theme, l.Style, l.Palette, OnOff(l.Names), strconv.Itoa(l.Turn), OnOff(l.Table), OnOff(l.Sound)}
	for i, part := range LookParts {
		values[i] = part + "=" + values[i]
	}
	return strings.Join(values, "&")
}

// With returns the look with one part changed; for an unknown part or value, it returns the same look and false.
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

// Classes returns the classes of a page's look, for style sheets and scripts.
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

// colorScheme returns the colour scheme of the browser's own controls.
func (l Look) colorScheme() string {
	if l.Theme == Themes[0] {
		return "light dark"
	}
	return l.Theme
}

// Paper returns the colour of the look's light pages.
func (l Look) Paper() string { return l.bars()[0].colour }

// A bar is the colour of the browser's bar, for a media query.
type bar struct{ colour, media string }

// bars returns the colours of the browser's bar: those of the paper in theme.css.
func (l Look) bars() []bar {
	light, dark := bar{"#f7f4ed", "(prefers-color-scheme: light)"}, bar{"#14191a", "(prefers-color-scheme: dark)"}
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
