package page

import (
	"slices"
	"strings"

	"github.com/a-h/templ"
)

// A navLink is a link of the site's navigation.
type navLink struct {
	href, text, icon string
	here             string // value of aria-current; empty for a link to another part of the site
	class            string
}

// current marks the link to the reader's part of the site.
func (l navLink) current() templ.OrderedAttributes {
	if l.here == "" {
		return nil
	}
	return templ.OrderedAttributes{Attribute("aria-current", l.here)}
}

// The addresses of the parts of the site that have several.
var (
	learnParts = []string{"/learn", "/rules", "/analysis"}
	clubParts  = []string{"/club", "/seasons", "/ladders", "/tournaments", "/challenges", "/pairings", "/admin"}
)

// in reports whether the page is in one of the parts.
func (f Frame) in(parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return f.Asked == part || strings.HasPrefix(f.Asked, part+"/") })
}

// mainLinks returns the links to the parts of the site.
func (f Frame) mainLinks() []navLink {
	return []navLink{
		f.link("/lobby", f.T.T("nav.play"), "play", "/games/new"),
		f.link("/", f.T.T("nav.home"), "home"),
		f.link("/learn", f.T.T("nav.learn"), "learn", learnParts...),
		f.link("/club", f.T.T("nav.club"), "club", append(slices.Clip(clubParts), "/people")...),
		f.link("/games", f.T.T("nav.watch"), "watch"),
	}
}

// menuLinks returns the links of the menu: the reader's own pages, and tools. Those that narrow screens do not have
// elsewhere are hidden on wide ones.
func (f Frame) menuLinks() []navLink {
	var links []navLink
	if f.Reader.SignedIn() {
		links = append(links, f.link(PersonHref(f.Reader.Name), f.Reader.Name, "user"))
	} else {
		links = append(links, f.link(f.LogIn(), f.T.T("nav.login"), "user", "/login"))
		if f.Admits {
			links = append(links, f.link(f.SignUp(), f.T.T("signup.title"), "plus", "/signup"))
		}
	}
	for _, l := range f.mainLinks() {
		if f.Here != "" || l.icon == "watch" {
			l.class = "of-bar"
			links = append(links, l)
		}
	}
	return append(links,
		f.link("/people", f.T.T("people.title"), "club"),
		f.link("/analysis/hexone", f.T.T("nav.sandbox"), "board", "/analysis"),
		f.link("/rules", f.T.T("nav.rules"), "book", "/rules"),
		f.link("/settings", f.T.T("nav.settings"), "settings", "/settings"),
	)
}

// link returns a link with an icon, marked if the reader is on its page or in one of its parts.
func (f Frame) link(href, text, icon string, parts ...string) navLink {
	l := navLink{href: href, text: text, icon: icon}
	switch {
	case f.Asked == href:
		l.here = "page"
	case f.in(parts...):
		l.here = "true"
	}
	return l
}
