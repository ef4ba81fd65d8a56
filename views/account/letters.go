package account

import (
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// NewConfirmLetter asks the owner of an address to confirm it for an account, by a link.
func NewConfirmLetter(t *i18n.Catalog, p page.Parties, link string) page.Letter {
	l := newLetter(t, p, "notice.confirm-subject", "notice.confirm")
	l.Action = page.LetterLink{Text: t.T("notice.confirm-do"), Href: link}
	l.Closing = []string{t.T("notice.confirm-end")}
	return l
}

// NewResetLetter sends the link to choose a new password.
func NewResetLetter(t *i18n.Catalog, p page.Parties, link string) page.Letter {
	l := newLetter(t, p, "notice.reset-subject", "notice.reset")
	l.Action = page.LetterLink{Text: t.T("notice.reset-do"), Href: link}
	l.Closing = []string{t.T("notice.reset-end")}
	return l
}

// NewPasswordLetter reports that the password of an account was changed; its link leads to the form for a
// forgotten password.
func NewPasswordLetter(t *i18n.Catalog, p page.Parties, link string) page.Letter {
	l := newLetter(t, p, "notice.password-subject", "notice.password", t.T("notice.password-end"))
	l.Action = page.LetterLink{Text: t.T("notice.reset-do"), Href: link}
	return l
}

// NewAddressLetter reports to an address that it no longer belongs to an account. It has no link, because its
// reader may have nothing to do with the account any more.
func NewAddressLetter(t *i18n.Catalog, p page.Parties) page.Letter {
	return newLetter(t, p, "notice.address-subject", "notice.address", t.T("notice.address-end"))
}

// newLetter greets the reader, says what the letter is about, and adds paragraphs.
func newLetter(t *i18n.Catalog, p page.Parties, subject, about string, paragraphs ...string) page.Letter {
	start := []string{t.T("notice.hello", "Name", p.Name), t.T(about, "Name", p.Name, "Site", p.Site)}
	return page.Letter{
		T: t, Site: p.From, Subject: page.OneLine(t.T(subject, "Club", p.From)), Opening: append(start, paragraphs...),
	}
}
