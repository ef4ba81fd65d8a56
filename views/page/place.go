package page

import (
	"html"
	"strings"

	"hexclub/views/i18n"
)

// A Place is where a board is shown: on the site, or elsewhere under addresses of its own.
type Place string

// The places, by the prefix of their addresses.
const (
	OnSite    Place = ""
	Embedded  Place = "/embed"     // in a frame on a page elsewhere
	Projector Place = "/projector" // large, for many to look at
)

// Path returns the address at the place for a path of the site.
func (p Place) Path(path string) string { return string(p) + path }

// class returns the class of pages at the place.
func (p Place) class() string { return strings.TrimPrefix(string(p), "/") }

// target returns the target of links from the place to the site: out of a frame.
func (p Place) target() string {
	if p == Embedded {
		return "_blank"
	}
	return "_self"
}

// Leave makes the link to a rule open outside of the frame, where pages of the site are not shown.
func (p Place) Leave(problem *Problem) {
	if problem != nil {
		problem.Leave = p == Embedded
	}
}

// Language returns the part of a query, with "&" before it, that keeps the language of a page without a choice
// of languages.
func (p Place) Language(t *i18n.Catalog) string {
	if p != Embedded {
		return ""
	}
	return "&lang=" + t.Tag
}

// A Share has the full addresses at which others see a board.
type Share struct {
	Shared
	Frame string // HTML that shows it on another page
	Large string // path of its view for projectors
}

// NewShare returns how to share a page of the site, by its address, with or without a query, and its name.
func NewShare(t *i18n.Catalog, url func(path string) string, href, name string) Share {
	separator := "?"
	if strings.Contains(href, "?") {
		separator = "&"
	}
	frame := url(Embedded.Path(href) + separator + "lang=" + t.Tag)
	return Share{
		Shared: Shared{URL: url(href), Path: href, Picture: PictureHref(href)}, Large: Projector.Path(href),
		Frame: `<iframe src="` + html.EscapeString(frame) + `" title="` + html.EscapeString(name) + `" width="400" height="680" loading="lazy"></iframe>`,
	}
}
