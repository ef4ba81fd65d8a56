package page

import (
	"slices"
	"strings"
)

// A ClubLink links to a page of the club.
type ClubLink struct{ Text, Href string }

// A Tab links to one of several pages about one thing.
type Tab struct {
	Text, Href string
	Current    bool
}

// clubLinks returns the pages of the club that the reader may see. Pages that organise the club share a link, which leads
// to the first of them.
func (f Frame) clubLinks(here string) []navLink {
	links := []navLink{
		linkFrom(here, "/club", f.T.T("nav.club")),
		linkFrom(here, "/ladders", f.T.T("ladder.list")),
		linkFrom(here, "/tournaments", f.T.T("tournament.list")),
	}
	if f.Reader.SignedIn() {
		links = append(links, linkFrom(here, "/club/members", f.T.T("club.members")))
	}
	seasons := linkFrom(here, "/seasons", f.T.T("season.all"))
	if strings.HasPrefix(here, "/seasons/") {
		seasons.here = "true"
	}
	links = append(links, seasons)
	if f.Reader.SignedIn() {
		links = append(links, linkFrom(here, "/club/log", f.T.T("log.title")))
	}
	if manage := f.manageLinks(here); len(manage) > 0 {
		first := navLink{href: manage[0].href, text: f.T.T("club.manage")}
		if f.manages(here) {
			first.here = "true"
		}
		links = append(links, first)
	}
	return links
}

// manageLinks returns the pages that organise the club, as far as the reader may see them.
func (f Frame) manageLinks(here string) (links []navLink) {
	if f.Reader.Organises {
		links = append(links, linkFrom(here, "/club/invitations", f.T.T("invitation.title")), linkFrom(here, "/club/import", f.T.T("import.title")))
	}
	if f.Reader.Admin {
		links = append(links,
			linkFrom(here, "/club/settings", f.T.T("nav.settings")), linkFrom(here, "/admin", f.T.T("admin.title")), linkFrom(here, "/admin/bans", f.T.T("ban.title")))
	}
	return links
}

// manages reports whether a page organises the club.
func (f Frame) manages(here string) bool {
	return slices.ContainsFunc(f.manageLinks(here), func(l navLink) bool { return l.href == here })
}

// linkFrom returns a link that is marked on its own page.
func linkFrom(here, href, text string) navLink {
	l := navLink{href: href, text: text}
	if here == href {
		l.here = "page"
	}
	return l
}
