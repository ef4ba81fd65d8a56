package draw

import (
	"cmp"
	"encoding/xml"
	"math"
	"strconv"
	"strings"
)

// A Drawing is a part of the plane with shapes on it, the first at the bottom.
// X goes to the right, y down. What lies outside of the part is cut off.
type Drawing struct {
	Title               string // in words, for who cannot see it
	X, Y, Width, Height int
	Ground              string // colour of what no shape covers, "#rrggbb"
	Shapes              []Shape
}

// A Shape is an outline, filled and stroked, in this order.
type Shape struct {
	// Path is the outline as SVG writes it, with the absolute commands M, L, H,
	// V, C, Q and Z alone. Parts that turn the other way are holes.
	Path string

	X, Y    int     // where the outline's origin is put
	Degrees int     // turned by, clockwise
	Scale   float64 // 0 is 1
	Fill    string  // "#rrggbb"; empty for none
	Stroke  string  // likewise
	Width   float64 // of the stroke, scaled as the outline is
	Dash    []float64
}

// SVG returns the drawing as a document of its own, with a default width in pixels.
func (d Drawing) SVG(width int) []byte {
	var b strings.Builder
	number := strconv.Itoa
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="` + number(d.X) + " " + number(d.Y) + " " + number(d.Width) + " " + number(d.Height) +
		`" width="` + number(width) + `" height="` + number(d.height(width)) + `" role="img"><title>`)
	_ = xml.EscapeText(&b, []byte(d.Title)) // a Builder takes everything
	b.WriteString(`</title><g stroke-linejoin="round" stroke-linecap="round">` + "\n")
	whole := "M" + number(d.X) + " " + number(d.Y) + "H" + number(d.X+d.Width) + "V" + number(d.Y+d.Height) + "H" + number(d.X) + "Z"
	for _, s := range append([]Shape{{Path: whole, Fill: d.Ground}}, d.Shapes...) {
		s.write(&b)
	}
	b.WriteString("</g></svg>\n")
	return []byte(b.String())
}

// Within returns the shapes of the drawing as large as a part of another drawing allows, in its middle.
func (d Drawing) Within(x, y, width, height int) []Shape {
	scale := min(float64(width)/float64(d.Width), float64(height)/float64(d.Height))
	left := float64(x) + (float64(width)-scale*float64(d.Width))/2
	top := float64(y) + (float64(height)-scale*float64(d.Height))/2
	shapes := make([]Shape, len(d.Shapes))
	for i, s := range d.Shapes {
		s.X = int(math.Round(left + scale*float64(s.X-d.X)))
		s.Y = int(math.Round(top + scale*float64(s.Y-d.Y)))
		s.Scale = scale * cmp.Or(s.Scale, 1)
		shapes[i] = s
	}
	return shapes
}

// height returns the height of the drawing in pixels for a width.
func (d Drawing) height(width int) int { return (width*d.Height + d.Width/2) / d.Width }

// write adds the shape as an element. Its colours and its path are the
// program's own, so nothing in them needs to be escaped.
func (s Shape) write(b *strings.Builder) {
	attribute := func(name, value string) { b.WriteString(" " + name + `="` + value + `"`) }
	b.WriteString("<path")
	if s.X != 0 || s.Y != 0 || s.Degrees != 0 || s.Scale != 0 {
		attribute("transform", s.transform())
	}
	if s.Fill == "" {
		attribute("fill", "none")
	} else {
		attribute("fill", s.Fill)
	}
	if s.Stroke != "" {
		attribute("stroke", s.Stroke)
		attribute("stroke-width", decimal(s.Width))
		if len(s.Dash) > 0 {
			dash := make([]string, len(s.Dash))
			for i, length := range s.Dash {
				dash[i] = decimal(length)
			}
			attribute("stroke-dasharray", strings.Join(dash, " "))
		}
	}
	attribute("d", s.Path)
	b.WriteString("/>\n")
}

func (s Shape) transform() string {
	text := "translate(" + strconv.Itoa(s.X) + " " + strconv.Itoa(s.Y) + ")"
	if s.Degrees != 0 {
		text += " rotate(" + strconv.Itoa(s.Degrees) + ")"
	}
	if s.Scale != 0 {
		text += " scale(" + decimal(s.Scale) + ")"
	}
	return text
}

// decimal writes a number as short as it can be, to a hundredth.
func decimal(n float64) string {
	text := strconv.FormatFloat(n, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
