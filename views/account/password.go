package account

import "hexclub/views/page"

// A PasswordPage is the form by which somebody changes the password.
type PasswordPage struct {
	page.Frame
	page.Refused
}

// A ForgottenPage is where who has forgotten the password asks for a link.
type ForgottenPage struct {
	page.Frame
	page.Refused
	Name  string // as typed before
	Mails bool   // the site sends mails
	Sent  bool   // it was asked for one
}

// A ResetPage is where a link for a new password leads.
type ResetPage struct {
	page.Frame
	page.Refused
	Action string // of the form
	Name   string // of the account
	New    bool   // it had no password before
}

// A FirstAdminPage is where the link leads that makes the first admin.
type FirstAdminPage struct {
	AccountPage
	Action string // of the form
}
