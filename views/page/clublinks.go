package page

// A ClubLink links to a page of the club.
type ClubLink struct{ Text, Href string }

// A Tab links to one of several pages about one thing.
type Tab struct {
	Text, Href string
	Current    bool
}

// linksOfClub returns the pages of the club that the reader may see.
func linksOfClub(f Frame) []ClubLink {
	links := []ClubLink{{f.T.T("nav.club"), "/club"}, {f.T.T("club.members"), "/club/members"}, {f.T.T("season.all"), "/seasons"}, {f.T.T("log.title"), "/club/log"}}
	if f.Reader.Organises {
		links = append(links, ClubLink{f.T.T("invitation.title"), "/club/invitations"}, ClubLink{f.T.T("import.title"), "/club/import"})
	}
	if f.Reader.Admin {
		links = append(links, ClubLink{f.T.T("club.settings"), "/club/settings"}, ClubLink{f.T.T("admin.title"), "/admin"}, ClubLink{f.T.T("ban.title"), "/admin/bans"})
	}
	return links
}
