package page

import (
	"html"
	"strings"

	"hexclub/views/i18n"
)

// A Place is where a board is shown that has an address of its own.
type Place string

// The places. Each is what addresses there begin with.
const (
	OnSite    Place = ""
	Embedded  Place = "/embed"     // in a frame on a page elsewhere
	Projector Place = "/projector" // large, for many to look at
)

// Path is the address at the place of what has a path on the site.
func (p Place) Path(path string) string { return string(p) + path }

// class is what a style sheet knows the page at the place by.
func (p Place) class() string { return strings.TrimPrefix(string(p), "/") }

// target is where links from the place to the site lead: out of a frame.
func (p Place) target() string {
	if p == Embedded {
		return "_blank"
	}
	return "_self"
}

// Leave makes the way to a rule lead out of a frame, where pages of the site are not
// shown.
func (p Place) Leave(problem *Problem) {
	if problem != nil {
		problem.Leave = p == Embedded
	}
}

// Language is the part of a query, with "&" before it, that keeps the language of a
// page whose reader cannot choose one.
func (p Place) Language(t *i18n.Catalog) string {
	if p != Embedded {
		return ""
	}
	return "&lang=" + t.Tag
}

// A Share is how others get to see a board: full addresses.
type Share struct {
	Page  string
	Frame string // HTML that shows it on another page
	Large string // path of it on a projector
}

// NewShare is how others see what has an address on the site, with a query or
// without one, and a name.
func NewShare(t *i18n.Catalog, url func(path string) string, href, name string) Share {
	separator := "?"
	if strings.Contains(href, "?") {
		separator = "&"
	}
	frame := url(Embedded.Path(href) + separator + "lang=" + t.Tag)
	return Share{
		Page: url(href), Large: Projector.Path(href),
		Frame: `<iframe src="` + html.EscapeString(frame) + `" title="` + html.EscapeString(name) + `" width="400" height="680" loading="lazy"></iframe>`,
	}
}
