package page

import (
	"strings"

	"hexclub/views/i18n"
)

// A Pen writes many short texts into one buffer and returns them as parts of it. A board has hundreds, and each
// would be an allocation of its own. A nil pen allocates each.
type Pen struct{ written strings.Builder }

// NewPen returns a pen with room for so many bytes.
func NewPen(room int) *Pen {
	p := new(Pen)
	p.written.Grow(room)
	return p
}

// Text returns parts as one text.
func (p *Pen) Text(parts ...string) string {
	if p == nil {
		return strings.Join(parts, "")
	}
	start := p.written.Len()
	for _, part := range parts {
		p.written.WriteString(part)
	}
	return p.written.String()[start:]
}

// Message returns a message of a catalog, as [i18n.Catalog.T] does.
func (p *Pen) Message(t *i18n.Catalog, key string, pairs ...string) string {
	if p == nil {
		return t.T(key, pairs...)
	}
	start := p.written.Len()
	t.Write(&p.written, key, pairs...)
	return p.written.String()[start:]
}

// Join returns parts as one text, with a separator between each two.
func (p *Pen) Join(parts []string, separator string) string {
	if p == nil || len(parts) < 2 {
		return strings.Join(parts, separator)
	}
	start := p.written.Len()
	for i, part := range parts {
		if i > 0 {
			p.written.WriteString(separator)
		}
		p.written.WriteString(part)
	}
	return p.written.String()[start:]
}
