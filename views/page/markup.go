package page

import (
	"context"
	"io"
	"strconv"

	"github.com/a-h/templ"
)

// Markup is HTML being written. A board has hundreds of elements, for which templates take several times as
// long.
type Markup []byte

// Component returns a component that a function writes. Each flush passes the output on; about size bytes are
// expected between two.
func Component(size int, write func(m *Markup, flush func())) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) (err error) {
		m := make(Markup, 0, size)
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

// Sizes of components, in bytes.
const (
	SizeOfPiece = 128
	SizeOfCell  = 1024 // with all that is on it
)

// Raw writes HTML as it is.
func (m *Markup) Raw(html string) { *m = append(*m, html...) }

// Number writes a number.
func (m *Markup) Number(n int) { *m = strconv.AppendInt(*m, int64(n), 10) }

// Text writes a text, escaped as html.EscapeString does.
func (m *Markup) Text(text string) {
	written := 0
	for i := range len(text) {
		if escaped := escapes[text[i]]; escaped != "" {
			m.Raw(text[written:i])
			m.Raw(escaped)
			written = i + 1
		}
	}
	m.Raw(text[written:])
}

// escapes are the bytes with a meaning in HTML.
var escapes = [256]string{'&': "&amp;", '\'': "&#39;", '<': "&lt;", '>': "&gt;", '"': "&#34;"}

// Attribute writes an attribute; start is everything before its value: ` class="`.
func (m *Markup) Attribute(start, value string) {
	m.Raw(start)
	m.Text(value)
	m.Raw(`"`)
}

// Written writes a text element; start is everything before its text.
func (m *Markup) Written(start, text string) {
	if text != "" {
		m.Raw(start)
		m.Text(text)
		m.Raw("</text>")
	}
}

// Link writes the attributes that LinkAttributes returns.
func (m *Markup) Link(l Link) {
	m.Attribute(` href="`, l.Href)
	if l.Post != "" {
		m.Attribute(` data-hx-post="`, l.Post)
		return
	}
	m.Attribute(` data-hx-get="`, l.Get)
}
