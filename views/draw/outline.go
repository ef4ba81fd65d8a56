package draw

import (
	"cmp"
	"strconv"
	"strings"
)

// A Form is the outline of a piece. Pieces of different seats differ in it, as
// colour is never the only difference.
type Form uint8

// The forms there are.
const (
	Disc       Form = iota
	Square          // with round corners
	Hex             // fills its cell, with a ring on it
	RingedHex       // likewise, with a hexagon on it
	Bowler          // a round hat
	PointedHat      // a pointed one
	FivePoints      // a star
)

// A Part is a part of a piece: a path of SVG with absolute commands alone.
type Part struct {
	Class string // "side", "line" or "shine"; empty for the top
	Path  string
}

// Forms are the parts of pieces by Form, the lowest first. Pieces are seen a little from the front, in light from
// above: a side below the top, and a line on the top in the colour of the edge.
var Forms = [...][]Part{
	Disc: {
		{"side", "M-16-2V3C-16 10.5-9 16 0 16 9 16 16 10.5 16 3V-2Z"},
		{"", "M-16-2C-16-9.7-8.8-16 0-16 8.8-16 16-9.7 16-2 16 5.7 8.8 12 0 12-8.8 12-16 5.7-16-2Z"},
		{"line", "M-11.5-2C-11.5-7.2-6.4-11.5 0-11.5 6.4-11.5 11.5-7.2 11.5-2 11.5 3.2 6.4 7.5 0 7.5-6.4 7.5-11.5 3.2-11.5-2Z"},
	},
	Square: {
		{"side", "M-15 4V9Q-15 15.5-8.5 15.5H8.5Q15 15.5 15 9V4Z"},
		{"", "M-8.5-15.5H8.5Q15-15.5 15-9V5Q15 11.5 8.5 11.5H-8.5Q-15 11.5-15 5V-9Q-15-15.5-8.5-15.5Z"},
		{"line", "M-7-11.5H7Q11-11.5 11-7.5V3.5Q11 7.5 7 7.5H-7Q-11 7.5-11 3.5V-7.5Q-11-11.5-7-11.5Z"},
	},
	Hex: {
		{"side", "M-25 13.5V18.5L0 33 25 18.5V13.5Z"},
		{"", "M0-28.5 24.5-14.2V14.2L0 28.5-24.5 14.2V-14.2Z"},
		{"line", "M-8 0C-8-4.4-4.4-8 0-8 4.4-8 8-4.4 8 0 8 4.4 4.4 8 0 8-4.4 8-8 4.4-8 0Z"},
	},
	RingedHex: {
		{"side", "M-25 13.5V18.5L0 33 25 18.5V13.5Z"},
		{"", "M0-28.5 24.5-14.2V14.2L0 28.5-24.5 14.2V-14.2Z"},
		{"line", "M0-10 8.7-5V5L0 10-8.7 5V-5Z"},
	},
	Bowler: {
		{"side", "M-21 4C-21 9-11 13 0 13 11 13 21 9 21 4Z"},
		{"", "M-21 4C-21 1-17 0-13 0-13-19 13-19 13 0 17 0 21 1 21 4 21 8 11 10.5 0 10.5-11 10.5-21 8-21 4Z"},
		{"line", "M-13 0C-9 4 9 4 13 0"},
	},
	PointedHat: {
		{"side", "M-21 5C-21 10-11 14 0 14 11 14 21 10 21 5Z"},
		{"", "M-21 5C-21 2-16 1-11 0L-2.5-20Q0-23 2.5-20L11 0C16 1 21 2 21 5 21 9 11 11.5 0 11.5-11 11.5-21 9-21 5Z"},
		{"line", "M-11 0C-7 4 7 4 11 0"},
	},
	FivePoints: {
		{"", "M0-19 5-7 18-6 8 3 11 16 0 9-11 16-8 3-18-6-5-7Z"},
		{"shine", "M0-19 0-1-5-7ZM18-6 0-1 5-7ZM11 16 0-1 8 3ZM-11 16 0-1 0 9ZM-18-6 0-1-8 3Z"},
	},
}

// FormPrefix begins the ids of forms.
const FormPrefix = "form-"

// ID returns the id under which pages have the form to refer to.
func (f Form) ID() string { return FormPrefix + strconv.Itoa(int(f)) }

// Symbol returns the form as a definition in SVG. Pages have it once, and draw each piece by a reference to it, in colours
// that it inherits.
func (f Form) Symbol() string {
	var b strings.Builder
	b.WriteString(`<g id="` + f.ID() + `">`)
	for _, part := range Forms[f] {
		b.WriteString(`<path class="form-` + cmp.Or(part.Class, "top") + `" d="` + part.Path + `"/>`)
	}
	b.WriteString("</g>")
	return b.String()
}
