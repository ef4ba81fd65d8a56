package page

import (
	"context"
	"io"
	"slices"
	"strings"

	"hexclub/views/i18n"
)

// A Moment is a point in time as a page shows it. A [Calendar] makes it. It is a component: a text with the exact moment,
// which appears when the text has the pointer or the focus, and which screen readers read.
type Moment struct {
	Text  string // "5 minutes ago"
	Exact string // "27 November 2026, 19:00 CET"; empty if Text is exact
	Stamp string // machine-readable; empty: the text is no moment

	inLink bool // the focus of the link shows the exact moment
}

// InLink returns the moment for a text within a link or a button.
func (m Moment) InLink() Moment {
	m.inLink = true
	return m
}

// Is reports whether there is a moment.
func (m Moment) Is() bool { return m.Stamp != "" }

// Render writes the moment as HTML.
func (m Moment) Render(_ context.Context, w io.Writer) error {
	html := make(Markup, 0, SizeOfPiece)
	m.write(&html)
	_, err := w.Write(html)
	return err
}

func (m Moment) write(html *Markup) {
	if m.Stamp == "" {
		html.Text(m.Text)
		return
	}
	html.Attribute(`<time datetime="`, m.Stamp)
	if m.Exact == "" {
		html.Raw(">")
		html.Text(m.Text)
		html.Raw("</time>")
		return
	}
	html.Raw(` class="moment"`)
	if !m.inLink {
		html.Raw(` tabindex="0"`)
	}
	html.Raw(">")
	html.Text(m.Text)
	html.Raw(`<span class="exact"> `)
	html.Text(m.Exact)
	html.Raw("</span></time>")
}

// A Phrase is a text with moments in it. It is a component.
type Phrase []Moment

// Dot separates the parts of a line. It stays with the part before it.
const Dot = "\u00a0· "

// Plain returns a phrase without moments; none for an empty text.
func Plain(text string) Phrase {
	if text == "" {
		return nil
	}
	return Phrase{{Text: text}}
}

// NewPhrase returns the message of a key, as [i18n.Catalog.T] does, but values can be moments and phrases too.
func NewPhrase(t *i18n.Catalog, key string, pairs ...any) Phrase {
	var p Phrase
	for i, part := range t.Parts(key) {
		if i%2 == 0 {
			if len(p) > 0 { // a date may end with a full stop
				part = i18n.WithoutDoubleStop(p[len(p)-1].Text, part)
			}
			p = p.add(part)
			continue
		}
		for j := 1; j < len(pairs); j += 2 {
			if pairs[j-1] == part {
				p = p.add(pairs[j])
				break
			}
		}
	}
	return p
}

// add returns the phrase with a text, a moment or a phrase at its end.
func (p Phrase) add(more any) Phrase {
	switch more := more.(type) {
	case string:
		return append(p, Plain(more)...)
	case Moment:
		return append(p, more)
	case Phrase:
		return append(p, more...)
	}
	return p
}

// And returns the phrase with a text, a moment or a phrase after a separator. The separator is left out if one of both is
// empty.
func (p Phrase) And(separator string, more Phrase) Phrase {
	if len(p) == 0 || len(more) == 0 {
		return append(p, more...)
	}
	return append(append(p, Moment{Text: separator}), more...)
}

// InLink returns the phrase for a text within a link or a button.
func (p Phrase) InLink() Phrase {
	linked := make(Phrase, len(p))
	for i, m := range p {
		linked[i] = m.InLink()
	}
	return linked
}

// String returns the text without exact moments.
func (p Phrase) String() string {
	var b strings.Builder
	for _, m := range p {
		b.WriteString(m.Text)
	}
	return b.String()
}

// Render writes the phrase as HTML.
func (p Phrase) Render(_ context.Context, w io.Writer) error {
	html := make(Markup, 0, SizeOfPiece)
	for _, m := range p.kept() {
		m.write(&html)
	}
	_, err := w.Write(html)
	return err
}

// kept returns the phrase with marks that follow a moment at its end, as a line could break between the two.
func (p Phrase) kept() Phrase {
	kept := slices.Clone(p)
	for i := 1; i < len(kept); i++ {
		if before, after := &kept[i-1], &kept[i]; before.Is() && !after.Is() {
			rest := strings.TrimLeft(after.Text, ".,;:!?)")
			before.Text += after.Text[:len(after.Text)-len(rest)]
			after.Text = rest
		}
	}
	return kept
}
