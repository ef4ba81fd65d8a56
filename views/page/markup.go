package page

import (
	"context"
	"io"
	"strconv"

	"github.com/a-h/templ"
)

// Markup is HTML that is being written. A board has hundreds of elements, for
// which templates take several times as long.
type Markup []byte

// Component is what a function writes. What has been written so far is passed
// on whenever the function flushes, which it does after about size bytes.
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

// The sizes of components, in bytes.
const (
	SizeOfPiece = 128
	SizeOfCell  = 1024 // with all that is on it
)

func (m *Markup) Raw(html string) { *m = append(*m, html...) }

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

// escapes are the bytes that mean something in HTML.
var escapes = [256]string{'&': "&amp;", '\'': "&#39;", '<': "&lt;", '>': "&gt;", '"': "&#34;"}

// Attribute writes an attribute; start is all up to its value: ` class="`.
func (m *Markup) Attribute(start, value string) {
	m.Raw(start)
	m.Text(value)
	m.Raw(`"`)
}

// Written is a text element; start is all up to what is written.
func (m *Markup) Written(start, text string) {
	if text != "" {
		m.Raw(start)
		m.Text(text)
		m.Raw("</text>")
	}
}

// Link writes what linkAttributes says.
func (m *Markup) Link(l Link) {
	m.Attribute(` href="`, l.Href)
	if l.Post != "" {
		m.Attribute(` data-hx-post="`, l.Post)
		return
	}
	m.Attribute(` data-hx-get="`, l.Get)
}
