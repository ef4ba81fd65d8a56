package account

import (
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// NewConfirmLetter asks the owner of an address to confirm it for an account, by a link.
func NewConfirmLetter(t *i18n.Catalog, p page.Parties, link string) page.Letter {
	return letter(t, p, "notice.confirm-subject", "notice.confirm", link, t.T("notice.confirm-end"))
}

// NewResetLetter sends the link to choose a new password.
func NewResetLetter(t *i18n.Catalog, p page.Parties, link string) page.Letter {
	return letter(t, p, "notice.reset-subject", "notice.reset", link, t.T("notice.reset-end"))
}

// NewPasswordLetter reports that the password of an account was changed; its link leads to the form for a
// forgotten password.
func NewPasswordLetter(t *i18n.Catalog, p page.Parties, link string) page.Letter {
	return letter(t, p, "notice.password-subject", "notice.password", t.T("notice.password-end"), link)
}

// NewAddressLetter reports to an address that it no longer belongs to an account. It has no link, because its
// reader may have nothing to do with the account any more.
func NewAddressLetter(t *i18n.Catalog, p page.Parties) page.Letter {
	return letter(t, p, "notice.address-subject", "notice.address", t.T("notice.address-end"))
}

// letter greets the reader, says what the letter is about, and adds paragraphs.
func letter(t *i18n.Catalog, p page.Parties, subject, about string, paragraphs ...string) page.Letter {
	start := []string{page.OneLine(t.T("notice.hello", "Name", p.Name)), page.OneLine(t.T(about, "Name", p.Name, "Site", p.Site))}
	return page.Letter{
		Subject: t.T(subject, "Club", page.OneLine(p.From)),
		Text:    page.Paragraphs(append(start, paragraphs...)...),
	}
}
