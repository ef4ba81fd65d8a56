package account

import (
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// NewConfirmLetter asks the owner of an address to confirm it for an account, by a link.
func NewConfirmLetter(t *i18n.Catalog, p page.Parties, link string) page.Letter {
	return page.Letter{
		Subject: t.T("notice.confirm-subject", "Club", page.OneLine(p.From)),
		Text: page.Paragraphs(
			page.OneLine(t.T("notice.hello", "Name", p.Name)),
			page.OneLine(t.T("notice.confirm", "Name", p.Name, "Site", p.Site)),
			link,
			t.T("notice.confirm-end"),
		),
	}
}

// NewResetLetter sends the link to choose a new password.
func NewResetLetter(t *i18n.Catalog, p page.Parties, link string) page.Letter {
	return page.Letter{
		Subject: t.T("notice.reset-subject", "Club", page.OneLine(p.From)),
		Text: page.Paragraphs(
			page.OneLine(t.T("notice.hello", "Name", p.Name)),
			page.OneLine(t.T("notice.reset", "Name", p.Name, "Site", p.Site)),
			link,
			t.T("notice.reset-end"),
		),
	}
}

// NewPasswordLetter reports that the password of an account was changed; its link leads to the form for a
// forgotten password.
func NewPasswordLetter(t *i18n.Catalog, p page.Parties, link string) page.Letter {
	return page.Letter{
		Subject: t.T("notice.password-subject", "Club", page.OneLine(p.From)),
		Text: page.Paragraphs(
			page.OneLine(t.T("notice.hello", "Name", p.Name)),
			page.OneLine(t.T("notice.password", "Name", p.Name, "Site", p.Site)),
			t.T("notice.password-end"),
			link,
		),
	}
}

// NewAddressLetter reports to an address that it no longer belongs to an account. It has no link, because its
// reader may have nothing to do with the account any more.
func NewAddressLetter(t *i18n.Catalog, p page.Parties) page.Letter {
	return page.Letter{
		Subject: t.T("notice.address-subject", "Club", page.OneLine(p.From)),
		Text: page.Paragraphs(
			page.OneLine(t.T("notice.hello", "Name", p.Name)),
			page.OneLine(t.T("notice.address", "Name", p.Name, "Site", p.Site)),
			t.T("notice.address-end"),
		),
	}
}
