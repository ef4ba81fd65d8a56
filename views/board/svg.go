package board

import (
	"unicode/utf8"

	"github.com/a-h/templ"

	"hexclub/views/page"
)

// boardBody draws a board that is played on: its cells, what is written on them, where
// things went and can go, and what is written across.
func boardBody(b Board) templ.Component {
	return page.Component(page.SizeOfCell, func(m *page.Markup, flush func()) {
		writeGhost(m, b.Ghost)
		for _, c := range b.Cells {
			writeCell(m, c)
			flush()
		}
		writeSigns(m, b)
		flush()
		writeArrows(m, b.Ways)
		writeArrows(m, b.Flights)
		flush()
		writeCaptions(m, b)
	})
}

// writeGhost defines what free cells show under the pointer, and while they are pressed.
func writeGhost(m *page.Markup, ghost *Cell) {
	if ghost == nil {
		return
	}
	m.Attribute(`<defs><g id="`, ghost.ID)
	if ghost.solid() {
		m.Attribute(` class="`, ghost.Class)
		m.Raw(">")
		writeBody(m, *ghost)
	} else {
		m.Raw(">")
		writeStack(m, ghost.Layers)
	}
	m.Raw("</g></defs>")
}

// writeCell draws a cell: a link, or a picture with a name.
func writeCell(m *page.Markup, c Cell) {
	end := "</a>"
	if c.Link != nil {
		m.Raw("<a")
	} else {
		m.Raw(`<g role="img" tabindex="-1"`)
		end = "</g>"
	}
	m.Attribute(` id="`, c.ID)
	m.Attribute(` transform="`, c.Place)
	m.Attribute(` aria-label="`, c.Label)
	m.Attribute(` class="`, c.Class)
	if c.Link != nil {
		m.Link(*c.Link)
	}
	m.Raw(">")
	writeBody(m, c)
	m.Raw(end)
}

// CellBody draws the content of a cell.
func CellBody(c Cell) templ.Component {
	return page.Component(page.SizeOfCell, func(m *page.Markup, _ func()) {
		writeBody(m, c)
		writeSign(m, c, 0, 0)
	})
}

func writeBody(m *page.Markup, c Cell) {
	if c.solid() {
		m.Raw(`<path class="base" d="` + tileSide + `"/>`)
	}
	m.Raw(`<path class="tile" d="` + tilePath + `"/>`)
	if len(c.Layers) == 0 {
		writeArrow(m, "arrow", c.Arrow)
	}
	const ring = `<path class="ring" d="` + ringPath + `"/>`
	if c.Marks.Ring && !c.filled() {
		m.Raw(ring)
	}
	if len(c.Layers) > 0 {
		writeStack(m, c.Layers)
		writeArrow(m, "arrow over", c.Arrow)
	}
	if c.Marks.Ring && c.filled() { // the piece would hide it
		m.Raw(ring)
	}
	if c.Marks.Dot {
		writeDot(m, c.Layers)
	}
	if c.Marks.Ghost != "" {
		m.Attribute(`<use class="ghost" href="#`, c.Marks.Ghost)
		m.Raw("/>")
	}
	if c.Marks.Planet {
		m.Raw(`<g class="planet"><circle r="12"/><ellipse rx="20" ry="6" transform="rotate(-20)"/></g>`)
	}
	writeCount(m, c.Count)
	if c.Marks.Shy {
		writeCoin(m, "sign", c.Sign, coinX, coinY)
	}
}

// writeArrow draws the arrow of a cell, if it has one.
func writeArrow(m *page.Markup, class, turned string) {
	if turned != "" {
		m.Raw(`<path class="`)
		m.Raw(class)
		m.Attribute(`" d="`+arrowPath+`" transform="`, turned)
		m.Raw("/>")
	}
}

// writeDot marks where a piece can be put: on the cell, or on the pieces there.
func writeDot(m *page.Markup, layers []Layer) {
	m.Raw(`<circle class="dot" r="3.5"`)
	if n := len(layers); n > 0 && layers[n-1].Y != 0 {
		m.Raw(` cy="`)
		m.Number(layers[n-1].Y - 2)
		m.Raw(`"`)
	}
	m.Raw("/>")
}

// writeCount writes the number of a stack's pieces.
func writeCount(m *page.Markup, c CellCount) {
	if c.Text != "" {
		writeCoin(m, "count", c.Text, c.X, c.Y)
	}
}

// writeCoin writes a short text on a coin around a place, which keeps it readable on pieces and grounds.
func writeCoin(m *page.Markup, class, text string, x, y int) {
	width := coinWidth(text)
	m.Raw(`<g aria-hidden="true" class="coin `)
	m.Raw(class)
	m.Raw(`" transform="translate(`)
	m.Number(x)
	m.Raw(" ")
	m.Number(y)
	m.Raw(`)"><rect x="-`)
	m.Number(width / 2)
	m.Raw(`" y="-8" width="`)
	m.Number(width)
	m.Written(`" height="16" rx="8"/><text y="4">`, text)
	m.Raw("</g>")
}

// Where the name of a cell is on a coin: in the cell, below its piece. A count is at its right.
const coinX, coinY = -6, 17

// coinWidth returns the width of the coin for a text, an even number.
func coinWidth(text string) int { return 16 + 5*(utf8.RuneCountInString(text)-1) }

// writeSigns writes the signs on the cells of a board that can be played on. Where cells are links,
// the signs are outside of them: a link's name describes them in words.
func writeSigns(m *page.Markup, b Board) {
	m.Raw(`<g aria-hidden="true">`)
	for _, c := range b.Cells {
		writeSign(m, c, c.X, c.Y)
	}
	m.Raw("</g>")
}

// writing returns the texts across the cells of a picture.
func writing(b Board) templ.Component {
	return page.Component(page.SizeOfCell, func(m *page.Markup, _ func()) { writeCaptions(m, b) })
}

// writeCaptions writes the texts across cells. They are above all cells and outside of links:
// labels have the same content in an order for screen readers.
func writeCaptions(m *page.Markup, b Board) {
	m.Raw(`<g aria-hidden="true">`)
	for _, caption := range b.Captions {
		m.Attribute(`<text class="caption" x="`, caption.X)
		m.Attribute(` y="`, caption.Y)
		m.Written(">", caption.Text)
	}
	for _, c := range b.Cells {
		if c.Letter == "" && c.Badge == "" {
			continue
		}
		class, text := "step", c.Badge
		if c.Letter != "" {
			class, text = "letter way-"+c.Letter, c.Letter
		}
		writeCoin(m, class, text, c.X+coinWidth(text)/2-20, c.Y-9)
	}
	for _, l := range b.Lost {
		writeCoin(m, "letter way-"+l.Letter, l.Letter, l.X, l.Y)
	}
	m.Raw("</g>")
}

// writeSign writes what is printed on a cell, below its piece and in the ink of its ground: its name, or else its
// value.
func writeSign(m *page.Markup, c Cell, x, y int) {
	class, text := "name", c.Sign
	switch {
	case c.Marks.Named:
		writeCoin(m, "sign", text, x+coinX, y+coinY)
		return
	case c.Marks.Shy:
		return
	case text == "":
		class, text = "value", c.Value
	}
	if text == "" {
		return
	}
	m.Raw(`<text class="` + class + " ")
	m.Text(c.Ground)
	m.Raw(`" x="`)
	m.Number(x)
	m.Raw(`" y="`)
	m.Number(y + signY)
	m.Raw(`">`)
	m.Text(text)
	m.Raw("</text>")
}

// pieces draws a stack.
func pieces(layers []Layer) templ.Component {
	return page.Component(page.SizeOfCell, func(m *page.Markup, _ func()) { writeStack(m, layers) })
}

func writeStack(m *page.Markup, layers []Layer) {
	m.Raw(`<g class="stack">`)
	for _, l := range layers {
		writePiece(m, l)
	}
	m.Raw("</g>")
}

// count writes the number of a stack's pieces.
func count(c CellCount) templ.Component {
	return page.Component(page.SizeOfPiece, func(m *page.Markup, _ func()) { writeCount(m, c) })
}

// piece draws one piece.
func piece(l Layer) templ.Component {
	return page.Component(page.SizeOfPiece, func(m *page.Markup, _ func()) { writePiece(m, l) })
}

func writePiece(m *page.Markup, l Layer) {
	m.Raw(`<use href="#`)
	m.Raw(l.Form.ID())
	m.Raw(`" class="piece `)
	m.Raw(l.Shape)
	if l.Colour != "" {
		m.Raw(" ")
		m.Raw(l.Colour)
	}
	m.Raw(`"`)
	if l.X != 0 || l.Y != 0 {
		m.Raw(` transform="translate(`)
		m.Number(l.X)
		m.Raw(" ")
		m.Number(l.Y)
		m.Raw(`)"`)
	}
	m.Raw("/>")
}

// arrows draws arrows across a board.
func writeArrows(m *page.Markup, flights []Flight) {
	for _, f := range flights {
		m.Attribute(`<path class="`, f.Class)
		m.Attribute(` transform="`, f.Place)
		m.Attribute(` d="`, f.Path)
		m.Raw("/>")
	}
}
