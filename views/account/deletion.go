package account

import "hexclub/views/page"

// A DeletionPage is the form by which somebody leaves the site for good.
type DeletionPage struct {
	page.Frame
	page.Refused
	Typed    string // name, as typed
	Games    string // how many games this ends; empty for none
	Pairings string // how many pairings this forfeits; empty for none
}

// heading says what is deleted.
func (p DeletionPage) heading() string {
	if p.Reader.SignedIn() {
		return p.T.T("delete.title")
	}
	return p.T.T("delete.title-guest")
}
