package account

import (
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// MailSettings is the e-mail settings of a reader.
type MailSettings struct {
	Change  page.Refused // why a change of the address was refused
	Removal page.Refused // why the address was not removed
	T       *i18n.Catalog
	Club    string // name of the site
	Address string // empty: none that was confirmed
	Pending string // the one to be confirmed
	Bounced bool   // the address was refused
	Refused bool   // so was the one to be confirmed
	Typed   string // the invalid address that was sent
	Kinds   []MailKind
}

// A MailKind is a kind of notification.
type MailKind struct {
	Name  string // of the field
	Label string
	Help  string // empty for none
	On    bool
}

// NewMailKind returns a kind of notification in settings.
func NewMailKind(t *i18n.Catalog, name string, on bool) MailKind {
	kind := MailKind{Name: name, On: on}
	switch name {
	case "turn":
		kind.Label, kind.Help = t.T("mail.turn"), t.T("mail.turn-help")
	case "challenge":
		kind.Label = t.T("mail.challenge")
	case "result":
		kind.Label = t.T("mail.result")
	case "time":
		kind.Label, kind.Help = t.T("mail.time"), t.T("mail.time-help")
	case "club":
		kind.Label = t.T("mail.club")
	}
	return kind
}

// field returns the value of the address field.
func (p MailSettings) field() string {
	if p.Change.Problem != "" {
		return p.Typed
	}
	return p.Pending
}

// A ConfirmPage is the page of a link that confirms an address.
type ConfirmPage struct {
	page.Frame
	Name    string // of the account
	Address string
	Action  string // address of the form that confirms
	Done    bool   // it was said
}

// A StopPage switches off notifications of a kind, by the link in one.
type StopPage struct {
	page.Frame
	What   string // the notices, in words
	Action string // address of the form
	All    string // address of the form that switches off all kinds; empty if these are all
	Done   bool
	On     bool // they are on now
}

// MailWords describes a kind of notification, or all kinds.
func MailWords(t *i18n.Catalog, kind string) string {
	switch kind {
	case "turn":
		return t.T("mail.what-turn")
	case "challenge":
		return t.T("mail.what-challenge")
	case "result":
		return t.T("mail.what-result")
	case "time":
		return t.T("mail.what-time")
	case "club":
		return t.T("mail.what-club")
	}
	return t.T("mail.what-all")
}
