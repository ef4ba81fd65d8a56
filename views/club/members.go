package club

import (
	"maps"
	"net/url"
	"slices"
	"time"

	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A MembersPage is a page of the list of members.
type MembersPage struct {
	page.Frame
	Heading  string        // with the number of members, and of those that match
	Search   string        // as typed
	Filtered bool          // not all members are listed
	Kept     []page.Option // the rest of the filter, as names and values, for the form that searches
	Left     bool          // the list shows imported members who have not joined yet, to organisers
	Lists    []page.Tab    // by role; for organisers also members who have not joined yet, and closed accounts
	Orders   []page.Tab    // in which the list can be sorted
	Lines    []MemberLine
	Next     string // address of the next page; empty for none
	First    string // address of the first page; empty on it
}

// SetLists sets the links to filtered and sorted lists, for a list with a query, with the number of members who have not
// joined yet.
func (p *MembersPage) SetLists(query url.Values, waiting int) {
	with := func(text string, pairs ...string) page.Tab {
		next, current := maps.Clone(query), true
		for i := 1; i < len(pairs); i += 2 {
			current = current && query.Get(pairs[i-1]) == pairs[i]
			if next.Set(pairs[i-1], pairs[i]); pairs[i] == "" {
				next.Del(pairs[i-1])
			}
		}
		return page.Tab{Text: text, Href: MembersHref(next), Current: current}
	}
	list := func(text, role, waiting, closed string) page.Tab {
		return with(text, "role", role, "waiting", waiting, "closed", closed)
	}
	p.Lists = []page.Tab{list(p.T.T("members.all"), "", "", ""), list(p.T.T("members.organisers"), "organiser", "", ""), list(p.T.T("members.admins"), "admin", "", "")}
	p.Orders = []page.Tab{with(p.T.T("members.by-name"), "sort", ""), with(p.T.T("members.by-since"), "sort", "since")}
	if p.Reader.Organises {
		if waiting > 0 {
			p.Lists = append(p.Lists, list(p.T.N("members.waiting-count", waiting), "", "yes", ""))
		}
		p.Lists = append(p.Lists, list(p.T.T("members.all-closed"), "", "", "yes"))
		p.Orders = append(p.Orders, with(p.T.T("members.by-seen"), "sort", "seen"))
		p.Left = waiting > 0 && query.Get("waiting") != ""
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if name != "name" {
			p.Kept = append(p.Kept, page.Option{Value: query.Get(name), Text: name})
		}
	}
}

// MembersHref returns the address of the list of members with a query.
func MembersHref(query url.Values) string {
	if len(query) == 0 {
		return "/club/members"
	}
	return "/club/members?" + query.Encode()
}

// A MemberLine is a member in the list.
type MemberLine struct {
	Name, Href string
	Avatar     string      // id
	Role       string      // empty for a plain member
	Since      page.Phrase // empty if the member has not joined yet
	Seen       page.Phrase // last visit, for organisers; empty if unknown
	Waiting    page.Phrase // until when the link of a member who has not joined yet works, for organisers; else empty
	Invited    bool        // that member has a link
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
		line.Invited = !m.Joined && !m.Until.IsZero()
	}
	if !m.Joined {
		line.Since = nil
	}
	return line
}

func (m MemberInput) seen(c page.Calendar) page.Phrase {
	if m.Seen.IsZero() {
		return nil
	}
	return page.NewPhrase(c.T, "members.seen", "Date", c.Visit(m.Seen))
}

// waiting returns until when the link of a member who has not joined yet works.
func (m MemberInput) waiting(c page.Calendar) page.Phrase {
	switch {
	case m.Joined:
		return nil
	case m.Until.IsZero():
		return page.NewPhrase(c.T, "members.no-link")
	}
	return page.NewPhrase(c.T, "members.link-until", "Date", c.On(m.Until))
}

// NewRoleOptions returns options for roles, given as pairs of value and catalog key.
func NewRoleOptions(t *i18n.Catalog, pairs ...string) (options page.Options) {
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
	Rename     MemberRename
	Removal    MemberRemoval
}

// A MemberRemoval is the forms that close, reopen or remove a member's account.
type MemberRemoval struct {
	May    bool     // the reader may do that
	Ends   []string // what the removal of a member who has not joined ends
	Reason string   // for closing the account, as typed
}

// A MemberRename is the form that changes a member's name.
type MemberRename struct {
	May   bool     // the reader may change it
	Kept  int      // days for which the old name is reserved
	Typed string   // new name
	Shown []string // finished games and tables that show the name; if there are any, a new name has to be confirmed
}

// Fields of a MemberPage that can have a problem.
const (
	FieldName    = "name"
	FieldRename  = "rename" // the confirmation of a new name
	FieldReason  = "reason" // for closing the account
	FieldClosing = "closing"
	FieldRemoval = "removal"
)

// Refuse shows a problem at its field if the page has that.
func (p *MemberPage) Refuse(field, problem string) {
	p.Problem = problem
	waiting := len(p.Waiting) > 0
	has := map[string]bool{FieldName: p.Rename.May, FieldRename: p.Rename.May, FieldReason: p.Removal.May && !p.Closed && !waiting, FieldClosing: p.Removal.May && !p.Closed && !waiting, FieldRemoval: p.Removal.May && waiting}
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
