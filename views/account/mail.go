package account

import (
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// MailSettings is where the reader is written to, and about what.
type MailSettings struct {
	Change  page.Refused // why another address was not asked for
	Removal page.Refused // why the address was not removed
	T       *i18n.Catalog
	Club    string // what the site is called
	Address string // empty: none that was confirmed
	Pending string // the one to be confirmed
	Bounced bool   // the address was refused
	Refused bool   // so was the one to be confirmed
	Typed   string // what was just typed and is no address
	Kinds   []MailKind
}

// A MailKind is something that the reader may be written about.
type MailKind struct {
	Name  string // of the field
	Label string
	Help  string // empty for none
	On    bool
}

// NewMailKind is a kind of notice as settings offer it.
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

// field is what the field of the address is filled with.
func (p MailSettings) field() string {
	if p.Change.Problem != "" {
		return p.Typed
	}
	return p.Pending
}

// A ConfirmPage asks whoever followed the link in a mail whether an account may
// be written to there.
type ConfirmPage struct {
	page.Frame
	Name    string // of the account
	Address string
	Action  string // where the form that says yes goes
	Done    bool   // it was said
}

// A StopPage switches off notices of a kind for whoever followed the link in
// one.
type StopPage struct {
	page.Frame
	What   string // the notices, in words
	Action string // where the form goes
	All    string // where the one that switches off all kinds goes; empty when these are all
	Done   bool
	On     bool // what was done
}

// MailWords is notices of a kind, or of all kinds, in words.
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
