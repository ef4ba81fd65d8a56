package views

import (
	"context"
	"io"
	"strconv"

	"github.com/a-h/templ"
)

// markup is HTML that is being written. A board has hundreds of elements, for
// which templates take several times as long.
type markup []byte

// component is what a function writes. What has been written so far is passed
// on whenever the function flushes, which it does after about size bytes.
func component(size int, write func(m *markup, flush func())) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) (err error) {
		m := make(markup, 0, size)
		flush := func() {
			if err == nil {
				_, err = w.Write(m)
			}
			m = m[:0]
		}
		write(&m, flush)
		flush()
		return err
	})
}

// The sizes of components, in bytes.
const (
	sizeOfPiece = 128
	sizeOfCell  = 1024 // with all that is on it
)

func (m *markup) raw(html string) { *m = append(*m, html...) }

func (m *markup) number(n int) { *m = strconv.AppendInt(*m, int64(n), 10) }

// text writes a text, escaped as html.EscapeString does.
func (m *markup) text(text string) {
	written := 0
	for i := range len(text) {
		if escaped := escapes[text[i]]; escaped != "" {
			m.raw(text[written:i])
			m.raw(escaped)
			written = i + 1
		}
	}
	m.raw(text[written:])
}

// escapes are the bytes that mean something in HTML.
var escapes = [256]string{'&': "&amp;", '\'': "&#39;", '<': "&lt;", '>': "&gt;", '"': "&#34;"}

// attribute writes an attribute; start is all up to its value: ` class="`.
func (m *markup) attribute(start, value string) {
	m.raw(start)
	m.text(value)
	m.raw(`"`)
}

// written is a text element; start is all up to what is written.
func (m *markup) written(start, text string) {
	if text != "" {
		m.raw(start)
		m.text(text)
		m.raw("</text>")
	}
}

// boardBody draws a board that is played on: its cells, what is written on them, where
// things went and can go, and what is written across.
func boardBody(b Board) templ.Component {
	return component(sizeOfCell, func(m *markup, flush func()) {
		for _, c := range b.Cells {
			m.cell(c)
			flush()
		}
		m.signs(b)
		flush()
		m.arrows(b.Ways)
		m.arrows(b.Flights)
		flush()
		m.writing(b)
	})
}

// cell draws a cell: a link, or a picture with a name.
func (m *markup) cell(c Cell) {
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
	m.body(c)
	m.raw(end)
}

// link writes what linkAttributes says.
func (m *markup) link(l Link) {
	m.attribute(` href="`, l.Href)
	if l.Post != "" {
		m.attribute(` data-hx-post="`, l.Post)
		return
	}
	m.attribute(` data-hx-get="`, l.Get)
}

// cellBody is all that is seen of a cell.
func cellBody(c Cell) templ.Component {
	return component(sizeOfCell, func(m *markup, _ func()) {
		m.body(c)
		c.X, c.Y = 0, 0 // within the cell
		m.sign("name", c.Sign, c, -17)
		m.sign("value", c.Value, c, 25)
	})
}

func (m *markup) body(c Cell) {
	m.raw(`<path class="tile" d="M0-29 25-14.5V14.5L0 29-25 14.5V-14.5Z"/>`)
	if c.Arrow != "" {
		m.attribute(`<path class="arrow" d="M11-3.5 23 0 11 3.5Z" transform="`, c.Arrow)
		m.raw("/>")
	}
	if len(c.Layers) > 0 {
		m.stack(c.Layers)
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
func (m *markup) signs(b Board) {
	m.raw(`<g aria-hidden="true">`)
	for _, c := range b.Cells {
		m.sign("name", c.Sign, c, c.Y-17)
		m.sign("value", c.Value, c, c.Y+25)
	}
	m.raw("</g>")
}

// writing is what is written across cells, of a picture.
func writing(b Board) templ.Component {
	return component(sizeOfCell, func(m *markup, _ func()) { m.writing(b) })
}

// writing is what is written across cells. It stands above all of them and
// outside of links: labels say it, in an order that can be listened to.
func (m *markup) writing(b Board) {
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
func (m *markup) sign(class, text string, c Cell, y int) {
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
	return component(sizeOfCell, func(m *markup, _ func()) { m.stack(layers) })
}

func (m *markup) stack(layers []Layer) {
	m.raw(`<g class="stack">`)
	for _, l := range layers {
		m.piece(l)
	}
	m.raw("</g>")
}

// piece draws one piece.
func piece(l Layer) templ.Component {
	return component(sizeOfPiece, func(m *markup, _ func()) { m.piece(l) })
}

func (m *markup) piece(l Layer) {
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

// turnLink is a turn of a list: whose it is, where it leads, and whether the reader is
// there.
func turnLink(line TurnLine) templ.Component {
	return component(sizeOfPiece, func(m *markup, _ func()) { m.turnLink(line) })
}

// turnLinks is a list of turns with nothing but their links.
func turnLinks(lines []TurnLine) templ.Component {
	return component(sizeOfPiece*len(lines), func(m *markup, _ func()) {
		for _, line := range lines {
			m.raw("<li>")
			m.turnLink(line)
			m.raw("</li>")
		}
	})
}

func (m *markup) turnLink(line TurnLine) {
	m.attribute(`<a aria-label="`, line.Label)
	m.attribute(` class="`, line.Colour)
	m.attribute(` href="`, line.Href)
	if line.ID != "" {
		m.attribute(` id="`, line.ID)
	}
	if line.Current {
		m.raw(` aria-current="true"`)
	}
	m.raw(">")
	m.text(line.Text)
	m.raw("</a>")
}

// arrows draws arrows across a board.
func (m *markup) arrows(flights []Flight) {
	for _, f := range flights {
		m.attribute(`<path class="`, f.Class)
		m.attribute(` transform="`, f.Place)
		m.attribute(` d="`, f.Path)
		m.raw("/>")
	}
}

// bigChoices is the choices that are buttons.
func bigChoices(choices []Choice) templ.Component {
	return component(sizeOfPiece, func(m *markup, flush func()) {
		for _, c := range choices {
			if c.Letter != "" || c.Button {
				m.bigChoice(c)
				flush()
			}
		}
	})
}

func (m *markup) bigChoice(c Choice) {
	m.attribute(`<a id="choice-`, c.Letter)
	m.raw(` class="button choice`)
	if c.Letter != "" {
		m.raw(" way-")
		m.raw(c.Letter)
	}
	m.raw(`"`)
	m.link(c.Link)
	m.raw(">")
	if c.Letter != "" {
		m.raw("<b>")
		m.text(c.Letter)
		m.raw("</b> ")
	}
	m.text(c.Words)
	m.raw("</a>")
}

// choiceLinks is a list of choices.
func choiceLinks(choices []Choice) templ.Component {
	return component(sizeOfPiece*len(choices), func(m *markup, _ func()) {
		for _, c := range choices {
			m.attribute(`<li><a id="`, c.ID)
			m.link(c.Link)
			m.raw(` aria-label="`)
			m.text(c.Text)
			m.raw(", ")
			m.text(c.Words)
			m.raw(`">`)
			m.text(c.Text)
			m.raw("</a></li>")
		}
	})
}
