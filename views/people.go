package views

// An AccountPage is the form to sign up or to log in.
type AccountPage struct {
	Frame
	Name    string // as typed before
	Problem string // why it did not work, in the reader's language
}

// A SettingsPage is what a reader can set.
type SettingsPage struct {
	Frame
}

// An ErrorPage says what went wrong.
type ErrorPage struct {
	Frame
	Heading string
	Text    string
	Request string // id to quote to the operator; empty when it is of no use
}
