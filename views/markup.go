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

// link writes what linkAttributes says.
func (m *markup) link(l Link) {
	m.attribute(` href="`, l.Href)
	if l.Post != "" {
		m.attribute(` data-hx-post="`, l.Post)
		return
	}
	m.attribute(` data-hx-get="`, l.Get)
}
