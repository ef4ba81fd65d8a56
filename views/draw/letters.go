package draw

import (
	"fmt"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Letters makes outlines of writing. It is for one goroutine at a time.
type Letters struct {
	font   *sfnt.Font
	buffer sfnt.Buffer
}

// Medium returns letters of medium weight.
func Medium() (*Letters, error) { return newLetters(gomedium.TTF) }

// Bold returns bold letters.
func Bold() (*Letters, error) { return newLetters(gobold.TTF) }

func newLetters(file []byte) (*Letters, error) {
	f, err := sfnt.Parse(file)
	if err != nil {
		return nil, fmt.Errorf("font: %w", err)
	}
	return &Letters{font: f}, nil
}

// Path returns the outline of a text in letters of the size: y is its base line, and its middle
// is at x = 0.
func (l *Letters) Path(text string, size float64) (string, error) {
	glyphs, width, err := l.glyphs(text)
	return l.path(glyphs, -width/2, size), err
}

// PathFrom is Path for a text that starts at x = 0. It also returns the width of the text.
func (l *Letters) PathFrom(text string, size float64) (path string, width float64, err error) {
	glyphs, advance, err := l.glyphs(text)
	return l.path(glyphs, 0, size), float64(advance) / 64 * l.unit(size), err
}

// Width returns the width of a text in letters of the size.
func (l *Letters) Width(text string, size float64) (float64, error) {
	_, advance, err := l.glyphs(text)
	return float64(advance) / 64 * l.unit(size), err
}

// Has reports whether there is an outline of every letter of a text. The letters are Latin, Greek and Cyrillic.
func (l *Letters) Has(text string) bool {
	for _, r := range text {
		if index, err := l.font.GlyphIndex(&l.buffer, r); err != nil || index == 0 {
			return false
		}
	}
	return true
}

// unit returns the scale of glyphs for a size.
func (l *Letters) unit(size float64) float64 { return size / float64(l.font.UnitsPerEm()) }

// glyphs returns the glyphs of a text, one after the other, and the width of all.
func (l *Letters) glyphs(text string) (glyphs []glyph, width fixed.Int26_6, err error) {
	for _, r := range text {
		g, err := l.glyph(r, width)
		if err != nil {
			return nil, 0, err
		}
		glyphs = append(glyphs, g)
		width += g.advance
	}
	return glyphs, width, nil
}

// path writes the outline of glyphs that start at x.
func (l *Letters) path(glyphs []glyph, x fixed.Int26_6, size float64) string {
	var b strings.Builder
	for _, g := range glyphs {
		for _, s := range g.segments {
			writeSegment(&b, s, g.x+x, l.unit(size))
		}
	}
	if b.Len() > 0 {
		b.WriteByte('Z')
	}
	return b.String()
}

// A glyph is the outline of one letter, at the font's own size.
type glyph struct {
	segments   sfnt.Segments
	x, advance fixed.Int26_6 // where it starts, and how far the next one is from there
}

func (l *Letters) glyph(r rune, x fixed.Int26_6) (glyph, error) {
	size := fixed.I(int(l.font.UnitsPerEm()))
	index, err := l.font.GlyphIndex(&l.buffer, r)
	if err != nil {
		return glyph{}, err
	}
	segments, err := l.font.LoadGlyph(&l.buffer, index, size, nil)
	if err != nil {
		return glyph{}, err
	}
	advance, err := l.font.GlyphAdvance(&l.buffer, index, size, font.HintingNone)
	return glyph{append(sfnt.Segments{}, segments...), x, advance}, err
}

// commands has the SVG commands for the segments of a glyph, and their numbers of points.
var commands = map[sfnt.SegmentOp]struct {
	letter byte
	points int
}{
	sfnt.SegmentOpMoveTo: {'M', 1}, sfnt.SegmentOpLineTo: {'L', 1},
	sfnt.SegmentOpQuadTo: {'Q', 2}, sfnt.SegmentOpCubeTo: {'C', 3},
}

// writeSegment adds a part of a glyph that starts at x; parts close themselves.
func writeSegment(b *strings.Builder, s sfnt.Segment, x fixed.Int26_6, unit float64) {
	command := commands[s.Op]
	if command.letter == 'M' && b.Len() > 0 {
		b.WriteByte('Z')
	}
	b.WriteByte(command.letter)
	for i, p := range s.Args[:command.points] {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(decimal(float64(p.X+x)/64*unit) + " " + decimal(float64(p.Y)/64*unit))
	}
}
