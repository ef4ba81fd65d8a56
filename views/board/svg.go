package board

import (
	"github.com/a-h/templ"

	"hexclub/views/page"
)

// boardBody draws a board that is played on: its cells, what is written on them, where
// things went and can go, and what is written across.
func boardBody(b Board) templ.Component {
	return page.Component(page.SizeOfCell, func(m *page.Markup, flush func()) {
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

// cell draws a cell: a link, or a picture with a name.
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
		c.X, c.Y = 0, 0 // within the cell
		writeSign(m, "name", c.Sign, c, -17)
		writeSign(m, "value", c.Value, c, 25)
	})
}

func writeBody(m *page.Markup, c Cell) {
	m.Raw(`<path class="tile" d="M0-29 25-14.5V14.5L0 29-25 14.5V-14.5Z"/>`)
	if c.Arrow != "" {
		m.Attribute(`<path class="arrow" d="M11-3.5 23 0 11 3.5Z" transform="`, c.Arrow)
		m.Raw("/>")
	}
	if len(c.Layers) > 0 {
		writeStack(m, c.Layers)
	}
	if c.Marks.Ring {
		m.Raw(`<path class="ring" d="M0-26 22.4-13V13L0 26-22.4 13V-13Z"/>`)
	}
	if c.Marks.Dot {
		m.Raw(`<circle class="dot" r="5"/>`)
	}
	if c.Marks.Planet {
		m.Raw(`<g class="planet"><circle r="12"/><ellipse rx="20" ry="6" transform="rotate(-20)"/></g>`)
	}
	if c.Count.Text != "" {
		m.Attribute(`<text aria-hidden="true" class="count" y="`, c.Count.Y)
		m.Written(">", c.Count.Text)
	}
}

// writeSigns writes the signs on the cells of a board that can be played on. Where cells are links,
// the signs are outside of them: a link's name describes them in words.
func writeSigns(m *page.Markup, b Board) {
	m.Raw(`<g aria-hidden="true">`)
	for _, c := range b.Cells {
		writeSign(m, "name", c.Sign, c, c.Y-17)
		writeSign(m, "value", c.Value, c, c.Y+25)
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
		m.Attribute(`<g transform="`, c.Place)
		m.Raw(">")
		m.Written(`<text class="badge" x="15" y="-8">`, c.Badge)
		if c.Letter != "" {
			m.Attribute(`<text class="letter" y="`, c.letterY())
			m.Written(">", c.Letter)
		}
		m.Raw("</g>")
	}
	m.Raw("</g>")
}

// sign writes a text in the middle of a cell's width, in the ink of its ground.
func writeSign(m *page.Markup, class, text string, c Cell, y int) {
	if text == "" {
		return
	}
	m.Raw(`<text class="` + class + " ")
	m.Text(c.Ground)
	m.Raw(`" x="`)
	m.Number(c.X)
	m.Raw(`" y="`)
	m.Number(y)
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

// piece draws one piece.
func piece(l Layer) templ.Component {
	return page.Component(page.SizeOfPiece, func(m *page.Markup, _ func()) { writePiece(m, l) })
}

func writePiece(m *page.Markup, l Layer) {
	m.Raw(outlines[l.Form])
	m.Raw(` class="piece `)
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

// outlines are the elements that pieces are drawn by, by Form.
var outlines = [...]string{
	Disc:       `<circle r="17"`,
	Square:     `<rect x="-15.5" y="-15.5" width="31" height="31" rx="5"`,
	Hex:        `<path d="M0-26 22.5-13V13L0 26-22.5 13V-13Z"`,
	RingedHex:  `<path d="M0-26 22.5-13V13L0 26-22.5 13V-13ZM0-11-9.5-5.5V5.5L0 11 9.5 5.5V-5.5Z"`,
	Bowler:     `<path d="M-17 6C-17 2-11 3-10 1-10-13 10-13 10 1 11 3 17 2 17 6 12 11-12 11-17 6Z"`,
	PointedHat: `<path d="M-17 9-9 4 0-16 9 4 17 9Z"`,
	FivePoints: `<path d="M0-19 5-7 18-6 8 3 11 16 0 9-11 16-8 3-18-6-5-7Z"`,
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
