package account

import "hexclub/views/page"

// A DeletionPage is the form that deletes an account.
type DeletionPage struct {
	page.Frame
	page.Refused
	Typed    string // name, as typed
	Games    string // how many games this ends; empty for none
	Pairings string // how many pairings this forfeits; empty for none
}

// heading names what is deleted.
func (p DeletionPage) heading() string {
	if p.Reader.SignedIn() {
		return p.T.T("delete.title")
	}
	return p.T.T("delete.title-guest")
}
