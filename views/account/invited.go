package account

// An InvitedPage is where an invitation leads.
type InvitedPage struct {
	AccountPage
	Action string // of the form
	Member string // who is to choose a password; empty: anybody, who chooses a name too
}
