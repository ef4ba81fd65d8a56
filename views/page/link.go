package page

import (
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"
)

// A Link is the effect of a click, for browsers without scripts and for htmx.
type Link struct {
	Href string
	Get  string // address of the fragment to swap in; empty when the click commits
	Post string // address of the form to send, with its fields
}

// LinkAttributes returns the attributes of a link: its address, and the request that htmx makes instead. The
// target is inherited from the table.
func LinkAttributes(l Link) templ.OrderedAttributes {
	if l.Post != "" {
		return templ.OrderedAttributes{Attribute("href", l.Href), Attribute("data-hx-post", l.Post)}
	}
	return templ.OrderedAttributes{Attribute("href", l.Href), Attribute("data-hx-get", l.Get)}
}

// PageLink returns a link to a page and its fragment, with a query whose parts begin with "&".
func PageLink(page, fragment, query string) Link {
	if query == "" {
		return PenLink(nil, page, fragment)
	}
	return PenLink(nil, page, fragment, query[1:])
}

// PenLink is PageLink written by a pen, with the query in parts, as they follow "?".
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

// Escape escapes a text for a query. It leaves allowed characters, so that positions in addresses stay readable.
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

// plain reports whether a byte needs no escape in a query.
func plain(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(",-./:*!=", c) >= 0
}
