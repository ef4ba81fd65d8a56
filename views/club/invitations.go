package club

import (
	"strconv"
	"time"

	"hexclub/views/page"
)

// An InvitationsPage lists invitations that are not for an imported member.
type InvitationsPage struct {
	page.Frame
	page.Refused
	Note, Uses, Days string       // as typed
	Role             string       // the chosen one
	Roles            page.Options // for admins, who choose a role
	MaxUses          string
	Link             string // of the one that was just made, or empty
	Lines            []InvitationLine
	Older, Newest    string
}

// An InvitationLine is an invitation in the list.
type InvitationLine struct {
	Note   string
	Role   string      // that it gives; empty for that of a plain member
	About  page.Phrase // maker, date and expiry
	Used   string
	State  string // why it is not valid any more; empty while it is
	Revoke string // address that revokes it; empty if it is not valid
}

// An InvitationInput is the data of an invitation.
type InvitationInput struct {
	ID, Note, Maker  string
	Role             string // that it gives; empty for that of a plain member
	Made, Expires    time.Time
	Uses, Used       int
	Revoked, Expired bool
}

// NewInvitationLine returns an invitation in words.
func NewInvitationLine(c page.Calendar, i InvitationInput) InvitationLine {
	t := c.T
	line := InvitationLine{
		Note:  i.Note,
		Role:  i.Role,
		About: page.NewPhrase(t, "invitation.about", "Player", i.Maker, "Made", c.On(i.Made), "Until", c.On(i.Expires)),
		Used:  t.T("invitation.used", "Used", strconv.Itoa(i.Used), "Uses", strconv.Itoa(i.Uses)),
	}
	switch {
	case i.Revoked:
		line.State = t.T("invitation.is-revoked")
	case i.Used >= i.Uses:
		line.State = t.T("invitation.is-used")
	case i.Expired:
		line.State = t.T("invitation.is-expired")
	default:
		line.Revoke = "/club/invitations/" + i.ID + "/revoke"
	}
	return line
}
