package account

import "hexclub/views/page"

// A PasswordPage is the form that changes a password.
type PasswordPage struct {
	page.Frame
	page.Refused
}

// A ForgottenPage is the form that requests a link for a forgotten password.
type ForgottenPage struct {
	page.Frame
	page.Refused
	Name  string // as typed before
	Mails bool   // the site sends mails
	Sent  bool   // the form was sent
}

// A ResetPage is the form for a new password.
type ResetPage struct {
	page.Frame
	page.Refused
	Action string // of the form
	Name   string // of the account
	New    bool   // it had no password before
}

// A FirstAdminPage is the form that makes the first admin.
type FirstAdminPage struct {
	AccountPage
	Action string // of the form
}
