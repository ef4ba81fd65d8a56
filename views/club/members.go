package club

import (
	"time"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A MembersPage is a page of the list of members.
type MembersPage struct {
	page.Frame
	Heading string // with the number of members, and of those that match
	Search  string // as typed
	Role    string // role to filter by
	Waiting bool   // only imported members who have not come yet
	Closed  bool   // only members with closed accounts
	Roles   page.Options
	Left    bool       // some imported members have not come yet, for organisers
	Lists   []page.Tab // lists for organisers: all members, members who have not joined yet, closed accounts
	Lines   []MemberLine
	Next    string // address of the next page; empty for none
	First   string // address of the first page; empty on it
}

// Filtered reports whether the list is filtered.
func (p MembersPage) Filtered() bool { return p.Search != "" || p.Role != "" || p.Waiting || p.Closed }

// SetLists sets the lists for organisers, with the number of members who have not joined yet.
func (p *MembersPage) SetLists(waiting int) {
	if !p.Reader.Organises {
		return
	}
	p.Left = waiting > 0
	p.Lists = []page.Tab{{Text: p.T.T("members.all"), Href: "/club/members", Current: !p.Waiting && !p.Closed}}
	if p.Left {
		p.Lists = append(p.Lists, page.Tab{Text: p.T.N("members.waiting-count", waiting), Href: "/club/members?waiting=yes", Current: p.Waiting})
	}
	p.Lists = append(p.Lists, page.Tab{Text: p.T.T("members.all-closed"), Href: "/club/members?closed=yes", Current: p.Closed})
}

// A MemberLine is a member in the list.
type MemberLine struct {
	Name, Href string
	Avatar     string // id
	Role       string // empty for a plain member
	Since      page.Phrase
	Seen       page.Phrase // last visit, for organisers; empty if unknown
	Waiting    page.Phrase // the member has not come yet, for organisers
	Closed     bool        // the account is closed, for organisers
	Manage     string      // address of the organisers' page about the member; empty for other readers
}

// A MemberInput is the data of a member.
type MemberInput struct {
	Name, RoleKey string
	Avatar        string // id
	Plain         bool   // a member without a special role
	Since, Seen   time.Time
	Joined        bool
	Closed        bool
	Until         time.Time // expiry of the link of a member who has not come yet; zero for no link
}

// NewMemberLine returns a member as the reader may see them.
func NewMemberLine(f page.Frame, m MemberInput) MemberLine {
	t, c := f.T, f.Calendar()
	line := MemberLine{Name: m.Name, Avatar: m.Avatar, Href: page.PersonHref(m.Name), Since: page.NewPhrase(t, "profile.since", "Date", c.On(m.Since))}
	if !m.Plain {
		line.Role = t.T(m.RoleKey)
	}
	if f.Reader.Organises {
		line.Seen, line.Waiting, line.Manage, line.Closed = m.seen(c), m.waiting(c), page.MemberHref(m.Name), m.Closed
	}
	return line
}

func (m MemberInput) seen(c page.Calendar) page.Phrase {
	if m.Seen.IsZero() {
		return nil
	}
	return page.NewPhrase(c.T, "members.seen", "Date", c.Visit(m.Seen))
}

func (m MemberInput) waiting(c page.Calendar) page.Phrase {
	if m.Joined {
		return nil
	}
	link := page.NewPhrase(c.T, "members.no-link")
	if !m.Until.IsZero() {
		link = page.NewPhrase(c.T, "members.link-until", "Date", c.On(m.Until))
	}
	return page.NewPhrase(c.T, "members.waiting").And(" ", link)
}

// NewRoleOptions returns options for roles, given as pairs of value and catalog key. With all, the first option
// stands for any role.
func NewRoleOptions(t *i18n.Catalog, all bool, pairs ...string) (options page.Options) {
	if all {
		options = append(options, page.Option{Value: "", Text: t.T("archive.any")})
	}
	for i := 1; i < len(pairs); i += 2 {
		options = append(options, page.Option{Value: pairs[i-1], Text: t.T(pairs[i])})
	}
	return options
}

// A MemberPage is the organisers' page about a member.
type MemberPage struct {
	page.Frame
	MemberLine
	Action  string // prefix of the addresses of its forms
	Chosen  string // the member's role
	Roles   page.Options
	Link    string // the sign-in link that was just made, or empty
	Problem string
	Field   string // field of the problem; empty for none on the page

	Invitation InvitationLine // the member's link, if there is one
	MayClose   bool           // the reader may close or reopen the account
	Rename     MemberRename
	Reason     string // for closing it, as typed
}

// A MemberRename is the form that changes a member's name.
type MemberRename struct {
	May   bool   // the reader may change it
	Kept  int    // days for which the old name is reserved
	Typed string // new name
}

// Fields of a MemberPage that can have a problem.
const (
	FieldName    = "name"
	FieldReason  = "reason" // for closing the account
	FieldClosing = "closing"
	FieldRemoval = "removal"
)

// Refuse shows a problem at its field if the page has that.
func (p *MemberPage) Refuse(field, problem string) {
	p.Problem = problem
	has := map[string]bool{FieldName: p.Rename.May, FieldReason: p.MayClose && !p.Closed, FieldClosing: p.MayClose && !p.Closed, FieldRemoval: len(p.Waiting) > 0}
	if has[field] {
		p.Field = field
	}
}

// at returns the problem of a field, or "".
func (p MemberPage) at(field string) string {
	if p.Field != field {
		return ""
	}
	return p.Problem
}

// roleHelp explains a role.
func roleHelp(t *i18n.Catalog, role string) string {
	return t.T(map[string]string{"member": "role.member-help", "organiser": "role.organiser-help", "admin": "role.admin-help"}[role])
}
