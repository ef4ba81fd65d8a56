package views

import "github.com/a-h/templ"

// boardBody draws a board that is played on: its cells, what is written on them, where
// things went and can go, and what is written across.
func boardBody(b Board) templ.Component {
	return component(sizeOfCell, func(m *markup, flush func()) {
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
func writeCell(m *markup, c Cell) {
	end := "</a>"
	if c.Link != nil {
		m.raw("<a")
	} else {
		m.raw(`<g role="img" tabindex="-1"`)
		end = "</g>"
	}
	m.attribute(` id="`, c.ID)
	m.attribute(` transform="`, c.Place)
	m.attribute(` aria-label="`, c.Label)
	m.attribute(` class="`, c.Class)
	if c.Link != nil {
		m.link(*c.Link)
	}
	m.raw(">")
	writeBody(m, c)
	m.raw(end)
}

// cellBody is all that is seen of a cell.
func cellBody(c Cell) templ.Component {
	return component(sizeOfCell, func(m *markup, _ func()) {
		writeBody(m, c)
		c.X, c.Y = 0, 0 // within the cell
		writeSign(m, "name", c.Sign, c, -17)
		writeSign(m, "value", c.Value, c, 25)
	})
}

func writeBody(m *markup, c Cell) {
	m.raw(`<path class="tile" d="M0-29 25-14.5V14.5L0 29-25 14.5V-14.5Z"/>`)
	if c.Arrow != "" {
		m.attribute(`<path class="arrow" d="M11-3.5 23 0 11 3.5Z" transform="`, c.Arrow)
		m.raw("/>")
	}
	if len(c.Layers) > 0 {
		writeStack(m, c.Layers)
	}
	if c.Ring {
		m.raw(`<path class="ring" d="M0-26 22.4-13V13L0 26-22.4 13V-13Z"/>`)
	}
	if c.Dot {
		m.raw(`<circle class="dot" r="5"/>`)
	}
	if c.Planet {
		m.raw(`<g class="planet"><circle r="12"/><ellipse rx="20" ry="6" transform="rotate(-20)"/></g>`)
	}
	if c.Count != "" {
		m.attribute(`<text aria-hidden="true" class="count" y="`, c.CountY)
		m.written(">", c.Count)
	}
}

// signs is what is written on the cells of a board that is played on. Where cells are
// links it stands outside of them: a link is read by its name, which has all this in words.
func writeSigns(m *markup, b Board) {
	m.raw(`<g aria-hidden="true">`)
	for _, c := range b.Cells {
		writeSign(m, "name", c.Sign, c, c.Y-17)
		writeSign(m, "value", c.Value, c, c.Y+25)
	}
	m.raw("</g>")
}

// writing is what is written across cells, of a picture.
func writing(b Board) templ.Component {
	return component(sizeOfCell, func(m *markup, _ func()) { writeCaptions(m, b) })
}

// writing is what is written across cells. It stands above all of them and
// outside of links: labels say it, in an order that can be listened to.
func writeCaptions(m *markup, b Board) {
	m.raw(`<g aria-hidden="true">`)
	for _, caption := range b.Captions {
		m.attribute(`<text class="caption" x="`, caption.X)
		m.attribute(` y="`, caption.Y)
		m.written(">", caption.Text)
	}
	for _, c := range b.Cells {
		if c.Letter == "" && c.Badge == "" {
			continue
		}
		m.attribute(`<g transform="`, c.Place)
		m.raw(">")
		m.written(`<text class="badge" x="15" y="-8">`, c.Badge)
		if c.Letter != "" {
			m.attribute(`<text class="letter" y="`, c.letterY())
			m.written(">", c.Letter)
		}
		m.raw("</g>")
	}
	m.raw("</g>")
}

// sign writes a text in the middle of a cell's width, in the ink of its ground.
func writeSign(m *markup, class, text string, c Cell, y int) {
	if text == "" {
		return
	}
	m.raw(`<text class="` + class + " ")
	m.text(c.Ground)
	m.raw(`" x="`)
	m.number(c.X)
	m.raw(`" y="`)
	m.number(y)
	m.raw(`">`)
	m.text(text)
	m.raw("</text>")
}

// pieces draws a stack.
func pieces(layers []Layer) templ.Component {
	return component(sizeOfCell, func(m *markup, _ func()) { writeStack(m, layers) })
}

func writeStack(m *markup, layers []Layer) {
	m.raw(`<g class="stack">`)
	for _, l := range layers {
		writePiece(m, l)
	}
	m.raw("</g>")
}

// piece draws one piece.
func piece(l Layer) templ.Component {
	return component(sizeOfPiece, func(m *markup, _ func()) { writePiece(m, l) })
}

func writePiece(m *markup, l Layer) {
	m.raw(outlines[l.Form])
	m.raw(` class="piece `)
	m.raw(l.Shape)
	if l.Colour != "" {
		m.raw(" ")
		m.raw(l.Colour)
	}
	m.raw(`"`)
	if l.X != 0 || l.Y != 0 {
		m.raw(` transform="translate(`)
		m.number(l.X)
		m.raw(" ")
		m.number(l.Y)
		m.raw(`)"`)
	}
	m.raw("/>")
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
func writeArrows(m *markup, flights []Flight) {
	for _, f := range flights {
		m.attribute(`<path class="`, f.Class)
		m.attribute(` transform="`, f.Place)
		m.attribute(` d="`, f.Path)
		m.raw("/>")
	}
}
