package views

// A PasswordPage is the form by which somebody changes the password.
type PasswordPage struct {
	Frame
	Problem string // why it did not work, in the reader's language
}

// A ForgottenPage is where who has forgotten the password asks for a link.
type ForgottenPage struct {
	Frame
	Name    string // as typed before
	Mails   bool   // the site sends mails
	Sent    bool   // it was asked for one
	Problem string
}

// A ResetPage is where a link for a new password leads.
type ResetPage struct {
	Frame
	Action  string // of the form
	Name    string // of the account
	New     bool   // it had no password before
	Problem string
}

// A FirstAdminPage is where the link leads that makes the first admin.
type FirstAdminPage struct {
	AccountPage
	Action string // of the form
}
