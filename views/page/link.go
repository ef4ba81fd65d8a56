package page

import (
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"
)

// A Link is what a click does, as a plain link and as what htmx makes of it.
type Link struct {
	Href string
	Get  string // address of the fragment to swap in; empty when the click commits
	Post string // address to commit to, with what is posted
}

// LinkAttributes is a link as a page has it: an address that works alone, and
// what htmx does instead. The target is inherited from the table.
func LinkAttributes(l Link) templ.OrderedAttributes {
	if l.Post != "" {
		return templ.OrderedAttributes{Attribute("href", l.Href), Attribute("data-hx-post", l.Post)}
	}
	return templ.OrderedAttributes{Attribute("href", l.Href), Attribute("data-hx-get", l.Get)}
}

// PageLink is a page and the fragment of it, with a query whose parts begin
// with "&".
func PageLink(page, fragment, query string) Link {
	if query == "" {
		return PenLink(nil, page, fragment)
	}
	return PenLink(nil, page, fragment, query[1:])
}

// PenLink is pageLink, written by a pen; the query comes in parts, as they follow "?".
func PenLink(p *Pen, page, fragment string, query ...string) Link {
	if len(query) == 0 {
		return Link{Href: page, Get: p.Text(page, fragment)}
	}
	parts := append(make([]string, 0, 8), page, fragment, "?")
	parts = append(parts, query...)
	get := p.Text(parts...)
	parts[1] = ""
	return Link{Href: p.Text(parts...), Get: get}
}

// Escape makes text fit for a query. What may stand there as it is does, so that
// addresses of positions can be read.
func Escape(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf || !plain(byte(r)) }) {
		return text
	}
	const digits = "0123456789ABCDEF"
	escaped := make([]byte, 0, 2*len(text))
	for i := range len(text) {
		switch c := text[i]; {
		case plain(c):
			escaped = append(escaped, c)
		case c == ' ':
			escaped = append(escaped, '+')
		default:
			escaped = append(escaped, '%', digits[c>>4], digits[c&15])
		}
	}
	return string(escaped)
}

// plain says that a byte stands for itself in a query.
func plain(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(",-./:*!=", c) >= 0
}
