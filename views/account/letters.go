package account

import (
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// NewConfirmLetter asks whoever reads an address whether an account may be
// written to there; the link leads to the answer.
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

// NewResetLetter brings who has forgotten an account's password the link to choose a
// new one.
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

// NewPasswordLetter tells that the password of an account was changed; the link leads
// to where who did not do it asks for another.
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

// NewAddressLetter tells an address that it is an account's no more. It has no link: whoever
// reads it may have nothing to do with the account any more.
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
