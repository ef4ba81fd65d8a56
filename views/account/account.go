package account

import "hexclub/views/page"

// An AccountPage is the form to sign up or to log in.
type AccountPage struct {
	page.Frame
	page.Refused
	Name   string // as typed before
	Closed bool   // accounts are by invitation only
}
