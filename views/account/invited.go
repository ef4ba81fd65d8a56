package account

// An InvitedPage is the page of an invitation link.
type InvitedPage struct {
	AccountPage
	Action string // of the form
	Role   string // the role that the invitation gives, as a sentence; empty for that of a plain member
	Member string // the member who chooses a password; empty for an open invitation, where the name is chosen too
}
