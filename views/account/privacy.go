package account

import "hexclub/views/page"

// A PrivacyPage explains which personal data the site stores, and for how long.
type PrivacyPage struct {
	page.Frame
	Short   []string // what matters most
	Kept    []PrivacyPart
	Cookies []Cookie // all that there are
	Mails   bool     // the site sends mails
}

// A PrivacyPart explains one kind of data.
type PrivacyPart struct {
	Heading string
	Texts   []string
}

// A Cookie is what the site stores in browsers.
type Cookie struct {
	Name string
	Key  string // of the text about its purpose and lifetime
	Days int
}

// PrivacyInput is the data for a PrivacyPage. Times are in days.
type PrivacyInput struct {
	Guests  bool // people without an account may play
	Mails   bool // the site sends mails
	Cookies []Cookie

	Session int // from the last visit on, that a browser is known
	Guest   int // the same of a guest
	Removed int // after the last visit at the latest, until a guest is deleted; 0 for never
	Link    int // that a link for a new password holds at most
	Name    int // that a name which organisers changed stays its owner's
	Former  int // for which a former e-mail address is kept
	Void    int // for which a cancelled game is kept
	Letters int // that is remembered which mails were sent
	Ban     int // for which an address is banned at most
	Backup  int // for which backups are kept; 0 if only the operator makes them
}

// NewPrivacyPage makes the privacy page in the reader's language.
func NewPrivacyPage(f page.Frame, in PrivacyInput) PrivacyPage {
	p := PrivacyPage{Frame: f, Cookies: in.Cookies, Mails: in.Mails}
	p.Short = []string{f.T.T("privacy.short-ads"), f.T.T("privacy.short-public")}
	if in.Mails {
		p.Short = append(p.Short, f.T.T("privacy.short-mail"))
	}
	p.Short = append(p.Short, f.T.T("privacy.short-delete"))
	part := func(applies bool, heading string, texts ...string) {
		if applies {
			p.Kept = append(p.Kept, PrivacyPart{heading, texts})
		}
	}
	part(true, f.T.T("privacy.account"), f.T.T("privacy.account-text"),
		p.text("privacy.account-named", in.Name), f.T.T("privacy.account-closed"), f.T.T("privacy.account-listed"))
	part(true, f.T.T("privacy.sessions"), p.text("privacy.sessions-text", in.Session), p.text("privacy.sessions-links", in.Link))
	part(true, f.T.T("privacy.games"), p.text("privacy.games-text", in.Void))
	part(true, f.T.T("privacy.chat"), f.T.T("privacy.chat-text"))
	part(true, f.T.T("privacy.learned"), f.T.T("privacy.learned-text"))
	removed := f.T.T("privacy.guest-kept")
	if in.Removed > 0 {
		removed = p.text("privacy.guest-removed", in.Removed)
	}
	part(in.Guests, f.T.T("privacy.guest"), p.text("privacy.guest-text", in.Guest), removed)
	part(true, f.T.T("privacy.club"), f.T.T("privacy.club-text"))
	part(in.Mails, f.T.T("privacy.mail"), p.text("privacy.mail-text", in.Former), f.T.T("privacy.mail-about"), p.text("privacy.mail-sent", in.Letters))
	part(true, f.T.T("privacy.address"), f.T.T("privacy.address-text"), f.T.T("privacy.address-log"), p.text("privacy.address-ban", in.Ban))
	copies := f.T.T("privacy.backups-operator")
	if in.Backup > 0 {
		copies = p.text("privacy.backups-text", in.Backup)
	}
	part(true, f.T.T("privacy.backups"), copies, f.T.T("privacy.backups-back"))
	return p
}

// parts links to the parts of the page.
func (p PrivacyPage) parts() []page.Tab {
	return []page.Tab{
		{Text: p.T.T("privacy.short"), Href: "#short"},
		{Text: p.T.T("privacy.kept"), Href: "#kept"},
		{Text: p.T.T("privacy.cookies"), Href: "#stored"},
		{Text: p.T.T("privacy.elsewhere"), Href: "#elsewhere"},
		{Text: p.T.T("privacy.yours"), Href: "#yours"},
		{Text: p.T.T("privacy.who"), Href: "#who"},
	}
}

// text returns the text of a key, with a time in days.
func (p PrivacyPage) text(key string, n int) string {
	return p.T.T(key, "Days", p.T.N("notice.days", n))
}
