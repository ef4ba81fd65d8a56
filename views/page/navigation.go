package page

import (
	"strings"

	"github.com/a-h/templ"
)

// A navLink is a link of the site's navigation.
type navLink struct {
	href, text string
	here       string // value of aria-current; empty for a link to another part of the site
}

// current marks the link to the reader's part of the site.
func (l navLink) current() templ.OrderedAttributes {
	if l.here == "" {
		return nil
	}
	return templ.OrderedAttributes{Attribute("aria-current", l.here)}
}

// navigation returns the links of the site's navigation, with the reader's part of the site marked.
func (f Frame) navigation() []navLink {
	path, _, _ := strings.Cut(f.Path, "?")
	link := func(href, text string, parts ...string) navLink {
		l := navLink{href: href, text: text}
		if path == href {
			l.here = "page"
			return l
		}
		for _, part := range parts {
			if path == part || strings.HasPrefix(path, part+"/") {
				l.here = "true"
			}
		}
		return l
	}
	links := []navLink{
		link("/lobby", f.T.T("lobby.title")),
		link("/games/new", f.T.T("nav.new")),
		link("/learn", f.T.T("nav.learn"), "/learn", "/rules"),
		link("/club", f.T.T("nav.club"), "/club", "/seasons", "/ladders", "/tournaments", "/challenges", "/pairings"),
		link("/analysis/hexone", f.T.T("nav.sandbox"), "/analysis"),
	}
	if !f.Reader.SignedIn() {
		return append(links, link(f.LogIn(), f.T.T("nav.login"), "/login"))
	}
	return append(links, link(PersonHref(f.Reader.Name), f.Reader.Name))
}
