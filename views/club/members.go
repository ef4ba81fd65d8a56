package club

import (
	"strconv"
	"time"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A MembersPage is the members of the club, a page of them.
type MembersPage struct {
	page.Frame
	Heading string // with how many there are, and how many of them were asked for
	Search  string // as asked for
	Role    string // that was asked for
	Waiting bool   // those alone are listed who were imported and have not come yet
	Closed  bool   // those alone are listed whose account is closed
	Roles   page.Options
	Left    string // how many have not come yet, for organisers; empty for none
	Lines   []MemberLine
	Next    string // address of those who follow; empty for none
	First   string // address of the first page; empty on it
}

// Filtered tells whether some of the members were asked for.
func (p MembersPage) Filtered() bool { return p.Search != "" || p.Role != "" || p.Waiting || p.Closed }

// A MemberLine is a member in the list.
type MemberLine struct {
	Name, Href string
	Role       string // empty for one like most
	Since      string
	Seen       string // last visit, for organisers; empty where none is known
	Waiting    string // that the member has not come yet, for organisers
	Closed     bool   // the account is, for organisers
	Manage     string // address at which organisers see to the member; empty for who is none
}

// A MemberInput is a member as a list has it.
type MemberInput struct {
	Name, RoleKey string
	Plain         bool // a member like most
	Since, Seen   time.Time
	Joined        bool
	Closed        bool
	Until         time.Time // when the link runs out of who has not come; zero: there is none
}

// NewMemberLine is a member as the reader gets to see them.
func NewMemberLine(f page.Frame, m MemberInput) MemberLine {
	t := f.T
	line := MemberLine{Name: m.Name, Href: page.PersonHref(m.Name), Since: t.T("profile.since", "Date", page.RatingDate(t, m.Since))}
	if !m.Plain {
		line.Role = t.T(m.RoleKey)
	}
	if f.Reader.Organises {
		line.Seen, line.Waiting, line.Manage, line.Closed = m.seen(t), m.waiting(t), page.MemberHref(m.Name), m.Closed
	}
	return line
}

func (m MemberInput) seen(t *i18n.Catalog) string {
	if m.Seen.IsZero() {
		return ""
	}
	return t.T("members.seen", "Date", page.RatingDate(t, m.Seen))
}

func (m MemberInput) waiting(t *i18n.Catalog) string {
	if m.Joined {
		return ""
	}
	if m.Until.IsZero() {
		return t.T("members.waiting") + " " + t.T("members.no-link")
	}
	return t.T("members.waiting") + " " + t.T("members.link-until", "Date", page.RatingDate(t, m.Until))
}

// NewRoleOptions are the roles, by value and catalog key in turn, after one that
// stands for all of them where there is one.
func NewRoleOptions(t *i18n.Catalog, all bool, pairs ...string) (options page.Options) {
	if all {
		options = append(options, page.Option{Value: "", Text: t.T("archive.any")})
	}
	for i := 1; i < len(pairs); i += 2 {
		options = append(options, page.Option{Value: pairs[i-1], Text: t.T(pairs[i])})
	}
	return options
}

// A MemberPage is a member as organisers see to them.
type MemberPage struct {
	page.Frame
	MemberLine
	Action  string // that the forms' addresses begin with
	Chosen  string // role that the member has
	Roles   page.Options
	Link    string // that lets the member in, where one was just made; else empty
	Problem string
	Field   string // that the problem is about, empty for none that the page has

	Invitation InvitationLine // the link that lets the member in, if there is one
	MayClose   bool           // the reader may close the account, or open it
	Rename     MemberRename
	Reason     string // for closing it, as typed
}

// A MemberRename is the form that changes a member's name.
type MemberRename struct {
	May   bool   // the reader may change it
	Kept  int    // days for which the old name is kept
	Typed string // new name
}

// The fields of a MemberPage that a problem can be about.
const (
	FieldName    = "name"
	FieldReason  = "reason" // for closing the account
	FieldClosing = "closing"
	FieldRemoval = "removal"
)

// Refuse tells of a problem at the field that it is about, where the page has that.
func (p *MemberPage) Refuse(field, problem string) {
	p.Problem = problem
	has := map[string]bool{FieldName: p.Rename.May, FieldReason: p.MayClose && !p.Closed, FieldClosing: p.MayClose && !p.Closed, FieldRemoval: p.Waiting != ""}
	if has[field] {
		p.Field = field
	}
}

// at is the problem where it is about a field, else empty.
func (p MemberPage) at(field string) string {
	if p.Field != field {
		return ""
	}
	return p.Problem
}

// An InvitationsPage is the invitations for anybody.
type InvitationsPage struct {
	page.Frame
	page.Refused
	Note, Uses, Days string // as typed
	MaxUses          string
	Link             string // of the one that was just made; else empty
	Lines            []InvitationLine
	Older, Newest    string
}

// An InvitationLine is an invitation in the list.
type InvitationLine struct {
	Note   string
	About  string // who made it, when, and how long it holds
	Used   string
	State  string // why it lets nobody in any more; empty while it does
	Revoke string // address that takes it back; empty where there is nothing to take back
}

// An InvitationInput is an invitation as a list has it.
type InvitationInput struct {
	ID, Note, Maker  string
	Made, Expires    time.Time
	Uses, Used       int
	Revoked, Expired bool
}

// NewInvitationLine is an invitation in words.
func NewInvitationLine(t *i18n.Catalog, i InvitationInput) InvitationLine {
	line := InvitationLine{
		Note:  i.Note,
		About: t.T("invitation.about", "Player", i.Maker, "Made", page.RatingDate(t, i.Made), "Until", page.RatingDate(t, i.Expires)),
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

// roleHelp says what a role is for.
func roleHelp(t *i18n.Catalog, role string) string {
	return t.T(map[string]string{"member": "role.member-help", "organiser": "role.organiser-help", "admin": "role.admin-help"}[role])
}
